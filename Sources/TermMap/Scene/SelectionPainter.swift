import App
import CellGraphics
import MapModel
import Streams

/// Draws the name of the selected row, and a sign of its own where a badge elsewhere counts it.
struct SelectionPainter {
    /// A badge this near to a row is beside it: columns, rows.
    private static let near = CellShift(columns: 8, rows: 3)
    private static let touching = CellShift(columns: 1, rows: 1)

    private let state: AppState
    /// The cell of a row that a badge elsewhere counts; nil where its mark is at its place or touches it.
    let sign: CellPoint?
    /// The name and its cells, where there is room beside the mark.
    let callout: (text: DisplayText, rect: CellRect)?

    /// Nil without a selected row in view.
    init?(_ state: AppState) {
        guard !state.showsAreasAlone || state.areas.drawnRow != nil, state.strip == nil, !state.hidesRows,
            let annotation = state.selectedAnnotation,
            let selection = state.selection.current,
            annotation.isPlace || !selection.isCluster
        else { return nil }
        self.state = state
        let place = state.map.viewport.dot(of: selection.point).cell
        let dot = CellRect(column: place.column, row: place.row, width: 1, height: 1)
        var occupancy = CellOccupancy(area: state.visibleMap)
        for other in state.annotations.placed { occupancy.take(other.rect) }
        // A dot one cell aside, to keep to its cell of the grid, is mark enough.
        let isMarked = annotation.isPlace && annotation.rect.grown(by: Self.touching).contains(place)
        let isFree = !isMarked && occupancy.isFree(dot)
        sign = isFree ? place : nil
        let badge = annotation.rect
        let isBeside = badge.grown(by: Self.near).contains(place)
        let mark = isFree ? dot : badge
        let name = state.texts.labels[selection.row] ?? .empty
        guard isFree || isBeside, !name.isEmpty else {
            callout = nil
            return
        }
        if isFree { occupancy.take(dot) }
        let figures = state.selectedThing.map { state.thingText.ofCallout($0) } ?? .empty
        let text = figures.isEmpty ? name.clipped(to: 30) : name.clipped(to: 30) + " " + figures
        callout = Self.places(for: text.width + 2, beside: mark).first { occupancy.isFree($0) }
            .map { (text, $0) }
    }

    /// Right, left, above, below.
    static func places(for width: Int, beside mark: CellRect) -> [CellRect] {
        let row = mark.row + mark.height / 2
        let middle = mark.column + mark.width / 2 - width / 2
        return [
            (mark.endColumn + 1, row), (mark.column - 1 - width, row), (middle, mark.row - 1),
            (middle, mark.endRow),
        ].map { CellRect(column: $0.0, row: $0.1, width: width, height: 1) }
    }

    /// Keeps other names off.
    func take(from occupancy: inout CellOccupancy) {
        if let sign { occupancy.take(CellRect(column: sign.column, row: sign.row, width: 1, height: 1)) }
        if let callout { occupancy.take(callout.rect) }
    }

    func draw(into frame: inout CellBuffer) {
        let isASCII = state.screen.appearance.charset == .ascii
        if let sign {
            frame.put(
                isASCII ? "@" : "◉", at: sign, style: Style(.selection, .bold), keepingPaper: true,
                within: state.visibleMap)
        }
        guard let (text, rect) = callout else { return }
        let style = Style(.selectionText, on: .selection, .bold)
        if isASCII || state.screen.appearance.theme.mode == .mono {
            frame.put(" " + text + " ", at: CellPoint(column: rect.column, row: rect.row), style: style)
            return
        }
        let edge = Style(.selection)
        frame.put("▐", at: CellPoint(column: rect.column, row: rect.row), style: edge, keepingPaper: true)
        frame.put(text, at: CellPoint(column: rect.column + 1, row: rect.row), style: style)
        frame.put(
            "▌", at: CellPoint(column: rect.endColumn - 1, row: rect.row), style: edge, keepingPaper: true)
    }
}

extension CellRect {
    fileprivate func grown(by shift: CellShift) -> CellRect {
        CellRect(
            column: column - shift.columns, row: row - shift.rows, width: width + 2 * shift.columns,
            height: height + 2 * shift.rows)
    }
}
