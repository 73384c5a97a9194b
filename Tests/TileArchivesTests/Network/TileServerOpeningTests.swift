import MapModel
import Streams
import Synchronization
import TestSupport
import Testing

@testable import RowTestSupport
@testable import TileArchives

/// What a server has at each path.
private final class Site: Sendable {
    private let answers: Mutex<[String: FakeHTTPServer.Answer]>

    init(_ answers: [String: FakeHTTPServer.Answer] = [:]) { self.answers = Mutex(answers) }

    subscript(path: String) -> FakeHTTPServer.Answer? {
        get { answers.withLock { $0[path] } }
        set { answers.withLock { $0[path] = newValue } }
    }

    func serve() throws -> FakeHTTPServer {
        try FakeHTTPServer { request in self[request.path] ?? .reply(404) }
    }
}

func openServer(_ address: String, cache: TileCache? = nil) throws -> any TileArchive {
    try TileServers.open(address, version: "1", cache: cache) { false }
}

@Suite(.tags(.startsPrograms)) struct TileServerOpeningTests {
    private let tile: [UInt8] = Array("a tile".utf8)

    private func id(_ zoom: Int, _ column: Int, _ row: Int) throws -> TileID {
        try #require(TileID(zoom: zoom, column: column, row: row))
    }

    @Test func knowsAddresses() {
        #expect(["http://a", "HTTPS://A/b"].allSatisfy(TileServers.isAddress))
        #expect(!["a.pmtiles", "ftp://a", "https:/a", ""].contains(where: TileServers.isAddress))
    }

    // MARK: - Templates

    @Test func asksForTheTileOnly() throws {
        let server = try Site(["/3/5/2.mvt?key=s3cret": .reply(200, [:], tile)]).serve()
        let archive = try openServer(server.url + "/{z}/{x}/{y}.mvt?key=s3cret")
        #expect(server.requests.isEmpty)
        #expect(archive.description.name == server.url + "/{z}/{x}/{y}.mvt")
        #expect(archive.description.zooms == 0...14)
        #expect(try archive.tile(id(3, 5, 2)) { false } == TileAnswer(bytes: tile))
        #expect(try archive.tile(id(3, 5, 3)) { false } == TileAnswer(bytes: nil))
        #expect(try archive.tile(id(15, 0, 0)) { false } == TileAnswer(bytes: nil))
        #expect(server.requests.count == 2)
    }

    @Test func countsRowsFromTheSouthWhereTheAddressSaysSo() throws {
        let server = try Site(["/3/5/5": .reply(200, [:], tile)]).serve()
        #expect(try openServer(server.url + "/{z}/{x}/{-y}").tile(id(3, 5, 2)) { false }.bytes == tile)
    }

    @Test(arguments: [(true, true), (true, false), (false, false)])
    func decompressesTiles(isPacked: Bool, isDeclared: Bool) throws {
        let body = isPacked ? Packing.gzip.pack(tile) : tile
        let headers = isDeclared ? ["Content-Encoding": "gzip"] : [:]
        let server = try Site(["/0/0/0": .reply(200, headers, body)]).serve()
        #expect(try openServer(server.url + "/{z}/{x}/{y}").tile(id(0, 0, 0)) { false }.bytes == tile)
    }

    @Test func anEmptyTileIsNone() throws {
        let server = try Site(["/0/0/0": .reply(200)]).serve()
        #expect(try openServer(server.url + "/{z}/{x}/{y}").tile(id(0, 0, 0)) { false }.bytes == nil)
    }

    @Test func refusesBombs() throws {
        let bomb = Packing.gzip.pack([UInt8](repeating: 0, count: TileAnswer.byteLimit + 1))
        let server = try Site([
            "/0/0/0": .reply(200, ["Content-Encoding": "gzip"], bomb), "/1/0/0": .reply(200, [:], bomb),
        ]).serve()
        let archive = try openServer(server.url + "/{z}/{x}/{y}")
        for zoom in 0...1 {
            #expect(throws: SourceError.self) { try archive.tile(id(zoom, 0, 0)) { false } }
        }
    }

    @Test(arguments: [".png", ".jpg", ".webp", ".PNG?key=1"]) func refusesImages(ending: String) throws {
        let message = sourceMessage { try openServer("https://tiles.example/{z}/{x}/{y}" + ending) }
        #expect(message?.hasSuffix("tiles (expected vector tiles, MVT)") == true)
    }

    @Test(arguments: ["https://", "https://a b/{z}/{x}/{y}", "https://me:s3/cret@a/{z}/{x}/{y}"])
    func showsNothingOfAnInvalidAddress(address: String) {
        let message = sourceMessage { try openServer(address) }
        #expect(message == "address of tiles: is not valid (expected https://host/… without spaces)")
    }

    // MARK: - TileJSON

    private func json(_ tiles: String, _ rest: String = "") -> FakeHTTPServer.Answer {
        .reply(200, [:], Array(#"{"tilejson":"3.0.0","tiles":["\#(tiles)"]\#(rest)}"#.utf8))
    }

    @Test func readsATileJSON() throws {
        let site = Site(["/t/3/5/2?key=1": .reply(200, [:], tile)])
        let server = try site.serve()
        site["/tiles.json?key=1"] = json(
            "\(server.url)/t/{z}/{x}/{y}?key=1",
            #","minzoom":2,"maxzoom":6,"bounds":[11,43,12,44],"attribution":"<a href='x'>© Someone</a>","#
                + #""vector_layers":[{"id":"roads"},{"id":"water"}]"#)
        let archive = try openServer(server.url + "/tiles.json?key=1")
        #expect(
            archive.description
                == TileArchiveDescription(
                    name: server.url + "/tiles.json", zooms: 2...6,
                    bounds: GeoBounds(south: 43, west: 11, north: 44, east: 12), layers: ["roads", "water"],
                    attribution: "© Someone", isRemote: true))
        #expect(try archive.tile(id(3, 5, 2)) { false }.bytes == tile)
        #expect(try archive.tile(id(7, 0, 0)) { false }.bytes == nil)
        #expect(server.requests.count == 2)
    }

    @Test func asksForTheTileJSONEachTime() throws {
        let site = Site(["/old/0/0/0": .reply(200, [:], [1]), "/new/0/0/0": .reply(200, [:], [2])])
        let server = try site.serve()
        let folder = CacheFolder()
        func tile() throws -> TileAnswer {
            try openServer(server.url + "/a", cache: TileCache(folder: folder.path)).tile(id(0, 0, 0)) {
                false
            }
        }
        site["/a"] = json("/old/{z}/{x}/{y}")
        #expect(try tile() == TileAnswer(bytes: [1]))
        site["/a"] = json("/new/{z}/{x}/{y}")
        #expect(try tile() == TileAnswer(bytes: [2]))
        // The last one serves while the server fails.
        site["/a"] = .reply(503)
        #expect(try tile() == TileAnswer(bytes: [2], isOffline: true))
    }

    @Test func tilesMayBeRelativeAndCountedFromTheSouth() throws {
        let site = Site(["/a/t/3/5/5": .reply(200, [:], tile)])
        let server = try site.serve()
        site["/a/b"] = json("t/{z}/{x}/{y}", #","scheme":"tms""#)
        #expect(try openServer(server.url + "/a/b").tile(id(3, 5, 2)) { false }.bytes == tile)
    }

    @Test(arguments: [
        ("file:///etc/{z}/{x}/{y}", "", "valid address"), ("https:///{z}/{x}/{y}", "", "valid address"),
        ("https://a/{z}/{x}/{y}.png", "", "expected vector tiles"),
        ("https://a/{z}/{x}/{y}", #","format":"webp""#, "expected vector tiles"),
        ("https://a/tiles", "", "no tiles there"),
    ]) func refusesTilesThatCannotBeHad(tiles: String, rest: String, words: String) throws {
        let server = try Site(["/a": json(tiles, rest)]).serve()
        #expect(sourceMessage { try openServer(server.url + "/a") }?.contains(words) == true)
    }

    @Test(arguments: ["", "tiles", "{}", "[", #"{"tiles":7}"#, #"{"tiles":[]}"#])
    func saysThatThereAreNoTiles(body: String) throws {
        let server = try Site(["/a?key=s3cret": .reply(200, [:], Array(body.utf8))]).serve()
        #expect(
            sourceMessage { try openServer(server.url + "/a?key=s3cret") }?.hasPrefix(
                "\(server.url)/a: no tiles")
                == true)
        #expect(sourceMessage { try openServer(server.url + "/b") }?.contains("404") == true)
    }
}
