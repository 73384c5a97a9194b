import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Filters as SQL: the rows are those of our own evaluation.
struct FilterStatementTests {
    private static let everywhere = NearbyQuestion(
        center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: nil)

    /// The values of the column `id` of rows that came.
    private func ids(_ rows: [ExportedRow], of table: any RowTable) throws -> Set<String> {
        var ids: Set<String> = []
        try table.visitRows(rows.map(\.row).sorted()) { ids.insert($0.values[0].text) }
        return ids
    }

    // MARK: - SQLite

    /// Columns without declared types: numbers as integers, reals and texts, here and there something else.
    private func value(_ text: String, _ kind: ColumnKind, _ random: inout SeededRandom) -> SQLiteValue {
        if text.isEmpty { return [.null, .text(""), .blob([1, 2])][random.number(0...2)] }
        guard kind == .number, random.number(0...1) == 0, let number = Double(text) else {
            return .text(text)
        }
        return Int64(exactly: number).map { .integer($0) } ?? .real(number)
    }

    private func database(_ filters: RandomFilters, seed: UInt64) throws -> SQLiteWriter {
        var random = SeededRandom(seed &+ 99)
        let names = filters.names.map(SQLiteValue.identifier)
        let writer = try SQLiteWriter(
            "CREATE TABLE p (id INTEGER PRIMARY KEY, lat REAL, lon REAL, \(names.joined(separator: ", ")))",
            "CREATE INDEX i ON p (lat, lon)")
        let marks = (1...names.count + 3).map { "?\($0)" }.joined(separator: ", ")
        let rows = (0..<filters.rowCount).map { row -> [SQLiteValue] in
            let values = filters.columns.map { column -> SQLiteValue in
                let isMisfit = row == 7 && column.kind != .text
                return isMisfit ? .text("neither nor") : value(column.texts[row], column.kind, &random)
            }
            return [.integer(Int64(row + 1)), .real(Double(row % 90)), .real(Double(row))] + values
        }
        try writer.insert("INSERT INTO p VALUES (\(marks))", rows)
        return writer
    }

    @Test(arguments: 0..<25 as Range<UInt64>) func sqliteFindsTheRowsThatWeFind(seed: UInt64) throws {
        var filters = RandomFilters(seed: seed)
        let writer = try database(filters, seed: seed)
        let table = try writer.load().table
        let finder = try SQLiteFinder(path: writer.path)
        for _ in 0..<40 {
            let text = filters.filter()
            let filter = try Filter(text, columns: table.columnNames)
            let rows = try filter.rows(of: table, isCancelled: { false }, progress: { _ in }).rows
            let found = try finder.applying(filter).near(Self.everywhere)
            #expect(try ids(found, of: finder.table) == Set(rows.map { "\($0 + 1)" }), "\(text)")
        }
    }

