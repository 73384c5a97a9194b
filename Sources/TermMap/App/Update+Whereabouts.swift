import CellGraphics
import MapModel

extension AppState {
    /// Says where the middle of the view is, how much is in view, and where the selection is.
    mutating func sayWhere() {
        let text = WhereText(self)
        let coordinate = PlaceText.coordinate(map.middle, zoom: map.viewport.zoom)
        let place = text.middle
        var parts = [place] + (place == coordinate ? [] : [coordinate]) + ["view " + text.width]
        if let rows = text.rows { parts.append(rows) }
        if selection.current?.hasRow == true, let point = selectedPoint {
            parts.append("selection " + text.offset(of: WebMercator.unproject(point)))
        }
        report(KeyedText(parts.dropFirst().reduce(parts[0]) { $0 + "; " + $1 }))
    }
}
