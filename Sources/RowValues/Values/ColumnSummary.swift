import MapModel

/// What the values of a column are, among all rows or some of them.
package struct ColumnSummary: Sendable, Equatable {
    /// A value and how many rows have it.
    package struct Frequency: Sendable, Equatable {
        /// The value as its source has it.
        package let value: String
        /// Rows that have it, at least 1.
        package let count: Int

        /// A value of so many rows.
        package init(value: String, count: Int) {
            self.value = value
            self.count = count
        }
    }

    /// Values to list of a column of words, unless more are wanted.
    package static let listedValues = 5

    /// The figures of numbers, and of times in milliseconds since 1970.
    package struct Range: Sendable, Equatable {
        /// The smallest.
        package let least: Double
        /// The largest.
        package let greatest: Double
        /// The sum divided by the count.
        package let mean: Double
        /// The middle one; of two in the middle their mean. Nil where it is not known.
        package let median: Double?
        /// Rows in each of `barCount` equal parts from the smallest to the largest; empty where that is not known.
        package let histogram: [Int]

        /// Bars of a histogram.
        package static let barCount = 40

        /// Figures that somebody else worked out.
        package init(least: Double, greatest: Double, mean: Double, median: Double?) {
            (self.least, self.greatest, self.mean, self.median) = (least, greatest, mean, median)
            histogram = []
        }

        init(least: Double, greatest: Double, mean: Double, median: Double, histogram: [Int]) {
            (self.least, self.greatest, self.mean, self.median) = (least, greatest, mean, median)
            self.histogram = histogram
        }
    }

    /// The column's name in its table.
    package let name: String
    /// The type of its values.
    package let kind: ColumnKind
    /// The rows that are summarised.
    package let rowCount: Int
    /// Those without a value, or with one of another type.
    package let missingCount: Int
    /// Rows whose value is of another type; of all rows of the source where it was read.
    package let misfitCount: Int
    /// How many different values there are; nil where that is not known.
    package let distinctCount: Int?
    /// Of numbers and times; nil without any value.
    package let range: Range?
    /// Of words: the most frequent ones first.
    package let frequent: [Frequency]

    /// Rows that have a value of the column's type.
    package var filledCount: Int { rowCount - missingCount }
    /// Whether each row has a value of its own, as names and identifiers do.
    package var isAllDifferent: Bool { distinctCount == filledCount && filledCount > 1 }

    /// Summarises the values of some rows, of all where `rows` is nil.
    ///
    /// - Parameter limit: the most values to list.
    /// - Complexity: O(n) for numbers; O(n + different words · log limit) for words.
    package init(_ values: ColumnValues, rows: RowSet? = nil, limit: Int = Self.listedValues) {
        name = values.name
        kind = values.kind
        rowCount = rows?.count ?? values.rowCount
        misfitCount = values.misfitCount
        switch values.storage {
        case .numbers(let numbers):
            let figures = NumberFigures(numbers, rows)
            missingCount = rowCount - figures.count
            distinctCount = figures.distinctCount
            range = figures.range
            frequent = []
        case .words(let words):
            let counts = Self.counts(words, rows)
            missingCount = counts[0]
            distinctCount = counts.dropFirst().count { $0 > 0 }
            range = nil
            frequent = WordCodes.mostFrequent(limit, counts: counts, words.dictionary).map {
                Frequency(value: words.word($0), count: counts[$0])
            }
        }
    }

    /// A summary that somebody else worked out.
    package init(
        name: String, kind: ColumnKind, rowCount: Int, missingCount: Int, misfitCount: Int,
        distinctCount: Int?,
        range: Range?, frequent: [Frequency]
    ) {
        (self.name, self.kind) = (name, kind)
        (self.rowCount, self.missingCount, self.misfitCount) = (rowCount, missingCount, misfitCount)
        (self.distinctCount, self.range, self.frequent) = (distinctCount, range, frequent)
    }

    private static func counts(_ words: WordCodes, _ rows: RowSet?) -> [Int] {
        guard let rows else { return words.counts }
        var counts = [Int](repeating: 0, count: words.counts.count)
        var row: UInt32 = 0
        words.forEach { code in
            if rows.contains(row) { counts[code] += 1 }
            row += 1
        }
        return counts
    }
}

extension ColumnSummary.Range {
    init?(sorted numbers: [Double]) {
        guard let first = numbers.first, let last = numbers.last else { return nil }
        least = first
        greatest = last
        // The mean of the differences: sums of large numbers would lose digits.
        let count = Double(numbers.count)
        let mean = first + numbers.reduce(0) { $0 + ($1 - first) } / count
        // The largest numbers there are have differences, but no mean, beyond them.
        self.mean = mean.isFinite ? mean : numbers.reduce(0) { $0 + $1 / count }
        let middle = numbers.count / 2
        median =
            numbers.count % 2 == 1
            ? numbers[middle] : numbers[middle - 1] + (numbers[middle] - numbers[middle - 1]) / 2
        var histogram = [Int](repeating: 0, count: Self.barCount)
        let width = (last - first) / Double(Self.barCount)
        for number in numbers {
            let bar = width > 0 ? (number - first) / width : 0
            histogram[bar < Double(Self.barCount) ? Int(bar) : Self.barCount - 1] += 1
        }
        self.histogram = histogram
    }
}
