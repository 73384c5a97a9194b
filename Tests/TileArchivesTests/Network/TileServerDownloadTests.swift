import Streams
import Synchronization
import TestSupport
import Testing

@testable import Network
@testable import TileArchives

/// A server whose answer changes, a cache, and clocks that the test moves.
private final class Setting: Sendable {
    private struct State {
        var answer: FakeHTTPServer.Answer
        var time = 1_000_000
    }

    let folder = CacheFolder()
    let cache: TileCache
    let server: FakeHTTPServer
    let address: NetworkAddress
    private let shared: Shared

    /// Apart from the setting, since the server's threads use it.
    private final class Shared: Sendable {
        let state: Mutex<State>
        init(_ answer: FakeHTTPServer.Answer) { state = Mutex(State(answer: answer)) }
    }

    init(_ answer: FakeHTTPServer.Answer, query: String = "") throws {
        let shared = Shared(answer)
        self.shared = shared
        server = try FakeHTTPServer { _ in shared.state.withLock { $0.answer } }
        address = try #require(NetworkAddress(server.url + "/1/2/3.mvt" + query))
        cache = TileCache(folder: folder.path)
    }

    func answers(_ answer: FakeHTTPServer.Answer) { shared.state.withLock { $0.answer = answer } }
    func advance(days: Int = 0, seconds: Int = 0) {
        shared.state.withLock { $0.time += days * 86_400 + seconds }
    }

    /// As after a start of the program.
    func downloads(cache: Bool = true) -> TileDownloads {
        let shared = shared
        return TileDownloads(
            HTTPClient(version: "1"), cache: cache ? self.cache : nil,
            pauses: HostPauses { .seconds(shared.state.withLock { $0.time }) },
            now: { shared.state.withLock { $0.time } })
    }

    func download(
        _ downloads: TileDownloads, leastFreshSeconds: Int? = TileDownloads.leastFreshSeconds
    ) -> Result<TileDownloads.Download, SourceError> {
        do throws(SourceError) {
            return .success(
                try downloads.download(address, leastFreshSeconds: leastFreshSeconds) { false })
        } catch {
            return .failure(error)
        }
    }

    func words(_ downloads: TileDownloads) -> String? {
        if case .failure(let error) = download(downloads) { return error.description }
        return nil
    }
}

