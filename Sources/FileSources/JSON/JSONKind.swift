import Rows

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
            case UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E: .content
            case nil where endings.contains(head.ending): .name
            default: head.bytes.withUnsafeBytes(JSONBehindText.begins) ? .content : nil
            }
        })

    private static let endings: Set = ["json", "geojson", "geojsonl", "geojsons", "ndjson", "jsonl"]
}
