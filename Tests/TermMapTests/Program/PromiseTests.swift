import TestSupport
import Testing

@testable import App
@testable import TermMap

/// What docs/STABILITY.md promises of options, settings and keys is as `Tests/Interface` records it.
@Suite struct PromiseTests {
    /// The options of each command with their values, without the words about them: `termmap -z, --zoom <zoom>`.
    private static let options =
        options("termmap", Completions.Subcommand("termmap", Options.self).help)
        + Completions.subcommands.flatMap { options("termmap \($0.name)", $0.help) }

    private static func options(_ command: String, _ help: String) -> [String] {
        help.split(separator: "\n").flatMap { line -> [String] in
            guard let option = line.firstMatch(of: #/^  (-[^ ]+(?: [^ ]+)*)(?:  |$)/#)?.1 else { return [] }
            let values = line.firstMatch(of: #/\(values: ([^;)]+)/#)?.1.split(separator: ",") ?? []
            return ["\(command) \(option)"] + values.map { "\(command) \(option): \($0.trimmingPrefix(" "))" }
        }
    }

    @Test func optionsAreThoseThatArePromised() throws {
        #expect(Self.options.count > 100 && Self.options.contains("termmap -z, --zoom <zoom>"))
        #expect(Self.options.contains("termmap --charset <set>: braille"))
        let report = try RecordedLines(Self.options, "options.txt").report
        #expect(report == nil)
    }

    @Test func keysAreThoseThatArePromised() throws {
        let lines = KeyMap().text.split(separator: "\n").map(String.init)
        #expect(lines.count > 100)
        #expect(try RecordedLines(lines, "keys.txt").report == nil)
    }

    /// Settings, and the commands that keys can be bound to, with their keys.
    @Test func settingsAreThoseThatArePromised() throws {
        let text = Configuration().text(profile: .standard, standardPath: nil)
        let lines = text.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^#? ?([a-z0-9-]+ = .*?)(?: +#.*)?$/#).map { String($0.1) }
        }
        #expect(lines.contains { $0.hasPrefix("theme = ") } && lines.contains { $0.hasPrefix("quit = ") })
        #expect(try RecordedLines(lines, "settings.txt").report == nil)
    }
}
