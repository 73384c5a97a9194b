import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
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
        #expect(
            try source.summarizeColumns(in: [], listing: 5, isCancelled: Self.never).allSatisfy {
                $0.rowCount == 0
            })
    }

    /// The figures of the engine are those that we work out.
    private func checkSummaries(
        _ source: any ViewportSource, in windows: [WorldWindow]?, _ values: Values, _ rows: RowSet
    ) throws {
        let summaries = try source.summarizeColumns(in: windows, listing: 5, isCancelled: Self.never)
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
            let figures = [
                (found.range?.mean, expected.range?.mean), (found.range?.median, expected.range?.median),
            ]
            for (found, expected) in figures {
                let (one, other) = (found ?? 0, expected ?? 0)
                #expect(abs(one - other) <= 1e-9 * max(abs(one), 1), "\(column)")
            }
        }
    }

    // MARK: - Classes and figures

    /// Each class has the rows that its filter leaves, of all rows, in rows and in clusters; so have sums.
    @Test(arguments: ContractedEngine.available, 0..<3 as Range<UInt64>)
    func classesAndFiguresAreThoseOfTheRows(engine: ContractedEngine, seed: UInt64) throws {
        let values = try Values(engine.engine.values("class\(seed)", of: RandomFilters(seed: 30 + seed)))
        let source = values.contract.source
        defer { values.contract.close() }
        for (column, method) in zip(values.names.indices, Self.methods) {
            let expected = try #require(values.columns[column])
            let classes = try source.classes(of: column, method: method, isCancelled: Self.never)
            #expect(classes.column == values.names[column] && classes.kind == expected.kind)
            var byRow = [Int](repeating: 0, count: values.rowCount)
            for (index, filter) in classes.filters.enumerated() {
                let rows = try Filter(filter, columns: values.names)
                    .rows(values.columns, rowCount: values.rowCount, isCancelled: Self.never)
                for row in rows.rows {
                    #expect(byRow[Int(row)] == 0, "\(filter)")
                    byRow[Int(row)] = index + 1
                }
            }
            try check(classes, ColumnSummary(expected), byRow)
            let measures = RowMeasures(
                classes: classes.filters,
                number: expected.kind == .number || expected.kind == .time
                    ? .column(column) : .matching(classes.filters[0], othersAreZero: seed == 0))
            try checkViews(values, measures, byRow) { row in
                if case .numbers(let numbers) = expected.storage { return numbers.value(at: row) }
                return byRow[row] == 1 ? 1 : seed == 0 ? 0 : .nan
            }
        }
    }

    private static let methods = Array(repeating: ClassMethod.allCases, count: 9).flatMap(\.self)

    private func check(_ classes: RowClasses, _ summary: ColumnSummary, _ byRow: [Int]) throws {
        func count(_ number: Int) -> Int { byRow.count { $0 == number } }
        #expect(classes.missingCount == count(0) && count(0) == summary.missingCount, "\(summary.name)")
        switch classes.scheme {
        case .categories(let categories):
            #expect(categories.map(\.count) == categories.indices.map { count($0 + 1) }, "\(summary.name)")
            #expect(categories.reduce(0) { $0 + ($1.valueCount ?? 0) } == summary.distinctCount)
            if summary.kind != .number {
                let frequent = categories.filter { !$0.value.isEmpty }.prefix(summary.frequent.count)
                #expect(frequent.map(\.count) == summary.frequent.map(\.count), "\(summary.name)")
            }
        case .ranges(let ranges):
            #expect(ranges.counts == ranges.counts.indices.map { count($0 + 1) }, "\(summary.name)")
            #expect(ranges.histogram.reduce(0, +) == summary.filledCount)
            #expect(ranges.edges.first == summary.range?.least)
            #expect(ranges.edges.last == summary.range?.greatest)
        }
    }

    private func checkViews(
        _ values: Values, _ measures: RowMeasures, _ byRow: [Int], _ number: (Int) -> Double
    ) throws {
        let grid = ClusterGrid(worldDots: 256, cellDots: 40)
        for window in [
            WorldWindow.world, WorldWindow(west: 1 << 31, east: 1 << 32, north: 0, south: 1 << 31),
        ] {
            func ask(_ limit: Int) throws -> ViewportAnswer {
                try values.contract.source.answer(
                    ViewportQuestion(window: window, grid: grid, limit: limit, measures: measures),
                    isCancelled: Self.never)
            }
            let few = try ask(1_000)
            guard case .rows(let points) = few.content else { throw ExpectedRows() }
            let tree = QuadTree(points)
            #expect(few.measured.rows.count == tree.count && few.measured.clusters.isEmpty)
            for (row, found) in few.measured.rows {
                #expect(Int(found.classNumber) == byRow[Int(row)])
                let expected = number(Int(row))
                #expect(
                    found.number == expected || found.number.isNaN && expected.isNaN, "\(measures)")
            }
            let many = try ask(0)
            guard case .clusters(let clusters) = many.content else { throw ExpectedRows() }
            #expect(!clusters.isEmpty && many.measured.clusters.count == clusters.count)
            for cluster in clusters {
                var expected = MeasuredRows.Cluster()
                for index in tree.members(of: cluster.id, in: window).indices(limit: tree.count) {
                    let row = Int(tree.row(at: index))
                    expected.tally[byRow[row]] += 1
                    var one = NumberAggregates.Aggregate()
                    one.add(number(row))
                    expected.numbers.add(one)
                }
                let found = try #require(many.measured.clusters[cluster.id])
                #expect(found.tally == expected.tally)
                #expect(found.numbers.count == expected.numbers.count)
                #expect(found.numbers.least == expected.numbers.least)
                #expect(found.numbers.greatest == expected.numbers.greatest)
                #expect(
                    abs(found.numbers.sum - expected.numbers.sum)
                        <= 1e-9 * max(abs(expected.numbers.sum), 1))
            }
        }
    }

    private struct ExpectedRows: Error {}

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
        #expect(throws: FilterFailure.problem(FilterProblem("height is a number, 'x' is not", at: 9..<12))) {
            try source.applying(Filter("height = 'x'", columns: names), isCancelled: Self.never)
        }
    }
}
