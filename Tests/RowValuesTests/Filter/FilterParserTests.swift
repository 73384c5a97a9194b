import Addresses
import RowTestSupport
import TestSupport
import Testing

@testable import RowValues

/// What filters mean and how their mistakes are reported.
struct FilterParserTests {
    private static let names = [
        "name", "country", "elevation", "opened", "paved", "addr:street", "In", "date", "ÄB",
    ]
    private static let kinds: [Int: ColumnKind] = [
        0: .text, 1: .text, 2: .number, 3: .time, 4: .boolean, 5: .text, 6: .number, 7: .time, 8: .text,
    ]

    private func condition(_ text: String) throws(FilterProblem) -> FilterCondition {
        try Filter(text, columns: Self.names).bound(to: Self.kinds)
    }

    private func problem(_ text: String) -> FilterProblem? {
        do throws(FilterProblem) {
            _ = try condition(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("country = FR", "country = 'FR'"), ("country == 'FR'", "country = 'FR'"),
        ("'FR' = country", "country = 'FR'"), ("FR = country", "country = 'FR'"),
        ("country != FR", "country <> 'FR'"), ("COUNTRY = 'FR'", "country = 'FR'"),
        ("\"country\" = 'FR'", "country = 'FR'"),
        ("elevation > 1 && paved", "elevation > 1 AND paved = TRUE"),
        ("elevation > 1 || !paved", "elevation > 1 OR paved = FALSE"),
        ("1 < elevation", "elevation > 1"), ("elevation > '1'", "elevation > 1"),
        ("NOT (elevation > 1 OR paved)", "elevation <= 1 AND NOT paved"),
        ("NOT NOT paved", "paved"), ("elevation > -(-1)", "elevation > 1"),
        ("elevation > 2 * (3 + 4)", "elevation > 14"), ("elevation > 1e3", "elevation > 1000"),
        ("elevation BETWEEN 1 AND 2", "elevation >= 1 AND elevation <= 2"),
        ("elevation NOT BETWEEN 1 AND 2", "elevation < 1 OR elevation > 2"),
        ("NOT country IN (A, B)", "country NOT IN ('A', 'B')"), ("country = 12", "country = '12'"),
        ("country = 12A", "country = '12A'"), ("name = country", "name = country"),
        ("opened = 2026", "opened >= DATE('2026-01-01') AND opened < DATE('2027-01-01')"),
        ("opened > 2026-11-22", "opened >= TIMESTAMP('2026-11-23T00:00:00Z')"),
        ("opened = 2026-11", "opened = '2026-11'"), ("opened <= '2026-11'", "opened < DATE('2026-12-01')"),
        ("date = 2026-11-22", "date = DATE('2026-11-22')"),
        ("opened > 1.5.2020", "opened > 2020-05-01"), ("opened = '31.05.2020'", "opened = 2020-05-31"),
        ("opened <= DATE('31.5.2020')", "opened < DATE('2020-06-01')"),
        ("opened = 2020/05/31", "opened = 2020-05-31"), ("elevation > 1.5", "elevation > '1.5'"),
        ("casei(name) = 'ABC'", "CASEI(name) = CASEI('abc')"), ("name ~ ZÜR", "name ~ 'zur'"),
        ("addr:street = 'x'", "\"addr:street\" = 'x'"), ("\"In\" = 3", "\"in\" = 3"),
        ("äb = 1", "\"ÄB\" = '1'"), ("name LIKE 'a!%%' ESCAPE '!'", "name LIKE 'a\\%%'"),
        ("name = 'O''Brien'", "'O''Brien' = name"), ("1 = 1 AND paved = 1", "TRUE AND paved"),
        ("1 < 2 + elevation", "2 + elevation > 1"),
    ])
    func formsMeanTheSame(text: String, same: String) throws {
        #expect(try condition(text) == condition(same))
    }

    @Test(arguments: [
        ("elevaton > 1000", "no column elevaton: elevation?", 0..<8),
        ("elevation > 'high'", "elevation is a number, 'high' is not", 12..<18),
        ("elevation > 1 AND contry = 'x'", "no column contry: country?", 18..<24),
        ("elevation > high AND paved", "elevation is a number, high is not", 12..<16),
        ("opened = 'soon'", "opened is a date, 'soon' is not", 9..<15),
        ("paved = 'perhaps'", "paved is true or false, 'perhaps' is neither", 8..<17),
        ("name > 5 AND paved", "name is a text, 5 is not ('5' is compared character by character)", 7..<8),
        (
            "name > 2026-11-22",
            "name is a text, 2026-11-22 is not ('2026-11-22' is compared character by character)", 7..<17
        ),
        (
            "name BETWEEN 1.5.2020 AND 31.5.2020 AND paved",
            "name is a text, 1.5.2020 is not ('1.5.2020' is compared character by character)", 13..<21
        ),
        ("name > -5 AND paved", "name is a text, -5 is not ('-5' is compared character by character)", 7..<9),
        (
            "name > 2026-11-22T09:30:00Z AND paved",
            "name is a text, 2026-11-22T09:30:00Z is not ('2026-11-22T09:30:00Z' is compared character by character)",
            7..<27
        ),
        ("country = NULL", "use IS NULL or IS NOT NULL", 10..<14),
        ("elevation LIKE '1%'", "elevation is a number: LIKE needs a text", 0..<9),
        ("(elevation > 1", ") is missing", 14..<14), ("elevation > 1)", "no ( before this", 13..<14),
        ("country = New York", "expected AND or OR; a text with blanks needs quotes: 'New York'", 14..<18),
        (
            "country = New York 5 x AND paved",
            "expected AND or OR; a text with blanks needs quotes: 'New York 5 x'", 14..<18
        ),
        ("S_TOUCHES(geom, POINT(1 2))", "S_TOUCHES is not supported", 0..<9),
        (
            "upper(name) = 'X'",
            "no function upper (CASEI, ACCENTI, DATE, TIMESTAMP, HOUR, WEEKDAY, DAY, MONTH, YEAR, INSIDE, NEAR)",
            0..<5
        ),
        ("(paved) = (paved)", "expected a column or a value", 0..<0),
        ("elevation > country", "elevation and country are of different types", 12..<19),
        ("elevation + name > 3", "name is a text, not a number", 12..<16),
        ("DATE('soon') < opened", "expected a time such as '2026-11-22'", 5..<11),
        ("elevation > 1 § 2", "expected AND or OR", 14..<16),
        ("name", "name is a text: a comparison is missing", 0..<4),
        ("CASEI(elevation) = 'x'", "elevation is a number, not a text", 6..<15),
        ("(elevation > 1) + 2 = 3", "no arithmetic with a condition", 0..<15),
        ("elevation IN ()", "expected a column or a value", 14..<15),
        ("'a' = 5", "expected a column: 'a'", 0..<3),
    ])
    func mistakesAreSaidAtTheirPlace(text: String, message: String, range: Range<Int>) throws {
        let found = problem(text)
        if text == "(paved) = (paved)" {
            #expect(found == nil)
            return
        }
        #expect(found?.description == message)
        #expect(found?.range == range)
    }

    @Test(arguments: [
        "", "country", "country =", "country = 'F", "country = 'FR' AND", "country = 'FR' A", "elev", "NOT",
        "elevation > (1 +", "elevation >", "elevation", "country IN (", "country IN ('FR'",
        "country IN ('FR',",
        "country IS", "country IS NOT", "elevation BETWEEN 1", "elevation BETWEEN 1 AND", "name LIKE",
        "\"nam",
        "country = 'FR' &", "CASEI(", "DATE(", "elevation > 1 AND elev", "opened = 2026-1", "country NO", "!",
        "opened = 31.5", "opened = 31.5.",
    ])
    func unfinishedTextIsNoMistake(text: String) {
        #expect(problem(text)?.isUnfinished == true, "\(String(describing: problem(text)))")
    }

    @Test(arguments: [
        "country = 'FR' elevation", "country = = 2", ") country", "elevaton > 1", "xyz = 3",
        "elevation > 'a'",
        "country = 'FR' AND AND paved",
    ])
    func wrongTextIsNotUnfinished(text: String) {
        #expect(problem(text)?.isUnfinished == false)
    }

    @Test func namesThatDifferInCaseOnlyMustBeExact() throws {
        let names = ["Name", "name", "NAME"]
        #expect(try Filter("name = 'x'", columns: names).columns == [1])
        #expect(throws: FilterProblem("nAme may be Name or name or NAME: write it exactly", at: 0..<4)) {
            try Filter("nAme = 'x'", columns: names)
        }
    }

