import MapModel
import TestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// Tables without coordinates, whose rows get places by the values of some columns.
@Suite(.timeLimit(.minutes(5)))
struct PlacedRelationTests {
    private static func never() -> Bool { false }

    /// Values of which each must be quoted in another way; the first ones say where they are.
    private static let towns = [
        "it's \\ 1 2", "it's \\ 3 4 ", "it's \\  5 6", "it's \\ \u{1F} 7 8", "nowhere", "",
        "a'b\"c\\d,{e}\u{1}\n",
    ]
    private static let placedCount = 4

    private static let servers = ContractedEngine.available.filter {
        [.postgreSQL, .shards, .clickHouse, .duckDB].contains($0)
    }

    private func source(_ engine: ContractedEngine, _ name: String) throws -> ContractSource {
        let contract = engine.engine
        let rows = (0..<70).map { id in
            ["\(id)", contract.literal("Row \(id)"), contract.literal(Self.towns[id % Self.towns.count])]
        }
        return try contract.table(
            name,
            columns: [
                ("id", contract.types.id), ("name", contract.types.text), ("town", contract.types.text),
            ],
            rows: rows, options: TownPlacer.columns)
    }

    private func world(limit: Int) -> ViewportQuestion {
        let view = Viewport(
            center: WorldPoint(x: 0.5, y: 0.5), zoom: 2, size: DotSize(width: 400, height: 400))
        return ViewportQuestion(
            window: .world, grid: ClusterGrid(viewport: view, size: ClusterSize()), limit: limit)
    }

    @Test(arguments: servers) func rowsAreToldWhereTheyAre(engine: ContractedEngine) throws {
        let contract = try source(engine, "told")
        defer { contract.close() }
        let summary = try contract.source.open(isCancelled: Self.never)
        #expect(summary.rowCount == 40 && summary.skippedCount == 30)
        #expect(summary.skippedRows.count(of: .noPlace) == 10)
        #expect(summary.skippedRows.count(of: .unknownPlace) == 20)
        let answer = try contract.source.answer(world(limit: 100), isCancelled: Self.never)
        guard case .rows(let points) = answer.content else { throw SourceError.cancelled }
        let tree = QuadTree(points)
        let rows = (0..<tree.count).map { tree.row(at: $0) }.sorted()
        var texts: [Int: [String]] = [:]
        try contract.source.table.visitRows(rows) { row in
            texts[Int(row.text(of: 0)) ?? -1] = (1..<8).map { row.text(of: $0) }
        }
        #expect(texts.count == 40)
        for (id, found) in texts {
            let (number, town) = (id % Self.towns.count, Self.towns[id % Self.towns.count])
            #expect(number < Self.placedCount && found[0] == "Row \(id)" && found[1] == town)
            #expect(Double(found[2]) == Double(2 * number + 1) && Double(found[3]) == Double(2 * number + 2))
            #expect(Array(found[4...]) == ["exact", "Town '\(town)'", ""])
        }
    }

    @Test(arguments: servers) func filtersKnowWhereRowsAre(engine: ContractedEngine) throws {
        let contract = try source(engine, "filtered")
        defer { contract.close() }
        let names = try contract.source.columnNames(isCancelled: Self.never)
        let filter = try Filter("place_match = 'exact' AND latitude > 2 AND id < 35", columns: names)
        let some = try contract.source.applying(filter, isCancelled: Self.never)
        let summary = try some.open(isCancelled: Self.never)
        #expect(summary.rowCount == 15 && summary.skippedCount == 0)
        #expect(summary.skippedRows.total == 30)
        let column = try #require(names.firstIndex(of: "place_name"))
        let frequent = try contract.source.frequentValues(of: column, limit: 9, isCancelled: Self.never)
        #expect(frequent.map(\.count) == [10, 10, 10, 10])
        #expect(try some.answer(world(limit: 0), isCancelled: Self.never).total == 15)
    }

    @Test(.enabled(if: ThrowAwayPostgreSQL.isAvailable)) func aViewListsTheTownsInIt() throws {
        let contract = try source(.postgreSQL, "listed")
        defer { contract.close() }
        let source = try #require(contract.source as? EngineSource)
        let view = Viewport(
            center: WebMercator.project(Coordinate(latitude: 1, longitude: 2)), zoom: 10,
            size: DotSize(width: 200, height: 100))
        let plan = try source.plan(
            of: ViewportQuestion(
                window: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize()),
                limit: 10)
        ).joined(separator: "\n")
        #expect(plan.contains(" 1 2") && !plan.contains(" 3 4"))
        #expect(try source.explainColumns(isCancelled: Self.never).contains("key: \"id\""))
    }

    @Test(.enabled(if: ThrowAwayPostgreSQL.isAvailable), arguments: [50_000, 50_001])
    func tooManyValuesAreRefused(count: Int) throws {
        var options = PostgreSQLOptions(
            sql: "SELECT i AS id, 'x' || i AS town FROM generate_series(1, \(count)) AS i",
            columns: TownPlacer.columns)
        options.placer = TownPlacer.placer
        let source = try ThrowAwayPostgreSQL.running().source(options)
        defer { source.close() }
        guard count > EnginePlaces.limit else {
            #expect(try source.open(isCancelled: Self.never).skippedCount == count)
            return
        }
        let error = #expect(throws: SourceError.self) { try source.open(isCancelled: Self.never) }
        #expect("\(try #require(error))".contains("more than 50,000 different values of \"town\""))
    }
}
