import Foundation
import TestSupport
import Testing

@testable import TermMap

/// What can be asked for is written down.
@Suite struct OptionDocumentationTests {
    private static let options = Completions.Subcommand("termmap", Options.self).options.map(\.name)

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: Repository.root + "/" + path, encoding: .utf8).replacing("\\-", with: "-")
    }

    @Test func everyOptionIsInTheManual() throws {
        let manual = try text("docs/termmap.1")
        let missing = Self.options.filter { !manual.contains($0) }
        #expect(Self.options.count > 60 && missing == [])
    }

    /// A part of the help with more options than fit on a screen cannot be scanned.
    @Test func theHelpHasShortPartsWithHeadings() {
        var parts: [(heading: String, options: Int)] = []
        let help = CommandHelp.text(Options.helpMessage(), of: Options.self)
        for line in help.split(separator: "\n") {
            if line.wholeMatch(of: #/[A-Z ]+:/#) != nil {
                parts.append((String(line), 0))
            } else if line.hasPrefix("  -"), !parts.isEmpty {
                parts[parts.count - 1].options += 1
            }
        }
        let headings = ["OPTIONS:", "COLUMNS:", "VIEW:", "ROWS:", "OUTPUT:", "TERMINAL:", "OTHER:"]
        #expect(parts.map(\.heading).suffix(headings.count) == headings[...])
        #expect(parts.allSatisfy { $0.options <= 20 }, "\(parts)")
        #expect(parts.map(\.options).reduce(0, +) > 120)
    }

    @Test func everySettingAndCommandIsInTheReference() throws {
        let reference = try text("docs/USAGE.md")
        let missing = Setting.all.map(\.name).filter { !reference.contains("`\($0)`") }
        #expect(missing == [])
        #expect(CommandHelp.names == Completions.subcommands.map(\.name))
        for command in Completions.subcommands {
            #expect(Options.helpMessage().contains("\n\(command.name) "))
            #expect(try text("docs/termmap.1").contains("termmap \(command.name)"))
            #expect(reference.contains("termmap \(command.name)"))
        }
    }

    @Test func dataSourcesAreThoseOfTheirDocument() throws {
        func plain(_ text: String) -> String { text.replacing("_", with: " ").replacing("-", with: " ") }
        let sources = plain(try text("data/SOURCES.md"))
        #expect(!VersionText.dataSources.isEmpty)
        for source in VersionText.dataSources { #expect(sources.contains(plain(source)), "\(source)") }
    }
}
