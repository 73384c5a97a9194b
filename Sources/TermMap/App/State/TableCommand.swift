import MapModel
import DataSets
import Rows
import Streams

/// What a key means for the table of rows.
package enum TableCommand: Hashable, Sendable {
    /// Opens the table, or closes it.
    case toggle
    /// In the place of the map, or with it again.
    case alone
    /// The map goes to the row under the cursor.
    case center
    /// Only the rows of the cluster that holds the row, or all again.
    case members
    /// The column to sort by: the next or the previous one.
    case sortColumn(step: Int)
    /// Turns the order.
    case turn
    case order(isDescending: Bool)
    case scroll(columns: Int)
    case search
    case match(forward: Bool)
}

/// Work for the table that is done beside the loop.
package enum TableRequest: Equatable, Sendable {
    /// Lists rows in their order.
    case list(TableQuestion, ticket: Int)
    /// Measures the columns by some rows, ascending.
    case measure(rows: [UInt32], numbering: Int)
    /// The values of rows, ascending.
    case read(rows: [UInt32])
    /// Looks for words in all values of the rows.
    case search(SearchQuery, TableQuestion, ticket: Int)
}

/// What came of a request.
package enum TableAnswer: Sendable {
    case listed(Result<TableListing, SourceError>, ticket: Int)
    /// The share of a column that was read to sort by it.
    case sorting(Double, ticket: Int)
    case measured(TableColumns, numbering: Int)
    case read(RowAnswer<[String]>)
    case found(Result<PointSet, SourceError>, ticket: Int)
}
