import Foundation
import MapModel
import Synchronization
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Servers that say nothing, too much, or what nobody asked.
@Suite(.tags(.startsPrograms), .timeLimit(.minutes(10)))
struct SilentServerTests {
    private static let world = ViewportQuestion(
        window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 300)

    private static func words(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch {
            return "\(error)"
        }
    }

    // MARK: - Silence

    @Test(arguments: FakePostgreSQL.Stage.allCases)
    func aSilentServerIsGivenUpWhenTheQuestionIs(stage: FakePostgreSQL.Stage) throws {
        let server = try FakePostgreSQL(silentFrom: stage)
        let source = try server.source()
        var looks = 0
        let words = Self.words {
            _ = try source.open {
                looks += 1
                return looks > 3
            }
        }
        #expect(words == "loading was cancelled" && looks == 4)
    }

    /// Nobody looks whether it is cancelled: it is woken.
    @Test(arguments: FakePostgreSQL.Stage.allCases)
    func closingEndsAllWhoWait(stage: FakePostgreSQL.Stage) throws {
        let server = try FakePostgreSQL(silentFrom: stage)
        let source = try server.source()
        let ended = Mutex<[String]>([])
        let asked = Mutex(0)
        func ask(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
            Thread {
                asked.withLock { $0 += 1 }
                let words = Self.words(body)
                ended.withLock { $0.append("\(name): \(words)") }
            }.start()
        }
        let center = Coordinate(latitude: 1, longitude: 2)
        ask("open") { _ = try source.open { false } }
        ask("view") { _ = try source.answer(Self.world) { false } }
        ask("near") {
            _ = try source.near(NearbyQuestion(center: center, radiusMeters: 9, limit: 1)) { false }
        }
        ask("matches") { _ = try source.matches("a", limit: 5) { false } }
        ask("columns") { _ = try source.explainColumns { false } }
        #expect(server.waitForConnection() && eventually { asked.withLock { $0 } == 5 })
        #expect(ended.withLock { $0 } == [])
        source.close()
        // Whoever was not woken ends by a timeout, which he says.
        #expect(eventually { ended.withLock { $0.count } == 5 })
        #expect(
            ended.withLock { $0.sorted() }
                == ["columns", "matches", "near", "open", "view"].map { $0 + ": loading was cancelled" })
        #expect(Self.words { _ = try source.open { false } } == "loading was cancelled")
    }

    @Test(arguments: [
        (FakePostgreSQL.Stage.accept, "answer the login"), (.encryption, "request for encryption"),
        (.login, "answer the login"), (.ready, "answer the login"),
        (.statement, "after the login"),
    ])
    func whatIsWaitedForIsSaid(stage: FakePostgreSQL.Stage, words: String) throws {
        let server = try FakePostgreSQL(silentFrom: stage)
        let source = try server.source(
            PostgreSQLOptions(table: "places", connectTimeout: .milliseconds(1_200)))
        var said: Set<String> = []
        // Soon after a failure the server is left alone; on a slow machine that time may be over.
        let isSaid = eventually {
            said.insert(Self.words { _ = try source.open { false } })
            return said.contains { $0.contains("timeout after 1 s") && $0.contains(words) }
                && said.contains { $0.contains("retry in") }
        }
        #expect(isSaid, "\(said)")
    }

    /// Five settings and four questions to the catalog: nothing is answered before all of them have come.
    @Test func settingsAndCatalogAreOneRoundTrip() throws {
        let server = try FakePostgreSQL(holding: 9)
        let source = try server.source(PostgreSQLOptions(table: "places", connectTimeout: .seconds(5)))
        #expect(try source.open { false }.rowCount == 3)
    }

    /// A look at the columns before the screen opens is not wasted.
    @Test func whatWasReadOfTheCatalogIsReadOnce() throws {
        let asked = Mutex<[FakePostgreSQL.Kind: Int]>([:])
        let server = try FakePostgreSQL { kind, _ in
            asked.withLock { $0[kind, default: 0] += 1 }
            return nil
        }
        let source = try server.source()
        _ = try source.explainColumns { false }
        _ = try source.open { false }
        #expect(asked.withLock { $0[.sample] == 1 && $0[.relation] == 1 && $0[.summary] == 1 })
        _ = try source.open { false }
        #expect(asked.withLock { $0[.sample] == 2 && $0[.relation] == 2 })
    }

    @Test func oneWhoGivesUpLeavesTheTurnToTheNext() async throws {
        let isAsked = Mutex(false)
        let server = try FakePostgreSQL { kind, _ in
            guard kind == .matches else { return nil }
            isAsked.withLock { $0 = true }
            return .silence
        }
        let source = try server.source()
        _ = try source.open { false }
        let isCancelled = Mutex(false)
        async let slow = onThread {
            Self.words { _ = try source.matches("a", limit: 1) { isCancelled.withLock { $0 } } }
        }
        #expect(await eventually { isAsked.withLock { $0 } })
        async let view = onThread { (try? source.answer(Self.world) { false })?.total }
        isCancelled.withLock { $0 = true }
        source.wake()
        #expect(await slow == "loading was cancelled")
        #expect(await view == 3)
        #expect(await eventually { server.cancelRequests == 1 })
    }

    /// Waiting is not for the threads of tasks.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }

    // MARK: - Too much

    private static let row = Wire.row([
        Array("1".utf8), Array("2".utf8), Array("1".utf8), [UInt8](repeating: 0x61, count: 400),
    ])

    /// Sent in place of the rows of a view, again and again.
    @Test(arguments: ["rows", "notices", "one value", "parameters"])
    func whatHasNoEndIsCutShort(kind: String) throws {
        let columns = Wire.begin + Wire.description(FakePostgreSQL.Kind.rows.honest.columns)
        let endless: [UInt8] =
            switch kind {
            case "rows": Self.row
            case "notices": Wire.words("N", state: "01000", String(repeating: "n", count: 1_000))
            case "one value": [UInt8](repeating: 0x61, count: 65_536)
            default: Wire.parameter("x", String(repeating: "y", count: 1_000))
            }
        let start =
            kind == "one value"
            ? columns + [UInt8(ascii: "D")] + Wire.int32(1_000_000_000) + Wire.int16(4)
                + Wire.int32(999_999_000) : columns
        let server = try FakePostgreSQL { asked, _ in
            asked == .rows ? .endless(start: start, endless) : nil
        }
        let source = try server.source()
        _ = try source.explainColumns { false }
        let before = Self.peakMegabytes
        let words = Self.words { _ = try source.answer(Self.world) { false } }
        #expect(words.contains("unexpected answer: more than"), "\(kind): \(words)")
        // 2,100 before.
        #expect(Self.peakMegabytes - before < 600)
        // Of a message that is too long the connection is cut meanwhile: the server sees that itself.
        if kind == "one value" { return }
        #expect(eventually { server.cancelRequests == 1 })
    }

    @Test(arguments: [(20_000, 1_000), (10, 2_000_000)])
    func aLargeAnswerIsRead(count: Int, length: Int) throws {
        let rest = [UInt8](repeating: 0x61, count: length)
        var rows = FakePostgreSQL.Kind.rows.honest
        rows.rows = (0..<count).map { [Array("\($0) ".utf8) + rest, [0x32], [0x31]] }
        let answer = rows
        let server = try FakePostgreSQL { kind, _ in kind == .rows ? .rows(answer) : nil }
        let question = ViewportQuestion(window: .world, grid: Self.world.grid, limit: 20_000)
        #expect(try server.source().answer(question) { false }.total == count)
    }

    @Test func aLoginWithoutEndIsGivenUp() throws {
        let many = (0..<4_000).flatMap { Wire.parameter("x\($0)", String(repeating: "y", count: 1_000)) }
        let server = try FakePostgreSQL(login: many)
        let words = Self.words { _ = try server.source().open { false } }
        #expect(words.contains("too much data before the login"), "\(words)")
    }

    private static var peakMegabytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0) / 1_024
    }

    // MARK: - Unasked

    @Test func whatIsSaidAtTheLoginIsANoticeOnce() throws {
        let warning = Wire.words("N", state: "01000", "\u{1B}[2Jold\ncollation s3cretword")
        let server = try FakePostgreSQL(login: warning + warning)
        let source = try server.source()
        let line = "the server says: ^[[2Jold; collation ***"
        #expect(try source.open { false }.notices.filter { $0.contains("says") } == [line])
        _ = try source.table.rowLabels([])
        #expect(try source.answer(Self.world) { false }.notices == [])
    }

    @Test func whatIsSaidOfAViewComesWithIt() throws {
        let rows = FakePostgreSQL.Kind.rows.honest
        let answer =
            Wire.begin + Wire.words("N", state: "01000", "slow today") + Wire.description(rows.columns)
            + rows.rows.flatMap(Wire.row) + Wire.end
        let server = try FakePostgreSQL { kind, _ in kind == .rows ? .bytes(answer) : nil }
        let source = try server.source()
        #expect(try source.answer(Self.world) { false }.notices == ["the server says: slow today"])
        #expect(try source.answer(Self.world) { false }.notices == [])
    }
}
