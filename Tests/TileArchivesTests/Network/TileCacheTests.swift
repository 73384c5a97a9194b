import Foundation
import Streams
import Testing

@testable import Network
@testable import TileArchives

/// A folder that is removed with the value.
final class CacheFolder: Sendable {
    let path = NSTemporaryDirectory() + "tile-cache-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

private func resource(_ key: String, bytes: [UInt8]? = [1, 2, 3]) -> CachedResource {
    CachedResource(
        key: key, version: ResourceVersion(tag: "\"t\"", date: "d", totalBytes: 7), fetchedAt: 100,
        freshUntil: 200, bytes: bytes)
}

@Suite struct TileCacheTests {
    let folder = CacheFolder()

    private var onlyFile: String { folder.path + "/" + (folder.names.first ?? "") }

    @Test(arguments: [[1, 2, 3], [], Array("\n\n".utf8), nil]) func givesBackWhatWasStored(bytes: [UInt8]?) {
        let cache = TileCache(folder: folder.path + "/a/b")
        cache.store(resource("https://a/1", bytes: bytes))
        #expect(cache.resource("https://a/1") == resource("https://a/1", bytes: bytes))
        #expect(cache.resource("https://a/2") == nil)
    }

    @Test func storesWithoutATag() {
        let cache = TileCache(folder: folder.path)
        var stored = resource("k")
        stored.version = ResourceVersion()
        cache.store(stored)
        #expect(cache.resource("k") == stored)
    }

    @Test func replacesWhatWasStored() {
        let cache = TileCache(folder: folder.path)
        cache.store(resource("k"))
        cache.store(resource("k", bytes: [9]))
        #expect(cache.resource("k")?.bytes == [9])
        #expect(folder.names.count == 1)
        #expect(folder.names.first?.hasSuffix(".tile") == true)
    }

    @Test func onlyTheUserMayRead() throws {
        TileCache(folder: folder.path + "/termmap/tiles").store(resource("k"))
        for path in ["/termmap", "/termmap/tiles"] {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path + path)[.posixPermissions]
            #expect(mode as? Int == 0o700)
        }
    }

    @Test func ignoresAndRemovesDamagedFiles() throws {
        let cache = TileCache(folder: folder.path)
        cache.store(resource("k", bytes: Array(0..<100)))
        let whole = try Data(contentsOf: URL(fileURLWithPath: onlyFile))
        for offset in whole.indices {
            var damaged = whole
            damaged[offset] ^= 0x21
            try damaged.write(to: URL(fileURLWithPath: onlyFile))
            #expect(cache.resource("k") == nil, "\(offset)")
            #expect(folder.names.isEmpty)
            try whole.write(to: URL(fileURLWithPath: folder.path + "/\(StableHash.text(of: "k".utf8)).tile"))
        }
        for count in whole.indices {
            try whole.prefix(count).write(to: URL(fileURLWithPath: onlyFile))
            #expect(cache.resource("k") == nil, "\(count)")
            try whole.write(to: URL(fileURLWithPath: folder.path + "/\(StableHash.text(of: "k".utf8)).tile"))
        }
        #expect(cache.resource("k") == resource("k", bytes: Array(0..<100)))
    }

    @Test func anotherKeyInTheFileDoesNotCount() throws {
        let cache = TileCache(folder: folder.path)
        cache.store(resource("k"))
        try FileManager.default.moveItem(
            atPath: onlyFile, toPath: folder.path + "/\(StableHash.text(of: "other".utf8)).tile")
        #expect(cache.resource("other") == nil)
        // It belongs to somebody.
        #expect(folder.names.count == 1)
    }

    @Test func removesTheOldestFirst() throws {
        let cache = TileCache(folder: folder.path, byteLimit: 10_000)
        for index in 0..<9 {
            cache.store(resource("\(index)", bytes: .init(repeating: 0, count: 1_000)))
            let path = folder.path + "/\(StableHash.text(of: "\(index)".utf8)).tile"
            let date = Date(timeIntervalSince1970: Double(1_000 - index))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        #expect(folder.names.count == 9)
        cache.store(resource("new", bytes: .init(repeating: 0, count: 1_000)))
        let left = (0..<9).filter { cache.resource("\($0)") != nil }
        #expect(left == Array(0..<left.count) && left.count < 9 && left.count > 5)
        #expect(cache.resource("new") == resource("new", bytes: .init(repeating: 0, count: 1_000)))
        #expect(cache.size() <= 10_000)
    }

    @Test func countsWhatIsThereAlready() {
        TileCache(folder: folder.path).store(resource("old", bytes: .init(repeating: 0, count: 8_000)))
        TileCache(folder: folder.path, byteLimit: 10_000)
            .store(resource("new", bytes: .init(repeating: 0, count: 8_000)))
        #expect(folder.names.count == 1)
    }

    @Test func storesNothingLargerThanItself() {
        let cache = TileCache(folder: folder.path, byteLimit: 1_000)
        cache.store(resource("k", bytes: .init(repeating: 0, count: 1_001)))
        #expect(folder.names.isEmpty)
    }

    @Test func clearsOnlyItsOwnFiles() throws {
        let cache = TileCache(folder: folder.path)
        #expect(cache.clear() == TileCache.Removed())
        cache.store(resource("a"))
        cache.store(resource("b"))
        try Data([1]).write(to: URL(fileURLWithPath: folder.path + "/notes.txt"))
        try Data([1, 2]).write(to: URL(fileURLWithPath: folder.path + "/0123456789abcdef.tile.termmap-new"))
        let size = cache.size()
        #expect(cache.clear() == TileCache.Removed(files: 3, bytes: size))
        #expect(folder.names == ["notes.txt"])
        #expect(cache.size() == 0)
    }

    @Test func worksWithoutADisk() throws {
        try Data().write(to: URL(fileURLWithPath: folder.path))
        let cache = TileCache(folder: folder.path + "/tiles")
        cache.store(resource("k"))
        #expect(cache.resource("k") == nil)
        #expect(cache.size() == 0)
        #expect(cache.clear() == TileCache.Removed())
    }

    @Test func isInTheFolderOfTheUser() {
        #expect(TileCache(environment: ["XDG_CACHE_HOME": "/x", "HOME": "/h"])?.folder == "/x/termmap/tiles")
        #expect(
            TileCache(environment: ["XDG_CACHE_HOME": "x", "HOME": "/h"])?.folder == "/h/.cache/termmap/tiles"
        )
        #expect(
            TileCache(environment: ["XDG_CACHE_HOME": "", "HOME": "/h"])?.folder == "/h/.cache/termmap/tiles")
        #expect(TileCache(environment: [:]) == nil)
        #expect(TileCache(environment: ["HOME": ""]) == nil)
    }

    @Test func isStaleAfterItsTimeAndBeforeIt() {
        #expect([99, 100, 200, 201].map { resource("k").isFresh(at: $0) } == [false, true, true, false])
    }
}
