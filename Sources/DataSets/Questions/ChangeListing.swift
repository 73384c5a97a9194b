import MapModel
import RowValues
import Rows
import Streams

/// What differs, a line for each column of each row, in an order that is asked for.
package struct ChangeListing: Sendable {
    /// What lines are sorted by; equal ones by the key of their rows.
    package enum Order: CaseIterable, Sendable { case change, source, column }

    /// A row, and one of its columns that differ by its place among those compared; nil for its place, or all of it.
    package struct Line: Equatable, Sendable {
        package let row: UInt32
        package let column: Int?
    }

    /// The rows that are listed, in which order, and what is searched for in their values.
    package struct Question: Sendable, Equatable {
        package let changes: ShownChanges
        package let kept: RowSet?
        /// Of the rows.
        package let generation: Int
        package let order: Order
        /// The words that values, old or new, must contain; nil for all rows.
        package let search: String?

        package init(
            changes: ShownChanges, kept: RowSet?, generation: Int, order: Order, search: String?
        ) {
            (self.changes, self.kept, self.generation) = (changes, kept, generation)
            (self.order, self.search) = (order, search)
        }

        /// Rows are the same when their generation is.
        package static func == (left: Self, right: Self) -> Bool {
            left.generation == right.generation && left.order == right.order && left.search == right.search
        }
    }

    /// What it answers.
    package let question: Question
    package private(set) var lines: [Line] = []

    /// More rows than these stay in the order of the source within a class or a column.
    private static let mostSorted = 200_000
    private static let batch = 4_096

    /// Sorts and searches.
    ///
    /// - Throws: `.cancelled`, or why values cannot be read.
    package init(
        _ question: Question, of table: any RowTable, isCancelled: () -> Bool
    ) throws(SourceError) {
        self.question = question
        let changes = question.changes
        var rows = changes.order.filter { question.kept?.contains($0) ?? true }
        if let search = question.search {
            let found = try Self.rows(matching: search, among: rows, of: table, isCancelled)
            rows.removeAll { !found.contains($0) }
        }
        let ranks = try Self.ranks(of: rows, question.order, table)
        if isCancelled() { throw .cancelled }
        var ranked: [(line: Line, first: Int, second: Int)] = []
        for (place, row) in rows.enumerated() {
            let rank = ranks[row] ?? place
            let change = changes.change(ofRow: row)
            let columns = changes.difference.changedColumns(ofRow: row).map(Int?.some)
            for column in (change == .changed ? [] : [nil]) + columns {
                let first =
                    switch question.order {
                    case .change: change.number
                    case .source: 0
                    case .column: column ?? -1
                    }
                ranked.append((Line(row: row, column: column), first, rank))
            }
        }
        // Lines of a row stay together, in the order of its columns.
        lines = ranked.indices.sorted {
            (ranked[$0].first, ranked[$0].second, $0) < (ranked[$1].first, ranked[$1].second, $1)
        }.map { ranked[$0].line }
    }

    /// The rows whose values, old or new, contain words.
    private static func rows(
        matching search: String, among rows: [UInt32], of table: any RowTable, _ isCancelled: () -> Bool
    ) throws(SourceError) -> RowSet {
        let query = SearchQuery(search)
        var found = RowSet(capacity: table.recordCount)
        let sorted = rows.sorted()
        for start in stride(from: 0, to: sorted.count, by: batch) {
            if isCancelled() { throw .cancelled }
            try table.visitRows(Array(sorted[start..<min(start + batch, sorted.count)])) { row in
                if query.matches(row.values.map(\.text).joined(separator: "\n")) { found.insert(row.row) }
            }
        }
        return found
    }

    /// The places of rows by what identifies them, as people count; none where that is not asked for.
    private static func ranks(
        of rows: [UInt32], _ order: Order, _ table: any RowTable
    ) throws(SourceError) -> [UInt32: Int] {
        guard order != .source, rows.count <= mostSorted else { return [:] }
        let sorted = rows.sorted()
        let keys = try table.rowIdentifiers(sorted).map { NaturalOrder.key(of: $0) }
        guard keys.count == sorted.count else { return [:] }
        let byKey = keys.indices.sorted { first, second in
            keys[first] == keys[second]
                ? first < second : keys[first].lexicographicallyPrecedes(keys[second])
        }
        return Dictionary(byKey.enumerated().map { (sorted[$1], $0) }) { first, _ in first }
    }
}
