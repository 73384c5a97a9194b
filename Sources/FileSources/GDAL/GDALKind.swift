import Rows
import Streams

extension FileKind {
    /// Any other format that GDAL reads.
    package static let gdal = FileKind(
        name: "gdal", isStreamable: false, hasLayers: true,
        reader: { GDALLoader(path: $0.path, layer: $1.layer, options: $1) },
        judge: { head in
            if head.ending == "tab", !head.holds("!table") { return nil }
            if endings.contains(head.ending) || head.archive == .zip { return .certain }
            if head.isForeignJSON { return .certain }
            if head.isZip { return .content }
            let isForeign = head.isBinary && !tableEndings.contains(head.ending)
            return head.isMarkup || (head.firstSign != nil && isForeign) ? .fallback : nil
        })

    /// Formats whose first bytes do not distinguish them from text or each other.
    private static let endings: Set = [
        "xlsx", "xls", "ods",
        "shp", "shx", "dbf", "fgb", "tab", "mif", "mid", "gml", "gdb", "dxf", "arrow", "osm",
        "pbf",
    ]
}

extension SourceHead {
    /// JSON of Esri's servers or a topology, whose geometries are not those of GeoJSON.
    fileprivate var isForeignJSON: Bool {
        firstSign == UInt8(ascii: "{") && (holds("esrigeometry") || holds("\"topology\""))
    }
}
