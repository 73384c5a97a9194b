import Rows

extension FileKind {
    /// Any other format that GDAL reads.
    package static let gdal = FileKind(
        name: "gdal", isStreamable: false, hasLayers: true,
        reader: { GDALLoader(path: $0.path, layer: $1.layer, options: $1.features()) },
        judge: { head in
            if endings.contains(head.ending) || head.archive == .zip { return .certain }
            if head.isZip { return .content }
            let isForeign = head.isBinary && !tableEndings.contains(head.ending)
            return head.isMarkup || (head.firstSign != nil && isForeign) ? .fallback : nil
        })

    /// Formats whose first bytes do not distinguish them from text or each other.
    private static let endings: Set = [
        "shp", "shx", "dbf", "fgb", "tab", "mif", "mid", "gml", "gdb", "dxf", "parquet", "arrow", "osm",
        "pbf",
    ]
}
