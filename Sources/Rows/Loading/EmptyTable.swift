import MapModel
import RowValues
import Streams

extension LoadedSource {
    /// A source that has no rows, or none yet.
    package static func withoutRows(name: String, because reason: SourceError? = nil) -> LoadedSource {
        LoadedSource(
            points: PointBuffer(), table: EmptyTable(name: name), skipped: SkippedRows(),
            notices: [reason?.description].compactMap(\.self))
    }
}

extension SourceLoader {
    /// Reads everything; a file without rows is still a layer, with a notice.
    package func readWhole(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        do throws(SourceError) {
            return try read(isCancelled: isCancelled, progress: progress)
        } catch .empty(let file, let hasHeader) {
            return .withoutRows(name: name, because: .empty(file: file, hasHeader: hasHeader))
        }
    }
}

/// The table of a source that has no rows.
package struct EmptyTable: RowTable {
    /// The name of the source.
    package let name: String
    /// None.
    package let columnNames: [String] = []
    /// None.
    package let roles = ColumnRoles()
    /// None.
    package let recordCount = 0

    /// The table of a source without rows.
    package init(name: String) { self.name = name }

    /// Throws for any row.
    package func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        if let row = rows.first { throw .noSuchRow(row, file: name) }
    }

    /// Appends nothing.
    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {}
}
