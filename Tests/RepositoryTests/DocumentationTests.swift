import Foundation
import TestSupport
import Testing

/// What other targets and other programs can use has a doc comment.
@Suite struct DocumentationTests {
    private static let targets = [
        "MapModel", "PlaceNames", "CellGraphics", "Streams", "RowValues", "Rows", "Network", "Programs",
        "SQLiteFiles",
        "FileSources", "DatabaseSources", "Receivers", "Basemaps", "MapSources", "Streets", "TileArchives",
        "Addresses",
    ]
    private static let requiredShare = 0.95

    private static let modifiers: Set = [
        "public", "package", "private", "internal", "static", "final", "mutating", "nonmutating", "consuming",
        "borrowing", "indirect", "convenience", "nonisolated",
    ]
    private static let keywords: Set = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "func", "var", "let", "init",
        "subscript", "case",
    ]

    private struct Declaration {
        let name: String
        let isDocumented: Bool
    }

    @Test(arguments: targets)
    func declarationsAreDocumented(target: String) {
        let declarations = Self.swiftFiles(of: target).flatMap { Self.declarations(in: $0) }
        let undocumented = declarations.filter { !$0.isDocumented }.map(\.name)
        #expect(!declarations.isEmpty)
        let share = 1 - Double(undocumented.count) / Double(max(declarations.count, 1))
        #expect(share >= Self.requiredShare, "\(undocumented.joined(separator: "\n"))")
    }

    @Test(arguments: [
        ("public let count: Int", true), ("public private(set) var zoom: Double", true),
        ("private(set) public var cells: [Cell]", true), ("@inlinable package func read() {", true),
        ("package static let world = 1", true), ("public init() {}", true), ("init() {}", false),
        ("private(set) var keys: [UInt64] = []", false), ("public extension Cell {", false),
        ("/// public let count: Int", false), ("@inline(__always)", false),
    ])
    func declarationsAreRecognized(line: String, isDeclaration: Bool) {
        #expect(Self.isDeclaration(line[...]) == isDeclaration)
    }

    private static func swiftFiles(of target: String) -> [String] {
        let folder = Repository.root + "/Sources/" + target
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    }

    /// The public and package declarations of a file, which are documented when `///` comes before them and their
    /// attributes.
    private static func declarations(in file: String) -> [Declaration] {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        var isDocumented = false
        var found: [Declaration] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.drop { $0 == " " }
            if isDeclaration(line) {
                let name = file.dropFirst(Repository.root.count + 1)
                found.append(Declaration(name: "\(name): \(line)", isDocumented: isDocumented))
            }
            if !line.hasPrefix("@") || isDeclaration(line) { isDocumented = line.hasPrefix("///") }
        }
        return found
    }

    /// Whether a line declares something that other targets can use.
    private static func isDeclaration(_ line: Substring) -> Bool {
        var isVisible = false
        for word in line.split(separator: " ") {
            if word == "public" || word == "package" { isVisible = true }
            if word.hasPrefix("@") || modifiers.contains(String(word.prefix { $0 != "(" })) { continue }
            return isVisible && keywords.contains(String(word.prefix { $0.isLetter }))
        }
        return false
    }
}
