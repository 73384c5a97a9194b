import MapModel
import TestSupport
import Testing

@testable import RowValues

/// Figures of numbers that are sorted as integers, against the same numbers sorted as they are.
struct NumberFiguresTests {
    /// Whole numbers and decimals of several widths and digits, some of which do not fit integers.
    private static func numbers(_ random: inout SeededRandom) -> [Double] {
        let digits = random.number(0...9)
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let reach = [3, 1_000, 70_000, 100_000_000, 20_000_000_000].randomElement(using: &random) ?? 3
        return (0..<random.number(0...2_000)).map { _ in
            random.number(0...7) == 0 ? .nan : Double(random.number(-reach...reach)) / scale
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func figuresAreThoseOfSortedNumbers(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let numbers = Self.numbers(&random)
        var builder = PackedNumbersBuilder()
        for number in numbers { builder.append(number) }
        let rows =
            random.number(0...1) == 0
            ? nil : RowSet(capacity: numbers.count) { _ in random.number(0...2) > 0 }
        let sorted = numbers.indices.filter { rows?.contains(UInt32($0)) ?? true }.map { numbers[$0] }
            .filter { !$0.isNaN }.sorted()
        let figures = NumberFigures(builder.finish(), rows)
        #expect(figures.count == sorted.count && figures.distinctCount == Set(sorted).count)
        guard let expected = ColumnSummary.Range(sorted: sorted) else {
            #expect(figures.range == nil)
            return
        }
        let range = try #require(figures.range)
        #expect(range.least == expected.least && range.greatest == expected.greatest, "seed \(seed)")
        #expect(range.median == expected.median && range.histogram == expected.histogram, "seed \(seed)")
        let reach = max(abs(expected.least), abs(expected.greatest))
        #expect(abs(range.mean - expected.mean) <= reach * 1e-12, "seed \(seed)")
    }

    /// Added up as numbers these come to 0.30000000000000004 / 3 and more.
    @Test func meansOfDecimalsAreTheNearestNumbers() throws {
        let figures = NumberFigures(.double([0.1, 0.2, 0.3, .nan]), nil)
        #expect(figures.range?.mean == 0.2)
        let many = NumberFigures(.double([Double](repeating: 23.1, count: 100_000)), nil)
        #expect(many.range?.mean == 23.1 && many.distinctCount == 1)
    }

    @Test(arguments: 0..<50 as Range<UInt64>) func digitsSortWhatComparisonsSort(seed: UInt64) {
        var random = SeededRandom(seed)
        let bits = random.number(0...63)
        var keys = (0..<random.number(0...3_000)).map { _ in
            UInt64.random(in: 0 ... .max, using: &random) >> bits
        }
        let expected = keys.sorted()
        DigitSort.sort(&keys)
        #expect(keys == expected)
    }
}
