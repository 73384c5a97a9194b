/// What the values of a column come to: range, mean and distribution of numbers, the most frequent words.
package struct ColumnSummary: Sendable, Equatable {
    /// The values by their type.
    package enum Content: Sendable, Equatable {
        /// No row has a value.
        case empty
        /// Of numbers and times.
        case numbers(Numbers)
        /// Of words and truth values.
        case words(Words)
    }

    /// Numbers, or milliseconds since 1970 of times.
    package struct Numbers: Sendable, Equatable {
        /// The least of them.
        package let least: Double
        /// The greatest of them.
        package let greatest: Double
        /// The sum divided by the count.
        package let mean: Double
        /// As many are below it as above it; the mean of the two in the middle of an even count.
        package let median: Double
        /// Rows in each of equal parts from the least to the greatest.
        package let histogram: [Int]
    }

    /// Words with their counts.
    package struct Words: Sendable, Equatable {
        /// The most frequent ones, at most as many as were asked for.
        package let frequent: [Frequency]
        /// Different words.
        package let different: Int
    }

    /// A value and how many rows have it.
    package struct Frequency: Sendable, Equatable {
        /// The value as it is in the source.
        package let value: String
        /// Rows that have it, at least 1.
        package let count: Int
    }

    /// Bars of the histogram.
    package static let barCount = 40

    /// The name of the column.
    package let name: String
    /// The type of its values.
    package let kind: ColumnKind
    /// Rows, with a value or without.
    package let rowCount: Int
    /// Rows that have a value of the type.
    package let filledCount: Int
    /// Rows whose value is of another type.
    package let misfitCount: Int
    /// What the values come to.
    package let content: Content

    /// Rows without a value.
    package var missingCount: Int { rowCount - filledCount }

    /// Whether each row has a word of its own, as names and identifiers do.
    package var isAllDifferent: Bool {
        guard case .words(let words) = content else { return false }
        return words.different == filledCount && filledCount > 1
    }

    /// Summarizes all rows of a column; its `limit` most frequent words.
    ///
    /// - Complexity: O(n log n) for numbers, O(n + different words) for words.
    package init(_ values: ColumnValues, limit: Int = 5) {
        name = values.name
        kind = values.kind
        rowCount = values.rowCount
        filledCount = values.filledCount
        misfitCount = values.misfitCount
        switch values.storage {
        case .numbers(let packed):
            var numbers: [Double] = []
            numbers.reserveCapacity(values.filledCount)
            packed.forEach { if !$0.isNaN { numbers.append($0) } }
            content = numbers.isEmpty ? .empty : .numbers(Numbers(&numbers))
        case .words(let words):
            let frequent = words.mostFrequent(limit).map {
                Frequency(value: words.word($0), count: words.counts[$0])
            }
            content =
                frequent.isEmpty ? .empty : .words(Words(frequent: frequent, different: words.dictionary.count))
        }
    }
}

extension ColumnSummary.Numbers {
    /// Of at least one number; sorts them.
    fileprivate init(_ numbers: inout [Double]) {
        numbers.sort()
        least = numbers[0]
        greatest = numbers[numbers.count - 1]
        mean = numbers.reduce(0, +) / Double(numbers.count)
        let middle = numbers.count / 2
        median = numbers.count % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2
        var histogram = [Int](repeating: 0, count: ColumnSummary.barCount)
        let width = (greatest - least) / Double(ColumnSummary.barCount)
        for number in numbers {
            let bar = width > 0 ? (number - least) / width : 0
            histogram[bar < Double(ColumnSummary.barCount) ? Int(bar) : ColumnSummary.barCount - 1] += 1
        }
        self.histogram = histogram
    }
}
