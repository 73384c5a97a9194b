import RowValues
import Rows
import Streams

extension FileKind {
    /// GeoJSON, one record a line or one document; and plain JSON objects with coordinates.
    package static let json = FileKind(
        name: "json",
        reader: {
            GeoJSONLoader(
                $0, options: $1.features(isStream: $0.isStream), keep: $0.isStream ? $1.keptRecords : nil)
        },
        judge: { head in
            switch head.firstSign {
            case UInt8(ascii: "["): JSONArrayHead.mayBegin(head.bytes) ? .content : others(head)
            case UInt8(ascii: "{"), 0x1E: .content
            case nil where endings.contains(head.ending): .name
            default: others(head)
            }
        })

    /// Objects behind other text; a file that is called JSON stays it.
    private static func others(_ head: SourceHead) -> Confidence? {
        if head.bytes.withUnsafeBytes(JSONBehindText.begins) { return .content }
        return head.firstSign == UInt8(ascii: "[") && endings.contains(head.ending) ? .name : nil
    }

    private static let endings: Set = ["json", "geojson", "geojsonl", "geojsons", "ndjson", "jsonl"]
}
