import Rows
import Streams

extension FileKind {
    /// Logs of servers and systems, and text with addresses or coordinates: each line is a row.
    package static let log = FileKind(
        name: "log",
        reader: { input, options in LogLoader(input, options: options) },
        judge: { head in
            guard !otherEndings.contains(head.ending) else { return nil }
            let isWhole = head.bytes.count < SourceInput.headLength
            guard let found = ByteRun.with(head.bytes, { LogDetection($0, isWhole: isWhole) }) else {
                return nil
            }
            return found.isText ? .name : .content
        })

    /// Endings of files that are no logs, whatever addresses are in them.
    private static let otherEndings: Set = [
        "csv", "tsv", "psv", "geojson", "geojsonl", "gpx", "kml", "tcx", "xml", "html", "htm", "svg", "gml",
        "nmea",
        "igc", "wkt", "sql", "vrt",
    ]

    /// Whether more bytes of a stream may show that it is a log: there is no whole line yet.
    package static func mayBecomeLog(_ bytes: [UInt8]) -> Bool {
        if let first = bytes.first(where: { $0 > 0x20 }), "{[<".utf8.contains(first) {
            guard objectBeginnings.contains(where: { bytes.starts(with: $0) || $0.starts(with: bytes) })
            else {
                return false
            }
        }
        return ByteRun.with(bytes) { LogDetection.needsMore($0) }
    }

    /// What objects of the journal and of Docker begin with, and lines of RFC 5424.
    private static let objectBeginnings =
        [#"{"_"#, #"{"MESSAGE"#, #"{"PRIORITY"#, #"{"SYSLOG"#, #"{"log"#, #"{"time"#].map { Array($0.utf8) }
        + (1...9).map { [UInt8(ascii: "<"), 48 + UInt8($0)] }
}
