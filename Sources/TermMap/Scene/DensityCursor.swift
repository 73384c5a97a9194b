import App
import CellGraphics
import MapModel

/// The cursor on a density picture: brackets around the cell, and how many rows it holds.
struct DensityCursor {
    let cell: CellRect
    /// The callout beside it, and where; nil without room.
    private let callout: (text: DisplayText, rect: CellRect)?
    private let visible: CellRect

    /// Nil unless a cell with rows is selected; a single row has a name that is drawn elsewhere.
    init?(_ state: AppState) {
        guard !state.showsAreas, state.annotations.density.picture != nil,
            let selected = state.selectedAnnotation
        else {
            return nil
        }
        cell = selected.rect
        visible = state.visibleMap
        let brackets = Self.brackets(around: cell)
        guard !selected.isPlace, state.selection.current?.isCluster == true else {
            callout = nil
            return
        }
        let text = DisplayText(sanitising: " \(selected.count.counted("row")) here ")
        callout = SelectionPainter.places(for: text.width, beside: brackets)
            .first { $0.intersection(state.visibleMap) == $0 }.map { (text, $0) }
    }

    private static func brackets(around cell: CellRect) -> CellRect {
        CellRect(column: cell.column - 1, row: cell.row, width: 3, height: 1)
    }

    /// Keeps names off.
    func take(from occupancy: inout CellOccupancy) {
        occupancy.take(Self.brackets(around: cell))
        if let callout { occupancy.take(callout.rect) }
    }

    func draw(into frame: inout CellBuffer) {
        let style = Style(.selectionText, on: .selection, .bold)
        for (text, column) in [("[" as DisplayText, cell.column - 1), ("]", cell.endColumn)] {
            frame.put(text, at: CellPoint(column: column, row: cell.row), style: style, within: visible)
        }
        guard let callout else { return }
        frame.put(
            callout.text, at: CellPoint(column: callout.rect.column, row: callout.rect.row), style: style)
    }
}
