import Streams

/// What rows have in common, column by column.
package struct RowsSummary: Sendable, Equatable {
    /// What the values of one column are.
    package struct Column: Sendable, Equatable {
        /// Numbers throughout, or words.
        package enum Content: Sendable, Equatable {
            case empty
            case numbers(least: Double, greatest: Double, mean: Double)
            /// The most frequent values, and how many different ones there are: nil for more than are counted.
            case values(frequent: [Frequency], different: Int?)
        }

        /// The name of the column.
        package let name: String
        /// Rows that have a value.
        package let filled: Int
        /// What these values are.
        package let content: Content
    }

    /// A value and how many rows have it.
    package struct Frequency: Sendable, Equatable {
        /// The value as the source has it.
        package let value: String
        /// Rows that have it, at least 1.
        package let count: Int
    }

    /// Rows that were read.
    package let rowCount: Int
    /// In the order of the table.
    package let columns: [Column]
}

extension RowTable {
    /// Summarizes `rows`, which are ascending.
    ///
    /// - Parameter isCancelled: asked now and then; true makes it throw `.cancelled`.
    /// - Complexity: that of reading the rows.
    package func summary(
        of rows: [UInt32], isCancelled: () -> Bool
    ) throws(SourceError) -> RowsSummary {
        var tallies = columnNames.map { ColumnTally(name: $0) }
        var count = 0
        for start in stride(from: 0, to: rows.count, by: 1_000) {
            if isCancelled() { throw .cancelled }
            try visitRows(Array(rows[start..<min(start + 1_000, rows.count)])) { row in
                count += 1
                for (column, value) in row.values.enumerated() where column < tallies.count {
                    tallies[column].add(value.text)
                }
            }
        }
        return RowsSummary(rowCount: count, columns: tallies.map(\.column))
    }
}

/// Counts the values of one column.
private struct ColumnTally {
    /// Different values that are counted; beyond it nothing is frequent any more.
    private static let mostCounted = 10_000
    private static let listed = 3

    let name: String
    private var filled = 0
    private var numbers = 0
    private var sum = 0.0
    private var least = Double.infinity
    private var greatest = -Double.infinity
    private var counts: [String: Int] = [:]
    private var isCounted = true

    init(name: String) { self.name = name }

    mutating func add(_ text: String) {
        guard !text.isEmpty else { return }
        filled += 1
        if numbers == filled - 1, let number = Double(text), number.isFinite {
            numbers += 1
            sum += number
            least = min(least, number)
            greatest = max(greatest, number)
        }
        guard isCounted else { return }
        counts[text, default: 0] += 1
        isCounted = counts.count <= Self.mostCounted
    }

    var column: RowsSummary.Column {
        RowsSummary.Column(name: name, filled: filled, content: content)
    }

    private var content: RowsSummary.Column.Content {
        if filled == 0 { return .empty }
        // A few numbers are classes, such as stars or years.
        if numbers == filled, counts.count > Self.listed {
            return .numbers(least: least, greatest: greatest, mean: sum / Double(filled))
        }
        let frequent = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.listed)
        return .values(
            frequent: isCounted ? frequent.map { .init(value: $0.key, count: $0.value) } : [],
            different: isCounted ? counts.count : nil)
    }
}