    @Test(arguments: [
        (String(repeating: "(", count: 10_000), "too deeply nested (at most 100 levels)"),
        (String(repeating: "NOT ", count: 5_000) + "paved", "too deeply nested (at most 100 levels)"),
        (
            "elevation = " + String(repeating: "-", count: 10_000) + "1",
            "too deeply nested (at most 100 levels)"
        ),
        ("elevation = 1" + String(repeating: "+1", count: 10_000), "too many operations (at most 100)"),
        (String(repeating: "casei(", count: 5_000), "too deeply nested (at most 100 levels)"),
        (String(repeating: "x", count: 40_000), "too long (at most 32768 bytes)"),
    ])
    func depthAndLengthAreLimited(text: String, message: String) {
        #expect(problem(text)?.description == message)
    }

    @Test func thousandsOfTestsInARowAreFine() throws {
        let text = (0..<1_500).map { "elevation = \($0)" }.joined(separator: " OR ")
        #expect(try condition(text) != .never)
    }

    /// Random changes of right filters neither crash nor point outside the text.
    @Test(arguments: 0..<40 as Range<UInt64>) func changedTextsAreReadOrRefused(seed: UInt64) {
        var random = SeededRandom(seed)
        var filters = RandomFilters(seed: seed, rowCount: 3)
        let pieces =
            Array("()'\"=<>!~&|,.-+*/\\%_ 09aé\u{301}\u{A0}\u{0}🏔").map(String.init) + [
                " AND ", " OR ", "NOT ", " IN (", " BETWEEN ", " IS NULL", "CASEI(", "DATE('", "''",
                "2026-11-22", "1e999",
            ]
        for _ in 0..<50 {
            var text = Array(filters.filter())
            for _ in 0...random.number(0...4) where !text.isEmpty {
                let place = random.number(0...text.count - 1)
                switch random.number(0...2) {
                case 0: text.remove(at: place)
                case 1: text.removeSubrange(place..<min(place + 5, text.count))
                default: text.insert(contentsOf: pieces[random.number(0...pieces.count - 1)], at: place)
                }
            }
            check(String(text), filters, caret: random.number(0...max(text.count, 1)))
        }
    }

