import App
import CellGraphics
import MapModel

/// Draws the journey of the strip on the map: its line, the range, marks every few kilometres, and where the cursor is.
struct JourneyPainter {
    private typealias Placed = (text: DisplayText, rect: CellRect)

    private let appearance: Appearance
    private let area: CellRect
    private let line: LineCells
    private let range: LineCells?
    private let marks: [CellPoint]
    private let labels: [Placed]
    private let cursor: CellPoint?
    private let callout: Placed?

    private var isASCII: Bool { appearance.charset == .ascii }

    /// Nil without an open strip.
    init?(_ state: AppState, line: LineCells) {
        guard let shown = state.journeyOnMap else { return nil }
        appearance = state.screen.appearance
        let area = state.visibleMap
        self.area = area
        let viewport = state.map.viewport
        self.line = line
        range = shown.range.map { Self.cells(shown.line, $0, viewport, area, .selection) }
        var occupancy = CellOccupancy(area: area)
        for rect in line.rects { occupancy.take(rect) }
        func shownCell(_ position: Double) -> CellPoint? {
            let cell = viewport.dot(of: Self.onMap(shown.line.point(at: position))).cell
            return area.contains(cell) ? cell : nil
        }
        cursor = shown.cursor.flatMap { shownCell($0.position) }
        if let cursor {
            occupancy.take(CellRect(column: cursor.column - 1, row: cursor.row, width: 3, height: 1))
        }
        var callout: Placed?
        if let cursor, let text = shown.cursor?.text, !text.isEmpty {
            let mark = CellRect(column: cursor.column - 1, row: cursor.row, width: 3, height: 1)
            let places = SelectionPainter.places(for: text.width + 2, beside: mark)
            let place =
                places.first { $0.lies(in: area) && occupancy.isFree($0) }
                ?? places.first { $0.lies(in: area) }
            callout = place.map { (text, $0) }
            if let place { occupancy.take(place) }
        }
        self.callout = callout
        let hidden = callout?.rect
        var marks = shown.ends.compactMap(shownCell)
        var crowded = CellOccupancy(area: area)
        for cell in marks { crowded.take(Self.surroundings(of: cell)) }
        var labels: [Placed] = []
        for mark in shown.marks {
            guard let cell = shownCell(mark.position), cell != cursor, hidden?.contains(cell) != true,
                crowded.isFree(CellRect(column: cell.column, row: cell.row, width: 1, height: 1))
            else { continue }
            marks.append(cell)
            crowded.take(Self.surroundings(of: cell))
            let rects = Self.places(for: mark.text.width, beside: cell)
            guard let rect = rects.first(where: { occupancy.isFree($0) }) else { continue }
            // The next number begins behind a free cell.
            occupancy.take(
                CellRect(column: rect.column - 1, row: rect.row, width: rect.width + 2, height: 1))
            labels.append((mark.text, rect))
        }
        self.marks = marks
        self.labels = labels
    }

    /// Where no other mark is: on a way along the edge of the map they would hide it, and their numbers would be one.
    private static func surroundings(of mark: CellPoint) -> CellRect {
        CellRect(column: mark.column - 2, row: mark.row, width: 5, height: 1)
    }

    /// Where the number of a mark may stand: a cell is free between both.
    private static func places(for width: Int, beside cell: CellPoint) -> [CellRect] {
        [
            CellRect(column: cell.column - 1 - width, row: cell.row, width: width, height: 1),
            CellRect(column: cell.column + 2, row: cell.row, width: width, height: 1),
            CellRect(column: cell.column - width / 2, row: cell.row - 1, width: width, height: 1),
            CellRect(column: cell.column - width / 2, row: cell.row + 1, width: width, height: 1),
        ]
    }

    private static func onMap(_ point: WorldPoint) -> WorldPoint {
        WorldPoint(x: point.x - point.x.rounded(.down), y: point.y)
    }

    static func cells(
        _ line: JourneyLine, _ range: ClosedRange<Double>?, _ viewport: Viewport, _ area: CellRect,
        _ role: Role
    ) -> LineCells {
        var dots = DotBitmap(width: viewport.size.width, height: viewport.size.height)
        line.visitPieces(range, worldDots: viewport.worldDots) { piece in
            viewport.visitStretches(of: piece) { dots.drawLine(from: $0, to: $1) }
        }
        return LineCells(in: area) { (dots.brailleBits(x: $0, y: $1), role) }
    }

    /// Names keep off.
    func take(from occupancy: inout CellOccupancy) {
        for rect in line.rects + labels.map(\.rect) { occupancy.take(rect) }
        if let callout { occupancy.take(callout.rect) }
        for mark in marks {
            occupancy.take(CellRect(column: mark.column, row: mark.row, width: 1, height: 1))
        }
    }

    func drawLines(into frame: inout CellBuffer) {
        line.draw(into: &frame, appearance.charset)
        range?.draw(into: &frame, appearance.charset)
    }

    func drawSigns(into frame: inout CellBuffer) {
        for (text, rect) in labels {
            frame.put(
                text, at: CellPoint(column: rect.column, row: rect.row), style: Style(.track),
                keepingPaper: true, within: area)
        }
        for cell in marks {
            frame.put(
                isASCII ? "o" : "●", at: cell, style: Style(.track, .bold), keepingPaper: true, within: area)
        }
        if let cursor {
            frame.put(
                isASCII ? "[@]" : "[●]", at: CellPoint(column: cursor.column - 1, row: cursor.row),
                style: Style(.selection, .bold), keepingPaper: true, within: area)
        }
        if let (text, rect) = callout {
            CalloutPainter(text: text, rect: rect, appearance: appearance).draw(into: &frame)
        }
    }
}

/// A text on the map in the colours of what is selected.
struct CalloutPainter {
    let text: DisplayText
    /// A column more than the text at both sides.
    let rect: CellRect
    let appearance: Appearance

    func draw(into frame: inout CellBuffer) {
        let style = Style(.selectionText, on: .selection, .bold)
        let start = CellPoint(column: rect.column, row: rect.row)
        if appearance.charset == .ascii || appearance.theme.mode == .mono {
            frame.put(" " + text + " ", at: start, style: style)
            return
        }
        let edge = Style(.selection)
        frame.put("▐", at: start, style: edge, keepingPaper: true)
        frame.put(text, at: CellPoint(column: rect.column + 1, row: rect.row), style: style)
        frame.put(
            "▌", at: CellPoint(column: rect.endColumn - 1, row: rect.row), style: edge, keepingPaper: true)
    }
}
