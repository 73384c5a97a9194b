import RowValues
import Streams

/// The column of geometries that types or the metadata of GeoParquet declare.
struct DuckDBGeometryColumn {
    /// The index of the column; nil where none is declared.
    let index: Int?
    /// The coordinate system of each declared column, by index, where it is not that of degrees on WGS 84.
    let foreign: [Int: String]

    private static let ours: Set = ["OGC:CRS84", "OGC:CRS84H", "EPSG:4326", "EPSG:4979", "OGC:84"]

    /// What stands for a system without authority and number.
    private static let unnamed = "another coordinate system"

    /// A type declares its system; in the metadata of a file it is a document.
    init(_ catalog: DuckDBCatalog, _ columns: [DuckDBColumn]) throws(SourceError) {
        var declared: [Int] = []
        var foreign: [Int: String] = [:]
        for (index, column) in columns.enumerated() {
            guard case .geometry(let declaration) = column.type else { continue }
            declared.append(index)
            if let declaration, let system = try Self.system(declaration, catalog), !Self.isOurs(system) {
                foreign[index] = Self.written(system)
            }
        }
        let metadata = try Self.metadata(catalog)
        if let name = metadata?.name, let index = columns.firstIndex(where: { $0.name == name }) {
            declared.insert(index, at: 0)
            if let system = metadata?.system, !Self.isOurs(system) { foreign[index] = Self.written(system) }
        }
        let names = ColumnNames(columns.map(\.name)).columns(named: ColumnNames.geometries)
        index =
            declared.first { metadata?.name == columns[$0].name } ?? declared.first(where: names.contains)
            ?? declared.first
        self.foreign = foreign
    }

    /// The name of a system that a type declares, by its name or by a document of PROJJSON.
    private static func system(
        _ declaration: String, _ catalog: DuckDBCatalog
    ) throws(SourceError) -> String? {
        guard declaration.hasPrefix("{") else { return declaration }
        let document = "TRY_CAST(\(DuckDBSQL.literal(declaration)) AS JSON)"
        let found = try catalog.rows(
            "SELECT json_extract_string(\(document), '$.id.authority') || ':' || json_extract_string(\(document), '$.id.code')",
            columnCount: 1)
        return found[0, 0] ?? unnamed
    }

    private static func written(_ system: String) -> String {
        system == unnamed ? system : system.uppercased()
    }

    private static func isOurs(_ system: String) -> Bool { ours.contains(system.uppercased()) }

    /// The primary column and its system, after the specification of GeoParquet 1.1.
    private static func metadata(
        _ catalog: DuckDBCatalog
    ) throws(SourceError) -> (name: String, system: String?)? {
        guard case .files(let paths) = catalog.data.content, let first = paths.first,
            catalog.data.options.sql == nil
        else { return nil }
        let found = try catalog.rows(
            """
            SELECT p, coalesce(
            json_extract_string(c, '$.crs.id.authority') || ':' || json_extract_string(c, '$.crs.id.code'),
            CASE WHEN json_extract_string(c, '$.crs.type') = 'ProjectedCRS' THEN \(DuckDBSQL.literal(unnamed)) END) FROM (
            SELECT g ->> 'primary_column' AS p,
            json_extract(g, '$.columns."' || (g ->> 'primary_column') || '"') AS c FROM (
            SELECT TRY_CAST(TRY(decode(value)) AS JSON) AS g FROM parquet_kv_metadata(\(DuckDBSQL.literal(first)))
            WHERE key = 'geo'::BLOB LIMIT 1) AS a) AS b
            """, columnCount: 2)
        guard found.count == 1, let name = found[0, 0] else { return nil }
        return (name, found[0, 1])
    }
}
