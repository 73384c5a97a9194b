import App
import CellGraphics
import MapModel
import Streams

extension PanelPainter {
    /// What is near, by distance.
    func drawNearby(_ area: CellRect, _ frame: inout CellBuffer) {
        guard let nearby = state.nearby else { return }
        let found = remark(on: nearby)
        let title: DisplayText = "Near \(nearby.centerName)"
        drawTitle(
            title.clipped(to: max(area.width - 6 - found.width, 8), ellipsis: ellipsis), found, area, &frame)
        let rows = state.nearbyRows
        for (index, row) in rows.enumerated() {
            let neighbor = nearby.neighbors[nearby.cursor.top + index]
            let place = nearby.places[neighbor.index] ?? state.data.tree.coordinate(at: neighbor.index)
            let bearing = GreatCircle.bearing(from: nearby.center, to: place)
            let isCurrent = nearby.cursor.top + index == nearby.cursor.index
            let distance = DistanceLine.text(
                meters: neighbor.distanceMeters, bearing: bearing, unit: nearby.unit)
            let isMiddle = !state.measuresShapes && state.data.shapes.shape(of: row) != nil
            drawLine(
                state.title(ofRow: row), isMiddle ? distance + " to its middle" : distance,
                isCurrent: isCurrent, area.row + PanelMetrics.listTop + index, area, &frame,
                remarkInk: isCurrent ? .ring : .panelDim, isMarked: state.marks.contains(row))
        }
        if rows.isEmpty {
            put(
                &frame, words("No rows in range: \(key: .radius(step: 1)) widens it"), area.column + 2,
                area.row + PanelMetrics.listTop, .panelDim)
        }
        drawRest(nearby, area, &frame)
    }

    private func remark(on nearby: Nearby) -> DisplayText {
        guard let radius = nearby.radiusMeters else { return "nearest \(nearby.neighbors.count.grouped)" }
        return "\(state.nearText(nearby)) within \(nearby.unit.text(meters: radius))"
    }

    /// Says on the row above the list what it leaves out.
    private func drawRest(_ nearby: Nearby, _ area: CellRect, _ frame: inout CellBuffer) {
        guard nearby.total > nearby.neighbors.count else { return }
        put(
            &frame, "nearest \(nearby.neighbors.count.grouped) listed", area.column + 2, area.row + 2,
            .panelDim)
    }
}
