import RowValues
import Streams

/// Finds the table, its columns, and what identifies its rows.
struct ClickHouseCatalog {
    let session: ClickHouseSession
    let isCancelled: () -> Bool
    private let dialect = ClickHouseDialect()

    var options: ClickHouseOptions { session.options }

    func refused(_ words: String) -> SourceError { session.refused(words) }

    func run(_ sql: String, columnCount: Int?) throws(SourceError) -> SQLRows {
        try session.run(sql, columnCount: columnCount, isCancelled: isCancelled)
    }

    /// What is shown: a table, or a statement.
    struct Relation {
        let title: String
        /// What follows FROM.
        let sql: String
        /// Nil for a statement.
        var table: Table?
    }

    /// A table or view in the server's list.
    struct Table: Equatable {
        let database: String
        let name: String
        /// `Distributed(cluster, database, table, …)`.
        let engine: String

        var isView: Bool { engine.hasSuffix("View") }

        /// Database and table that a distributed table consists of.
        var parts: (database: String, name: String)? {
            guard engine.hasPrefix("Distributed(") else { return nil }
            let words = engine.dropFirst("Distributed(".count).split(separator: ", ").map { word in
                String(word.prefix { $0 != ")" }.filter { !"'`".contains($0) })
            }
            return words.count >= 3 ? (words[1], words[2]) : nil
        }
    }

    func relation() throws(SourceError) -> Relation {
        switch try choice.asked(table: options.table, sql: options.sql) {
        case .statement(let sql): return Relation(title: EngineLayout.statementTitle, sql: "(\(sql)\n) AS t")
        case .name(let name): return try named(name)
        case nil: return try only()
        }
    }

    private var choice: TableChoice<SourceError> { TableChoice(refused: refused) }

    private func relation(_ table: Table, in database: String) -> Relation {
        Relation(
            title: table.database == database ? table.name : "\(table.database).\(table.name)",
            sql: "\(dialect.quoted(table.database)).\(dialect.quoted(table.name))", table: table)
    }

    private func tables(where condition: String) throws(SourceError) -> (current: String, tables: [Table]) {
        let found = try run(
            """
            SELECT currentDatabase(), database, name, engine_full, engine FROM system.tables
            WHERE \(condition) ORDER BY database, name
            """, columnCount: 5)
        let tables = (0..<found.count).map { row in
            let engine = found[row, 3] ?? ""
            return Table(
                database: found[row, 1] ?? "", name: found[row, 2] ?? "",
                engine: engine.isEmpty ? found[row, 4] ?? "" : engine)
        }
        return (found[0, 0] ?? session.address.database ?? "default", tables)
    }

    /// The table of the current database, else the one with the database before a dot.
    private func named(_ name: String) throws(SourceError) -> Relation {
        let literal = dialect.literal(name)
        let found = try tables(
            where:
                "(database = currentDatabase() AND name = \(literal)) OR concat(database, '.', name) = \(literal)"
        )
        let table =
            found.tables.first { $0.database == found.current && $0.name == name } ?? found.tables.first
        guard let table else { throw choice.missing(name) }
        return relation(table, in: found.current)
    }

    // MARK: - Tables with coordinates

    private static let systemDatabases = "('system', 'INFORMATION_SCHEMA', 'information_schema')"

    /// The only table with coordinates; an error lists several.
    private func only() throws(SourceError) -> Relation {
        let (current, tables) = try tables(where: "database NOT IN \(Self.systemDatabases)")
        let isGiven = session.address.database != nil
        let placed = try tablesWithCoordinates()
        var candidates = tables.filter { table in
            placed.contains { $0 == [table.database, table.name] } && (!isGiven || table.database == current)
        }
        // A distributed table stands for those that it consists of.
        let parts = candidates.compactMap(\.parts)
        candidates.removeAll { table in parts.contains { $0 == (table.database, table.name) } }
        func words(_ table: Table) -> TableWords { (relation(table, in: current).title, nil) }
        guard let only = try choice.only(candidates, isView: \.isView, words: words) else {
            throw try choice.nonePlaced(of: tables, words: words)
        }
        return relation(only, in: current)
    }

    private func tablesWithCoordinates() throws(SourceError) -> [[String]] {
        let found = try run(
            """
            SELECT database, table, name, type FROM system.columns
            WHERE database NOT IN \(Self.systemDatabases) AND (match(type, 'Float|Decimal|Tuple') OR type = 'Point')
            ORDER BY database, table
            """, columnCount: 4)
        var columns: [[String]: [ClickHouseColumn]] = [:]
        for row in 0..<found.count {
            let table = [found[row, 0] ?? "", found[row, 1] ?? ""]
            columns[table, default: []].append(ClickHouseColumn(found[row, 2] ?? "", found[row, 3] ?? ""))
        }
        return columns.filter { _, columns in
            ColumnNames(columns.map(\.name)).coordinatePairs().first != nil
                || columns.contains { $0.parsed.pair != nil }
        }.map(\.key)
    }
}

/// A column of a table of the server.
struct ClickHouseColumn: Equatable {
    let name: String
    let type: String

    init(_ name: String, _ type: String) {
        self.name = name
        self.type = type
    }

    var parsed: ClickHouseType { ClickHouseType(type) }

    var engineColumn: EngineColumn {
        let type = parsed
        return EngineColumn(
            name: name, type: self.type, kind: type.kind, fieldKind: type.fieldKind,
            sql: ClickHouseDialect().quoted(name))
    }
}
