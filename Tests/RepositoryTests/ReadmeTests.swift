import Foundation
import TestSupport
import Testing

/// A README in each folder of Sources says what the folder is for, and names files that exist.
@Suite struct ReadmeTests {
    private static let sources = Repository.root + "/Sources"
    private static let endings = [".swift", ".c", ".h", ".modulemap"]

    /// All files below Sources, relative to it.
    private static let files =
        FileManager.default.enumerator(atPath: sources)?
        .compactMap { $0 as? String }.sorted() ?? []

    /// The folders with sources in them or below them; headers of C are explained with the rest of their target.
    private static let folders = Set(
        files.filter { file in endings.contains { file.hasSuffix($0) } }.flatMap { file in
            let names = file.split(separator: "/").dropLast().filter { $0 != "include" }
            return names.indices.map { names[...$0].joined(separator: "/") }
        }
    ).sorted()

    private static func lines(of path: String) throws -> [Substring] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The sources that a text names: `QuadTree.swift`, `Index/QuadTree.swift`.
    private static func sourcesNamed(in lines: [Substring]) -> [String] {
        lines.flatMap { line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }.filter { name in
            !name.contains { " …*".contains($0) } && endings.contains { name.hasSuffix($0) }
        }
    }

    private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func foldersAreFound() {
        #expect(Self.folders.count > 100)
        #expect(Self.folders.contains("MapModel/Index") && Self.folders.contains("TermMap"))
    }

    @Test(arguments: folders)
    func eachFolderSaysWhatItIsFor(folder: String) throws {
        var lines = try Self.lines(of: "\(Self.sources)/\(folder)/README.md")
        #expect(lines.popLast() == "", "The last line ends.")
        #expect(lines.first == "# \(folder.split(separator: "/").last ?? "")")
        #expect(lines.count <= 10)
        #expect(lines.filter { $0.count > 120 } == [])
        let names = Self.sourcesNamed(in: lines)
        #expect(names.contains { Self.isThere("\(Self.sources)/\(folder)/\($0)") }, "no file to start with")
        let roots = ["/Sources/\(folder)/", "/Sources/", "/Sources/TermMap/", "/"]
        let missing = names.filter { name in
            !roots.contains { Self.isThere(Repository.root + $0 + name) }
        }
        #expect(missing == [])
    }

    @Test func thePageOfTheArchitectureIsShortAndNamesFilesThatExist() throws {
        var lines = try Self.lines(of: Repository.root + "/docs/ARCHITECTURE.md")
        #expect(lines.popLast() == "" && lines.count <= 120)
        let names = Self.sourcesNamed(in: lines)
        #expect(names.count > 50)
        let missing = names.filter { name in !Self.files.contains { $0 == name || $0.hasSuffix("/" + name) } }
        #expect(missing == [])
    }
}
