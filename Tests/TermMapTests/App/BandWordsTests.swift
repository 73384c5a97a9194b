import RowValues
import Testing

@testable import App
@testable import StoryTestSupport

/// Moments and windows in words.
@Suite struct BandWordsTests {
    private static func moment(_ text: String) throws -> Int64 {
        try #require(TimeText.reading(text)?.milliseconds)
    }

    static let windows: [(from: String, until: String, words: String)] = [
        ("2025-06-16", "2025-07-14", "16 Jun – 13 Jul 2025"),
        ("2025-06-15", "2025-06-19", "15 – 18 Jun 2025"),
        ("2025-01-03", "2025-01-04", "Fri 3 Jan 2025"),
        ("2026-01-01", "2026-11-01", "Jan – Oct 2026"),
        ("2026-01-01", "2026-02-01", "Jan 2026"),
        ("2025-11-01", "2026-02-01", "Nov 2025 – Jan 2026"),
        ("1480-01-01", "1991-01-01", "1480 – 1990"),
        ("2025-01-01", "2026-01-01", "2025"),
        ("-4000-01-01", "0001-01-01", "−4000 – 0"),
        ("2024-11-11", "2026-11-13", "11 Nov 2024 – 12 Nov 2026"),
        ("2026-03-29T06:00", "2026-03-29T11:23", "29 Mar 2026 06:00 – 11:23"),
        ("2026-03-29T06:00", "2026-03-30", "29 Mar 2026 06:00 – 24:00"),
        ("2026-03-27T18:00", "2026-03-31T23:58", "27 Mar 2026 18:00 – 31 Mar 2026 23:58"),
    ]

    @Test(arguments: windows)
    func windowsEndWithTheLastUnitInside(from: String, until: String, words: String) throws {
        let window = try Self.moment(from)..<Self.moment(until)
        #expect(BandWords(.utc).window(window) == words)
    }

    static let day: Int64 = 86_400_000
    static let lengths: [(milliseconds: Int64, words: String)] = [
        (0, "0 seconds"), (400, "400 milliseconds"), (38_000, "38 seconds"), (5_400_000, "90 minutes"),
        (19_440_000, "5 hours"), (day, "1 day"), (28 * day, "28 days"), (35 * day, "35 days"),
        (304 * day, "10 months"), (365 * day, "1 year"), (730 * day, "2 years"),
        (2_921_940 * day, "8,000 years"),
    ]

    @Test(arguments: lengths)
    func lengthsHaveTheUnitThatSaysThemWell(milliseconds: Int64, words: String) {
        #expect(BandWords.length(milliseconds) == words)
    }

    static let axes: [(columns: Int, from: String, until: String, texts: String)] = [
        (116, "2026-03-29T09:00:00", "2026-03-29T09:00:38", "*09:00 :05 :10 :15 :20 :25 :30 :35"),
        (
            116, "2026-03-27T18:00:00", "2026-03-31T23:58:00",
            "*Sat 28 Mar 12:00 *Sun 29 Mar 12:00 *Mon 30 Mar 12:00 *Tue 31 Mar 12:00 *Wed 1 Apr"
        ),
        (116, "2026-03-29T00:00:00", "2026-05-25T22:52:00", "30 Mar *6 Apr 13 20 27 *4 May 11 18 25"),
        (116, "2024-11-11T00:00:00", "2026-11-12T00:00:00", "*2025 Apr Jul Oct *2026 Apr Jul Oct"),
        (116, "1952-04-01T00:00:00", "2026-05-01T00:00:00", "1960 1970 1980 1990 *2000 2010 2020"),
        (
            116, "-5999-01-01T00:00:00", "1950-01-01T00:00:00",
            "−6000 −5000 −4000 −3000 −2000 −1000 *0 1000 2000"
        ),
        (76, "2026-03-29T09:00:01", "2026-03-29T09:00:02", "29 Mar 2026 09:00:01"),
    ]

    /// The axis from half a minute to eight thousand years.
    @Test(arguments: axes)
    func labelsAreOfTheFinestUnitThatKeepsThemApart(
        columns: Int, from: String, until: String, texts: String
    ) throws {
        let first = try #require(TimeText.reading(from)?.milliseconds)
        let last = try #require(TimeText.reading(until)?.milliseconds)
        let axis = BandAxis(first...last, columns: columns)
        let labels = BandLabel.labels(of: axis, width: columns)
        let shown = labels.filter(\.isShown).map { ($0.isMajor ? "*" : "") + $0.text.text }
        #expect(shown.joined(separator: " ") == texts)
        let ends = labels.filter(\.isShown).map { $0.column..<$0.column + $0.text.width }
        #expect(zip(ends, ends.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound >= 2 })
    }
}
