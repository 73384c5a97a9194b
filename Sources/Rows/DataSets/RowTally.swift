/// How many rows a source has, each number counted by itself.
package struct RowTally: Sendable, Equatable {
    /// All rows.
    package let rows: Int
    /// Those with a place.
    package let placed: Int
    /// Those without one, by reason.
    package let skipped: SkippedRows

    /// Rows that were counted.
    package init(rows: Int, placed: Int, skipped: SkippedRows) {
        (self.rows, self.placed, self.skipped) = (rows, placed, skipped)
    }

    /// The rows of several sources.
    package init(joining tallies: [RowTally]) {
        rows = tallies.reduce(0) { $0 + $1.rows }
        placed = tallies.reduce(0) { $0 + $1.placed }
        skipped = tallies.reduce(SkippedRows()) { $0.adding($1.skipped) }
    }
}
