import Streams
import TestSupport
import Testing

@Suite struct TOMLDocumentTests {
    private func read(_ text: String) throws(TOMLProblem) -> [TOMLDocument.Entry] {
        try TOMLDocument(Array(text.utf8)).entries
    }

    @Test func valuesAndTablesAreRead() throws {
        let entries = try read(
            """
            \u{FEFF}# settings
            theme = "dark" # of the screen
            "view-rows" = 1_000
            mouse=false\r
            path = 'C:\\maps'
            text = "a\\"b\\tc\\u00e9\\U0001F5FA"

            [keys]
            quit = ["q",
              # comment
              "Ctrl-x", ]
            [themes."my own"]
            a.b = -5
            none = []
            """)
        let expected: [([String], TOMLDocument.Value, Int)] = [
            (["theme"], .string("dark"), 2), (["view-rows"], .integer(1_000), 3),
            (["mouse"], .boolean(false), 4), (["path"], .string("C:\\maps"), 5),
            (["text"], .string("a\"b\tcé🗺"), 6),
            (["keys", "quit"], .array([.string("q"), .string("Ctrl-x")]), 9),
            (["themes", "my own", "a", "b"], .integer(-5), 13),
            (["themes", "my own", "none"], .array([]), 14),
        ]
        #expect(entries.count == expected.count)
        for (entry, wanted) in zip(entries, expected) {
            #expect(entry.path == wanted.0 && entry.value == wanted.1 && entry.line == wanted.2)
        }
        #expect(try read("") == [] && read("\n\n# only a comment") == [])
    }

    @Test(arguments: [
        ("a = 1\na = 2", 2, "\"a\" is set twice (line 1)"),
        ("\n\na = dark", 3, "dark: text needs quotes: \"dark\""),
        ("a = [1,\n2", 1, "the array is not closed: ] is missing"),
        ("a = \"x", 1, "the text is not closed: \" is missing"),
        ("a", 1, "expected = after \"a\""), ("= 3", 1, "expected a name, not ="),
        ("a =", 1, "expected a value"),
        ("a = 1 2", 1, "expected the end of the line, not 2"),
        ("a = 99999999999999999999", 1, "99999999999999999999: not a whole number of 64 bits"),
        ("a = 1.5", 1, "1.5: text needs quotes: \"1.5\""), ("[a", 1, "expected ] after \"a\""),
        ("[[a]]", 1, "arrays of tables are not read: one pair of brackets"),
        ("a = {b = 1}", 1, "inline tables are not read: write a table such as [keys]"),
        ("a = \"\"\"x\"\"\"", 1, "text on several lines is not read: one pair of quotes"),
        ("a = \"\\x\"", 1, "unknown escape \\x"),
        ("a = \"\\ud800\"", 1, "\\u needs 4 hexadecimal digits of a character"),
        ("a = \"\u{1B}[2J\"", 1, "control characters must be written as \\u001B"),
        ("[keys]\n[keys]", 2, "\"keys\" is set twice (line 1)"),
        ("a = [[[[[[[[[1]]]]]]]]]", 1, "arrays in arrays, too deep"),
    ])
    func mistakesHaveTheirLine(text: String, line: Int, words: String) {
        #expect(throws: TOMLProblem(line: line, words)) { try read(text) }
    }

    @Test func bytesThatAreNoTextHaveTheirLine() {
        #expect(throws: TOMLProblem(line: 2, "not UTF-8 text")) { try TOMLDocument([97, 10, 0xFF, 10]) }
    }

    /// A hundred thousand random texts of the signs that matter are read or refused.
    @Test func nothingTraps() {
        var random = SeededRandom(1)
        let signs = Array("[]=\"'\\,.#\n\r\t ab1-_{}u\u{FEFF}é".utf8)
        for _ in 0..<100_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                signs.randomElement(using: &random)!
            }
            _ = try? TOMLDocument(bytes)
        }
    }
}
