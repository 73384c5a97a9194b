/// How to read features and records, where the user or a test knows better than a look at them.
package struct FeatureOptions: Sendable {
    package var columns: ColumnOptions
    /// A record whose id was seen before takes the place of the earlier one: for streams of what moves. Means
    /// something only with `columns.id`.
    package var replacesRowsWithID: Bool
    /// A longer record is not read; where one is the whole file, what stands before it is kept.
    package var recordLimit = 64 << 20
    /// How much is read at a time.
    package var windowSize = 1 << 20
    /// Parts are handed out at most this often.
    package var snapshotInterval: Duration = .milliseconds(50)

    /// Rows have lines; those of a stream that a program makes of a file have none.
    package var countsLines = true

    package init(columns: ColumnOptions = ColumnOptions(), replacesRowsWithID: Bool = false) {
        self.columns = columns
        self.replacesRowsWithID = replacesRowsWithID
    }
}
