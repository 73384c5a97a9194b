import MapModel
import Rows
import RowValues
import Streams

extension LoadedSource {
    /// A source that has no rows, or none yet.
    static func withoutRows(name: String, because reason: SourceError? = nil) -> LoadedSource {
        LoadedSource(
            points: PointBuffer(), table: NoRows(name: name), skipped: SkippedRows(),
            notices: [reason?.description].compactMap(\.self))
    }
}

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
