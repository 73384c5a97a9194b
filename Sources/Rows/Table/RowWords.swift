/// What a list shows of a row: enough to see why a search found it.
package struct RowWords: Sendable, Equatable {
    package var row: UInt32
    package let label: String
    /// "" where the file has no such column, or it is the label.
    package let identifier: String
    /// The other values that searches look through, in the order of the columns; empty and repeated ones left out.
    package let details: [String]

    package init(row: UInt32, label: String, identifier: String, details: [String]) {
        self.row = row
        self.label = label
        self.identifier = identifier
        self.details = details
    }
}
