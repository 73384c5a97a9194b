import CellGraphics
import DataSets
import MapModel
import Rows

/// What the program begins with: what the command line asks for, and what is known of the terminal.
package struct Beginning: Sendable {
    /// What the map shows first.
    package enum View: Sendable {
        /// All the data, once it is there; at a zoom of its own where one is given.
        case data(zoom: Double?)
        case place(Placemark, zoom: Double?)
        case box(GeoBounds, zoom: Double?)
        case point(Coordinate, zoom: Double)
    }

    package var columns: Int
    package var rows: Int
    package var appearance: Appearance
    /// What is shown, as the user named it.
    package var filePath: String
    package var helpText: HelpText
    /// More rows in a view than this come as clusters from a server; nil where all rows are read.
    package var serverLimit: Int?
    package var view = View.data(zoom: nil)
    package var query = RowQuery()
    package var distanceUnit = DistanceUnit.kilometers
    package var isDensity = false
    package var hasStreets = false
    /// There are no rows, only a street map.
    package var isMapAlone = false
    /// The rows come from a stream, which may say nothing for long.
    package var isStream = false
    package var nearby: NearbyRequest?
    package var picking = MarkState.Picking.none
    package var position: OwnPosition?
    /// The own position of a feed; it is shown from its first fix on.
    package var feedPosition: OwnPosition?
    /// What an earlier run kept of the source.
    package var keptViews: KeptViews?
    /// Whether the terminal reports the mouse; nil when it cannot.
    package var usesMouse: Bool?
    package var hasClipboard = false
    /// Whether alerts ring the bell.
    package var hasBell = true
    /// The alerts of the command line; without a test that of the view.
    package var alerts: [(name: String, test: Alert.Test?)] = []
    /// The names of places are being read.
    package var awaitsAtlas = false

    package init(
        columns: Int, rows: Int, filePath: String, appearance: Appearance, helpText: HelpText
    ) {
        (self.columns, self.rows) = (columns, rows)
        self.filePath = filePath
        self.appearance = appearance
        self.helpText = helpText
    }
}
