import MapModel
import Rows
import Streams

/// What was read of the data: all of it, or so far.
package struct LoadedData: Sendable {
    /// The places of all rows, those of hidden sources as well.
    package var rows: RowSnapshot
    /// The lines and areas of rows.
    package var shapes = ShapeIndex()
    package var skipped: SkippedRows
    /// The rows of which no more is known than an area; nil where every place is one.
    package var vague: VagueRows?
    /// What is known of the addresses of rows; nil where none are looked for.
    package var addresses: RowAddresses?
    /// What the user should know of how it was read, a line each.
    package var notices: [String]
    /// Records read: those with a place and those skipped.
    package var recordCount: Int
    /// The sources that are shown together; none where there is nothing to distinguish.
    package var sources: [SourceLayer] = []
    /// The names of the columns, in the order of the table.
    package var columnNames: [String] = []
    /// "." or ",", in the numbers of each source.
    package var decimalMarks: [UInt8] = []
    /// Whether a GeoJSON file of the rows has their lines and areas.
    package var writesShapes = false
    /// What changed, where the rows are those of two sources that are compared.
    package var difference: RowDifference?
    /// The rows that the query leaves which was asked last, where they came with all of them.
    package var chosen: (query: RowQuery, rows: RowSnapshot)?
    /// Which things are inside alerts, and what happened; nil where nothing is followed.
    package var alerts: AlertReport?
    /// The rows that move; nil where none does.
    package var things: ThingSet?
    /// The sets of areas that the rows can be counted in.
    package var areaSets: [AreaSets.Outline] = []

    package init(
        rows: RowSnapshot, shapes: ShapeIndex = ShapeIndex(), skipped: SkippedRows, notices: [String],
        recordCount: Int, sources: [SourceLayer] = [], columnNames: [String] = [], decimalMarks: [UInt8] = [],
        writesShapes: Bool = false
    ) {
        self.rows = rows
        self.shapes = shapes
        self.skipped = skipped
        self.notices = notices
        self.recordCount = recordCount
        self.sources = sources
        self.columnNames = columnNames
        self.decimalMarks = decimalMarks
        self.writesShapes = writesShapes
    }
}

/// What was read of rows, by row.
package struct RowAnswer<Value: Sendable>: Sendable {
    package var values: [UInt32: Value] = [:]
    /// How rows were numbered when they were read.
    package var numbering: Int
    /// Why some could not be read.
    package var problem: SourceError?

    package init(values: [UInt32: Value] = [:], numbering: Int, problem: SourceError? = nil) {
        self.values = values
        self.numbering = numbering
        self.problem = problem
    }
}

/// What rows are recognised by, before and after the reload; nil where that is not known.
package struct Reload: Sendable {
    package var before: RowIdentities?
    package var after: RowIdentities?
    /// How many rows with a place are new, and how many are gone; nil where rows cannot be recognised.
    package var changes: (added: Int, removed: Int)?
    /// Latitude and longitude have changed places.
    package var isSwap = false

    package init(
        before: RowIdentities? = nil, after: RowIdentities? = nil, changes: (added: Int, removed: Int)? = nil,
        isSwap: Bool = false
    ) {
        self.before = before
        self.after = after
        self.changes = changes
        self.isSwap = isSwap
    }
}
