import App
import CellGraphics
import MapModel
import Streams

extension PanelPainter {
    /// What the gazetteer knows of the placemark.
    func drawPlace(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        guard let placemark = state.selection.placemark else {
            drawTitle("No placemark", "", area, &frame)
            return
        }
        drawTitle(placemark.name, kind(of: placemark.place), area, &frame)
        if PanelMetrics.isTall(area) {
            let point = placemark.coordinate
            put(
                &frame, PlaceText.coordinate(point, zoom: 10), area.column + 2, area.row + 2, .panelDim)
        }
        drawFields(state.placeFields, scroll, PanelMetrics.textBody(of: area), &frame)
    }

    private func kind(of place: Place?) -> DisplayText {
        switch place?.kind {
        case .country: "country"
        case .region, .subregion: "region"
        case .city where place?.isCountryCapital == true: "capital"
        case .city: "place"
        case .sea, .lake, .river, .island, .peak, .range, .airport:
            DisplayText(sanitising: place?.kind.name ?? "")
        case nil: "coordinate"
        }
    }
}
