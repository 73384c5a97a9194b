import CellGraphics
import MapModel

/// Everything that the screen shows is made from this one value, which `update` changes.
///
/// Each part changes itself and does not know the whole; what concerns several of them is in the extensions `Update+…`.
package struct AppState: Sendable {
    package internal(set) var now = Duration.zero
    package internal(set) var isQuitting = false
    package internal(set) var screen: Screen
    package internal(set) var map: MapState
    package internal(set) var data: DataState
    package internal(set) var shipped = ShippedData()
    package internal(set) var streets = StreetMap()
    package internal(set) var texts = RowTexts()
    package internal(set) var annotations = AnnotationState()
    package internal(set) var selection = SelectionState()
    package internal(set) var search = SearchState()
    package internal(set) var panels: Panels
    package internal(set) var nearby: Nearby?
    /// What the command line asked to find near a place, until the rows are there.
    package internal(set) var nearbyRequest: NearbyRequest?
    /// Where the user is; nil unless asked for.
    package internal(set) var position: OwnPosition?
    /// The own position of a feed, until its first fix.
    var feedPosition: OwnPosition?

    package init(columns: Int, rows: Int, filePath: String, appearance: Appearance, helpText: HelpText) {
        panels = Panels(helpText: helpText)
        screen = Screen(columns: columns, rows: rows, appearance: appearance)
        data = DataState(filePath: filePath)
        let layout = ScreenLayout(columns: screen.columns, rows: screen.rows, hasPanel: false)
        map = MapState(size: layout.mapSize, columns: columns)
    }

    package var layout: ScreenLayout {
        ScreenLayout(
            columns: screen.columns, rows: screen.rows, hasPanel: panels.current != nil,
            isEnlarged: panels.isEnlarged, table: panels.tableForm,
            bandRows: bandRows, isSplit: showsTwoMaps)
    }
    /// Rows of the band of time, or of what stands in its place; 0 while there is nothing.
    private var bandRows: Int {
        if map.journeys.strip != nil { return StripLayout.height(screenRows: screen.rows) }
        guard map.band != nil else { return 0 }
        return foldContent.map { FoldPicture.height(of: $0, screenRows: screen.rows) }
            ?? BandLayout.height(screenRows: screen.rows, comparing: map.band?.comparison != nil)
    }

    package var visibleMap: CellRect { layout.visibleMap }
}
