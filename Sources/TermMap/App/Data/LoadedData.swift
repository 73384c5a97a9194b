import Basemaps
import CellGraphics
import MapModel
import Receivers
import Rows
import Streams
import Streets
import TileArchives

/// What the map is drawn from besides the rows.
package struct BasemapData: Sendable {
    package var basemap: Basemap?
    package var coastDetail: Basemap?
    package var labels: [MapLabel]
    /// What is missing or damaged of it, a line each.
    package var faults: [String] = []

    /// No land and no names.
    package static let none = BasemapData(basemap: nil, coastDetail: nil, labels: [])
}

/// What was read of the data: all of it, or so far.
package struct LoadedData: Sendable {
    /// The places of all rows, those of hidden sources as well.
    package var rows: ShownRows
    /// The lines and areas of rows.
    package var shapes = ShapeIndex()
    package var skipped: SkippedRows
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

    package init(
        rows: ShownRows, shapes: ShapeIndex = ShapeIndex(), skipped: SkippedRows, notices: [String],
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

/// The names of places: for the map, for lists and for where one is.
package struct Atlas: Sendable {
    package var gazetteer: Gazetteer
    package var locator: PlaceLocator

    package init(gazetteer: Gazetteer, locator: PlaceLocator) {
        self.gazetteer = gazetteer
        self.locator = locator
    }
}

/// Why there are no names of places, in one line.
package struct AtlasError: Error, Equatable, Sendable {
    package var message: String

    package init(message: String) {
        self.message = message
    }
}

/// Why a row's details cannot be shown, in one line.
package struct RecordError: Error, Equatable, Sendable {
    package var message: String

    package init(message: String) {
        self.message = message
    }
}
