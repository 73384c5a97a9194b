import Testing

@testable import MapModel

@Suite struct SearchQueryTests {
    private func spellings(_ text: String) -> [[String]] {
        SearchQuery(text).terms.map { $0.spellings.map { String(decoding: $0, as: UTF8.self) } }
    }

    @Test(arguments: [
        ("", []), ("  ", []), ("-", []), ("Paris, Texas", [["paris"], ["texas"]]),
        ("st-étienne", [["st"], ["etienne"]]), ("O'Brien", [["obrien"]]),
        ("München", [["munchen", "muenchen"]]),
        ("Mu\u{308}nchen", [["munchen", "muenchen"]]), ("muenchen", [["muenchen", "munchen"]]),
        ("Malmø", [["malmo", "malmoe"]]), ("blue", [["blue"]]), ("東京 都", [["東京"], ["都"]]),
        ("Goethe", [["goethe", "gothe"]]), ("서울", [["서울"]]),
    ])
    func textIsSplitIntoWordsAndSpellings(text: String, expected: [[String]]) {
        #expect(spellings(text) == expected)
    }

    @Test func wordsWithManyUmlautsHaveFewSpellings() {
        let spellings = SearchQuery("xuexuexuexuexuexuexuexuex").terms[0].spellings
        #expect(spellings.map(\.count) == [25, 17])
    }

    @Test(arguments: ["xuexöxaexuex", "münchen", "aero", "oeuvre", "ö", "queue", "aeaeaeaeae"])
    func everySpellingHoldsTheAnchor(word: String) {
        let term = SearchQuery(word).terms[0]
        #expect(!term.anchor.isEmpty)
        #expect(term.spellings.allSatisfy { ByteRarity.isPart(term.anchor, of: $0) })
    }

    @Test(arguments: [
        ("", false), ("ab", false), ("a-b", false), ("abc", true), ("a b c", true), ("é'é", false),
        ("ß", false),
        ("ßa", true), ("東", true), ("か", true), ("カ", true), ("한", true), ("ㅎ", true), ("Мо", false),
        ("Мос", true), ("12", false), ("123", true), ("!!!", false),
    ])
    func threeLettersOrOneWordCharacterAreEnough(text: String, expected: Bool) {
        #expect(SearchQuery(text).isLongEnough == expected)
    }

    @Test func queriesThatFoldAlikeAreEqual() {
        #expect(SearchQuery("Łódź ") == SearchQuery("lodz"))
        #expect(SearchQuery("lodz") != SearchQuery("lod"))
    }

    @Test(arguments: [
        ("ber", "berl", true), ("berl", "ber", false), ("paris t", "paris te", true),
        ("paris", "texas paris", true),
        ("erl", "berlin", true), ("san jose", "san", false), ("", "abc", false), ("mu", "mue", true),
        ("mue", "muen", false), ("muen", "muenc", true), ("mun", "mün", false),
    ])
    func longerQueriesExtendShorterOnes(old: String, new: String, expected: Bool) {
        #expect(SearchQuery(new).extends(SearchQuery(old)) == expected)
    }

    @Test func wordsBeyondTheLimitAreNotAskedFor() {
        let text = (0..<100).map { "w\($0)" }.joined(separator: " ")
        #expect(SearchQuery(text).terms.count == 32)
    }
}
