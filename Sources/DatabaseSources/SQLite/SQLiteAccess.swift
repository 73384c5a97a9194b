import SQLiteFiles
import Streams

extension SourceError {
    /// What `body` returns; nil where it fails, unless it was cancelled.
    static func ignored<Result>(_ body: () throws(SourceError) -> Result) throws(SourceError) -> Result? {
        do throws(SourceError) { return try body() } catch {
            if error == .cancelled { throw error }
            return nil
        }
    }
}

/// How the rows in a box are found: the first stage of a search.
enum SQLiteAccess: Sendable, Equatable {
    /// An index whose first column is one of latitude and longitude.
    case index(name: String, leadsWithLatitude: Bool)
    /// An R*Tree beside the table.
    case boxes(SQLiteBoxIndex)
    /// The R*Tree is the table.
    case ownBoxes
    /// A scan of all rows.
    case scan(SQLiteScanReason)
}

extension SQLiteAccess {
    /// The best access to the rows of `layout`.
    static func best(
        for layout: SQLiteLayout, in schema: SQLiteSchema, _ database: SQLiteDatabase
    ) throws(SourceError) -> SQLiteAccess {
        switch layout.coordinates {
        case .box: return .ownBoxes
        case .combined, .places, .parts: return .scan(.noIndex(advice: nil))
        case .geometry(let column, _):
            let name = SQLiteSchema.folded(layout.relation.columns[column].name)
            let found = schema.boxIndexes(of: layout.relation).first {
                $0.geometryColumn.map(SQLiteSchema.folded) == name
            }
            if let found, try SQLiteAccess.boxes(found).canAnswer(layout, database) { return .boxes(found) }
            return .scan(.noIndex(advice: "a spatial index"))
        case .pair where layout.unitsPerDegree > 1: return .scan(.noIndex(advice: nil))
        case .pair(let latitude, let longitude):
            return try best(latitude, longitude, of: layout, in: schema, database)
        }
    }

    private static func best(
        _ latitude: Int, _ longitude: Int, of layout: SQLiteLayout, in schema: SQLiteSchema,
        _ database: SQLiteDatabase
    ) throws(SourceError) -> SQLiteAccess {
        let relation = layout.relation
        if let text = [latitude, longitude].first(where: relation.isText) {
            return .scan(.text(column: relation.columns[text].name))
        }
        var stale: SQLiteBoxIndex?
        for index in schema.boxIndexes(of: relation) where index.geometryColumn == nil {
            let checked = try SourceError.ignored { () throws(SourceError) in
                try index.checked(latitude, longitude, layout, database)
            }
            if case let checked?? = checked { return .boxes(checked) }
            stale = index
        }
        let indexes = try database.readingSchema { () throws(SourceError) -> [Index] in
            try Self.indexes(latitude, longitude, of: relation, database)
        }
        for index in indexes.sorted(by: { $0.rank > $1.rank }) {
            let access = SQLiteAccess.index(name: index.name, leadsWithLatitude: index.leadsWithLatitude)
            if try access.canAnswer(layout, database) { return access }
        }
        if let stale { return .scan(.staleBoxes(name: stale.name)) }
        let columns = "\(relation.quotedColumn(latitude)), \(relation.quotedColumn(longitude))"
        let name = SQLiteValue.identifier("\(relation.name)_place")
        return .scan(.noIndex(advice: "CREATE INDEX \(name) ON \(relation.quotedName) (\(columns))"))
    }

    /// Whether SQLite can use the index: not when it orders text differently from the column, or without
    /// R*Tree support.
    private func canAnswer(_ layout: SQLiteLayout, _ database: SQLiteDatabase) throws(SourceError) -> Bool {
        try SourceError.ignored { () throws(SourceError) in
            for step in SQLiteBoxQuery(layout: layout, access: self).steps(for: [.world]) {
                var plan = try SQLiteStatement(database, "EXPLAIN QUERY PLAN " + step.sql)
                while try plan.step() {
                    let detail = plan.text(3)
                    if detail.hasPrefix("SCAN"), !detail.contains("VIRTUAL TABLE INDEX") { return false }
                }
            }
            return true
        } ?? false
    }

    private struct Index {
        let name: String
        let leadsWithLatitude: Bool
        let holdsBoth: Bool

        /// An index with both columns saves reading the table; latitudes are the better first column, since
        /// there is only one range of them.
        var rank: Int { (holdsBoth ? 2 : 0) + (leadsWithLatitude ? 1 : 0) }
    }

    private static func indexes(
        _ latitude: Int, _ longitude: Int, of relation: SQLiteRelation, _ database: SQLiteDatabase
    ) throws(SourceError) -> [Index] {
        var names: [String] = []
        var list = try SQLiteStatement(database, "PRAGMA main.index_list(\(relation.quotedName))")
        // seq, name, unique, origin, partial
        while try list.step() { if list.integer(4) == 0 { names.append(list.text(1)) } }
        let wanted = [latitude, longitude].map { relation.columns[$0].name }
        var found: [Index] = []
        for name in names {
            var columns: [String] = []
            var info = try SQLiteStatement(
                database, "PRAGMA main.index_xinfo(\(SQLiteValue.identifier(name)))")
            // seqno, cid, name, desc, coll, key
            while try info.step() { if info.integer(5) == 1 { columns.append(info.text(2)) } }
            guard let first = columns.first, wanted.contains(first) else { continue }
            found.append(
                Index(
                    name: name, leadsWithLatitude: first == wanted[0],
                    holdsBoth: columns.dropFirst().first.map { wanted.contains($0) } ?? false))
        }
        return found
    }
}
