/// What a list of results shows of a row: enough to see why it matches.
package struct RowWords: Sendable, Equatable {
    /// The row's number.
    package var row: UInt32
    /// "" where the row has no label.
    package let label: String
    /// "" where the file has no such column, or it is the label.
    package let identifier: String
    /// The other searched values, in the order of the columns, without empty and repeated ones.
    package let details: [String]

    /// The words of a row.
    package init(row: UInt32, label: String, identifier: String, details: [String]) {
        self.row = row
        self.label = label
        self.identifier = identifier
        self.details = details
    }
}
