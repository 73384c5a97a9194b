import Streams
import Synchronization
import TestSupport
import Testing

@testable import Network
@testable import TileArchives

/// A file on a server that the test replaces.
private final class RemoteFile: Sendable {
    private let state: Mutex<(bytes: [UInt8], tag: String?)>

    init(_ bytes: [UInt8], tag: String? = "\"1\"") { state = Mutex((bytes, tag)) }

    func replace(_ bytes: [UInt8], tag: String? = "\"2\"") { state.withLock { $0 = (bytes, tag) } }

    func answer(_ request: FakeHTTPServer.Request) -> FakeHTTPServer.Answer {
        let (bytes, tag) = state.withLock { $0 }
        return request.answer(file: bytes, tag: tag)
    }
}

private func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededRandom(seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
}

@Suite(.tags(.startsPrograms)) struct TileServerRangeTests {
    private let folder = CacheFolder()

    private func source(_ server: FakeHTTPServer, cache: Bool = false) throws -> HTTPRangeSource {
        let address = try #require(NetworkAddress(server.url + "/a.pmtiles?key=s3cret"))
        let cache = cache ? TileCache(folder: folder.path) : nil
        return try HTTPRangeSource(address, TileDownloads(HTTPClient(version: "1"), cache: cache)) { false }
    }

    @Test func asksOnceForTheBeginning() throws {
        let file = noise(100_000)
        let server = try FakeHTTPServer { $0.answer(file: file, tag: "\"1\"") }
        let source = try source(server)
        #expect(try source.bytes(in: 0..<16_384) { false } == Array(file[..<16_384]))
        #expect(try source.bytes(in: 100..<200) { false } == Array(file[100..<200]))
        #expect(server.requests.map(\.range) == [0..<16_384])
        #expect(source.name == "\(server.url)/a.pmtiles")
    }

    @Test func laterRequestsAreForTheSameVersion() throws {
        let file = noise(100_000)
        let server = try FakeHTTPServer { $0.answer(file: file, tag: "\"1\"") }
        #expect(try source(server).bytes(in: 50_000..<50_010) { false } == Array(file[50_000..<50_010]))
        #expect(server.requests.map { $0.headers["if-match"] } == [nil, "\"1\""])
    }

    @Test func theFileMayEndBefore() throws {
        let file = noise(20_000)
        let server = try FakeHTTPServer { $0.answer(file: file, tag: nil) }
        let source = try source(server)
        #expect(try source.bytes(in: 19_990..<20_100) { false } == Array(file[19_990...]))
        #expect(try source.bytes(in: 30_000..<30_100) { false } == [])
    }

    @Test func aShortFileIsReadWithOneRequest() throws {
        let server = try FakeHTTPServer { $0.answer(file: [1, 2, 3], tag: nil) }
        let source = try source(server)
        #expect(try source.bytes(in: 1..<90_000) { false } == [2, 3])
        #expect(try source.bytes(in: 40_000..<90_000) { false } == [])
        #expect(server.requests.count == 1)
    }

    @Test func saysThatAServerHasNoRanges() throws {
        let server = try FakeHTTPServer { _ in .reply(200, [:], noise(1_000_000)) }
        let error = #expect(throws: SourceError.self) { try source(server) }
        #expect(error?.description.contains("does not support range requests") == true)
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test func saysThatThereIsNoFile() throws {
        let server = try FakeHTTPServer { _ in .reply(404) }
        let error = #expect(throws: SourceError.self) { try source(server) }
        #expect(error?.description == "127.0.0.1:\(server.port): no such file on the server (404)")
    }

    // MARK: - Other versions

    @Test(arguments: [false, true]) func noticesAnotherVersion(isWeak: Bool) throws {
        let tags = isWeak ? ["W/\"1\"", "W/\"2\""] : ["\"1\"", "\"2\""]
        let file = RemoteFile(noise(100_000), tag: tags[0])
        let server = try FakeHTTPServer { file.answer($0) }
        let source = try source(server, cache: true)
        let next = noise(100_000, seed: 2)
        file.replace(next, tag: tags[1])
        let error = #expect(throws: SourceError.self) { try source.bytes(in: 50_000..<50_010) { false } }
        #expect(error?.isSourceChanged == true)
        let reopened = try source.reopened { false }
        #expect(try reopened.bytes(in: 0..<10) { false } == Array(next[..<10]))
        #expect(try reopened.bytes(in: 50_000..<50_010) { false } == Array(next[50_000..<50_010]))
        // A weak tag cannot be required.
        #expect(server.requests.contains { $0.headers["if-match"] != nil } == !isWeak)
    }

    @Test func noticesAnotherLengthWhereThereIsNoTag() throws {
        let file = RemoteFile(noise(100_000), tag: nil)
        let server = try FakeHTTPServer { file.answer($0) }
        let source = try source(server)
        file.replace(noise(100_001), tag: nil)
        let error = #expect(throws: SourceError.self) { try source.bytes(in: 50_000..<50_010) { false } }
        #expect(error?.isSourceChanged == true)
    }

    @Test func storesRangesOfOneVersion() throws {
        let file = RemoteFile(noise(100_000))
        let server = try FakeHTTPServer { file.answer($0) }
        let first = try source(server, cache: true)
        let old = try first.bytes(in: 50_000..<50_010) { false }
        #expect(server.requests.count == 2)
        // The next run of the program asks for nothing.
        #expect(try source(server, cache: true).bytes(in: 50_000..<50_010) { false } == old)
        #expect(server.requests.count == 2)
        // What is stored of the old version does not count for the new one.
        let next = noise(100_000, seed: 2)
        file.replace(next)
        let reopened = try first.reopened { false }
        #expect(try reopened.bytes(in: 50_000..<50_010) { false } == Array(next[50_000..<50_010]))
    }

    @Test func storesNoRangesWhereTheServerForbidsIt() throws {
        let file = noise(100_000)
        let server = try FakeHTTPServer { request in
            let part = request.range ?? 0..<1
            let place = "bytes \(part.lowerBound)-\(part.upperBound - 1)/100000"
            return .reply(206, ["Content-Range": place, "Cache-Control": "no-store"], Array(file[part]))
        }
        #expect(try source(server, cache: true).bytes(in: 50_000..<50_010) { false }.count == 10)
        #expect(folder.names.isEmpty)
    }

    @Test func isOfflineWhileTheServerFails() throws {
        let shared = Shared()
        let file = noise(100_000)
        let server = try FakeHTTPServer { shared.isDown ? .reply(503) : $0.answer(file: file, tag: "\"1\"") }
        let source = try source(server, cache: true)
        _ = try source.bytes(in: 50_000..<50_010) { false }
        #expect(!source.isOffline)
        shared.isDown = true
        #expect(throws: SourceError.self) { try source.bytes(in: 60_000..<60_010) { false } }
        #expect(source.isOffline)
        #expect(try source.bytes(in: 50_000..<50_010) { false } == Array(file[50_000..<50_010]))
    }

    private final class Shared: Sendable {
        private let state = Mutex(false)
        var isDown: Bool {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }
}
