import App
import CellGraphics
import MapModel

/// Draws the place that was asked for: its sign, and its name where there is room.
struct PlacemarkPainter {
    let placemark: Placemark
    let state: AppState

    private var isPlain: Bool {
        state.screen.appearance.charset == .ascii || state.screen.appearance.theme.mode == .mono
    }

    /// The cell of the sign: that of the place, or the next one above or below what is drawn there; nil out of view.
    var cell: CellPoint? {
        let cell = state.map.viewport.dot(of: placemark.point).cell
        guard state.visibleMap.contains(cell) else { return nil }
        guard let covered = state.annotations.placed.first(where: { $0.rect.contains(cell) }) else {
            return cell
        }
        // A count must not be hidden by a sign that points at it.
        return [covered.rect.row - 1, covered.rect.endRow].map { CellPoint(column: cell.column, row: $0) }
            .first { beside in
                state.visibleMap.contains(beside)
                    && !state.annotations.placed.contains { $0.rect.contains(beside) }
            }
    }

    /// Where the name goes: right, left, above or below, where nothing in `occupancy` is.
    func labelRect(_ occupancy: CellOccupancy) -> CellRect? {
        guard let cell else { return nil }
        let width = text.width + 2
        let places = [
            CellPoint(column: cell.column + 2, row: cell.row),
            CellPoint(column: cell.column - 1 - width, row: cell.row),
            CellPoint(column: cell.column - width / 2, row: cell.row - 1),
            CellPoint(column: cell.column - width / 2, row: cell.row + 1),
        ]
        return places.map { CellRect(column: $0.column, row: $0.row, width: width, height: 1) }
            .first { occupancy.isFree($0) }
    }

    private var text: DisplayText { placemark.name.clipped(to: 30) }

    func draw(label: CellRect?, into frame: inout CellBuffer) {
        guard let cell else { return }
        frame.put(
            state.screen.appearance.charset == .ascii ? "v" : "▼", at: cell, style: Style(.placemark, .bold),
            keepingPaper: true)
        guard let label else { return }
        let start = CellPoint(column: label.column, row: label.row)
        let style = Style(.placemarkText, on: .placemarkLabel, .bold)
        if isPlain {
            frame.put(" " + text + " ", at: start, style: style)
            return
        }
        let edge = Style(.placemarkLabel)
        frame.put("▐", at: start, style: edge, keepingPaper: true)
        frame.put(text, at: CellPoint(column: start.column + 1, row: start.row), style: style)
        frame.put(
            "▌", at: CellPoint(column: label.endColumn - 1, row: label.row), style: edge, keepingPaper: true)
    }
}
