import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import SourceTestSupport
@testable import Streams

/// Tables as Markdown, psql and mysql draw them.
@Suite struct PipeTableTests {
    private static func plain(_ text: String, pieces: Int = 1) -> String {
        var filter = PipeTable()
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        let length = max((bytes.count + pieces - 1) / pieces, 1)
        for start in stride(from: 0, to: bytes.count, by: length) {
            let end = min(start + length, bytes.count)
            result += bytes[start..<end].withUnsafeBytes { filter.filtered($0, isLast: end == bytes.count) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let tables = [
        (" id | lat | name \n----+-----+------\n  1 |  10 | K\n  2 |  11 | Lima B\n(2 rows)\n\n", "psql"),
        ("| id | lat | name |\n|---:|:---:|---|\n| 1 | 10 | K |\r\n|2|11|Lima B|", "Markdown"),
        (
            "+----+-----+------+\n| id | lat | name |\n+----+-----+------+\n|  1 |  10 | K |\n| 2 | 11 | Lima B |\n",
            "mysql"
        ),
    ]

    @Test(arguments: tables) func isDelimitedText(text: String, name: String) {
        let lines = Self.plain(text).split(separator: "\n", omittingEmptySubsequences: true)
        #expect(lines == ["id|lat|name", "1|10|K", "2|11|Lima B"], "\(name)")
        // Rows keep the numbers of their lines.
        let count = { (text: String) in text.utf8.count { $0 == 0x0A } }
        #expect(count(Self.plain(text)) == count(text))
        for pieces in 2...text.utf8.count { #expect(Self.plain(text, pieces: pieces) == Self.plain(text)) }
        #expect(Array(text.utf8).withUnsafeBytes { PipeTable.begins($0) })
    }

    @Test(arguments: [
        ("| a\\|b | \"q\" | x \\| |\n", "\"a|b\"|\"\"\"q\"\"\"|\"x |\"\n"), ("| | 1 |\n", "|1\n"),
        ("no bars - at all\n", "no bars - at all\n"), ("a | b |\n", "a|b|\n"),
        ("(2 rows) x\n", "(2 rows) x\n"),
        ("|\n", "\n"), ("", ""),
    ]) func fieldsAreWhatStandsBetweenTheBars(line: String, expected: String) {
        #expect(Self.plain(line) == expected)
    }

    @Test(arguments: ["a|b|lat\nx|--|1\n", "a,b\n---|---\n", "lat|lon\n1|2\n", "", "--|--\n1|2\n"])
    func otherTextIsLeftAlone(text: String) {
        #expect(!Array(text.utf8).withUnsafeBytes { PipeTable.begins($0) })
    }

    @Test func rowsAreReadWithoutBlanksAndWithoutRules() throws {
        let text =
            "Towns\n\n| id | lat | lon | name |\n|--|--|--|--|\n| 1 | 10 | 20 | K |\n| 2 | x | 21 | L |\n"
        let file = try TemporaryFile(text)
        let loaded = try file.load().source
        #expect(loaded.table.columnNames == ["id", "lat", "lon", "name"] && loaded.table.recordCount == 2)
        #expect(try loaded.table.rowLabels([0]) == ["K"] && loaded.table.namedRow(0).line == 5)
        #expect(loaded.skipped.total == 1 && loaded.skipped.examples.first?.line == 6)
    }
}
