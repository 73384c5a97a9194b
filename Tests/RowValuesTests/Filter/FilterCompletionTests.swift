import Testing

@testable import RowValues

/// What can follow in a filter, and filters made of values.
struct FilterCompletionTests {
    private static let countries = ["FR", "FR", "FR", "DE", "DE", "Côte d'Ivoire", "", "x"]

    private static func values(_ name: String, _ texts: [String], _ kind: ColumnKind? = nil) -> ColumnValues {
        var builder = ColumnBuilder(name: name, kind: kind)
        for text in texts { builder.append(text) }
        return builder.finish()
    }

    private static let columns = [
        values("country", countries, .text), values("County code", countries, .text),
        values("elevation", countries.indices.map { "\($0)" }, .number),
        values("open", ["true", "false", "true", "", "", "", "", ""], .boolean),
    ]

    private static var areas: FilterCompletion.Areas {
        var areas = FilterCompletion.Areas()
        areas.sets = [("countries", ""), ("my districts", "")]
        areas.places = ["Bavaria", "Côte d'Or"]
        let names = values("name", ["Mitte", "Nord", "Mitte"], .text)
        areas.columns["my districts"] = [
            (FilterCompletion.Column(names), names), (FilterCompletion.Column(name: "price"), nil),
        ]
        return areas
    }

    private func complete(_ marked: String) -> FilterCompletion {
        let caret = Array(marked.utf8).firstIndex(of: UInt8(ascii: "|")) ?? 0
        let text = marked.replacing("|", with: "")
        return FilterCompletion.complete(
            text, caret: caret, columns: Self.columns.map { FilterCompletion.Column($0) }, areas: Self.areas
        ) { Self.columns[$0] }
    }

    /// The text with the first candidate taken, the caret as `|`.
    private func taken(_ marked: String, _ index: Int = 0) -> String {
        let completion = complete(marked)
        guard completion.candidates.indices.contains(index) else { return "" }
        let (text, caret) = completion.taking(
            completion.candidates[index], in: marked.replacing("|", with: ""))
        return String(decoding: Array(text.utf8)[..<caret], as: UTF8.self) + "|"
            + String(decoding: Array(text.utf8)[caret...], as: UTF8.self)
    }

    @Test(arguments: [
        ("|", "country |"), ("co|", "country |"), ("COD|", "\"County code\" |"), ("\"Coun|", "country |"),
        ("country = |", "country = 'FR'|"), ("country = cot|", "country = 'Côte d''Ivoire'|"),
        ("country = 'd|", "country = 'DE'|"), ("country = 'd| AND elevation > 1", "country = 'DE'|"),
        ("country = d| AND elevation > 1", "country = 'DE'| AND elevation > 1"),
        ("country IN ('FR', |", "country IN ('FR', 'FR'|"), ("country |", "country = |"),
        ("country li|", "country LIKE |"),
        ("country NOT |", "country NOT LIKE |"), ("country is n|", "country is NULL |"),
        ("elevation |", "elevation > |"),
        ("country = 'FR' |", "country = 'FR' AND |"), ("country = 'FR'|", "country = 'FR' AND |"),
        ("country = 'FR' AND el|", "country = 'FR' AND elevation |"), ("NOT (el|", "NOT (elevation |"),
        ("open = |", "open = TRUE|"), ("elevation BETWEEN 1 |", "elevation BETWEEN 1 AND |"),
        ("inside(|", "inside(countries|"), ("inside(dis|", "inside(\"my districts\"|"),
        ("inside(bav|", "inside('Bavaria')|"), ("inside('cot|", "inside('Côte d''Or')|"),
        ("near(cou|", "near(countries, |"), ("near(countries, |", "near(countries, 500m |"),
        ("inside(\"my districts\", |", "inside(\"my districts\", name |"),
        ("inside(\"my districts\", pr|", "inside(\"my districts\", price |"),
        ("inside(\"my districts\", name = |", "inside(\"my districts\", name = 'Mitte'|"),
        ("inside(\"my districts\", name = m|)", "inside(\"my districts\", name = 'Mitte'|)"),
        ("inside(\"my districts\", name IN ('Nord', |", "inside(\"my districts\", name IN ('Nord', 'Mitte'|"),
        ("inside(countries) |", "inside(countries) AND |"),
        ("inside(countries) AND co|", "inside(countries) AND country |"),
        ("inside(|) AND open", "inside(countries|) AND open"), ("NOT inside(cou|", "NOT inside(countries|"),
        ("s_within(|", "s_within(geometry, |"), ("s_within(geom, PO|", "s_within(geom, POLYGON((|"),
        ("ins|", "INSIDE(|"), ("CASEI(country) = |", "CASEI(country) = 'FR'|"),
        ("country = 'FR' AND cas|", "country = 'FR' AND CASEI(|"),
        ("(country = FR|", "(country = 'FR'|"), ("el| > 5", "elevation | > 5".replacing("| >", with: "|>")),
    ])
    func theFirstCandidateFits(marked: String, expected: String) {
        #expect(taken(marked) == expected)
    }

