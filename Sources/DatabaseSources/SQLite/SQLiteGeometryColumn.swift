import SQLiteFiles
import Streams

/// A column of geometries that a GeoPackage or SpatiaLite's metadata name.
struct SQLiteGeometryColumn: Sendable, Equatable {
    let table: String
    let column: String
    /// The coordinate system, such as "EPSG:2056"; nil for degrees on WGS 84, or when none is declared.
    let foreignReference: String?
    /// The name of the R*Tree with its boxes, when the metadata declare one.
    let boxIndex: String?

    /// Empty where there are no metadata.
    ///
    /// - Parameter tables: the names of all tables, folded.
    static func all(
        in database: SQLiteDatabase, tables: Set<String>
    ) throws(SourceError) -> [SQLiteGeometryColumn] {
        var found: [SQLiteGeometryColumn] = []
        if tables.contains("gpkg_geometry_columns") { found += try geoPackage(database, tables) }
        if tables.contains("geometry_columns") { found += try spatiaLite(database) }
        return found
    }

    /// After OGC 12-128r18, sections 1.1.2 and 2.1.5, and extension "gpkg_rtree_index".
    private static func geoPackage(
        _ database: SQLiteDatabase, _ tables: Set<String>
    ) throws(SourceError) -> [SQLiteGeometryColumn] {
        var references: [Int64: String] = [:]
        try forEach(
            database, "SELECT srs_id, organization, organization_coordsys_id FROM gpkg_spatial_ref_sys",
            isThere: tables.contains("gpkg_spatial_ref_sys")
        ) { references[$0.integer(0)] = "\($0.text(1).uppercased()):\($0.text(2).uppercased())" }
        var indexed: Set<[String]> = []
        try forEach(
            database,
            "SELECT table_name, column_name FROM gpkg_extensions WHERE extension_name = 'gpkg_rtree_index'",
            isThere: tables.contains("gpkg_extensions")
        ) { indexed.insert([SQLiteSchema.folded($0.text(0)), SQLiteSchema.folded($0.text(1))]) }
        var found: [SQLiteGeometryColumn] = []
        try forEach(
            database, "SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns", isThere: true
        ) { row in
            let table = row.text(0)
            let column = row.text(1)
            let isIndexed = indexed.contains([SQLiteSchema.folded(table), SQLiteSchema.folded(column)])
            found.append(
                SQLiteGeometryColumn(
                    table: table, column: column,
                    foreignReference: foreign(row.integer(2), named: references[row.integer(2)]),
                    boxIndex: isIndexed ? "rtree_\(table)_\(column)" : nil))
        }
        return found
    }

    /// SpatiaLite's table, and the one of the same name that GDAL writes without its other columns.
    private static func spatiaLite(_ database: SQLiteDatabase) throws(SourceError) -> [SQLiteGeometryColumn] {
        var found: [SQLiteGeometryColumn] = []
        func take(_ row: borrowing SQLiteStatement, isIndexed: Bool) {
            let table = row.text(0)
            let column = row.text(1)
            found.append(
                SQLiteGeometryColumn(
                    table: table, column: column, foreignReference: foreign(row.integer(2), named: nil),
                    boxIndex: isIndexed ? "idx_\(table)_\(column)" : nil))
        }
        do throws(SourceError) {
            try forEach(
                database,
                "SELECT f_table_name, f_geometry_column, srid, spatial_index_enabled FROM geometry_columns",
                isThere: true
            ) { take($0, isIndexed: $0.integer(3) == 1) }
        } catch {
            if error == .cancelled { throw error }
            try forEach(
                database, "SELECT f_table_name, f_geometry_column, srid FROM geometry_columns", isThere: true
            ) { take($0, isIndexed: false) }
        }
        return found
    }

    private static func foreign(_ identifier: Int64, named name: String?) -> String? {
        // 0 is "undefined geographic" in a GeoPackage and undeclared elsewhere.
        if identifier == 0 || identifier == 4326 && name == nil { return nil }
        let name = name ?? (identifier > 0 ? "EPSG:\(identifier)" : "an unknown plane coordinate system")
        return ["EPSG:4326", "EPSG:4979", "OGC:CRS84", "OGC:84"].contains(name) ? nil : name
    }

    private static func forEach(
        _ database: SQLiteDatabase, _ sql: String, isThere: Bool,
        _ body: (borrowing SQLiteStatement) -> Void
    ) throws(SourceError) {
        guard isThere else { return }
        var statement = try SQLiteStatement(database, sql)
        while try statement.step() { body(statement) }
    }
}
