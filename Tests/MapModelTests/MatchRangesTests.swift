import TestSupport
import Testing

@testable import MapModel

@Suite struct MatchRangesTests {
    /// `text` with brackets around what is shown in bold.
    private func marked(_ query: String, _ text: String) -> String {
        var result = ""
        var end = text.startIndex
        for range in MatchRanges.ranges(of: SearchQuery(query), in: text) {
            result += "\(text[end..<range.lowerBound])[\(text[range])]"
            end = range.upperBound
        }
        return result + text[end...]
    }

    @Test(arguments: [
        ("ber", "Berlin", "[Ber]lin"), ("an", "Banana", "B[anan]a"), ("lin ber", "Berlin", "[Berlin]"),
        ("paris tex", "Texas: Paris", "[Tex]as: [Paris]"), ("ss", "Weißenburg", "Wei[ß]enburg"),
        ("strasse", "Hauptstraße 5", "Haupt[straße] 5"), ("o", "Ørsted", "[Ø]rsted"),
        ("munchen", "München", "[München]"), ("muenchen", "München Ost", "[München] Ost"),
        ("münchen", "Muenchen", "[Muenchen]"), ("e", "Cafe\u{301}!", "Caf[e\u{301}]!"),
        ("obrien", "Miss O'Brien’s", "Miss [O'Brien]’s"), ("o'brien", "OBrien", "[OBrien]"),
        ("st-etienne", "St Étienne", "[St] [Étienne]"),
        ("saint etienne", "Saint-Étienne", "[Saint]-[Étienne]"),
        ("dc", "Washington, D.C.", "Washington, [D.C]."), ("京", "東京都", "東[京]都"), ("mос", "Москва", "Москва"),
        ("мос", "МОСКВА", "[МОС]КВА"), ("울", "서울", "서[울]"), ("xyz", "abc", "abc"), ("", "abc", "abc"),
        ("abc", "", ""), ("istanbul", "İSTANBUL", "[İSTANBUL]"), ("ae", "Ærø", "[Æ]rø"),
        ("fi", "ﬁnd", "[ﬁ]nd"),
        ("köln", "🇩🇪 Ko\u{308}ln 🎉", "🇩🇪 [Ko\u{308}ln] 🎉"), ("a a", "a a", "[a] [a]"),
    ])
    func everyMatchedPartIsBold(query: String, text: String, expected: String) {
        #expect(marked(query, text) == expected)
    }

    @Test(arguments: 0..<200)
    func rangesAscendAndFoldToTheWords(seed: UInt64) {
        var random = SeededRandom(seed)
        let letters: [Character] = [
            "a", "b", "é", "e\u{301}", "ß", "s", "-", " ", "'", "東", "ü", "e", "ø", "🎉",
        ]
        func text(_ length: ClosedRange<Int>) -> String {
            String((0..<random.number(length)).map { _ in letters[random.number(0...letters.count - 1)] })
        }
        let query = SearchQuery(text(1...4))
        let name = text(0...30)
        let ranges = MatchRanges.ranges(of: query, in: name)
        for (range, next) in zip(ranges, ranges.dropFirst()) { #expect(range.upperBound < next.lowerBound) }
        for range in ranges {
            let folded = FoldedText.folded(String(name[range]))
            let isFound = query.terms.contains { $0.spellings.contains { ByteRarity.isPart($0, of: folded) } }
            #expect(isFound || query.terms.contains { $0.spellings.contains { $0.count < 3 } }, "\(name)")
        }
        // What is found at all is shown.
        let folded = FoldedText.folded(name)
        let isFound = query.terms.contains { $0.spellings.contains { ByteRarity.isPart($0, of: folded) } }
        #expect(ranges.isEmpty == !isFound, "\(query) in \(name)")
    }
}
