import RowValues
import Rows
import MapModel
import Streams

/// The rows of files and of servers' tables as those of one table, which is made anew for each call: a server's columns are
/// known once it is connected.
struct LayersOfServers: RowTable {
    let source: LayeredSource
    /// Tables with the values of rows at hand, by the number of the first layer of their part.
    var read: [Int: any RowTable] = [:]

    private var tables: LayeredTable { LayeredTable(source.parts, read) }

    var name: String { source.name }
    var columnNames: [String] { tables.columnNames }
    var roles: ColumnRoles { ColumnRoles() }
    var recordCount: Int { tables.recordCount }

    var decimalMark: UInt8 { tables.decimalMark }
    func decimalMark(ofRow row: UInt32) -> UInt8 { tables.decimalMark(ofRow: row) }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        try tables.visitRows(rows, body)
    }

    func namedRow(_ row: UInt32) throws(SourceError) -> NamedRow { try tables.namedRow(row) }
    func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] { try tables.rowLabels(rows) }
    func rowWords(_ rows: [UInt32]) throws(SourceError) -> [RowWords] { try tables.rowWords(rows) }

    func rowIdentifiers(_ rows: [UInt32]) throws(SourceError) -> [String] {
        try tables.rowIdentifiers(rows)
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {}

    func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] { [] }

    func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool {
        tables.writesAsRead(format, adding: adding)
    }

    func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        try tables.write(count: count, row: row, as: format, adding: adding, to: sink)
    }
}
