import Basemaps
import CellGraphics
import MapModel
import Receivers
import Rows
import Streams
import Streets
import TileArchives

/// What the map is drawn from besides the rows.
struct BasemapData: Sendable {
    var basemap: Basemap?
    var coastDetail: Basemap?
    var labels: [MapLabel]
    /// What is missing or damaged of it, a line each.
    var faults: [String] = []

    /// No land and no names.
    static let none = BasemapData(basemap: nil, coastDetail: nil, labels: [])
}

/// What was read of the data: all of it, or so far.
struct LoadedData: Sendable {
    /// The places of all rows, those of hidden sources as well.
    var rows: ShownRows
    /// The lines and areas of rows.
    var shapes = ShapeIndex()
    var skipped: SkippedRows
    /// What the user should know of how it was read, a line each.
    var notices: [String]
    /// Records read: those with a place and those skipped.
    var recordCount: Int
    /// The sources that are shown together; none where there is nothing to distinguish.
    var sources: [SourceLayer] = []
    /// The names of the columns, in the order of the table.
    var columnNames: [String] = []
    /// "." or ",", in the numbers of each source.
    var decimalMarks: [UInt8] = []
    /// Whether a GeoJSON file of the rows has their lines and areas.
    var writesShapes = false
}

/// What was read of rows, by row.
struct RowAnswer<Value: Sendable>: Sendable {
    var values: [UInt32: Value] = [:]
    /// How rows were numbered when they were read.
    var numbering: Int
    /// Why some could not be read.
    var problem: SourceError?
}

/// What rows are recognised by, before and after the reload; nil where that is not known.
struct Reload: Sendable {
    var before: RowIdentities?
    var after: RowIdentities?
    /// How many rows with a place are new, and how many are gone; nil where rows cannot be recognised.
    var changes: (added: Int, removed: Int)?
    /// Latitude and longitude have changed places.
    var isSwap = false
}

/// The names of places: for the map, for lists and for where one is.
struct Atlas: Sendable {
    var gazetteer: Gazetteer
    var locator: PlaceLocator
}

/// Why there are no names of places, in one line.
struct AtlasError: Error, Equatable, Sendable {
    var message: String
}

/// Why a row's details cannot be shown, in one line.
struct RecordError: Error, Equatable, Sendable {
    var message: String
}
