import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import SQLiteFiles

/// Quotes in texts from data. A quote and a sign that combines with it are one character, and yet two scalars to a server.
@Suite struct EscapedTextTests {
    private static let accent = "\u{301}"

    private static func isSame(_ text: String, _ other: String) -> Bool {
        text.unicodeScalars.elementsEqual(other.unicodeScalars)
    }

    @Test func literalsEndWhereTheyAreMeantTo() {
        #expect(Self.isSame(PostgreSQLLiteral.sql("a'" + Self.accent), "E'a''\(Self.accent)'"))
        #expect(Self.isSame(PostgreSQLLiteral.sql("a\\" + Self.accent), "E'a\\\\\(Self.accent)'"))
        #expect(Self.isSame(PostgreSQLLiteral.sql("a\0" + Self.accent + "b"), "E'a'"))
        #expect(Self.isSame(DuckDBSQL.literal("a'" + Self.accent), "'a''\(Self.accent)'"))
        #expect(Self.isSame(ClickHouseDialect().literal("a'" + Self.accent), "'a\\'\(Self.accent)'"))
    }

    @Test func namesEndWhereTheyAreMeantTo() {
        let name = "a\"" + Self.accent
        #expect(Self.isSame(SQLStatement.quoted(name), "\"a\"\"\(Self.accent)\""))
        #expect(Self.isSame(SQLiteValue.identifier(name), "\"a\"\"\(Self.accent)\""))
        #expect(Self.isSame(DuckDBSQL.quoted(name), "\"a\"\"\(Self.accent)\""))
        #expect(Self.isSame(SQLStatement.array([name]), "{\"a\\\"\(Self.accent)\"}"))
    }

    @Test(arguments: ["it's", "'", "a'\u{301}", "'\u{301}' OR x = 'y", "\"\u{308}"])
    func valuesInFiltersAreReadAsTheyAre(value: String) throws {
        let text = FilterLexer.tokens(of: FilterText.text(value))
        #expect(text.count == 2 && text[0].kind == .text && Self.isSame(text[0].value, value))
        let name = FilterLexer.tokens(of: FilterText.name("x " + value))
        #expect(name.count == 2 && name[0].kind == .quotedName && Self.isSame(name[0].value, "x " + value))
    }
}
