import MapModel
import Rows
import RowValues
import Streams

/// A source that has no rows.
struct NoRows: RowTable {
    let name: String
    let columnNames: [String] = []
    let roles = ColumnRoles()
    let recordCount = 0

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        if let row = rows.first { throw .noSuchRow(row, file: name) }
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {}
}
