import App
import CellGraphics
import MapModel
import Streams

extension PanelPainter {
    /// What the street map has at a spot.
    func drawSpot(_ spot: Spot, _ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        drawTitle(DisplayText(sanitising: state.spotTitle), "", area, &frame)
        if PanelMetrics.isTall(area) {
            put(
                &frame, PlaceText.coordinate(spot.coordinate, zoom: 10), area.column + 2, area.row + 2,
                .panelDim)
        }
        drawFields(state.spotFields, scroll, PanelMetrics.textBody(of: area), &frame)
    }
}
