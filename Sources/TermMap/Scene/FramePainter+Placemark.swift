import App
import CellGraphics

/// The place that was looked up.
extension FramePainter {
    private func placemarkPainter(_ state: AppState, _ selection: SelectionPainter?) -> (
        PlacemarkPainter, CellRect?
    )? {
        guard let placemark = state.selection.placemark else { return nil }
        let painter = PlacemarkPainter(placemark: placemark, state: state)
        var occupancy = CellOccupancy(area: state.visibleMap)
        for annotation in state.annotations.placed { occupancy.take(annotation.rect) }
        selection?.take(from: &occupancy)
        return (painter, painter.labelRect(occupancy))
    }

    func takePlacemark(
        _ state: AppState, _ selection: SelectionPainter?, _ occupancy: inout CellOccupancy
    ) {
        guard let (painter, label) = placemarkPainter(state, selection) else { return }
        if let cell = painter.cell {
            occupancy.take(CellRect(column: cell.column, row: cell.row, width: 1, height: 1))
        }
        if let label { occupancy.take(label) }
    }

    func drawPlacemark(_ state: AppState, _ selection: SelectionPainter?, _ frame: inout CellBuffer) {
        if let (painter, label) = placemarkPainter(state, selection) {
            painter.draw(label: label, into: &frame)
        }
    }
}
