import Foundation
import MapModel
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Views of Parquet files and databases: the rows are those of the index in memory.
@Suite(.enabled(if: DuckDBProgram.isAvailable, "no duckdb: make deps-test"), .timeLimit(.minutes(10)))
struct DuckDBSourceTests {
    /// How places are stored.
    enum Kind: CaseIterable, Sendable {
        case doubles, floats, decimals, texts, combined, binary, wellKnownText, geoJSON, table, sparse, view,
            files

        var isDatabase: Bool { [.table, .sparse, .view].contains(self) }
    }

    private static func never() -> Bool { false }

    /// Places all over the world, at its edges, and values that are none.
    private static let places = """
        SELECT i AS id, 'Place ' || (i % 97) AS name, CASE WHEN i % 50 = 0 THEN NULL WHEN i % 50 = 1 THEN 'nan'::DOUBLE
        WHEN i % 50 = 2 THEN 90 WHEN i % 50 = 3 THEN -90 WHEN i % 50 = 4 THEN 91
        ELSE (hash(i * 3 + 1) % 1700000007) / 1e7 - 85 END AS latitude,
        CASE WHEN i % 50 = 5 THEN 180 WHEN i % 50 = 6 THEN -180 WHEN i % 50 = 7 THEN 'inf'::DOUBLE
        WHEN i % 50 = 8 THEN 179.99999994 ELSE (hash(i * 7 + 2) % 3600000000) / 1e7 - 180 END AS longitude
        FROM range(3000) AS t(i)
        """

    private static func select(_ kind: Kind) -> String {
        let point = "'POINT (' || longitude || ' ' || latitude || ')'"
        switch kind {
        case .doubles, .table, .sparse, .view, .files: return places
        case .floats:
            return
                "SELECT id, name, latitude::FLOAT AS latitude, longitude::FLOAT AS longitude FROM (\(places))"
        case .decimals:
            return "SELECT id, name, TRY_CAST(latitude AS DECIMAL(12,9)) AS latitude, "
                + "TRY_CAST(longitude AS DECIMAL(12,9)) AS longitude FROM (\(places))"
        case .texts:
            return
                "SELECT id, name, latitude::VARCHAR AS latitude, longitude::VARCHAR AS longitude FROM (\(places))"
        case .combined: return "SELECT id, name, latitude || ', ' || longitude AS latlon FROM (\(places))"
        case .binary:
            return "SELECT id, name, CASE WHEN isfinite(latitude) AND isfinite(longitude) "
                + "THEN (\(point))::GEOMETRY END AS geometry FROM (\(places))"
        case .wellKnownText: return "SELECT id, name, \(point) AS geometry FROM (\(places))"
        case .geoJSON:
            return "SELECT id, name, CASE WHEN isfinite(latitude) AND isfinite(longitude) THEN "
                + "'{\"type\":\"Point\",\"coordinates\":[' || longitude || ',' || latitude || ']}' END AS geometry FROM (\(places))"
        }
    }

    private func pair(_ kind: Kind, _ folder: DuckDBFolder) throws -> DuckDBPair {
        let select = Self.select(kind)
        switch kind {
        case .table: return try DuckDBPair([folder.database("CREATE TABLE p AS \(select)")])
        case .sparse:
            return try DuckDBPair([
                folder.database("CREATE TABLE p AS \(select)", "DELETE FROM p WHERE id % 3 = 1")
            ])
        case .view:
            return try DuckDBPair([
                folder.database(
                    "CREATE TABLE hidden AS SELECT id, name, latitude AS a, longitude AS b FROM (\(select))",
                    "CREATE VIEW p AS SELECT id, name, a AS latitude, b AS longitude FROM hidden")
            ])
        case .files:
            return try DuckDBPair(
                (0..<3).map { part in
                    try folder.parquet(
                        part == 1
                            ? "SELECT longitude, latitude, name, id, true AS more FROM (\(select)) WHERE id % 3 = 1"
                            : "SELECT * FROM (\(select)) WHERE id % 3 = \(part)", name: "\(part).parquet")
                })
        default: return try DuckDBPair([folder.parquet(select)])
        }
    }

