import Foundation
import TestSupport
import Testing

/// The tests that docs/SECURITY.md names exist.
@Suite struct SecurityTableTests {
    @Test func everyTestOfTheTableExists() throws {
        let page = try String(contentsOfFile: Repository.root + "/docs/SECURITY.md", encoding: .utf8)
        let named = page.matches(of: #/`([A-Za-z]+Tests)(?:\.([A-Za-z0-9]+))?`/#)
            .map { (suite: String($0.1), function: $0.2.map(String.init)) }
        #expect(named.count > 60)
        let sources = Self.sources()
        for (suite, function) in named {
            // A suite is a type, or a file of functions.
            let files = sources.filter { $0.name == suite || $0.types.contains(suite[...]) }
            #expect(!files.isEmpty, "no suite \(suite)")
            guard let function else { continue }
            #expect(files.contains { $0.functions.contains(function[...]) }, "no test \(suite).\(function)")
        }
    }

    @Test func theTableHasAllFaultsInOrder() throws {
        let page = try String(contentsOfFile: Repository.root + "/docs/SECURITY.md", encoding: .utf8)
        #expect(page.matches(of: #/(?m)^\| ([0-9]+) \|/#).compactMap { Int($0.1) } == Array(1...110))
    }

    /// What a file declares.
    private struct Source {
        let name: String
        let types: Set<Substring>
        let functions: Set<Substring>

        init(_ name: String, _ text: String) {
            self.name = name
            let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            func named(after keyword: String) -> Set<Substring> {
                Set(zip(words, words.dropFirst()).filter { $0.0 == keyword }.map(\.1))
            }
            (types, functions) = (named(after: "struct"), named(after: "func"))
        }
    }

    private static func sources() -> [Source] {
        let folder = Repository.root + "/Tests"
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix("Tests.swift") }.compactMap { path in
            let file = URL(fileURLWithPath: folder + "/" + path)
            let name = file.deletingPathExtension().lastPathComponent
            return (try? String(contentsOf: file, encoding: .utf8)).map { Source(name, $0) }
        }
    }
}
