@testable import Rows
@testable import Streams

extension RowTable {
    /// One row with the values of all columns.
    package func sourceRow(_ row: UInt32) throws(SourceError) -> SourceRow {
        var found: SourceRow?
        try visitRows([row]) { found = $0 }
        guard let found else { throw .noSuchRow(row, file: name) }
        return found
    }
}