    @Test func sqliteExplainsTheFilter() throws {
        let writer = try SQLiteWriter(
            "CREATE TABLE p (id INTEGER PRIMARY KEY, lat REAL, lon REAL, kind TEXT, height)",
            "CREATE INDEX i ON p (lat, lon)", "INSERT INTO p VALUES (1, 1, 2, 'O''Brien', 3)")
        let finder = try SQLiteFinder(path: writer.path)
        let filter = try Filter("kind = 'O''Brien' OR height > 2", columns: finder.columnNames { false })
        let lines = try finder.applying(filter).explain(
            NearbyQuestion(center: Coordinate(latitude: 1, longitude: 2), radiusMeters: 500, limit: nil))
        let text = lines.joined(separator: "\n")
        #expect(
            text.contains(#"AND (termmap_text("kind") = ?9 OR termmap_number("height") > ?10)"#), "\(text)")
        #expect(text.contains("USING INDEX i") && text.contains("?9 = \"O'Brien\", ?10 = 2.0"), "\(text)")
        #expect(try finder.applying(filter).near(Self.everywhere).count == 1)
        #expect(try finder.applying(filter).applying(nil).near(Self.everywhere).count == 1)
    }

    /// Long filters stay within the limits of the connection.
    @Test func sqliteTakesManyTests() throws {
        let writer = try SQLiteWriter(
            "CREATE TABLE p (id INTEGER PRIMARY KEY, lat REAL, lon REAL, kind TEXT)",
            "INSERT INTO p VALUES (1, 1, 2, 'k7'), (2, 1, 2, 'x')")
        let finder = try SQLiteFinder(path: writer.path)
        for text in [
            (0..<200).map { "kind = 'k\($0)'" }.joined(separator: " OR "),
            "kind IN (" + (0..<1_000).map { "'k\($0)'" }.joined(separator: ", ") + ")",
            "kind LIKE '" + String(repeating: "%_", count: 0) + "k_" + String(repeating: "%", count: 1_000)
                + "'",
        ] {
            let filter = try Filter(text, columns: finder.columnNames { false })
            #expect(try finder.applying(filter).near(Self.everywhere).count == 1, "\(text.prefix(40))")
        }
    }

    @Test func sqliteViewsAreFilteredInMemory() throws {
        let writer = try SQLiteWriter(
            "CREATE TABLE p (id INTEGER PRIMARY KEY, lat REAL, lon REAL, kind TEXT)",
            "INSERT INTO p VALUES (1, 1, 2, 'a'), (2, 1, 2, 'b')", "CREATE VIEW v AS SELECT * FROM p")
        let finder = try SQLiteFinder(path: writer.path, options: SQLiteOptions(table: "v"))
        let filter = try Filter("kind = b", columns: finder.columnNames { false })
        let found = try finder.applying(filter).near(Self.everywhere)
        #expect(try ids(found, of: finder.table) == ["2"])
    }

    // MARK: - PostgreSQL

    private static let types = [
        "float8", "numeric", "text", "varchar", "date", "timestamptz", "bool", "bool",
    ]
    private static let misfits = [
        "NaN", "1e400", "", "", "infinity", "0044-03-15 12:00:00+00 BC", "", "",
    ]

    /// The rows in a table of the server, in the columns' own types; the last row has what is no value for us.
    private func fill(_ name: String, _ filters: RandomFilters, on server: ThrowAwayPostgreSQL) throws {
        let columns = zip(filters.names, Self.types).map { "\(SQLStatement.quoted($0)) \($1)" }
        let lines = (0...filters.rowCount).map { row -> String in
            let values = filters.columns.indices.map { column -> String in
                let text = row < filters.rowCount ? filters.columns[column].texts[row] : Self.misfits[column]
                return text.isEmpty
                    ? (Self.types[column] == "text" ? "''" : "NULL")
                    : "'" + text.replacing("'", with: "''") + "'"
            }
            return "(\(row), \(row % 90), \(row), \(values.joined(separator: ", ")))"
        }
        try server.execute(
            """
            CREATE TABLE \(name) (id int PRIMARY KEY, lat float8, lon float8, \(columns.joined(separator: ", ")));
            INSERT INTO \(name) VALUES \(lines.joined(separator: ",\n"));
            """)
    }

    /// The columns as the server writes them, with the types of the catalog.
    private func values(_ source: PostgreSQLSource) throws -> [Int: ColumnValues] {
        let kinds = try source.columnKinds { false }
        let names = source.table.columnNames
        var builders = names.indices.map { ColumnBuilder(name: names[$0], kind: kinds[$0]) }
        try source.table.visitRows((0..<source.table.recordCount).map { UInt32($0) }) { row in
            for column in names.indices { builders[column].append(row.text(of: column)) }
        }
        var values: [Int: ColumnValues] = [:]
        for (column, builder) in builders.enumerated() { values[column] = builder.finish() }
        return values
    }

    @Test(.enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"), arguments: 0..<25 as Range<UInt64>)
    func postgreSQLFindsTheRowsThatWeFind(seed: UInt64) throws {
        let server = try #require(ThrowAwayPostgreSQL.shared)
        var filters = RandomFilters(seed: seed)
        try fill("filter\(seed)", filters, on: server)
        let source = try PostgreSQLSource(
            url: server.url(), options: PostgreSQLOptions(table: "filter\(seed)"))
        defer { source.close() }
        let all = try source.near(Self.everywhere, isCancelled: { false })
        #expect(all.count == filters.rowCount + 1)
        let values = try values(source)
        for turn in 0..<40 {
            let text = filters.filter()
            let filter = try Filter(text, columns: source.table.columnNames)
            let expected = try filter.rows(values, rowCount: all.count, isCancelled: { false })
            let filtered = try source.applying(filter)
            let found = try filtered.near(Self.everywhere, isCancelled: { false })
            #expect(Set(found.map(\.row)) == Set(expected.rows), "\(text)")
            if turn % 10 == 0 {
                try checkCounts(filtered, expected.count, text)
                try checkSummaries(filtered, values, expected)
            }
        }
    }

    /// The server's figures are those that we work out.
    private func checkSummaries(
        _ source: PostgreSQLSource, _ values: [Int: ColumnValues], _ rows: RowSet
    ) throws {
        for (column, found) in try source.summarizeColumns(in: nil, isCancelled: { false }).enumerated() {
            let expected = ColumnSummary(try #require(values[column]), rows: rows)
            #expect(found.name == expected.name && found.kind == expected.kind)
            #expect(found.rowCount == expected.rowCount && found.missingCount == expected.missingCount)
            #expect(found.distinctCount == expected.distinctCount, "\(found.name)")
            #expect(found.frequent.map(\.count) == expected.frequent.map(\.count), "\(found.name)")
            #expect(found.range?.least == expected.range?.least)
            #expect(found.range?.greatest == expected.range?.greatest)
            for figure in [\ColumnSummary.Range.mean, \.median] {
                let (one, other) = (found.range?[keyPath: figure] ?? 0, expected.range?[keyPath: figure] ?? 0)
                #expect(abs(one - other) <= 1e-9 * max(abs(one), 1), "\(found.name)")
            }
        }
    }

    /// Views, clusters and totals count the same rows.
    private func checkCounts(_ source: PostgreSQLSource, _ count: Int, _ text: String) throws {
        #expect(try source.open { false }.rowCount == count, "\(text)")
        let view = Viewport(
            center: WorldPoint(x: 0.5, y: 0.5), zoom: 0, size: DotSize(width: 400, height: 400))
        for limit in [0, 1_000] {
            let question = ViewportQuestion(
                window: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize()),
                limit: limit)
            #expect(try source.answer(question, isCancelled: { false }).total == count, "\(text)")
        }
    }

    @Test(.enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"))
    func postgreSQLSearchesAndCountsAmongTheRowsThatMatch() throws {
        let server = try #require(ThrowAwayPostgreSQL.shared)
        try server.execute(
            """
            CREATE TABLE filtered (id int PRIMARY KEY, name text, lat float8, lon float8, height real);
            INSERT INTO filtered VALUES (1, 'Alp one', 1, 1, 0.1), (2, 'Alp two', 2, 2, 5), (3, 'Lake', 3, 3, 'NaN');
            """)
        let source = try PostgreSQLSource(url: server.url(), options: PostgreSQLOptions(table: "filtered"))
        defer { source.close() }
        let filter = try Filter("height = 0.1 OR name = Lake", columns: source.columnNames { false })
        let filtered = try source.applying(filter)
        #expect(try filtered.matches("alp", limit: 9, isCancelled: { false }).matches.count == 1)
        let frequent = try filtered.frequentValues(of: 1, limit: 9) { false }
        #expect(frequent.map(\.value) == ["Alp one", "Lake"] && frequent.map(\.count) == [1, 1])
        let plan = try filtered.explain(Self.everywhere).joined(separator: "\n")
        #expect(plan.contains("nullif") == false && plan.contains("t.\"name\"::text = $2::text"), "\(plan)")
        #expect(try filtered.applying(nil).near(Self.everywhere, isCancelled: { false }).count == 3)
        #expect(throws: FilterFailure.problem(FilterProblem("height is a number: 'x'?", at: 9..<12))) {
            try source.applying(Filter("height = 'x'", columns: source.columnNames { false }))
        }
    }
}
