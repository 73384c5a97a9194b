import Foundation
import TestSupport
import Testing

/// How the state is composed: parts that change themselves, and one place for what concerns several.
@Suite struct StateArchitectureTests {
    private static let sources = Repository.root + "/Sources/TermMap"

    private static func code(of file: String) -> [String] {
        let text = (try? String(contentsOfFile: sources + "/" + file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init).filter {
            !$0.drop { $0 == " " }.hasPrefix("//")
        }
    }

    private static var files: [String] {
        (FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".swift") }
    }

    private static func files(with text: String) -> Set<String> {
        Set(files.filter { code(of: $0).contains { $0.contains(text) } })
    }

    @Test func theStateIsMadeOfFewParts() {
        let properties = Self.code(of: "App/State/AppState.swift").filter { line in
            line.hasPrefix("    package internal(set) var ") && !line.hasSuffix("{") && !line.hasSuffix("}")
        }
        #expect(!properties.isEmpty && properties.count <= 15, "\(properties)")
    }

    /// The compiler keeps everything outside `App` from changing what has no setter there.
    @Test func nothingElseChangesTheState() {
        let code = Self.files(with: "package mutating func").filter { $0.hasPrefix("App/Update+") }
        #expect(code == [])
        #expect(
            Self.code(of: "App/State/AppState.swift").allSatisfy {
                !$0.hasPrefix("    package var ") || $0.hasSuffix("{") || $0.hasSuffix("}")
            })
    }

    @Test func partsDoNotKnowTheWhole() {
        let parts = Self.files.filter { $0.hasPrefix("App/State/") && $0 != "App/State/AppState.swift" }
        #expect(parts.count > 10)
        #expect(parts.filter { file in Self.code(of: file).contains { $0.contains("AppState") } } == [])
    }

    @Test func onlyTheCodeOfServersAsksForTheServer() {
        #expect(
            Self.files(with: "origin.server") == [
                "App/State/DataState.swift", "App/Update+RowsChanged.swift", "App/Update+Server.swift",
            ])
    }

    @Test func rowsAreAdoptedInOnePlace() {
        #expect(Self.files(with: "data.adopt(") == ["App/Update+RowsChanged.swift"])
    }

    @Test func theViewIsAskedForInOnePlace() {
        #expect(
            Self.files(with: ".askView(")
                == Self.files(with: ".askView(").intersection([
                    "App/Update+View.swift", "Runtime/DataWork+Jobs.swift",
                ]))
        #expect(Self.files(with: "askForView()") == ["App/AppState+Update.swift", "App/Update+View.swift"])
    }

    @Test func theRootHoldsFoldersOfTargetsOnly() {
        #expect(Self.files.filter { !$0.contains("/") } == [])
    }
}
