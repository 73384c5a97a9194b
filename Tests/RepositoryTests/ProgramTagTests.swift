import Foundation
import TestSupport
import Testing

/// Tests that start programs or servers are told from the others by their target or a tag.
@Suite struct ProgramTagTests {
    /// What such tests write. Fakes that speak over a socket count: their tests wait for each other's threads.
    private static let starts = [
        "Process()", "SecureServer(", "FakeHTTPServer", "FakePostgreSQL", "ScriptedServer(", "InstalledGDAL",
    ]
    private static let tag = ".tags(." + "startsPrograms)"
    private static let wholeTargets = ["EndToEndTests/", "EngineTests/"]

    /// The code of all files with tests, by their paths below Tests.
    private static let files: [String: String] = {
        let folder = Repository.root + "/Tests"
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.reduce(into: [:]) { files, name in
            let text = (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
            if text.contains("@Test") && !name.hasSuffix("/ProgramTagTests.swift") { files[name] = text }
        }
    }()

    private static func isTagged(_ name: String) -> Bool { files[name]?.contains(tag) == true }

    private static func startsPrograms(_ name: String) -> Bool {
        starts.contains { files[name]?.contains($0) == true }
    }

    @Test func testsThatStartProgramsAreTagged() {
        let others = Self.files.keys.filter { name in !Self.wholeTargets.contains { name.hasPrefix($0) } }
        #expect(others.count > 200)
        #expect(others.filter { Self.startsPrograms($0) && !Self.isTagged($0) }.sorted() == [])
        #expect(others.filter { !Self.startsPrograms($0) && Self.isTagged($0) }.sorted() == [])
    }

    /// Scripts skip the files with the tag: a file of the same name elsewhere would be skipped as well.
    @Test func filesWithTheTagHaveNamesOfTheirOwn() {
        let tagged = Self.files.keys.filter(Self.isTagged)
        #expect(tagged.count > 10)
        for name in tagged {
            let file = "/" + (name.split(separator: "/").last ?? "")
            #expect(Self.files.keys.filter { $0.hasSuffix(file) } == [name])
        }
    }
}
