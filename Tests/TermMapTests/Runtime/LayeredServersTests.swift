import Foundation
import MapModel
import Synchronization
import TestSupport
import Testing

@testable import DataSets
@testable import MapSources
@testable import Rows
@testable import StoryTestSupport
@testable import Streams

/// Several servers as one source: none waits for another.
@Suite(.timeLimit(.minutes(1))) struct LayeredServersTests {
    private let first = MemoryServer([(10, 10), (20, 20)])
    private let second = MemoryServer([(30, 30), (40, 40), (50, 50)])
    private var source: LayeredSource { LayeredSource(files: nil, servers: [first, second]) }

    private static let world = ViewportQuestion(
        window: .world, grid: ClusterGrid(worldDots: 512, cellDots: 20), limit: 300)

    /// The answer to a view of the world, on a thread of its own.
    private func asked(isCancelled: @escaping @Sendable () -> Bool = { false }) async -> Result<
        Int, SourceError
    > {
        let source = source
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: Result { () throws(SourceError) in
                        try source.answer(Self.world, isCancelled: isCancelled).total
                    })
            }
        }
    }

    private func wait(for servers: [MemoryServer]) async throws {
        let areAsked = await eventually { servers.allSatisfy { !$0.questions.isEmpty } }
        try #require(areAsked)
    }

    @Test func allAreAskedAtTheSameTime() async throws {
        for server in [first, second] { server.isHeld.withLock { $0 = true } }
        async let answer = asked()
        try await wait(for: [first, second])
        for server in [first, second] { server.isHeld.withLock { $0 = false } }
        #expect(try await answer.get() == 5)
    }

    @Test func aFailureEndsTheWaitForTheOthers() async throws {
        first.isHeld.withLock { $0 = true }
        second.failure.withLock { $0 = "has no disk" }
        let answer = await asked()
        #expect(throws: SourceError.refused(name: "memory, memory", words: "memory: has no disk")) {
            try answer.get()
        }
    }

    @Test func aCancelEndsAll() async throws {
        for server in [first, second] { server.isHeld.withLock { $0 = true } }
        let isCancelled = Stop()
        async let answer = asked { isCancelled.flag.load(ordering: .relaxed) }
        try await wait(for: [first, second])
        isCancelled.flag.store(true, ordering: .relaxed)
        let ended = await answer
        #expect(throws: SourceError.cancelled) { try ended.get() }
    }

    private final class Stop: Sendable {
        let flag = Atomic<Bool>(false)
    }

    /// What is read of files reaches the screen before they are read to their end.
    @Test func partsOfFilesAreHandedOn() throws {
        struct Steps: SourceLoader {
            let name = "steps"
            let isStream = false
            private func source(_ count: Int) -> LoadedSource {
                var points = PointBuffer()
                for row in 0..<count {
                    points.append(
                        FixedCoordinate(Coordinate(latitude: 1, longitude: Double(row))), row: UInt32(row))
                }
                return LoadedSource(
                    points: points, table: EmptyTable(name: name), skipped: SkippedRows(), notices: [])
            }
            func read(
                isCancelled: () -> Bool, progress: (LoadProgress) -> Void
            ) throws(SourceError) -> LoadedSource {
                for count in 1...2 {
                    progress(
                        LoadProgress(
                            bytesRead: count, totalBytes: 3, recordCount: count, part: source(count)))
                }
                return source(3)
            }
            func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] { [] }
        }
        let source = LayeredSource(
            files: LoadedLayer(LoadedDataSet(loader: Steps()), paths: []), servers: [first])
        var counts: [Int?] = []
        _ = try source.open(isCancelled: { false }, progress: { counts.append($0.part?.points.count) })
        #expect(counts == [1, 2])
    }

    /// The share of a file that is read is told, and none of servers alone.
    @Test func readingFilesIsFollowed() async throws {
        let file = NSTemporaryDirectory() + "layers-\(UUID().uuidString).csv"
        defer { unlink(file) }
        let line = "1.5,2.5,\(String(repeating: "x", count: 90))\n"
        let text = "lat,lon,name\n" + String(repeating: line, count: 60_000)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let files = try SourceOpener(SourceOptions()).open([file])
        guard case .loader(let loader, _) = files else {
            Issue.record("a file is read")
            return
        }
        var shares: [Double] = []
        func note(_ read: LoadProgress) {
            shares.append(Double(read.bytesRead) / Double(read.totalBytes ?? 1))
        }
        let source = LayeredSource(
            files: LoadedLayer(LoadedDataSet(loader: loader), paths: [file]), servers: [first])
        let summary = try source.open(isCancelled: { false }, progress: note)
        #expect(summary.rowCount == 60_002)
        #expect(shares.count > 1 && shares == shares.sorted() && shares.allSatisfy { (0...1).contains($0) })
        #expect(summary.notices.isEmpty)
        shares = []
        _ = try source.open(isCancelled: { false }, progress: note)
        _ = try self.source.open(isCancelled: { false }, progress: note)
        #expect(shares.isEmpty)
        try #require(source.files).dataSet.identifyRows()
        try Data((text + line).utf8).write(to: URL(fileURLWithPath: file))
        // What has changed is read again; a server's rows keep their numbers.
        let before = summary.layers.map(\.firstRow)
        let again = try source.open(isCancelled: { false })
        #expect(again.rowCount == 60_003 && again.notices.isEmpty && again.layers.map(\.firstRow) == before)
        #expect(source.takeReload()?.changes?.added == 1 && source.takeReload() == nil)
        // A reload that is cancelled is made up for by the next one.
        try Data((text + line + line).utf8).write(to: URL(fileURLWithPath: file))
        #expect(throws: SourceError.cancelled) { try source.open(isCancelled: { true }) }
        #expect(try source.open(isCancelled: { false }).rowCount == 60_004)
        // A file that is gone is said, and its rows stay.
        unlink(file)
        let gone = try source.open(isCancelled: { false })
        #expect(
            gone.rowCount == 60_004 && gone.notices.count == 1
                && gone.notices[0].hasPrefix("\(file): not reloaded: "))
    }

    /// The rows of one server never pass for those of the next.
    @Test func aServerThatSentTooManyRowsIsRefused() throws {
        first.numberedRows.withLock { $0 = Int(LayeredSource.rowsOfServer) - 2 }
        let question = NearbyQuestion(
            center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: 1)
        #expect(try source.near(question, isCancelled: { false }).count == 1)
        first.numberedRows.withLock { $0 += 1 }
        #expect(throws: SourceError.self) { try source.near(question, isCancelled: { false }) }
        // The last one has room for more.
        let last = LayeredSource(files: nil, servers: [second, first])
        #expect(try last.near(question, isCancelled: { false }).count == 1)
    }

    /// However many servers there are, each has numbers of its own.
    @Test func hundredsOfServersHaveNumbersOfTheirOwn() throws {
        let servers = (0..<260).map { _ in MemoryServer([(10, 10), (20, 20)]) }
        let source = LayeredSource(files: nil, servers: servers)
        let question = NearbyQuestion(
            center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: nil)
        let rows = try source.near(question, isCancelled: { false }).map(\.row).sorted()
        #expect(rows.count == 520 && Set(rows).count == 520)
        let layers = try source.open(isCancelled: { false }).layers
        #expect(layers.map(\.firstRow) == layers.indices.map { rows[2 * $0] })
    }

    /// Hidden layers keep their names.
    @Test func layersAreNamedByTheirTables() throws {
        first.tableName.withLock { $0 = "hotels" }
        second.tableName.withLock { $0 = "schools" }
        let source = source
        func names(_ source: LayeredSource) throws -> [String] {
            try source.open(isCancelled: { false }).layers.map(\.name)
        }
        #expect(try names(source) == ["memory/hotels", "memory/schools"])
        #expect(try names(source.hiding([1])) == ["memory/hotels", "memory/schools"])
    }
}
