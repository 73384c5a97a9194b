import RowValues
import Rows
import Streams

extension FileKind {
    /// Logs of servers and systems, and text with addresses or coordinates: each line is a row.
    package static let log = FileKind(
        name: "log",
        reader: { input, options in LogLoader(input, options: options) },
        judge: { head in
            // Programs have lines with what looks like addresses.
            guard !otherEndings.contains(head.ending) || namesFields(head), !head.isBinary else { return nil }
            let isWhole = head.bytes.count < SourceInput.headLength
            guard let found = ByteRun.with(head.bytes, { LogDetection($0, isWhole: isWhole) }) else {
                return nil
            }
            if let objects = found.objects {
                // A file of them is read as any JSON is, on all processors, unless it begins with something else.
                let isJSON = head.firstSign == UInt8(ascii: "{") || head.firstSign == UInt8(ascii: "[")
                return !isJSON || head.isStream && objects == .addresses ? .content : nil
            }
            return found.isText ? .name : .content
        })

    /// Endings of files that are no logs, whatever addresses are in them.
    private static let otherEndings: Set = [
        "csv", "tsv", "psv", "geojson", "geojsonl", "gpx", "kml", "tcx", "xml", "html", "htm", "svg", "gml",
        "nmea",
        "igc", "wkt", "sql", "vrt",
    ]

    /// Whether a table begins as those of Zeek and of W3C do, whose lines with `#` are no rows: it says itself what is in it.
    private static func namesFields(_ head: SourceHead) -> Bool {
        let beginnings = ["#separator ", "#Version: ", "#Software: ", "#Fields: "]
        return head.ending == "tsv" && beginnings.contains { head.bytes.starts(with: $0.utf8) }
    }

    /// Whether more bytes of a stream may show that it is a log: there is no whole line yet.
    package static func mayBecomeLog(_ bytes: [UInt8]) -> Bool {
        switch bytes.first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "{"): return ByteRun.with(bytes) { LogDetection.mayBecomeObjects($0) }
        case UInt8(ascii: "[") where JSONArrayHead.mayBegin(bytes): return false
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
