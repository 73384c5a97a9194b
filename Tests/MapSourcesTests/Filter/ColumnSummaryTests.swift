import MapModel
import TestSupport
import Testing

@testable import Rows

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

    @Test func largeNumbersKeepTheirMean() throws {
        var builder = ColumnBuilder(name: "c", kind: .number)
        for text in ["9007199254740990", "9007199254740992"] { builder.append(text) }
        #expect(ColumnSummary(builder.finish()).range?.mean == 9_007_199_254_740_991)
    }
}
