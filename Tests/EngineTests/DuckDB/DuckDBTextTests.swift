import Testing

@testable import DatabaseSources

/// What is sent to duckdb and read from it, without the program.
struct DuckDBTextTests {
    @Test(arguments: [
        ("plain", "'plain'"), ("", "''"), ("O'Brien", "'O''Brien'"), ("a\nb", "('a' || chr(10) || 'b')"),
        ("\u{0}", "chr(0)"), ("\\", "'\\'"), ("\r\n.shell x", "(chr(13) || chr(10) || '.shell x')"),
        ("Zürich 🏔", "'Zürich 🏔'"),
    ])
    func textsAreLiteralsOnOneLine(text: String, literal: String) {
        #expect(DuckDBSQL.literal(text) == literal)
    }

    @Test(arguments: [(1.0, "1.0e0"), (-0.1, "-0.1e0"), (1e-7, "1e-07"), (1e300, "1e+300")])
    func numbersAreDoubles(number: Double, literal: String) { #expect(DuckDBSQL.literal(number) == literal) }

    @Test func answersMayComeInPieces() {
        let text = "\"a\",\"\",,\"x,\"\"y\"\"\"\n,\"1\n2\",\"\"\"\",\"\u{0}\"\n"
        let expected: [[String?]] = [["a", "", nil, "x,\"y\""], [nil, "1\n2", "\"", "\u{0}"]]
        for cut in 0...text.utf8.count {
            var (answer, rows, row) = (DuckDBAnswer(), [[String?]](), [String?]())
            for piece in [Array(text.utf8.prefix(cut)), Array(text.utf8.dropFirst(cut))] {
                piece.withUnsafeBufferPointer { piece in
                    answer.feed(piece) {
                        row.append($0.map { String(decoding: $0, as: UTF8.self) })
                    } endRow: {
                        rows.append(row)
                        row = []
                    }
                }
            }
            #expect(rows == expected && row.isEmpty, "cut at \(cut)")
        }
    }

    @Test func anAnswerOfAnotherShapeIsNone() {
        #expect(DuckDBAnswer.rows(Array("\"1\",\"2\"\n".utf8), columnCount: 1) == nil)
        #expect(DuckDBAnswer.rows(Array("\"1\"".utf8), columnCount: 1) == nil)
        #expect(DuckDBAnswer.rows([], columnCount: 1)?.count == 0)
    }

    @Test func structuresAreSplitIntoColumns() {
        let columns = DuckDBColumn.all([
            ("id", "BIGINT"), ("names", "STRUCT(\"primary\" VARCHAR, common MAP(VARCHAR, VARCHAR))"),
            ("a\"b", "STRUCT(\"x, (y\" STRUCT(z DECIMAL(10,2)), e ENUM('a, ''(', 'b'))"),
            ("list", "STRUCT(a INTEGER)[]"), ("g", "GEOMETRY('epsg:25832')"),
        ])
        #expect(
            columns.map(\.name) == [
                "id", "names.primary", "names.common", "a\"b.x, (y.z", "a\"b.e", "list", "g",
            ])
        #expect(columns[1].sql == "(\"names\").\"primary\"")
        #expect(columns[3].sql == "((\"a\"\"b\").\"x, (y\").\"z\"" && columns[3].type.isDecimal)
        #expect(columns[2].type == .nested("MAP(VARCHAR, VARCHAR)"))
        #expect(columns[5].type == .nested("STRUCT(a INTEGER)[]"))
        #expect(columns[6].type == .geometry(system: "epsg:25832"))
    }

    @Test(arguments: [
        (
            "Catalog Error: unrecognized configuration parameter \"allowed_paths\"",
            "needs a newer duckdb: 1.5 or later (pip install --upgrade duckdb-cli, or https://duckdb.org)"
        ),
        (
            "\u{1B}[1mIO Error: Could not set lock on file \"x\": Conflicting lock is held in duckdb (PID 7)",
            "is open in another program (close it there, or show a copy of the file)"
        ),
        (
            "WARNING:\nDeprecated arrow\n\nBinder Error: no \"x\"\n\nLINE 1: SELECT x",
            "cannot be read (DuckDB: no \"x\")"
        ),
    ])
    func errorsAreExplained(message: String, words: String) throws {
        let error = try #require(DuckDBWords.error(in: Array(message.utf8)))
        #expect(DuckDBWords.explained(error) == words)
        #expect(DuckDBWords.error(in: Array("WARNING:\nDeprecated arrow".utf8)) == nil)
    }
}
