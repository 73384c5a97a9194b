import MapModel
import Rows
import RowValues
import Streams

/// The rows of a table, and behind them what a stream has said of them: filters read both as one column.
struct SaidTable: RowTable {
    private struct Bundle: Sendable {
        let table: any RowTable
        let rows: Range<UInt32>
        /// The column of the whole for each column; nil where that has none of the name.
        let columns: [Int?]
    }

    private let table: any RowTable
    private let bundles: [Bundle]
    let recordCount: Int

    var name: String { table.name }
    var columnNames: [String] { table.columnNames }
    var roles: ColumnRoles { table.roles }
    var decimalMark: UInt8 { table.decimalMark }

    init(_ table: any RowTable, _ messages: [ThingMessages]) {
        self.table = table
        var first = UInt32(table.recordCount)
        var bundles: [Bundle] = []
        for said in messages {
            let end = first + UInt32(said.rows.count)
            bundles.append(
                Bundle(
                    table: said.table, rows: first..<end,
                    columns: said.table.columnNames.map { table.columnNames.firstIndex(of: $0) }))
            first = end
        }
        self.bundles = bundles
        recordCount = Int(first)
    }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        try table.visitRows(rows.filter { $0 < table.recordCount }, body)
        for bundle in bundles {
            let own = rows.filter { bundle.rows.contains($0) }.map { $0 - bundle.rows.lowerBound }
            try bundle.table.visitRows(own) { row in
                var values = [FieldValue](repeating: .missing, count: columnNames.count)
                for (column, value) in zip(bundle.columns, row.values) {
                    if let column { values[column] = value }
                }
                body(SourceRow(row: row.row + bundle.rows.lowerBound, line: row.line, values: values))
            }
        }
    }

    func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] {
        let own = rows.filter { $0 < table.recordCount }
        var labels = try table.rowLabels(own)
        try visitRows(rows.filter { $0 >= table.recordCount }) { labels.append($0.text(of: roles.label)) }
        return labels
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try appendVisitedNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }

    func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        [UInt64](repeating: 0, count: recordCount)
    }
}
