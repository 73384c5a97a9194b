import MapModel

/// The contents of a source.
package struct SourceSummary: Sendable, Equatable {
    /// The table of a database that has several; nil for a statement and for files.
    package var table: String?
    /// Rows with a place.
    package var rowCount: Int
    /// Rows without one.
    package var skippedCount: Int
    /// The same with their reasons and names; nil where only their number is known.
    package var skipped: SkippedRows?
    /// The count is the server's estimate: counting would have taken too long.
    package var isEstimate: Bool
    /// The box of all places; nil without places, or where it is not known.
    package var bounds: GeoBounds?
    /// Messages for the user, a line each.
    package var notices: [String]
    /// The layers that the rows come from, with the numbers of their rows; none where there is but one.
    package var layers: [SourceLayer] = []
    /// Layers that could not be opened, with the reason, a line each: their rows are neither shown nor counted.
    package var failures: [String] = []

    /// A summary of counts, box and notices.
    package init(
        rowCount: Int, skippedCount: Int = 0, isEstimate: Bool, bounds: GeoBounds?, notices: [String]
    ) {
        self.rowCount = rowCount
        self.skippedCount = skippedCount
        self.isEstimate = isEstimate
        self.bounds = bounds
        self.notices = notices
    }

    /// The rows without a place by what is known of them.
    package var skippedRows: SkippedRows { skipped ?? SkippedRows(missingOnServer: skippedCount) }

    /// Adds the rows of another part of the same source; its layers and table are left out.
    package mutating func add(_ other: SourceSummary) {
        rowCount += other.rowCount
        if skipped != nil || other.skipped != nil {
            skipped = skippedRows.adding(other.skippedRows)
        }
        skippedCount += other.skippedCount
        isEstimate = isEstimate || other.isEstimate
        bounds = bounds.flatMap { all in other.bounds.map(all.union) ?? all } ?? other.bounds
        notices += other.notices
    }
}
