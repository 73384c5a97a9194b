import RowValues
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
            if let objects = found.objects {
                // A file of them is read as any JSON is, on all processors.
                return head.isStream && objects == .addresses ? .content : nil
            }
            if found.isText, namesCoordinates(head.bytes) { return nil }
            return found.isText ? .name : .content
        })

    /// Whether the first line is the header of a table: columns of fixed width are text with coordinates, too.
    private static func namesCoordinates(_ head: [UInt8]) -> Bool {
        let line = head.prefix { $0 != 0x0A && $0 != 0x0D }
        guard line.count <= 4_096 else { return false }
        let words = line.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
        return ColumnNames(words).placeColumns != nil
    }

    /// Endings of files that are no logs, whatever addresses are in them.
    private static let otherEndings: Set = [
        "csv", "tsv", "psv", "geojson", "geojsonl", "gpx", "kml", "tcx", "xml", "html", "htm", "svg", "gml",
        "nmea",
        "igc", "wkt", "sql", "vrt",
    ]

    /// Whether more bytes of a stream may show that it is a log: there is no whole line yet.
    package static func mayBecomeLog(_ bytes: [UInt8]) -> Bool {
        switch bytes.first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "{"): return ByteRun.with(bytes) { LogDetection.mayBecomeObjects($0) }
        case UInt8(ascii: "["): return false
        case UInt8(ascii: "<"):
            // Lines of RFC 5424 begin with a number.
            guard bytes.count == 1 || bytes[0] == UInt8(ascii: "<") && bytes[1] &- 48 < 10 else {
                return false
            }
        default: break
        }
        return ByteRun.with(bytes) { LogDetection.needsMore($0) }
    }
}
