import Foundation
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
            let files = sources.filter {
                $0.contains("struct \(suite) ") || $0.contains("extension \(suite) ")
            }
            #expect(!files.isEmpty, "no suite \(suite)")
            guard let function else { continue }
            #expect(files.contains { $0.contains("func \(function)(") }, "no test \(suite).\(function)")
        }
    }

    @Test func theTableHasAllFaultsInOrder() throws {
        let page = try String(contentsOfFile: Repository.root + "/docs/SECURITY.md", encoding: .utf8)
        #expect(page.matches(of: #/(?m)^\| ([0-9]+) \|/#).compactMap { Int($0.1) } == Array(1...100))
    }

    private static func sources() -> [String] {
        let folder = Repository.root + "/Tests"
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix("Tests.swift") || $0.contains("Tests+") }
            .compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
    }
}