    @Test func valuesComeWithTheirCounts() {
        let completion = complete("country = |")
        #expect(completion.title == "country" && completion.summary == "4 values")
        #expect(completion.candidates.map(\.label) == ["FR", "DE", "Côte d'Ivoire", "x"])
        #expect(completion.candidates.map(\.count) == [3, 2, 1, 1])
        #expect(complete("country = o|").candidates.map(\.label) == ["Côte d'Ivoire"])
    }

    @Test func columnsComeWithTypeAndShareWithoutValue() {
        let completion = complete("|")
        #expect(completion.title == "columns" && completion.summary == "4 columns")
        #expect(
            completion.candidates.map(\.detail) == [
                "text, 13 % without", "text, 13 % without", "number", "true/false, 63 % without",
            ])
    }

    @Test func columnsThatAreNotReadAreAskedFor() {
        let completion = FilterCompletion.complete(
            "country = ", caret: 10, columns: [FilterCompletion.Column(name: "country")]
        ) { _ in nil }
        #expect(completion.wantedColumn == 0 && completion.candidates.isEmpty)
    }

    @Test func anotherTestThatIsEitherOfTwoIsBracketed() {
        let either = "(a = 1 AND b = 2) OR (a = 2 AND b = 3)"
        let added = FilterText.adding(either, to: "c = 3")
        #expect(added == "c = 3 AND (\(either))")
        #expect(FilterText.adding(either, to: added) == added)
        #expect(FilterText.adding("(a = 1 OR b = 2)", to: "c = 3") == "c = 3 AND (a = 1 OR b = 2)")
    }

    @Test(
        arguments: [
            ("", "FR", false, "country = 'FR'"), ("", "O'Brien", false, "country = 'O''Brien'"),
            ("", nil, false, "country IS NULL"), ("a = 1", nil, true, "a = 1 AND country IS NOT NULL"),
            ("a = 1 OR b = 2", "FR", false, "(a = 1 OR b = 2) AND country = 'FR'"),
            ("(a = 1 OR b = 2)", "FR", false, "(a = 1 OR b = 2) AND country = 'FR'"),
            ("(a = 1) OR (b = 2)", "FR", false, "((a = 1) OR (b = 2)) AND country = 'FR'"),
            ("a = 1", "FR", true, "a = 1 AND (country <> 'FR' OR country IS NULL)"),
            ("country = 'FR'", "FR", false, "country = 'FR'"), ("a = ", "FR", false, "country = 'FR'"),
        ] as [(String, String?, Bool, String)])
    func filtersAreMadeOfValues(old: String, value: String?, isNegated: Bool, expected: String) {
        #expect(
            FilterText.adding(to: old, column: "country", kind: .text, value: value, isNegated: isNegated)
                == expected)
    }

    @Test(arguments: [
        ("name", "name"), ("in", "\"in\""), ("Height m", "\"Height m\""), ("a\"b", "\"a\"\"b\""),
        ("addr:street", "addr:street"),
        ("2nd", "\"2nd\""), ("", "\"\""), ("día", "día"), ("a.b.", "\"a.b.\""), ("x-y", "\"x-y\""),
    ])
    func namesAreQuotedWhereNeeded(name: String, expected: String) throws {
        #expect(FilterText.name(name) == expected)
        if !name.isEmpty { #expect(try Filter("\(expected) IS NULL", columns: ["q", name]).columns == [1]) }
    }

    @Test func piecesHaveRoles() {
        let text = "CASEI(country) = 'FR' AND elevation > 2 OR casei = x"
        let roles = FilterText.roles(of: text, columns: ["country", "elevation"])
        #expect(
            roles.map(\.role) == [
                .keyword, .sign, .column, .sign, .sign, .text, .keyword, .column, .sign, .number, .keyword,
                .text, .sign,
                .text,
            ])
    }
}
