import SQLiteFiles
import Streams

/// The relations of a database that rows can be read from, and their indexes.
struct SQLiteSchema {
    /// In the order of their creation; tables that SQLite, GeoPackage, SpatiaLite and virtual tables maintain
    /// for themselves are left out.
    let relations: [SQLiteRelation]
    /// Tables and views that cannot be read: of missing tables, or of a module that is not available.
    let unreadable: [String]
    let geometryColumns: [SQLiteGeometryColumn]
    /// The R*Trees that others maintain, by name.
    let boxIndexes: [SQLiteBoxIndex]

    /// - Complexity: O(tables and their columns): 5,000 tables take about a quarter of a second.
    init(_ database: SQLiteDatabase) throws(SourceError) {
        self = try database.readingSchema { () throws(SourceError) -> SQLiteSchema in
            try SQLiteSchema(reading: database)
        }
    }

    private init(reading database: SQLiteDatabase) throws(SourceError) {
        let entries = try Self.entries(database)
        let states = try Self.states(database)
        geometryColumns = try SQLiteGeometryColumn.all(
            in: database, tables: Set(entries.map { Self.folded($0.name) }))
        boxIndexes = Self.boxIndexes(entries, geometryColumns)
        let taken = Set(boxIndexes.map { Self.folded($0.name) })
        let isSpatial = entries.contains { Self.folded($0.name) == "spatial_ref_sys" }
        var relations: [SQLiteRelation] = []
        var unreadable: [String] = []
        for entry in entries where entry.kind != nil && !taken.contains(Self.folded(entry.name)) {
            let state = states[entry.name]
            if state?.isShadow == true || Self.isSystem(entry.name, isSpatial: isSpatial) { continue }
            if let relation = try Self.relation(entry, hasRowid: state?.hasRowid ?? true, database) {
                relations.append(relation)
            } else {
                unreadable.append(entry.name)
            }
        }
        (self.relations, self.unreadable) = (relations, unreadable)
    }

    /// Names are compared without the case of ASCII letters, as SQLite does.
    static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// The relation of this name: an exact match, else one that differs only in case.
    func relation(named name: String) -> SQLiteRelation? {
        relations.first { $0.name == name }
            ?? relations.first { Self.folded($0.name) == Self.folded(name) }
    }

    func geometryColumns(of relation: SQLiteRelation) -> [SQLiteGeometryColumn] {
        geometryColumns.filter { Self.folded($0.table) == Self.folded(relation.name) }
    }

    // MARK: reading

    /// A line of sqlite_schema.
    struct Entry {
        let type: String
        let name: String
        /// The table that a trigger or an index belongs to.
        let table: String
        let sql: String

        /// Nil for entries without rows: indexes and triggers.
        var kind: SQLiteRelation.Kind? {
            switch type {
            case "table": module.map { $0.hasPrefix("rtree") ? .boxes : .otherVirtual } ?? .table
            case "view": .view
            default: nil
            }
        }

        /// The module of a virtual table with its arguments, in lower case; nil for others.
        private var module: String? {
            let words = sql.prefix(20).uppercased().split { $0.isWhitespace }
            guard words.count >= 2, words[0] == "CREATE", words[1].hasPrefix("VIRTUAL") else { return nil }
            let rest = sql.lowercased().split { $0.isWhitespace }
            // When the name of the table contains this word, only the last occurrence counts.
            guard let using = rest.lastIndex(of: "using") else { return "" }
            return using + 1 < rest.count ? String(rest[using + 1]) : ""
        }
    }

    private static func entries(_ database: SQLiteDatabase) throws(SourceError) -> [Entry] {
        var entries: [Entry] = []
        var statement = try SQLiteStatement(database, "SELECT type, name, tbl_name, sql FROM sqlite_schema")
        while try statement.step() {
            entries.append(
                Entry(
                    type: statement.text(0), name: statement.text(1), table: statement.text(2),
                    sql: statement.text(3)))
        }
        return entries
    }

    private static func states(
        _ database: SQLiteDatabase
    ) throws(SourceError) -> [String: (isShadow: Bool, hasRowid: Bool)] {
        var states: [String: (isShadow: Bool, hasRowid: Bool)] = [:]
        var statement = try SQLiteStatement(database, "PRAGMA main.table_list")
        // schema, name, type, ncol, wr, strict
        while try statement.step() {
            states[statement.text(1)] = (statement.text(2) == "shadow", statement.integer(4) == 0)
        }
        return states
    }

    /// Nil for what cannot be read: a view of deleted tables, a virtual table whose module is not available.
    private static func relation(
        _ entry: Entry, hasRowid: Bool, _ database: SQLiteDatabase
    ) throws(SourceError) -> SQLiteRelation? {
        guard let kind = entry.kind else { return nil }
        var columns: [SQLiteRelation.Column] = []
        var primary: [(ordinal: Int64, column: Int)] = []
        do throws(SourceError) {
            var statement = try SQLiteStatement(
                database, "PRAGMA main.table_xinfo(\(SQLiteValue.identifier(entry.name)))")
            // cid, name, type, notnull, dflt_value, pk, hidden
            while try statement.step() {
                if statement.integer(6) == 1 { continue }
                let ordinal = statement.integer(5)
                if ordinal > 0 { primary.append((ordinal, columns.count)) }
                columns.append(SQLiteRelation.Column(name: statement.text(1), type: statement.text(2)))
            }
        } catch {
            if error == .cancelled { throw error }
            return nil
        }
        guard !columns.isEmpty else { return nil }
        return SQLiteRelation(
            name: entry.name, kind: kind, columns: columns,
            key: key(kind, columns, primary.sorted { $0.ordinal < $1.ordinal }.map(\.column), hasRowid))
    }

    private static func key(
        _ kind: SQLiteRelation.Kind, _ columns: [SQLiteRelation.Column], _ primary: [Int], _ hasRowid: Bool
    ) -> SQLiteRelation.Key {
        if kind == .view { return .none }
        guard hasRowid else { return primary.isEmpty ? .none : .columns(primary) }
        let taken = Set(columns.map { folded($0.name) })
        if let free = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }) {
            return .rowid(free)
        }
        return .none
    }

    // MARK: what is not ours to show

    private static let spatialTables: Set = [
        "data_licenses", "elementarygeometries", "geometry_columns", "geometry_columns_auth",
        "geometry_columns_field_infos", "geometry_columns_statistics", "geometry_columns_time", "knn", "knn2",
        "spatial_ref_sys", "spatial_ref_sys_all", "spatial_ref_sys_aux", "spatialindex", "spatialite_history",
        "sql_statements_log", "vector_layers", "vector_layers_auth", "vector_layers_field_infos",
        "vector_layers_statistics", "views_geometry_columns", "views_geometry_columns_auth",
        "views_geometry_columns_field_infos", "views_geometry_columns_statistics", "virts_geometry_columns",
        "virts_geometry_columns_auth", "virts_geometry_columns_field_infos",
        "virts_geometry_columns_statistics",
    ]

    private static func isSystem(_ name: String, isSpatial: Bool) -> Bool {
        let name = folded(name)
        if name.hasPrefix("sqlite_") || name.hasPrefix("gpkg_") { return true }
        return isSpatial && (spatialTables.contains(name) || name.hasPrefix("geom_cols_ref_sys"))
    }
}
