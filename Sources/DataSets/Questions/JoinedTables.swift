import Rows
import Streams

/// A table that consists of those of several sources.
package protocol JoinedTables: RowTable {
    /// Those of the sources, in the order of their rows.
    var tables: [any RowTable] { get }
    /// The table that has a row, and the numbers of its rows.
    func source(of row: UInt32) throws(SourceError) -> (table: any RowTable, rows: Range<UInt32>)
}
