import Foundation
import Testing

@testable import Streams

/// Folders that are not used: those of others, those that others may write, links.
@Suite struct SavedFolderTests {
    let cache = ScratchCache()

    private func fault(creating: Bool = true) -> SavedFault? {
        do throws(SavedFault) {
            _ = try cache.folder.open(creating: creating)
            return nil
        } catch {
            return error
        }
    }

    private func makeFolder(_ path: String, mode: Int = 0o700) throws {
        try FileManager.default.createDirectory(atPath: cache.path + path, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: cache.path + path)
    }

    @Test func onlyTheUserMayRead() throws {
        #expect(fault(creating: false) == .absent)
        #expect(fault() == nil)
        for path in ["/termmap", "/termmap/saved"] {
            let mode = try FileManager.default.attributesOfItem(atPath: cache.path + path)[.posixPermissions]
            #expect(mode as? Int == 0o700)
        }
    }

    @Test(arguments: ["/termmap", "/termmap/saved"]) func aFolderThatOthersMayWriteIsNotUsed(path: String)
        throws
    {
        try makeFolder(path, mode: 0o777)
        #expect(fault() == .unsafe)
    }

    @Test(arguments: ["/termmap", "/termmap/saved"]) func linksAreNotFollowed(path: String) throws {
        try makeFolder("/elsewhere")
        try makeFolder(path == "/termmap" ? "" : "/termmap")
        try FileManager.default.createSymbolicLink(
            atPath: cache.path + path, withDestinationPath: cache.path + "/elsewhere")
        #expect(fault() == .unsafe)
        #expect(try FileManager.default.contentsOfDirectory(atPath: cache.path + "/elsewhere").isEmpty)
    }

    @Test func theCachesThemselvesMayLieElsewhere() throws {
        try makeFolder("")
        let link = cache.path + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: cache.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        _ = try SavedFolder(cacheFolder: link).open(creating: true)
        #expect(FileManager.default.fileExists(atPath: cache.path + "/termmap/saved"))
    }

    @Test(arguments: ["", "/termmap", "/termmap/saved"]) func aFileInPlaceOfTheFolderStays(path: String)
        throws
    {
        if let end = path.lastIndex(of: "/") { try makeFolder(String(path[..<end])) }
        try Data([1]).write(to: URL(fileURLWithPath: cache.path + path))
        #expect(fault() == .unsafe)
        #expect(try Data(contentsOf: URL(fileURLWithPath: cache.path + path)) == Data([1]))
    }

    @Test func aFolderThatCannotBeMadeIsAFault() {
        let folder = SavedFolder(cacheFolder: "/proc/termmap")
        #expect(throws: SavedFault.self) { _ = try folder.open(creating: true).descriptor }
    }

    @Test(
        arguments: [
            (["XDG_CACHE_HOME": "/x"], "/x/termmap/saved"),
            (["XDG_CACHE_HOME": "x", "HOME": "/home/a"], "/home/a/.cache/termmap/saved"),
            (["HOME": "/home/a"], "/home/a/.cache/termmap/saved"), (["XDG_CACHE_HOME": "x"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func theFolderIsThatOfTheUser(environment: [String: String], path: String?) {
        #expect(SavedFolder(environment: environment)?.path == path)
    }
}
