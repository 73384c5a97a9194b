import MapModel
import TestSupport
import Synchronization
import Testing

@testable import DataSets
@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// Many rows with their values: by the condition of a question, and not by the key of each.
@Suite(.timeLimit(.minutes(5)))
struct ContractReadTests {
    private static func never() -> Bool { false }

    private static func values(_ table: any RowTable, _ rows: [UInt32]) throws -> [UInt32: [FieldValue]] {
        var values: [UInt32: [FieldValue]] = [:]
        try table.visitRows(rows) { values[$0.row] = $0.values }
        return values
    }

    @Test(arguments: ContractedEngine.layouts)
    func rowsReadByTheirWindowAreThoseFetchedByTheirKeys(layout: ContractLayout) throws {
        let contract = try layout.places()
        defer { contract.close() }
        var random = SeededRandom(7)
        for _ in 0..<3 {
            let window = random.question(near: ContractRows.shared.places, limit: 0).window
            let tree = try contract.source.allRows(in: window, isCancelled: Self.never)
            let rows = (0..<tree.count).map { tree.row(at: $0) }.sorted()
            let read = try contract.source.table(of: tree, in: window, isCancelled: Self.never)
            #expect(try Self.values(read, rows) == Self.values(contract.source.table, rows))
        }
    }

    /// `--audit`: all rows by themselves, those of each reason, and those in the view of the whole world.
    @Test(arguments: ContractedEngine.layouts, ["", "id > 100", "name LIKE '%a%'"])
    func anAuditAddsUp(layout: ContractLayout, filter: String) throws {
        let contract = try layout.places()
        defer { contract.close() }
        let columns = try contract.source.columnNames(isCancelled: Self.never)
        let audit = try QueriedDataSet(contract.source).audit(
            filter.isEmpty ? nil : try Filter(filter, columns: columns), RowDemand())
        let part = audit.total
        #expect(audit.faults == [])
        #expect(part.shown + part.count(of: .filtered) == contract.tree.count)
        #expect(part.count(of: .skipped) == contract.misplacedCount)
    }

    /// NaN is no coordinate, as in files.
    @Test(arguments: ContractedEngine.layouts) func reasonsAreThoseOfFiles(layout: ContractLayout) throws {
        let contract = try layout.places()
        defer { contract.close() }
        guard contract.misplacedCount == ContractRows.misplaced.count else { return }
        let tally = try contract.source.tally(isCancelled: Self.never)
        guard tally.skipped.names.isEmpty, tally.skipped.count(of: .longitudeOutOfRange) > 0 else { return }
        #expect(
            tally.skipped.summary
                == "6 without coordinates, 2 with latitudes beyond 90, 2 with longitudes out of range")
        let rows = QueriedDataSet(contract.source)
        let noted = Mutex("")
        let demand = RowDemand { note in
            if case .skipped(let skipped, _) = note { noted.withLock { $0 = skipped.summary } }
        }
        _ = try rows.matching(nil, demand).bounds()
        #expect(noted.withLock { $0 } == tally.skipped.summary)
    }

    @Test(.enabled(if: ClickHouseCluster.isAvailable))
    func aFewStatementsReadAllRows() throws {
        let cluster = try #require(ClickHouseCluster.shared)
        try cluster.createTable(
            "many_rows", "id UInt64, name Nullable(String), lat Float64, lon Float64",
            orderedBy: "(floor(lat), lon)")
        try cluster.execute(
            "INSERT INTO many_rows SELECT number, nullIf(concat('row ', toString(number)), 'row 7'), "
                + "45 + (number % 70) / 10, 5 + intDiv(number, 70) / 10 FROM numbers(5000)")
        let engine = CountingEngine(
            try ClickHouseEngine(url: cluster.url(), options: ClickHouseOptions(table: "many_rows")))
        let source = EngineSource(engine)
        defer { source.close() }
        let tree = try source.allRows(in: .world, isCancelled: Self.never)
        let before = engine.count
        let table = try source.table(of: tree, in: .world, isCancelled: Self.never)
        var ids: Set<String> = []
        try table.visitRows((0..<tree.count).map { tree.row(at: $0) }.sorted()) { row in
            ids.insert(row.text(of: 0))
            #expect(
                row.values[1]
                    == (row.text(of: 0) == "7" ? .missing : FieldValue(.text, "row \(row.text(of: 0))")))
        }
        #expect(tree.count == 5_000 && ids.count == 5_000)
        #expect(engine.count - before == 1)
        // The figures of all columns, then the words of the one that has any.
        let asked = engine.count
        let summaries = try source.summarizeColumns(in: nil, listing: 3, isCancelled: Self.never)
        #expect(summaries.map(\.name) == ["id", "name", "lat", "lon"] && engine.count - asked == 2)
        #expect(summaries[0].range?.greatest == 4_999 && summaries[1].missingCount == 1)
        // What is too much at once is asked about one column after the other.
        engine.isNarrow.withLock { $0 = true }
        let narrow = engine.count
        let again = try source.summarizeColumns(in: nil, listing: 3, isCancelled: Self.never)
        // Means are summed up in any order.
        #expect(again.map(\.distinctCount) == summaries.map(\.distinctCount))
        #expect(again.map(\.frequent) == summaries.map(\.frequent))
        #expect(engine.count - narrow == 6)
    }

    @Test(arguments: [1, 3, 50, 1_000])
    func partsOfAWindowAreAllOfIt(limit: Int) {
        let tree = ContractRows.shared.tree
        let parts = WorldWindow.world.parts(of: tree, holding: limit)
        #expect(parts.reduce(0) { $0 + tree.count(in: $1) } == tree.count)
        for part in parts {
            #expect(tree.count(in: part) <= limit || max(part.width, part.height) <= 1)
        }
    }
}

/// An engine that counts the statements.
private final class CountingEngine: SQLEngine {
    private let engine: any SQLEngine
    private let statements = Mutex(0)
    /// Answers of more than eight columns are refused.
    let isNarrow = Mutex(false)

    init(_ engine: any SQLEngine) { self.engine = engine }

    var count: Int { statements.withLock { $0 } }
    var name: String { engine.name }
    var dialect: any SQLDialect { engine.dialect }
    func layout(isCancelled: () -> Bool) throws(SourceError) -> EngineLayout {
        try engine.layout(isCancelled: isCancelled)
    }
    func run(
        _ sql: String, columnCount: Int, lane: EngineLane, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        statements.withLock { $0 += 1 }
        if columnCount > 8, isNarrow.withLock({ $0 }) {
            throw .refused(name: name, words: "too many columns")
        }
        return try engine.run(sql, columnCount: columnCount, lane: lane, isCancelled: isCancelled)
    }
    func plan(of sql: String, isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try engine.plan(of: sql, isCancelled: isCancelled)
    }
    func wake() { engine.wake() }
    func close() { engine.close() }
}
