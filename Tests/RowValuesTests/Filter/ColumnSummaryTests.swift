import MapModel
import TestSupport
import Testing

@testable import RowValues

/// Figures of columns.
struct ColumnSummaryTests {
    @Test(arguments: 0..<40 as Range<UInt64>) func figuresAreThoseOfTheRows(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let count = random.number(1...300)
        var texts: [String] = []
        for _ in 0..<count { texts.append(random.number(0...3) == 0 ? "" : "\(random.number(-20...20))") }
        var builder = ColumnBuilder(name: "c", kind: .number)
        var words = ColumnBuilder(name: "w", kind: .text)
        for text in texts {
            builder.append(text)
            words.append(text)
        }
        var kept = RowSet(capacity: count)
        for row in 0..<count where random.number(0...1) == 0 { kept.insert(UInt32(row)) }
        let own = kept.rows.map { texts[Int($0)] }
        let numbers = own.compactMap { Double($0) }.sorted()

        let summary = ColumnSummary(builder.finish(), rows: kept)
        #expect(summary.rowCount == own.count && summary.missingCount == own.count - numbers.count)
        #expect(summary.distinctCount == Set(numbers).count)
        #expect(summary.range?.least == numbers.first && summary.range?.greatest == numbers.last)
        if let range = summary.range {
            #expect(abs(range.mean - numbers.reduce(0, +) / Double(numbers.count)) < 1e-9)
            let middle = numbers.count / 2
            let median =
                numbers.count % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2
            #expect(range.median == median)
        }

        let ofWords = ColumnSummary(words.finish(), rows: kept, limit: 3)
        let counts = Dictionary(grouping: own.filter { !$0.isEmpty }, by: { $0 }).mapValues(\.count)
        let expected = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
        #expect(ofWords.frequent.map(\.value) == expected.map(\.key))
        #expect(ofWords.frequent.map(\.count) == expected.map(\.value))
        #expect(ofWords.distinctCount == counts.count && ofWords.missingCount == summary.missingCount)
    }

    /// Parts that list few or all of their words, against the words of all: what is said is exact, and the most frequent
    /// ones are said where all parts list everything.
    @Test(arguments: 0..<200 as Range<UInt64>) func joinedSummariesAreExact(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var parts: [ColumnSummary] = []
        var all: [String] = []
        var listsAll = true
        for _ in 0..<random.number(2...4) {
            let count = random.number(0...60)
            var builder = ColumnBuilder(name: "w", kind: .text)
            for _ in 0..<count {
                // Few words are frequent.
                let text = random.number(0...4) == 0 ? "" : "\(random.number(0...random.number(1...30)))"
                builder.append(text)
                all.append(text)
            }
            let listed = random.number(0...30)
            parts.append(ColumnSummary(builder.finish(), limit: listed))
            listsAll = listsAll && parts[parts.count - 1].distinctCount.map { $0 <= listed } ?? false
        }
        let joined = ColumnSummary(joining: parts, column: "w", listing: 3)
        let counts = Dictionary(grouping: all.filter { !$0.isEmpty }, by: { $0 }).mapValues(\.count)
        let most = counts.values.sorted(by: >)
        #expect(joined.rowCount == all.count && joined.filledCount == counts.values.reduce(0, +))
        if let distinct = joined.distinctCount { #expect(distinct == counts.count) }
        for (rank, word) in joined.frequent.enumerated() {
            #expect(counts[word.value] == word.count && most[rank] == word.count)
        }
        if listsAll {
            #expect(joined.distinctCount == counts.count && joined.frequent.count == min(counts.count, 3))
        }
    }

    @Test func joinedNumbersAreOfOneType() throws {
        func summary(_ texts: [String], _ kind: ColumnKind) -> ColumnSummary {
            var builder = ColumnBuilder(name: "c", kind: kind)
            for text in texts { builder.append(text) }
            return ColumnSummary(builder.finish())
        }
        let none = ColumnSummary(of: 5, without: "c")
        let numbers = [summary(["1", "5", ""], .number), summary(["2"], .number), none]
        let joined = ColumnSummary(joining: numbers, column: "c", listing: 5)
        #expect(joined.kind == .number && joined.rowCount == 9 && joined.missingCount == 6)
        #expect(joined.range?.least == 1 && joined.range?.greatest == 5 && joined.range?.median == nil)
        #expect(abs((joined.range?.mean ?? 0) - 8 / 3) < 1e-12 && joined.distinctCount == nil)
        // What only one part has is said as it says it.
        let one = ColumnSummary(joining: [none, numbers[0]], column: "c", listing: 5)
        #expect(one.range == numbers[0].range && one.distinctCount == 2 && one.rowCount == 8)
        let mixed = ColumnSummary(
            joining: [numbers[0], summary(["a", "b"], .text)], column: "c", listing: 5)
        #expect(mixed.kind == .number && mixed.missingCount == 3 && mixed.misfitCount == 2)
        #expect(mixed.frequent.isEmpty && mixed.distinctCount == 2)
    }

    @Test func largeNumbersKeepTheirMean() throws {
        var builder = ColumnBuilder(name: "c", kind: .number)
        for text in ["9007199254740990", "9007199254740992"] { builder.append(text) }
        #expect(ColumnSummary(builder.finish()).range?.mean == 9_007_199_254_740_991)
    }
}
