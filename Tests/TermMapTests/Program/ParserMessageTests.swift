import ArgumentParser
import Testing

@testable import TermMap

/// What the argument parser says is said in our words; it is asked itself, so that another version of it is noticed.
@Suite struct ParserMessageTests {
    @Test(arguments: [
        (["--charset", "x"], "--charset: \"x\": expected auto, braille, block, ascii"),
        (["-o", "it's"], "-o: \"it's\": expected csv, ndjson, geojson, id, lines, svg, html, ansi, cast"),
        (["--size"], "--size: a value is missing"),
        (["--wher", "a > 1"], "--wher: no such option: --where?"),
        (["--fromat", "csv"], "--fromat: no such option: --format?"),
        (["--bogus"], "--bogus: no such option"),
        (["-q"], "-q: no such option"),
        (["--once=3"], "--once: takes no value"),
    ])
    func optionsAreNamedAndValuesQuoted(arguments: [String], expected: String) {
        #expect(Self.text(Options.self, arguments) == expected)
    }

    @Test(arguments: [
        (["--limit", "x"], "--limit: \"x\": expected a whole number")
    ])
    func numbersAreExpected(arguments: [String], expected: String) {
        #expect(Self.text(GeocodeOptions.self, arguments) == expected)
    }

    @Test(arguments: [
        (["list", "a", "b"], "unexpected argument: \"b\""),
        (["foo"], "\"foo\": expected list, clear"),
    ])
    func argumentsAreQuoted(arguments: [String], expected: String) {
        #expect(Self.text(CacheCommand.self, arguments) == expected)
    }

    private static func text(_ command: any ParsableCommand.Type, _ arguments: [String]) -> String? {
        do {
            _ = try command.parse(arguments)
            return nil
        } catch {
            return ParserMessage(command.message(for: error)).text
        }
    }
}
