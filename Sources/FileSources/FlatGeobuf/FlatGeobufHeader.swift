import Rows

/// What precedes the features of a FlatGeobuf file: columns, their types, and how much is to be passed over.
///
/// After https://github.com/flatgeobuf/flatgeobuf, `src/fbs/header.fbs`, version 3.
struct FlatGeobufHeader {
    /// The first bytes of a file; the last one is a number for small changes.
    static let magic = Array("fgb".utf8) + [3] + Array("fgb".utf8)
    /// The magic bytes and the size of the header.
    static let startSize = 12

    /// The types of columns that are read here. GDAL formats the others: texts of dates, bytes, JSON, floats.
    enum ColumnType: UInt8 {
        case int8, uint8, boolean, int16, uint16, int32, uint32, int64
        case double = 10
        case text = 11
    }

    /// The types of geometries that are read here.
    enum GeometryType: UInt8 {
        case unknown, point, lineString, polygon, multiPoint, multiLineString, multiPolygon
    }

    let geometryType: GeometryType
    let columns: [(name: String, type: ColumnType)]
    /// The number of features; more than none.
    let featureCount: Int
    /// Bytes of the index between the header and the features.
    let indexSize: Int

    /// Reads the FlatBuffer of a header.
    init(_ bytes: UnsafeRawBufferPointer) throws(FlatGeobufRefusal) {
        let header = try FlatBufferTable(root: bytes)
        guard let type = GeometryType(rawValue: try header.number(2, as: UInt8.self) ?? 0),
            let count = Int(exactly: try header.number(8, as: UInt64.self) ?? 0), count > 0,
            count <= LoadedSource.rowLimit, try Self.isInDegrees(header)
        else { throw FlatGeobufRefusal() }
        geometryType = type
        featureCount = count
        indexSize = try Self.indexSize(of: count, nodeSize: Int(header.number(9, as: UInt16.self) ?? 16))
        columns = try Self.columns(header)
    }

    /// WGS 84; a file that names no coordinate system is looked at by GDAL.
    private static func isInDegrees(_ header: FlatBufferTable) throws(FlatGeobufRefusal) -> Bool {
        guard let system = try header.table(10) else { return false }
        let (authority, code) = try (system.text(0), system.number(1, as: Int32.self))
        // The second one has heights as well.
        return (code == 4326 || code == 4979) && (authority.isEmpty || authority == "EPSG")
    }

    private static func columns(
        _ header: FlatBufferTable
    ) throws(FlatGeobufRefusal) -> [(name: String, type: ColumnType)] {
        var columns: [(name: String, type: ColumnType)] = []
        try header.forEachTable(7) { (column) throws(FlatGeobufRefusal) in
            let name = try column.text(0)
            guard let type = ColumnType(rawValue: try column.number(1, as: UInt8.self) ?? 0), !name.isEmpty,
                !columns.contains(where: { $0.name == name }), columns.count < 1_000
            else { throw FlatGeobufRefusal() }
            columns.append((name, type))
        }
        return columns
    }

    /// A tree of boxes of 40 bytes: one for each feature, and one for each full or last node of each level.
    private static func indexSize(of count: Int, nodeSize: Int) throws(FlatGeobufRefusal) -> Int {
        guard nodeSize > 0 else { return 0 }
        guard nodeSize > 1 else { throw FlatGeobufRefusal() }
        var nodes = count
        var level = count
        repeat {
            level = (level + nodeSize - 1) / nodeSize
            nodes += level
        } while level > 1
        return nodes * 40
    }
}
