import CellGraphics
import Foundation
import MapModel
import Platform
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport

/// Damaged files of ours: a line for each, and the program goes on.
@Suite struct DataFolderTests {
    /// A folder with copies of what we ship, removed when the value is let go.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("termmap-\(UUID())").path
        static let names = ["basemap.tmb", "coast-detail.tmb", "labels.tsv", "gazetteer.tmg"]

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for name in Self.names {
                try FileManager.default.createSymbolicLink(
                    atPath: path + "/" + name, withDestinationPath: Repository.root + "/data/" + name)
            }
        }

        func replace(_ name: String, _ bytes: some Collection<UInt8>) throws {
            try remove(name)
            try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
        }

        func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: Repository.root + "/data/" + name)))
    }

    /// What is said of a folder, as the screen would.
    private func faults(_ folder: Folder) -> [String] {
        var state = AppState(columns: 80, rows: 24, filePath: "x.csv", appearance: .plain)
        let data = DataFolder(path: folder.path)
        _ = state.update(.basemapRead(data.readBasemap()))
        _ = state.update(DataWork(loader: CSVLoader(path: "/dev/null")).search.readAtlas(data))
        return state.shipped.faults
    }

    private func isOneLine(_ fault: String, about name: String, in folder: Folder) -> Bool {
        fault.hasPrefix("\(folder.path)/\(name): ") && !fault.contains("\n")
            && fault.contains("reinstall termmap")
    }

    @Test func wholeFilesAreNoFault() throws {
        #expect(try faults(Folder()) == [])
    }

    @Test(arguments: Folder.names, ["empty", "missing", "directory", "text"])
    func whatCannotBeReadIsSaid(name: String, kind: String) throws {
        let folder = try Folder()
        switch kind {
        case "empty": try folder.replace(name, [])
        case "missing": try folder.remove(name)
        case "directory":
            try folder.remove(name)
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: false)
        default: try folder.replace(name, Array("name,lat,lon\n".utf8))
        }
        let faults = faults(only: name, folder)
        #expect(faults.count == 1)
        #expect(isOneLine(faults.first ?? "", about: name, in: folder), "\(faults)")
    }

    @Test(arguments: Folder.names) func whatMayNotBeReadIsSaid(name: String) throws {
        let folder = try Folder()
        try folder.replace(name, [1])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: folder.path + "/" + name)
        // The superuser may read it, and finds it damaged.
        #expect(isOneLine(faults(only: name, folder).first ?? "", about: name, in: folder))
    }

    @Test(arguments: Folder.names) func aFileCutAnywhereIsSaid(name: String) throws {
        let whole = try Self.bytes(name)
        let folder = try Folder()
        for part in 0..<6 {
            let bytes = whole.prefix(whole.count * part / 6)
            // Names cut between two lines are fewer names, each of them whole.
            if name == "labels.tsv", bytes.last == UInt8(ascii: "\n") { continue }
            try folder.replace(name, bytes)
            let faults = faults(only: name, folder)
            #expect(isOneLine(faults.first ?? "", about: name, in: folder), "\(part)/6")
        }
    }

    @Test(arguments: Folder.names) func flippedBytesNeverTrap(name: String) throws {
        let whole = try Self.bytes(name)
        let folder = try Folder()
        var random = SeededRandom(15)
        for _ in 0..<6 {
            var bytes = whole
            for _ in 0..<random.number(1...4) {
                bytes[random.number(0...255)] ^= UInt8(random.number(1...255))
            }
            try folder.replace(name, bytes)
            let faults = faults(only: name, folder)
            guard faults.isEmpty else {
                #expect(isOneLine(faults.first ?? "", about: name, in: folder))
                continue
            }
            // Then it is used: what was hit is no header, or a name of ours.
            let data = DataFolder(path: folder.path).readBasemap()
            let isUsed =
                switch name {
                case "basemap.tmb": data.basemap?.levels.isEmpty == false
                case "coast-detail.tmb": data.coastDetail?.levels.isEmpty == false
                case "labels.tsv": data.labels.count > 1_000
                default: false
                }
            #expect(isUsed)
        }
    }

    /// The other files are read once, not for every damage.
    private func faults(only name: String, _ folder: Folder) -> [String] {
        if name == "gazetteer.tmg" {
            do throws(UsageError) {
                _ = try DataFolder(path: folder.path).readGazetteer()
                return []
            } catch {
                return [error.description]
            }
        }
        return DataFolder(path: folder.path).readBasemap().faults
    }

    @Test func aFaultIsSaidWhereItMatters() throws {
        let folder = try Folder()
        try folder.replace("basemap.tmb", [])
        try folder.replace("gazetteer.tmg", [])
        var story = Story([(48, 2)])
        story.apply(.basemapRead(DataFolder(path: folder.path).readBasemap()))
        #expect(story.state.screen.message?.text.text.contains("basemap.tmb") == true)
        story.apply(
            DataWork(loader: CSVLoader(path: "/dev/null")).search.readAtlas(DataFolder(path: folder.path)))
        #expect(story.state.screen.message?.text.text.contains("gazetteer.tmg") == true)
        let bad = story.playing(":bad<Enter>").state.painted().plainText()
        #expect(bad.contains("basemap") && bad.contains("gazetteer"))
    }
}
