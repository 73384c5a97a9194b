import MapModel
import RowValues
import Rows
import Streams

/// What changed in a column, of all rows or of some.
package struct ChangedColumn: Equatable, Sendable {
    package let name: String
    /// Rows that have another value; those that got one, and those that lost it.
    package private(set) var count = 0
    package private(set) var filledCount = 0
    package private(set) var emptiedCount = 0
    /// Of numbers the middle one of the differences; nil for words.
    package private(set) var medianDifference: Double?
    /// Of words the change that most rows have, where several do.
    package private(set) var mostFrequent: Pair?

    /// An old value and the new one.
    package struct Pair: Hashable, Sendable {
        package let old: String
        package let new: String
    }

    /// `1,266 · median +3`, `12 · Europe/Kiev → Europe/Kyiv 9`
    package var words: String {
        var parts = [grouped(count)]
        if filledCount > 0 { parts.append("\(grouped(filledCount)) filled") }
        if emptiedCount > 0 { parts.append("\(grouped(emptiedCount)) emptied") }
        if let medianDifference {
            let text = ColumnKind.text(of: medianDifference, kind: .number)
            parts.append("median \(medianDifference > 0 ? "+" : "")\(text)")
        } else if let mostFrequent {
            parts.append("\(mostFrequent.old) → \(mostFrequent.new)")
        }
        return parts.joined(separator: " · ")
    }

    // MARK: - Counting

    /// Differences and pairs that are kept of a column; what follows is counted only.
    private static let mostKept = 100_000
    private static let batch = 4_096

    /// What changed in each compared column, those of most rows first; those without a change are left out.
    ///
    /// - Parameter kept: the rows that are counted; nil for all.
    package static func all(
        of changes: ShownChanges, kept: RowSet?, in table: any RowTable, isCancelled: () -> Bool
    ) throws(SourceError) -> [ChangedColumn] {
        let compared = changes.difference.columns
        var counters = compared.map { Counter(ChangedColumn(name: $0.name)) }
        let firstOld = (table as? DifferenceTable)?.firstOldColumn ?? 0
        let rows = changes.order.filter { row in
            (kept?.contains(row) ?? true) && !changes.difference.changedColumns(ofRow: row).isEmpty
        }.sorted()
        for start in stride(from: 0, to: rows.count, by: batch) {
            if isCancelled() { throw .cancelled }
            try table.visitRows(Array(rows[start..<min(start + batch, rows.count)])) { row in
                for index in changes.difference.changedColumns(ofRow: row.row) {
                    let column = compared[index]
                    counters[index].count(
                        old: row.text(of: column.old.map { firstOld + $0 }), new: row.text(of: column.new),
                        hasValues: column.new != nil)
                }
            }
        }
        return counters.map { $0.finish() }.filter { $0.count > 0 }.enumerated()
            .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
    }

    /// Counts the changes of one column.
    private struct Counter {
        var column: ChangedColumn
        var differences: [Double] = []
        var areNumbers = true
        var pairs: [Pair: Int] = [:]

        init(_ column: ChangedColumn) { self.column = column }

        mutating func count(old: String, new: String, hasValues: Bool) {
            column.count += 1
            guard hasValues else { return areNumbers = false }
            if old.isEmpty != new.isEmpty {
                if old.isEmpty { column.filledCount += 1 } else { column.emptiedCount += 1 }
                return
            }
            if areNumbers, let first = Double(old), let second = Double(new) {
                if differences.count < ChangedColumn.mostKept { differences.append(second - first) }
            } else {
                areNumbers = false
            }
            if pairs.count < ChangedColumn.mostKept { pairs[Pair(old: old, new: new), default: 0] += 1 }
        }

        func finish() -> ChangedColumn {
            var column = column
            if areNumbers, !differences.isEmpty {
                // 28.3 - 28.2 is a little less than a tenth.
                let median = differences.sorted()[differences.count / 2]
                column.medianDifference = abs(median) < 1e9 ? (median * 1e6).rounded() / 1e6 : median
            } else if let most = pairs.max(by: { ($0.value, $1.key.new) < ($1.value, $0.key.new) }),
                most.value > 1
            {
                column.mostFrequent = most.key
            }
            return column
        }
    }
}