@Suite(.tags(.startsPrograms)) struct TileServerDownloadTests {
    private static let tile: [UInt8] = [1, 2, 3]

    @Test func asksOnceInAWeek() throws {
        let setting = try Setting(.reply(200, ["ETag": "\"a\""], Self.tile))
        for _ in 0..<3 {
            let download = try setting.download(setting.downloads()).get()
            #expect(download.bytes == Self.tile)
            #expect(!download.isOffline)
        }
        #expect(setting.server.requests.count == 1)
        setting.advance(days: 7)
        _ = try setting.download(setting.downloads()).get()
        #expect(setting.server.requests.count == 1)
        setting.advance(seconds: 1)
        _ = try setting.download(setting.downloads()).get()
        #expect(setting.server.requests.count == 2)
        #expect(setting.server.requests.last?.headers["if-none-match"] == "\"a\"")
    }

    @Test func asksAgainAfterTheTimeOfTheServerWhereThatIsLonger() throws {
        let setting = try Setting(.reply(200, ["Cache-Control": "max-age=\(30 * 86_400)"], Self.tile))
        _ = try setting.download(setting.downloads()).get()
        setting.advance(days: 30)
        _ = try setting.download(setting.downloads()).get()
        #expect(setting.server.requests.count == 1)
        setting.advance(seconds: 1)
        _ = try setting.download(setting.downloads()).get()
        #expect(setting.server.requests.count == 2)
    }

    @Test func whatHasNotChangedIsFreshAgain() throws {
        let setting = try Setting(.reply(200, ["Last-Modified": "yesterday"], Self.tile))
        _ = try setting.download(setting.downloads()).get()
        setting.advance(days: 8)
        setting.answers(.reply(304))
        for _ in 0..<2 { #expect(try setting.download(setting.downloads()).get().bytes == Self.tile) }
        #expect(setting.server.requests.count == 2)
        #expect(setting.server.requests.last?.headers["if-modified-since"] == "yesterday")
    }

    @Test func whatHasChangedIsReplaced() throws {
        let setting = try Setting(.reply(200, ["ETag": "\"a\""], Self.tile))
        _ = try setting.download(setting.downloads()).get()
        setting.advance(days: 8)
        setting.answers(.reply(200, ["ETag": "\"b\""], [9]))
        for _ in 0..<2 { #expect(try setting.download(setting.downloads()).get().bytes == [9]) }
        #expect(setting.folder.names.count == 1)
    }

    @Test(arguments: [204, 404, 410]) func remembersThatThereIsNothing(status: Int) throws {
        let setting = try Setting(.reply(status))
        for _ in 0..<2 { #expect(try setting.download(setting.downloads()).get().bytes == nil) }
        #expect(setting.server.requests.count == 1)
        setting.advance(days: 2)
        _ = try setting.download(setting.downloads()).get()
        // Not found is asked again after a day.
        #expect(setting.server.requests.count == (status == 404 ? 2 : 1))
    }

    @Test func storesNothingWhereTheServerForbidsIt() throws {
        let setting = try Setting(.reply(200, ["Cache-Control": "no-store"], Self.tile))
        _ = try setting.download(setting.downloads()).get()
        #expect(setting.folder.names.isEmpty)
    }

    @Test func worksWithoutACache() throws {
        let setting = try Setting(.reply(200, [:], Self.tile))
        for _ in 0..<2 {
            #expect(try setting.download(setting.downloads(cache: false)).get().bytes == Self.tile)
        }
        #expect(setting.server.requests.count == 2)
    }

    @Test func documentsAreAskedForEachTime() throws {
        let setting = try Setting(.reply(200, ["Cache-Control": "max-age=999"], Self.tile))
        for _ in 0..<2 { _ = try setting.download(setting.downloads(), leastFreshSeconds: nil).get() }
        #expect(setting.server.requests.count == 2)
        setting.answers(.reply(500))
        #expect(try setting.download(setting.downloads(), leastFreshSeconds: nil).get().isOffline)
    }

    @Test func accountsShareWhatIsStoredAndNoSecretIsInIt() throws {
        let setting = try Setting(.reply(200, [:], Self.tile), query: "?key=s3cret")
        _ = try setting.download(setting.downloads()).get()
        let file = try #require(setting.folder.names.first)
        let bytes = try FileBytes.whole(setting.folder.path + "/" + file, limit: 10_000)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cret"))
        let other = try #require(NetworkAddress(setting.server.url + "/1/2/3.mvt?key=other"))
        _ = try setting.downloads().download(other) { false }
        #expect(setting.server.requests.map(\.path) == ["/1/2/3.mvt?key=s3cret"])
    }

    // MARK: - Servers that do not answer

    @Test(arguments: [
        (FakeHTTPServer.Answer.reply(500), "the server fails (500)"),
        (.reply(429), "too many requests (429)"),
        (.reply(503), "the server fails (503)"), (.raw([]), "sent no answer"),
    ]) func leavesTheHostAlone(answer: FakeHTTPServer.Answer, words: String) throws {
        let setting = try Setting(answer)
        let downloads = setting.downloads(cache: false)
        let host = setting.address.host
        var counts: [Int] = []
        for seconds in [1, 2, 4] {
            #expect(setting.words(downloads) == "\(host): \(words), next try in \(seconds) s")
            #expect(setting.words(downloads) == "\(host): \(words), next try in \(seconds) s")
            counts.append(setting.server.requests.count)
            setting.advance(seconds: seconds)
        }
        #expect(counts == [1, 2, 3])
        setting.answers(.reply(200, [:], Self.tile))
        #expect(try setting.download(downloads).get().bytes == Self.tile)
        setting.answers(answer)
        #expect(setting.words(downloads) == "\(host): \(words), next try in 1 s")
    }

    @Test(arguments: [("8", 8), ("3600", 60), ("0", 1), ("Mon, 12 Jan 1970 13:46:50 GMT", 10)])
    func respectsRetryAfter(value: String, seconds: Int) throws {
        let setting = try Setting(.reply(429, ["Retry-After": value]))
        let expected = "\(setting.address.host): too many requests (429), next try in \(seconds) s"
        #expect(setting.words(setting.downloads()) == expected)
    }

    @Test(arguments: [400, 401, 403, 302, 206, 304]) func refusalsConcernOneTile(status: Int) throws {
        let setting = try Setting(.reply(status))
        let downloads = setting.downloads()
        for _ in 0..<2 { #expect(setting.words(downloads)?.contains("next try") == false) }
        #expect(setting.server.requests.count == 2)
        #expect(setting.folder.names.isEmpty)
    }

    @Test(arguments: [
        (Array("\n <html>".utf8), "a web page"), (Array("RIFF....WEBP".utf8), "a WebP image"),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D], "a PNG image"), ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image"),
    ]) func storesNoOtherContent(body: [UInt8], found: String) throws {
        let setting = try Setting(.reply(200, [:], body))
        let words = "answers with \(found) (expected vector tiles, MVT)"
        #expect(setting.words(setting.downloads()) == "\(setting.address.host): \(words)")
        #expect(setting.folder.names.isEmpty)
    }

    @Test func servesWhatIsStoredMeanwhile() throws {
        let setting = try Setting(.reply(200, [:], Self.tile))
        let downloads = setting.downloads()
        _ = try setting.download(downloads).get()
        setting.advance(days: 8)
        setting.answers(.reply(502))
        for _ in 0..<2 {
            let download = try setting.download(downloads).get()
            #expect(download.bytes == Self.tile)
            #expect(download.isOffline)
        }
        #expect(setting.server.requests.count == 2)
        // Also what is fresh comes from the cache because the server does not answer.
        setting.advance(days: -8)
        #expect(try setting.download(downloads).get().isOffline)
    }

    @Test func servesWhatIsStoredWithoutANetwork() throws {
        let setting = try Setting(.reply(200, [:], Self.tile))
        _ = try setting.download(setting.downloads()).get()
        setting.advance(days: 8)
        setting.answers(.raw([]))
        let downloads = setting.downloads()
        #expect(try setting.download(downloads).get().isOffline)
        let other = try #require(NetworkAddress(setting.server.url + "/other"))
        #expect(throws: SourceError.self) { try downloads.download(other) { false } }
    }

    @Test func aCancelledRequestIsNoFault() throws {
        let setting = try Setting(.silence([]))
        let downloads = setting.downloads()
        #expect(throws: SourceError.cancelled) {
            try downloads.download(setting.address) { !setting.server.requests.isEmpty }
        }
        #expect(!downloads.isOffline(setting.address))
    }
}
