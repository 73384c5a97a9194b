import App
import MapModel
import DataSets
import RowValues
import Rows
import Streams
import Synchronization

/// The work behind the table: sorting rows, reading their values, searching in them.
///
/// No threads of its own: each call does its work and returns the answer or a failure.
package final class TableWork: Sendable {
    /// The rows of a source in the order of a column.
    private struct Ranked {
        var ranks: ColumnRanks
        var column: Int
        /// Of the rows.
        var reading: Int
    }

    /// Of so few rows the values are read one by one; of more, the column of all rows.
    private static let fewRows = 4_096
    private static let batch = 4_096

    /// The column that was sorted by last.
    private let ranked = Mutex<Ranked?>(nil)
    /// The types of the columns, of one reading.
    private let kinds = Mutex<(reading: Int, kinds: [ColumnKind])?>(nil)

    // MARK: - Sorting

    /// Lists rows in their order.
    ///
    /// - Parameter columns: of all rows; nil for a server, which is asked for the rows that it has sent.
    package func list(
        _ question: TableQuestion, ticket: Int, _ loaded: LoadedRows?, _ columns: ColumnStore?,
        progress: (Double) -> Void
    ) throws(CancellationError) -> TableAnswer {
        let listing = try outcome { () throws(SourceError) in
            let order = try order(of: question, loaded, columns, progress: progress)
            if Task.isCancelled { throw .cancelled }
            return TableListing(question: question, order: order)
        }
        return .listed(listing, ticket: ticket)
    }

    private func order(
        of question: TableQuestion, _ loaded: LoadedRows?, _ columns: ColumnStore?,
        progress: (Double) -> Void
    ) throws(SourceError) -> [UInt32] {
        var indices = question.indices()
        let tree = question.tree
        var keys = indices.map { UInt64(tree.row(at: Int($0))) }
        guard let sort = question.sort, let loaded else {
            return RadixSort.sorted(keys: &keys, rows: &indices).rows
        }
        guard sort.column < loaded.table.columnNames.count, loaded.rows.numbering == question.numbering else {
            throw .cancelled
        }
        let known = ranks(of: sort.column, reading: loaded.reading)
        guard let columns, known != nil || indices.count > Self.fewRows else {
            indices = RadixSort.sorted(keys: &keys, rows: &indices).rows
            let rows = indices.map { tree.row(at: Int($0)) }
            // Few rows may look like another type than all of them.
            let kind = columns == nil ? nil : try self.kind(of: sort.column, loaded)
            let values = try values(of: sort.column, rows, loaded.table, kind)
            let ranks = try ColumnRanks(values)
            keys = rows.indices.map { ranks.sortKey(at: $0, row: rows[$0], isDescending: sort.isDescending) }
            return RadixSort.sorted(keys: &keys, rows: &indices).rows
        }
        let ranks =
            if let known { known } else { try rank(sort.column, loaded, columns, progress: progress) }
        keys = indices.map { index in
            let row = tree.row(at: Int(index))
            return ranks.sortKey(at: Int(row), row: row, isDescending: sort.isDescending)
        }
        return RadixSort.sorted(keys: &keys, rows: &indices).rows
    }

    private func kind(of column: Int, _ loaded: LoadedRows) throws(SourceError) -> ColumnKind? {
        if let known = kinds.withLock({ $0 }), known.reading == loaded.reading { return known.kinds[column] }
        let kinds = try loaded.table.sampledColumns().map(\.kind)
        self.kinds.withLock { $0 = (loaded.reading, kinds) }
        return column < kinds.count ? kinds[column] : nil
    }

    private func ranks(of column: Int, reading: Int) -> ColumnRanks? {
        ranked.withLock { $0?.column == column && $0?.reading == reading ? $0?.ranks : nil }
    }

    /// Reads the column of all rows and ranks them.
    private func rank(
        _ column: Int, _ loaded: LoadedRows, _ columns: ColumnStore, progress: (Double) -> Void
    ) throws(SourceError) -> ColumnRanks {
        var shown = 0.0
        let values = try columns.values(of: [column], loaded) { fraction in
            guard fraction >= shown + 0.01 else { return }
            shown = fraction
            progress(fraction)
        }
        guard let values = values[column] else { throw .cancelled }
        let ranks = try ColumnRanks(values, isCancelled: { Task.isCancelled })
        ranked.withLock { $0 = Ranked(ranks: ranks, column: column, reading: loaded.reading) }
        return ranks
    }

    /// The values of some rows, ascending, by their place among these.
    private func values(
        of column: Int, _ rows: [UInt32], _ table: any RowTable, _ kind: ColumnKind?
    ) throws(SourceError) -> ColumnValues {
        var builder = ColumnBuilder(name: table.columnNames[column], kind: kind)
        try table.visitRows(rows) { row in
            builder.decimalMark = table.decimalMark(ofRow: row.row)
            builder.append(row.text(of: column))
        }
        return builder.finish()
    }

    // MARK: - Values

    /// Measures the columns by some rows.
    package func measure(
        _ rows: [UInt32], numbering: Int, _ loaded: LoadedRows?
    ) throws(CancellationError) -> TableAnswer {
        guard let loaded, loaded.rows.numbering == numbering else { throw CancellationError() }
        let table = loaded.table
        var sample: [TableColumns.SampleRow] = []
        // Where they cannot be read, the names of columns are all that is known.
        try? table.visitRows(rows) { row in
            sample.append(
                TableColumns.SampleRow(
                    texts: Self.texts(of: row), decimalMark: table.decimalMark(ofRow: row.row)))
        }
        let columns = TableColumns(
            names: table.columnNames, label: table.roles.label, identifier: table.roles.id,
            sample: sample)
        return .measured(columns, numbering: numbering)
    }

    /// A value is kept as far as it could be shown.
    package static func texts(of row: SourceRow) -> [String] {
        row.values.map { $0.text.utf8.count <= 1_000 ? $0.text : String($0.text.unicodeScalars.prefix(250)) }
    }

    // MARK: - Searching

    /// Looks for words in all values of the rows.
    package func search(
        _ query: SearchQuery, in question: TableQuestion, ticket: Int, _ loaded: LoadedRows?
    ) throws(CancellationError) -> TableAnswer {
        guard let loaded, loaded.rows.numbering == question.numbering else { throw CancellationError() }
        var indices = question.indices()
        var keys = indices.map { UInt64(question.tree.row(at: Int($0))) }
        indices = RadixSort.sorted(keys: &keys, rows: &indices).rows
        let found = try outcome { () throws(SourceError) in
            var found = PointSet(capacity: question.tree.count)
            var matcher = TextMatcher(query)
            for start in stride(from: 0, to: indices.count, by: Self.batch) {
                if Task.isCancelled { throw .cancelled }
                let part = indices[start..<min(start + Self.batch, indices.count)]
                var next = part.startIndex
                try loaded.table.visitRows(part.map { question.tree.row(at: Int($0)) }) { row in
                    if matcher.matches(row.values.lazy.map(\.text)) { found.insert(Int(part[next])) }
                    next += 1
                }
            }
            return found
        }
        return .found(found, ticket: ticket)
    }
}
