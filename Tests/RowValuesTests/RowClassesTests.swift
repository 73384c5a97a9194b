import MapModel
import TestSupport
import Testing

@testable import RowValues

@Suite struct RowClassesTests {
    private func values(_ texts: [String]) -> ColumnValues {
        var builder = ColumnBuilder(name: "c")
        for text in texts { builder.append(text) }
        return builder.finish()
    }

    /// A tree of some of the rows.
    private func tree(_ rows: [UInt32]) -> QuadTree {
        var points = PointBuffer()
        for row in rows {
            points.append(
                FixedCoordinate(Coordinate(latitude: Double(row % 80), longitude: Double(row % 170))),
                row: row)
        }
        return QuadTree(points)
    }

    /// Few numbers are categories, whole or not.
    @Test func fewDecimalsAreCategories() throws {
        let texts = (0..<30).map { ["0.5", "1.5", "", "2.5"][$0 % 4] }
        let classes = RowClasses(values(texts), of: tree((0..<30).map { UInt32($0) }), method: .quantiles)
        guard case .categories(let categories) = classes.scheme else {
            Issue.record("no categories")
            return
        }
        #expect(categories.map(\.value) == ["0.5", "1.5", "2.5"])
        #expect(categories.map(\.count) == [8, 8, 7] && classes.missingCount == 7)
    }

    @Test(arguments: 0..<40) func categoriesAreTheMostFrequentOfTheRowsShown(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let different = random.number(1...20)
        let texts = (0..<random.number(1...2_000)).map { _ in
            random.number(0...5) == 0
                ? "" : "v\(min(random.number(0...different), random.number(0...different)))"
        }
        let rows = texts.indices.filter { _ in random.number(0...3) > 0 }.map { UInt32($0) }
        let classes = RowClasses(values(texts), of: tree(rows), method: .quantiles)
        let shown = rows.map { texts[Int($0)] }
        let tally = shown.filter { !$0.isEmpty }.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        let best = tally.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(8)
        guard case .categories(let categories) = classes.scheme else {
            Issue.record("no categories")
            return
        }
        #expect(
            categories.filter { $0.valueCount == 1 && !$0.value.isEmpty }.prefix(8).map(\.value)
                == best.map(\.key))
        #expect(categories.reduce(0) { $0 + $1.count } + classes.missingCount == rows.count)
        #expect(classes.missingCount == shown.count { $0.isEmpty })
        for (row, text) in texts.enumerated() {
            let expected = text.isEmpty ? 0 : (best.firstIndex { $0.key == text }.map { $0 + 1 } ?? 9)
            #expect(Int(classes.byRow[row]) == expected)
        }
    }

    @Test(arguments: ClassMethod.allCases, 0..<20)
    func everyNumberLiesInItsRange(_ method: ClassMethod, seed: UInt64) throws {
        var random = SeededRandom(seed)
        let spread = [1.0, 1_000, 1e7][random.number(0...2)]
        let numbers = (0..<random.number(20...3_000)).map { _ -> Double? in
            random.number(0...9) == 0 ? nil : Double.random(in: -spread...spread * spread, using: &random)
        }
        let rows = numbers.indices.map { UInt32($0) }
        let classes = RowClasses(
            values(numbers.map { $0.map { "\($0)" } ?? "" }), of: tree(rows), method: method)
        guard case .ranges(let ranges) = classes.scheme else {
            Issue.record("no ranges")
            return
        }
        let known = numbers.compactMap(\.self)
        #expect(ranges.edges.first == known.min() && ranges.edges.last == known.max())
        #expect(zip(ranges.edges, ranges.edges.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ranges.rangeCount <= 6 && ranges.rangeCount == ranges.counts.count)
        #expect(ranges.missingCount == numbers.count { $0 == nil })
        #expect(ranges.histogram.reduce(0, +) == known.count)
        var counts = [Int](repeating: 0, count: ranges.rangeCount)
        for (row, number) in numbers.enumerated() {
            guard let number else {
                #expect(classes.byRow[row] == 0)
                continue
            }
            let range = Int(classes.byRow[row]) - 1
            counts[range] += 1
            // A number on a break belongs to the upper range; the greatest is in the last.
            #expect(number >= ranges.edges[range])
            #expect(number < ranges.edges[range + 1] || range == ranges.rangeCount - 1)
        }
        #expect(counts == ranges.counts)
        if method == .quantiles, ranges.rangeCount == 6 {
            // Breaks are rounded to two digits, so ranges are alike but not equal.
            #expect((ranges.counts.max() ?? 0) < known.count / 2)
        }
    }

    /// Three clumps far apart: the natural breaks lie between them.
    @Test func naturalBreaksLieBetweenClumps() {
        let numbers: [Double] = (0..<600).map { (row: Int) -> Double in
            let clump = Double(row % 3) * 1_000
            return clump + Double(row % 7) / 10
        }
        let packed = PackedNumbers.double(numbers)
        let ranges = NumberRanges(
            packed, of: tree(numbers.indices.map { UInt32($0) }), count: 3, method: .naturalBreaks)
        #expect(ranges.counts == [200, 200, 200])
    }

    @Test func fewWholeNumbersAreCategories() {
        let classes = RowClasses(
            values(["3", "3", "5", "1", ""]), of: tree([0, 1, 2, 3, 4]), method: .quantiles)
        guard case .categories(let categories) = classes.scheme else {
            Issue.record("no categories")
            return
        }
        #expect(categories.map(\.value) == ["1", "3", "5"] && categories.map(\.count) == [1, 2, 1])
        #expect(classes.byRow == [2, 2, 3, 1, 0] && classes.missingCount == 1)
    }

    @Test func equalNumbersHaveOneRange() {
        let ranges = NumberRanges(
            .double([4.5, 4.5, .nan]), of: tree([0, 1, 2]), count: 6, method: .quantiles)
        #expect(ranges.edges == [4.5, 4.5] && ranges.counts == [2] && ranges.missingCount == 1)
        let none = NumberRanges(.double([.nan]), of: tree([0]), count: 6, method: .quantiles)
        #expect(none.edges.isEmpty && none.rangeCount == 0 && none.classOfNumber(3) == 0)
    }

    @Test func aSummarySaysWhatThereIs() throws {
        let texts = ["1", "2", "9", "", "many", "4"] + Array(repeating: "4", count: 100)
        let numbers = ColumnSummary(values(texts))
        #expect(numbers.filledCount == 104 && numbers.misfitCount == 1 && numbers.missingCount == 2)
        let found = try #require(numbers.range)
        #expect(found.least == 1 && found.greatest == 9 && found.median == 4)
        #expect(found.histogram.reduce(0, +) == 104)
        let words = ColumnSummary(values(["b", "a", "b", "", "c"]), limit: 2)
        #expect(words.frequent == [.init(value: "b", count: 2), .init(value: "a", count: 1)])
        #expect(words.distinctCount == 3 && words.missingCount == 1)
        #expect(ColumnSummary(values(["", ""])).filledCount == 0)
    }
}
