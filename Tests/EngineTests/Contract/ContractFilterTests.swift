import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Filters, summaries and values of columns are those of our own evaluation.
@Suite(.timeLimit(.minutes(10)))
struct ContractFilterTests {
    private static let everywhere = NearbyQuestion(
        center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: nil)

    private static func never() -> Bool { false }

    /// A table of an engine, and the values of its columns as the engine shows them.
    private struct Values {
        let contract: ContractSource
        let names: [String]
        let columns: [Int: ColumnValues]
        let rowCount: Int

        init(_ contract: ContractSource) throws {
            self.contract = contract
            let source = contract.source
            rowCount = try source.near(ContractFilterTests.everywhere, isCancelled: ContractFilterTests.never)
                .count
            let kinds = try source.columnKinds(isCancelled: ContractFilterTests.never)
            let names = source.table.columnNames
            var builders = names.indices.map { ColumnBuilder(name: names[$0], kind: kinds[$0]) }
            try source.table.visitRows((0..<source.table.recordCount).map { UInt32($0) }) { row in
                for column in names.indices { builders[column].append(row.text(of: column)) }
            }
            self.names = names
            columns = Dictionary(
                uniqueKeysWithValues: builders.indices.map { ($0, builders[$0].finish()) })
        }
    }

    @Test(arguments: ContractedEngine.available, 0..<10 as Range<UInt64>)
    func filtersLeaveTheRowsThatWeLeave(engine: ContractedEngine, seed: UInt64) throws {
        var filters = RandomFilters(seed: seed)
        let values = try Values(engine.engine.values("filter\(seed)", of: filters))
        let source = values.contract.source
        defer { values.contract.close() }
        #expect(values.rowCount == filters.rowCount + 1)
        var tested = 0
        while tested < 40 {
            let text = filters.filter()
            // Not all engines have columns of all types.
            guard let filter = try? Filter(text, columns: values.names) else { continue }
            tested += 1
            let expected = try filter.rows(values.columns, rowCount: values.rowCount, isCancelled: Self.never)
            let filtered = try source.applying(filter, isCancelled: Self.never)
            let found = try filtered.near(Self.everywhere, isCancelled: Self.never)
            #expect(Set(found.map(\.row)) == Set(expected.rows), "\(text)")
            guard tested % 10 == 0 else { continue }
            try checkCounts(filtered, expected.count, text)
            try checkSummaries(filtered, in: nil, values, expected)
        }
        #expect(
            try source.applying(nil, isCancelled: Self.never).open(isCancelled: Self.never).rowCount
                == values.rowCount)
    }

    /// Views, clusters and totals count the same rows.
    private func checkCounts(_ source: any ViewportSource, _ count: Int, _ text: String) throws {
        #expect(try source.open(isCancelled: Self.never).rowCount == count, "\(text)")
        for limit in [0, 1_000] {
            let question = ViewportQuestion(
                window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: limit)
            #expect(try source.answer(question, isCancelled: Self.never).total == count, "\(text)")
        }
    }

    // MARK: - Summaries

    @Test(arguments: ContractedEngine.available)
    func summariesOfAClusterAreThoseOfItsRows(engine: ContractedEngine) throws {
        let values = try Values(engine.engine.values("cluster", of: RandomFilters(seed: 5)))
        let source = values.contract.source
        defer { values.contract.close() }
        let east = WorldWindow(west: 1 << 31, east: 1 << 31 | 1 << 28, north: 0, south: 1 << 32)
        let ids = try values.contract.ids((0..<UInt32(values.rowCount)).map(\.self))
        let expected = values.contract.expectedIDs(in: east)
        let rows = RowSet(capacity: values.rowCount) { expected.contains(ids[$0]) }
        #expect(rows.count > 10 && rows.count < values.rowCount)
        try checkSummaries(source, in: [east], values, rows)
        #expect(try source.summarizeColumns(in: [], isCancelled: Self.never).allSatisfy { $0.rowCount == 0 })
    }

    /// The figures of the engine are those that we work out.
    private func checkSummaries(
        _ source: any ViewportSource, in windows: [WorldWindow]?, _ values: Values, _ rows: RowSet
    ) throws {
        let summaries = try source.summarizeColumns(in: windows, isCancelled: Self.never)
        #expect(summaries.count == values.names.count)
        for (column, found) in summaries.enumerated() {
            let expected = ColumnSummary(try #require(values.columns[column]), rows: rows)
            #expect(found.name == expected.name && found.kind == expected.kind)
            #expect(found.rowCount == expected.rowCount, "\(found.name)")
            #expect(found.missingCount == expected.missingCount, "\(found.name)")
            #expect(found.distinctCount == expected.distinctCount, "\(found.name)")
            #expect(found.frequent.map(\.count) == expected.frequent.map(\.count), "\(found.name)")
            #expect(found.range?.least == expected.range?.least, "\(found.name)")
            #expect(found.range?.greatest == expected.range?.greatest, "\(found.name)")
            for figure in [\ColumnSummary.Range.mean, \.median] {
                let (one, other) = (found.range?[keyPath: figure] ?? 0, expected.range?[keyPath: figure] ?? 0)
                #expect(abs(one - other) <= 1e-9 * max(abs(one), 1), "\(found.name)")
            }
        }
    }

    @Test(arguments: ContractedEngine.available)
    func searchesAndValuesAreOfTheRowsThatMatch(engine: ContractedEngine) throws {
        let (types, literal) = (engine.engine.types, engine.engine.literal)
        let contract = try engine.engine.table(
            "filtered",
            columns: [
                ("id", types.id), ("name", types.text), ("lat", types.double), ("lon", types.double),
                ("height", types.double),
            ],
            rows: [
                ["1", literal("Alp one"), "1", "1", "0.1"], ["2", literal("Alp two"), "2", "2", "5"],
                ["3", literal("Lake"), "3", "3", engine.engine.misfits[0]],
            ], options: ColumnOptions())
        let source = contract.source
        defer { contract.close() }
        let names = try source.columnNames(isCancelled: Self.never)
        let filter = try Filter("height = 0.1 OR name = Lake", columns: names)
        let filtered = try source.applying(filter, isCancelled: Self.never)
        #expect(try filtered.matches("alp", limit: 9, isCancelled: Self.never).matches.count == 1)
        #expect(try filtered.matchCount("alp", isCancelled: Self.never) == 1)
        #expect(
            try filtered.members(of: [.world], after: nil, limit: 9, isCancelled: Self.never).matches.count
                == 2)
        let frequent = try filtered.frequentValues(of: 1, limit: 9, isCancelled: Self.never)
        #expect(frequent.map(\.value) == ["Alp one", "Lake"] && frequent.map(\.count) == [1, 1])
        #expect(throws: FilterFailure.problem(FilterProblem("height is a number: 'x'?", at: 9..<12))) {
            try source.applying(Filter("height = 'x'", columns: names), isCancelled: Self.never)
        }
    }
}