    private func ids(_ points: PointBuffer, of table: any RowTable) throws -> Set<String> {
        let tree = QuadTree(points)
        var ids: Set<String> = []
        let id = try #require(table.columnNames.firstIndex(of: "id"))
        try table.visitRows((0..<tree.count).map { tree.row(at: $0) }.sorted()) {
            ids.insert($0.text(of: id))
        }
        return ids
    }

    private func ids(_ tree: QuadTree, in window: WorldWindow, of table: any RowTable) throws -> Set<String> {
        var rows: [UInt32] = []
        tree.visit(in: window) {
            rows.append(tree.row(at: $0))
            return true
        }
        var ids: Set<String> = []
        let id = try #require(table.columnNames.firstIndex(of: "id"))
        try table.visitRows(rows.sorted()) { ids.insert($0.text(of: id)) }
        return ids
    }

    @Test(arguments: Kind.allCases) func viewsAreThoseOfTheIndexInMemory(kind: Kind) throws {
        let folder = try DuckDBFolder()
        let pair = try pair(kind, folder)
        defer { pair.source.close() }
        let tree = QuadTree(pair.loaded.points)
        #expect(tree.count > (kind == .sparse ? 1_700 : 2_600))
        let summary = try pair.source.open(isCancelled: Self.never)
        #expect(summary.rowCount == tree.count)
        #expect(summary.skippedCount == pair.loaded.skipped.total)
        var random = SeededRandom(UInt64(Kind.allCases.firstIndex(of: kind) ?? 0))
        for round in 0..<25 {
            let place = random.place()
            let question = random.question(near: [place], limit: [0, 1, 20, 300][random.number(0...3)])
            let answer = try pair.source.answer(question, isCancelled: Self.never)
            #expect(answer.total == tree.count(in: question.window), "\(round): \(question)")
            switch answer.content {
            case .rows(let points):
                #expect(
                    try ids(points, of: pair.source.table)
                        == ids(tree, in: question.window, of: pair.loaded.table), "\(question)")
            case .clusters(let clusters):
                let expected = tree.clusters(in: question.window, grid: question.grid)
                let counts = Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0.count) })
                #expect(clusters.count == expected.count)
                #expect(clusters.allSatisfy { counts[$0.id] == $0.count }, "\(question)")
            }
        }
    }

    @Test(arguments: [Kind.doubles, .binary, .files, .sparse]) func whatIsNearIsWhatTheIndexFinds(kind: Kind)
        throws
    {
        let folder = try DuckDBFolder()
        let pair = try pair(kind, folder)
        defer { pair.source.close() }
        let tree = QuadTree(pair.loaded.points)
        var random = SeededRandom(7)
        for round in 0..<6 {
            let center = round == 0 ? Coordinate(latitude: 90, longitude: 10) : random.place().coordinate
            let radius = [0, 900, 500_000, 3e6, 2.1e7][random.number(0...4)]
            let near = try pair.source.near(
                NearbyQuestion(center: center, radiusMeters: radius, limit: nil), isCancelled: Self.never)
            #expect(
                near.count == tree.neighbors(in: try GeoCircle(center: center, radiusMeters: radius)).count)
            let nearest = try pair.source.near(
                NearbyQuestion(center: center, radiusMeters: nil, limit: 7), isCancelled: Self.never)
            let expected = tree.nearest(to: center, count: 7)
            #expect(nearest.count == expected.count)
            for (row, neighbor) in zip(nearest, expected) {
                #expect(abs(row.distanceMeters - neighbor.distanceMeters) < 0.02)
            }
        }
    }

    @Test func searchesFindWordsInUpperAndLowerCase() throws {
        let folder = try DuckDBFolder()
        let pair = try pair(.doubles, folder)
        defer { pair.source.close() }
        let found = try pair.source.matches("PLACE 9", limit: 500, isCancelled: Self.never)
        let expected = try pair.loaded.table.rowLabels((0..<3_000).map { UInt32($0) }).count {
            $0.hasPrefix("Place 9")
        }
        #expect(!found.isCut && found.matches.count > expected * 8 / 10 && found.matches.count <= expected)
        let labels = try pair.source.table.rowLabels(found.matches.map(\.row).sorted())
        #expect(labels.allSatisfy { $0.hasPrefix("Place 9") })
        #expect(
            try pair.source.matches("' OR 1=1 --\n.shell x", limit: 5, isCancelled: Self.never).matches
                .isEmpty)
    }

    // MARK: - Filters

    @Test(arguments: 0..<6 as Range<UInt64>) func filtersMatchTheRowsThatWeMatch(seed: UInt64) throws {
        let types = [
            "DOUBLE", "DECIMAL(38,10)", "VARCHAR", "VARCHAR", "DATE", "TIMESTAMPTZ", "BOOLEAN", "BOOLEAN",
        ]
        let misfits = ["nan", nil, "", "", "infinity", "0044-03-15 12:00:00+00 (BC)", nil, nil]
        var filters = RandomFilters(seed: seed)
        let folder = try DuckDBFolder()
        let columns = zip(filters.names, types).map { "\(DuckDBSQL.quoted($0)) \($1)" }
        let rows = (0...filters.rowCount).map { row -> String in
            let values = filters.columns.indices.map { column -> String in
                let text = row < filters.rowCount ? filters.columns[column].texts[row] : misfits[column] ?? ""
                let cast = "TRY_CAST(\(DuckDBSQL.literal(text)) AS \(types[column]))"
                return text.isEmpty ? (types[column] == "VARCHAR" ? "''" : "NULL") : cast
            }
            return "(\(row), \(row % 90), \(row), \(values.joined(separator: ", ")))"
        }
        let path = try folder.database(
            "SET TimeZone = 'UTC'",
            "CREATE TABLE p (id INTEGER, lat DOUBLE, lon DOUBLE, \(columns.joined(separator: ", ")))",
            "INSERT INTO p VALUES \(rows.joined(separator: ", "))")
        let pair = try DuckDBPair([path])
        defer { pair.source.close() }
        let kinds = try pair.source.columnKinds(isCancelled: Self.never)
        let names = pair.loaded.table.columnNames
        var builders = names.indices.map { ColumnBuilder(name: names[$0], kind: kinds[$0]) }
        try pair.loaded.table.appendColumns(
            Array(names.indices), to: &builders, isCancelled: Self.never, progress: { _ in })
        var values: [Int: ColumnValues] = [:]
        for (column, builder) in builders.enumerated() { values[column] = builder.finish() }
        let world = ViewportQuestion(
            window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 5_000)
        for _ in 0..<40 {
            let text = filters.filter()
            let filter = try Filter(text, columns: names)
            let expected = try filter.rows(values, rowCount: filters.rowCount + 1, isCancelled: Self.never)
            let filtered = try pair.source.applying(filter, isCancelled: Self.never)
            guard case .rows(let points) = try filtered.answer(world, isCancelled: Self.never).content else {
                continue
            }
            #expect(try ids(points, of: pair.source.table) == Set(expected.rows.map { "\($0)" }), "\(text)")
        }
    }

    // MARK: - Statements

    @Test func statementsSkipBlocksAndLookUpRows() throws {
        let folder = try DuckDBFolder()
        let path = try folder.parquet(
            "SELECT i AS id, i / 100.0 AS lat, {'xmin': 1::FLOAT} AS bbox, i / 50.0 AS lon FROM range(5000) AS t(i)"
        )
        let pair = try DuckDBPair([path])
        defer { pair.source.close() }
        let lines = try pair.source.explain(
            NearbyQuestion(center: Coordinate(latitude: 4, longitude: 8), radiusMeters: 1_000, limit: 5))
        let text = lines.joined(separator: "\n")
        #expect(text.contains("read_parquet") && text.contains("Filters"), "\(text)")
    }
}
