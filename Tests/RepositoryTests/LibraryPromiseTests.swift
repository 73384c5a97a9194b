import Foundation
import TestSupport
import Testing

/// What MapModel offered in the last version is still there. What is new is recorded with the next version.
@Suite struct LibraryPromiseTests {
    private static let folder = Repository.root + "/Sources/MapModel"

    /// The first lines of all public declarations, sorted.
    private static func declarations() throws -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let lines = try names.filter { $0.hasSuffix(".swift") }.flatMap { name in
            try String(contentsOfFile: folder + "/" + name, encoding: .utf8).split(separator: "\n")
                .map { $0.trimmingPrefix { $0 == " " } }
                .filter { $0.firstMatch(of: #/^(@\S+ )*(private\(set\) )?public /#) != nil }
                .map { String($0.prefix { $0 != "{" }.trimmingSuffix { $0 == " " }) }
        }
        return Set(lines).sorted()
    }

    @Test func noDeclarationIsGone() throws {
        let declarations = try Self.declarations()
        #expect(declarations.count > 300 && declarations.contains("public struct QuadTree: Sendable"))
        let recorded = try RecordedLines(declarations, "mapmodel.txt")
        #expect(recorded.missing == [] && !recorded.isRewritten)
    }

    /// Each public type is in a group of the documentation, and each group names what exists.
    @Test func theDocumentationListsAllTypes() throws {
        let page = try String(contentsOfFile: Self.folder + "/MapModel.docc/MapModel.md", encoding: .utf8)
        let listed = Set(page.matches(of: #/(?m)^- ``(\w+)``$/#).map { String($0.1) })
        let types = try Set(
            Self.declarations().compactMap {
                $0.firstMatch(of: #/public (?:struct|enum|final class|protocol) (\w+)/#).map { String($0.1) }
            })
        let nested = try Set(Self.nestedTypes())
        #expect(types.subtracting(listed).subtracting(nested) == [])
        #expect(listed.subtracting(types) == [])
    }

    /// Types inside of others, which are documented with these: their declarations are indented.
    private static func nestedTypes() throws -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".swift") }.flatMap { name in
            try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
                .matches(of: #/(?m)^ +public (?:struct|enum|final class|protocol) (\w+)/#).map {
                    String($0.1)
                }
        }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        self[..<(lastIndex { !isTrimmed($0) }.map { index(after: $0) } ?? startIndex)]
    }
}
