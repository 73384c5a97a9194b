import MapModel
import TestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// Cancelled questions, hostile names, tables without rows, and servers that die.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ContractFaultTests {
    private static let world = ViewportQuestion(
        window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 0)

    private static func never() -> Bool { false }

    // MARK: - Waiting

    @Test(arguments: ContractedEngine.servers)
    func aQuestionThatIsNotWantedEnds(engine: ContractedEngine) throws {
        let contract = try #require(engine.server).endless()
        let source = contract.source
        defer { contract.close() }
        _ = engine == .duckDB ? [] : try source.columnNames(isCancelled: Self.never)
        let start = ContinuousClock.now
        let isOver = { ContinuousClock.now - start > .milliseconds(300) }
        #expect(throws: SourceError.cancelled) { try source.answer(Self.world, isCancelled: isOver) }
        #expect(throws: SourceError.cancelled) { try source.matchCount("1", isCancelled: { true }) }
    }

    @Test(arguments: ContractedEngine.servers)
    func aSourceAnswersAfterACancelledQuestionAndNotOnceItIsClosed(engine: ContractedEngine) throws {
        let contract = try engine.engine.places(engine.engine.layouts[0])
        let source = contract.source
        _ = try source.columnNames(isCancelled: Self.never)
        #expect(throws: SourceError.cancelled) { try source.answer(Self.world, isCancelled: { true }) }
        #expect(try source.answer(Self.world, isCancelled: Self.never).total == contract.tree.count)
        contract.close()
        #expect(throws: SourceError.cancelled) { try source.answer(Self.world, isCancelled: Self.never) }
        #expect(throws: SourceError.cancelled) { try source.open(isCancelled: Self.never) }
    }

    /// An error, or all of them, but never less.
    @Test(arguments: ContractedEngine.servers)
    func aServerThatDiesMidQueryIsNoSmallerTotal(engine: ContractedEngine) throws {
        let mortal = try #require(engine.server).mortal()
        let source = mortal.slow.source
        defer { mortal.slow.close() }
        if engine != .duckDB { _ = try source.columnNames(isCancelled: Self.never) }
        let start = ContinuousClock.now
        var isKilled = false
        var total: Int?
        do throws(SourceError) {
            total = try source.answer(Self.world) {
                if !isKilled, ContinuousClock.now - start > .milliseconds(400) {
                    isKilled = true
                    mortal.kill()
                }
                return false
            }.total
        } catch {
            let words = "\(error)"
            #expect(error != .cancelled && !words.contains("\n"), "\(words)")
        }
        #expect(isKilled && (total == nil || total == 2_000), "\(String(describing: total))")
        try mortal.revive()
        #expect(eventually { (try? source.answer(Self.world, isCancelled: Self.never).total) == 2_000 })
    }

    // MARK: - Names

    private static let names = [
        "a\"b", "a`b", "it's", "back\\slash", ";--", "\u{1B}[31mred", "new\nline", "select", " ", "a.b",
        "'; DROP TABLE x; --", "ünï%s$1", "\\", "\n.shell x", "\\'); --",
    ]

    @Test(arguments: ContractedEngine.available, names)
    func hostileNamesAreNamesOnly(engine: ContractedEngine, name: String) throws {
        if name == " ", engine.differs(.blankNamesAreNone) { return }
        let (types, literal) = (engine.engine.types, engine.engine.literal)
        let value = "x\u{1B}[2J" + name
        let contract = try engine.engine.table(
            name,
            columns: [
                ("id", types.id), (name, types.text), ("lat" + name, types.double),
                ("lon" + name, types.double),
            ], rows: [["1", literal(value), "1", "2"], ["2", literal("other"), "3", "4"]],
            options: ColumnOptions(latitude: "lat" + name, longitude: "lon" + name, label: name))
        let source = contract.source
        defer { contract.close() }
        #expect(try source.open(isCancelled: Self.never).rowCount == 2)
        #expect(try source.answer(Self.world, isCancelled: Self.never).total == 2)
        let found = try source.matches(value, limit: 5, isCancelled: Self.never)
        #expect(try source.table.rowLabels(found.matches.map(\.row)) == [value])
        let text = "\(FilterText.name(name)) = \(FilterText.text(value))"
        let filter = try Filter(text, columns: source.columnNames(isCancelled: Self.never))
        let filtered = try source.applying(filter, isCancelled: Self.never)
        #expect(try filtered.open(isCancelled: Self.never).rowCount == 1)
        let values = try source.frequentValues(of: 1, limit: 5, isCancelled: Self.never)
        #expect(Set(values.map(\.value)) == [value, "other"])
        let members = try source.members(of: [.world], after: nil, limit: 9, isCancelled: Self.never)
        #expect(Set(try contract.ids(members.matches.map(\.row))) == [1, 2])
        #expect(
            try source.summarizeColumns(in: nil, listing: 5, isCancelled: Self.never).map(\.name)[1] == name)
    }

    @Test(arguments: ContractedEngine.available)
    func aTableWithoutRowsIsOne(engine: ContractedEngine) throws {
        let types = engine.engine.types
        let contract = try engine.engine.table(
            "empty",
            columns: [
                ("id", types.id), ("name", types.text), ("lat", types.double), ("lon", types.double),
            ], rows: [], options: ColumnOptions())
        let source = contract.source
        defer { contract.close() }
        let summary = try source.open(isCancelled: Self.never)
        #expect(summary.rowCount == 0 && summary.skippedCount == 0 && summary.bounds == nil)
        #expect(try source.answer(Self.world, isCancelled: Self.never).total == 0)
        let center = Coordinate(latitude: 1, longitude: 2)
        #expect(
            try source.near(
                NearbyQuestion(center: center, radiusMeters: nil, limit: 3), isCancelled: Self.never
            ).isEmpty)
        #expect(try source.matchCount("a", isCancelled: Self.never) == 0)
        #expect(
            try source.summarizeColumns(in: nil, listing: 5, isCancelled: Self.never).allSatisfy {
                $0.distinctCount == 0
            }
        )
        #expect(
            try source.members(of: [.world], after: nil, limit: 9, isCancelled: Self.never).matches.isEmpty)
    }
}
