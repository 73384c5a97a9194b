import CellGraphics
import MapModel

/// Everything that the screen shows is made from this one value; only `update` changes it.
///
/// Each part changes itself and knows no other; what concerns several of them is in the extensions `Update+…`.
struct AppState: Sendable {
    var now = Duration.zero
    var isQuitting = false
    var screen: Screen
    var map: MapState
    var data: DataState
    var shipped = ShippedData()
    var streets = StreetMap()
    var texts = RowTexts()
    var annotations = AnnotationState()
    var selection = SelectionState()
    var search = SearchState()
    var panels: Panels
    var nearby: Nearby?
    /// What the command line asked to find near a place, until the rows are there.
    var nearbyRequest: NearbyRequest?
    /// Where the user is; nil unless asked for.
    var position: OwnPosition?

    init(columns: Int, rows: Int, filePath: String, appearance: Appearance, helpText: HelpText) {
        panels = Panels(helpText: helpText)
        screen = Screen(columns: columns, rows: rows, appearance: appearance)
        data = DataState(filePath: filePath)
        let layout = ScreenLayout(columns: screen.columns, rows: screen.rows, hasPanel: false)
        map = MapState(size: layout.mapSize, columns: columns)
    }

    var layout: ScreenLayout {
        ScreenLayout(
            columns: screen.columns, rows: screen.rows, hasPanel: panels.current != nil,
            isEnlarged: panels.isEnlarged, table: panels.tableForm)
    }
    var visibleMap: CellRect { layout.visibleMap }
}
