import CellGraphics
import MapModel

/// Everything that the screen shows is made from this one value, which `update` changes.
///
/// Each part changes itself and does not know the whole; what concerns several of them is in the extensions `Update+…`.
package struct AppState: Sendable {
    package var now = Duration.zero
    package var isQuitting = false
    package var screen: Screen
    package var map: MapState
    package var data: DataState
    package var shipped = ShippedData()
    package var streets = StreetMap()
    package var texts = RowTexts()
    package var annotations = AnnotationState()
    package var selection = SelectionState()
    package var search = SearchState()
    package var panels: Panels
    package var nearby: Nearby?
    /// What the command line asked to find near a place, until the rows are there.
    package var nearbyRequest: NearbyRequest?
    /// Where the user is; nil unless asked for.
    package var position: OwnPosition?

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
            isEnlarged: panels.isEnlarged, table: panels.tableForm)
    }
    package var visibleMap: CellRect { layout.visibleMap }
}
