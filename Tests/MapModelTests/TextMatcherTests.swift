import TestSupport
import Testing

@testable import MapModel

@Suite struct TextMatcherTests {
    private func matches(_ query: String, _ texts: [String]) -> Bool {
        var matcher = TextMatcher(SearchQuery(query))
        _ = matcher.matches(["something else before"])
        return matcher.matches(texts)
    }

    @Test(arguments: [
        ("muc fl", ["Flughafen München", "MUC"], true),
        ("muenchen", ["München"], true), ("münchen", ["Muenchen"], true), ("ab", ["a", "b"], false),
        ("berlin", [], false), ("obrien", ["O'Brien"], true), ("x", [""], false), ("東京", ["東京都"], true),
    ])
    func allWordsOccur(_ query: String, _ texts: [String], _ expected: Bool) {
        #expect(matches(query, texts) == expected)
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func itFindsWhatTheFilterOfListsFinds(seed: UInt64) {
        var random = SeededRandom(seed)
        let letters = Array("aábö e'B.1")
        func text(_ longest: Int) -> String {
            String(
                (0..<random.number(0...longest)).map { _ in letters[random.number(0...letters.count - 1)] })
        }
        let query = text(4)
        guard !SearchQuery(query).isEmpty else { return }
        let texts = (0..<random.number(0...3)).map { _ in text(12) }
        #expect(matches(query, texts) == SearchQuery(query).matches(texts.joined(separator: "\n")))
    }
}