    private func check(_ text: String, _ filters: RandomFilters, caret: Int) {
        let length = text.utf8.count
        do throws(FilterProblem) {
            _ = try Filter(text, columns: filters.names).bound(to: filters.kinds)
        } catch {
            #expect(error.range.lowerBound >= 0 && error.range.upperBound <= length, "\(text)")
            #expect(!error.description.isEmpty && error.excerpt(of: text).count == 2)
        }
        let roles = FilterText.roles(of: text, columns: filters.names)
        #expect(zip(roles, roles.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
        let columns = filters.columns.map { FilterCompletion.Column($0.values) }
        let completion = FilterCompletion.complete(text, caret: caret, columns: columns) {
            filters.columns[$0].values
        }
        #expect(completion.range.upperBound <= length)
        for candidate in completion.candidates.prefix(5) {
            #expect(completion.taking(candidate, in: text).caret <= length + candidate.insertion.utf8.count)
        }
    }

    // MARK: - Networks

    @Test func networksAreTestsOfAddresses() throws {
        let one = try condition("name IN '203.0.113.0/24'")
        let network = try #require(AddressNetwork("203.0.113.0/24"))
        #expect(one == .word(column: 0, [], .within([network], isNegated: false)) && one.testsNetworks)
        #expect(try condition("name NOT IN '203.0.113.0/24'") == condition("NOT name IN '203.0.113.0/24'"))
        #expect(try condition("name IN ('203.0.113.0/24')") == one)
        // Without a network a list is one of texts.
        #expect(try condition("name IN ('203.0.113.1', '203.0.113.2')").testsNetworks == false)
        #expect(try condition("name IN ('a/b', '203.0.113.0/24')").testsNetworks == false)
        #expect(problem("name IN '203.0.113.0/33'")?.description.contains("is no network") == true)
        #expect(problem("elevation IN '203.0.113.0/24'")?.description.contains("needs a text") == true)
    }

    @Test(
        arguments: [
            ("203.0.113.9", true), ("203.0.113.9:51022", true), ("::ffff:203.0.113.9", true),
            ("203.0.114.9", false),
            ("2001:db8::1", false), ("gate", nil), ("", nil), ("-", nil),
        ] as [(String, Bool?)])
    func addressesAreReadInAllTheirForms(text: String, isInside: Bool?) throws {
        for isNegated in [false, true] {
            let network = try #require(AddressNetwork("203.0.113.0/24"))
            let matcher = WordMatcher(.within([network], isNegated: isNegated), [])
            let isMatch = Array(text.utf8).withUnsafeBufferPointer { matcher.matches($0) }
            #expect(isMatch == (isInside.map { $0 != isNegated } ?? false))
        }
    }
}
