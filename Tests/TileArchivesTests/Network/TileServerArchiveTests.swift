import MapModel
import Streams
import Synchronization
import TestSupport
import Testing

@testable import TileArchives

@Suite(.tags(.startsPrograms)) struct TileServerArchiveTests {
    private func id(_ zoom: Int, _ column: Int, _ row: Int) throws -> TileID {
        try #require(TileID(zoom: zoom, column: column, row: row))
    }

    private func content(_ seed: UInt8) throws -> [TileID: [UInt8]] {
        var content: [TileID: [UInt8]] = [:]
        for column in 0..<8 {
            for row in 0..<8 {
                // Too large for the first request.
                content[try id(3, column, row)] =
                    [seed, UInt8(column), UInt8(row)] + [UInt8](repeating: seed, count: 2_000)
            }
        }
        return content
    }

    private func archive(_ seed: UInt8) throws -> [UInt8] {
        var writer = PMTilesWriter(try content(seed), leafSize: 16)
        writer.maxZoom = 3
        return writer.bytes
    }

    @Test func readsPMTiles() throws {
        let file = try archive(1)
        let server = try FakeHTTPServer { $0.answer(file: file, tag: "\"1\"") }
        let folder = CacheFolder()
        let archive = try openServer(
            server.url + "/a.pmtiles?key=s3cret", cache: TileCache(folder: folder.path))
        #expect(server.requests.count == 1)
        #expect(archive.description.name == server.url + "/a.pmtiles")
        #expect(archive.description.attribution == "© Someone")
        let content = try content(1)
        for (id, bytes) in content { #expect(try archive.tile(id) { false }.bytes == bytes) }
        let count = server.requests.count
        // The next run of the program asks for nothing.
        let again = try openServer(server.url + "/a.pmtiles", cache: TileCache(folder: folder.path))
        for (id, bytes) in content { #expect(try again.tile(id) { false }.bytes == bytes) }
        #expect(server.requests.count == count)
    }

    @Test(arguments: [true, false]) func continuesWithAnotherVersion(hasCache: Bool) throws {
        let versions = Versions((try archive(1), "\"1\""))
        let server = try FakeHTTPServer { versions.answer($0) }
        let folder = CacheFolder()
        let archive = try openServer(
            server.url + "/a.pmtiles", cache: hasCache ? TileCache(folder: folder.path) : nil)
        #expect(try archive.tile(id(3, 7, 7)) { false }.bytes == content(1)[id(3, 7, 7)])
        versions.set(try self.archive(2), "\"2\"")
        for (id, bytes) in try content(2) where id.column > 4 && id.row < 4 {
            #expect(try archive.tile(id) { false }.bytes == bytes)
        }
    }

    private final class Versions: Sendable {
        private let state: Mutex<([UInt8], String)>
        init(_ state: ([UInt8], String)) { self.state = Mutex(state) }
        func set(_ file: [UInt8], _ tag: String) { state.withLock { $0 = (file, tag) } }
        func answer(_ request: FakeHTTPServer.Request) -> FakeHTTPServer.Answer {
            let (file, tag) = state.withLock { $0 }
            return request.answer(file: file, tag: tag)
        }
    }

    @Test(arguments: [[], Array("tiles".utf8), [UInt8](repeating: 7, count: 20_000)])
    func refusesOtherFiles(file: [UInt8]) throws {
        let server = try FakeHTTPServer { $0.answer(file: file, tag: nil) }
        let message = try #require(sourceMessage { try openServer(server.url + "/a.pmtiles?key=s3cret") })
        #expect(message.hasPrefix("\(server.url)/a.pmtiles: "))
        #expect(!message.contains("s3cret"))
    }

    @Test(.enabled(if: RealTiles.areThere, "tiles of a city: no ../shared/testdata/tiles"))
    func givesTheTilesOfTheFile() throws {
        let file = try RealTiles.bytes("firenze.pmtiles")
        let local = try PMTilesArchive(path: RealTiles.path("firenze.pmtiles"))
        let server = try FakeHTTPServer { $0.answer(file: file, tag: "\"1\"") }
        let folder = CacheFolder()
        let remote = try openServer(server.url + "/f.pmtiles", cache: TileCache(folder: folder.path))
        #expect(remote.description.bounds == local.description.bounds)
        let zoom = local.description.zooms.upperBound
        let bounds = try #require(local.description.bounds)
        let center = WebMercator.project(
            Coordinate(
                latitude: (bounds.south + bounds.north) / 2, longitude: (bounds.west + bounds.east) / 2))
        let scale = Double(1 << zoom)
        var count = 0
        for column in -2...2 {
            for row in -2...2 {
                let id = try id(zoom, Int(center.x * scale) + column, Int(center.y * scale) + row)
                let isSame = try local.tile(id) { false } == remote.tile(id) { false }
                #expect(isSame)
                count += try local.tile(id) { false }.bytes == nil ? 0 : 1
            }
        }
        #expect(count > 4)
    }
}
