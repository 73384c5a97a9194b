import MapModel

/// The class of each row by the values of a column: a category, or a range of numbers.
///
/// Class 0 has no value, classes from 1 on are those of the legend.
package struct RowClasses: Sendable {
    /// What the classes are.
    package enum Scheme: Sendable {
        /// The most frequent values, numbers by their size; the last class may hold all others.
        case categories([Category])
        /// Ranges of numbers or of times.
        case ranges(NumberRanges)
    }

    /// A value, or all values that have no class of their own.
    package struct Category: Sendable, Equatable {
        /// The value; "" for the others.
        package let value: String
        /// Rows of it among those that were classified.
        package let count: Int
        /// Different values: more than 1 for the others; nil where that is not known.
        package let valueCount: Int?

        /// A class of rows that somebody counted.
        package init(value: String, count: Int, valueCount: Int?) {
            (self.value, self.count, self.valueCount) = (value, count, valueCount)
        }
    }

    /// Values with a class of their own.
    package static let categoryLimit = 8
    /// Ranges of numbers.
    package static let rangeLimit = 6
    /// Numbers of so few different values are categories, such as stars or years.
    package static let fewNumbers = 8

    /// The column's name.
    package let column: String
    /// The column's type.
    package let kind: ColumnKind
    /// What the classes are.
    package let scheme: Scheme
    /// The class of each row.
    package let byRow: [UInt8]
    /// Rows without a value among those that were classified.
    package let missingCount: Int

    /// Classifies all rows by the values of those in `tree`.
    ///
    /// - Parameter isPart: other rows are shown as well: what they alone have is among the others.
    /// - Complexity: O(rows), shared by the workers, and O(n log n) for the values of a sample of numbers.
    package init(
        _ values: ColumnValues, of tree: QuadTree, isPart: Bool = false, method: ClassMethod,
        by workers: Workers = .alone
    ) {
        column = values.name
        kind = values.kind
        switch values.storage {
        case .words(let words):
            let counts = words.counts(in: tree, by: workers)
            let best = WordCodes.mostFrequent(Self.categoryLimit, counts: counts, words.dictionary)
            var classOfCode = [UInt8](repeating: UInt8(Self.categoryLimit + 1), count: counts.count)
            classOfCode[0] = 0
            for (index, code) in best.enumerated() { classOfCode[code] = UInt8(index + 1) }
            byRow =
                switch words.codes {
                case .byte(let codes): codes.map { classOfCode[Int($0)] }
                case .short(let codes): codes.map { classOfCode[Int($0)] }
                case .long(let codes): codes.map { classOfCode[Int($0)] }
                }
            scheme = .categories(
                Self.categories(
                    best.map { (words.word($0), counts[$0]) }, counts.dropFirst(), isPart: isPart))
            missingCount = counts[0]
        case .numbers(let numbers):
            let shown = numbers.gathered(by: tree, workers)
            if values.kind == .number, let few = FewNumbers(shown, limit: Self.fewNumbers, by: workers) {
                byRow = few.classes(of: numbers, by: workers)
                scheme = .categories(
                    Self.categories(
                        few.ordered.map { (values.text(of: $0.number), $0.count) },
                        few.ordered.map(\.count)[...], isPart: isPart))
                missingCount = few.missingCount
            } else {
                let ranges = NumberRanges(
                    byIndex: shown, count: Self.rangeLimit, method: method, kind: values.kind, by: workers)
                byRow = ranges.classes(of: numbers, by: workers)
                scheme = .ranges(ranges)
                missingCount = ranges.missingCount
            }
        }
    }

    /// Classes that somebody else counted; rows beyond the end of `byRow` are of class 0.
    package init(
        column: String, kind: ColumnKind, scheme: Scheme, missingCount: Int, byRow: [UInt8] = []
    ) {
        (self.column, self.kind, self.scheme) = (column, kind, scheme)
        (self.missingCount, self.byRow) = (missingCount, byRow)
    }

    /// The same classes of other rows.
    package func of(rows byRow: [UInt8]) -> RowClasses {
        RowClasses(column: column, kind: kind, scheme: scheme, missingCount: missingCount, byRow: byRow)
    }

    /// Rows that were classified.
    package var rowCount: Int {
        switch scheme {
        case .categories(let categories): missingCount + categories.reduce(0) { $0 + $1.count }
        case .ranges(let ranges): missingCount + ranges.counts.reduce(0, +)
        }
    }

    /// The categories of the most frequent values, and one for all others, by the rows of each value.
    private static func categories(
        _ best: [(value: String, count: Int)], _ counts: ArraySlice<Int>, isPart: Bool
    ) -> [Category] {
        let named = best.map { Category(value: $0.value, count: $0.count, valueCount: 1) }
        let different = counts.count { $0 > 0 }
        if isPart {
            let rest = counts.reduce(0, +) - named.reduce(0) { $0 + $1.count }
            return named + [Category(value: "", count: rest, valueCount: nil)]
        }
        guard different > named.count else { return named }
        let rest = counts.reduce(0, +) - named.reduce(0) { $0 + $1.count }
        return named + [Category(value: "", count: rest, valueCount: different - named.count)]
    }
}
