import App
import CellGraphics
import MapModel

/// Draws the overlay of tools and panels: lines and their labels below the badges, frames, signs and figures above.
struct OverlayPainter {
    /// All that it depends on.
    struct Key: Equatable {
        var overlay: Overlay
        var viewport: Viewport
        /// The part of the map that no panel covers, and its columns that show the world.
        var area: CellRect
        var world: Range<Int>
        var charset: Charset
        var isTinted: Bool
        /// No line, label or sign hides a badge.
        var badges: [CellRect]
        /// Legends, which figures must not cover.
        var legends: [CellRect]
    }

    private typealias Placed = (text: DisplayText, rect: CellRect)

    private let key: Key
    private let lines: LineCells?
    private let signs: [(sign: Overlay.Sign, rect: CellRect)]
    private var labels: [Placed] = []
    private let card: (box: LegendBox, rect: CellRect)?

    private var isASCII: Bool { key.charset == .ascii }

    init(_ key: Key) {
        self.key = key
        let paths = OverlayPaths(key.overlay.lines, in: key.viewport)
        let area = key.area
        let world = CellRect(
            column: key.world.lowerBound, row: area.row, width: key.world.count, height: area.height
        ).intersection(area)
        let lines = key.overlay.lines.isEmpty ? nil : paths.cells(in: world)
        self.lines = lines
        let signs = key.overlay.signs.compactMap { sign -> (sign: Overlay.Sign, rect: CellRect)? in
            Self.rect(of: sign, key).map { (sign, $0) }
        }
        self.signs = signs
        let taken = key.badges + signs.map(\.rect)
        card = key.overlay.card.flatMap { card in
            OverlayCard(card).place(
                in: area, world: key.world, besides: taken + key.legends,
                lines: lines?.rects ?? [])
        }
        for (index, line) in key.overlay.lines.enumerated() where !line.label.isEmpty {
            let text = " " + line.label + " "
            let taken = taken + labels.map(\.rect) + (card.map { [$0.rect] } ?? [])
            let rect = paths.labelRects(of: index, width: text.width).first { rect in
                rect.lies(in: world) && !taken.contains { $0.intersects(rect) }
            }
            if let rect { labels.append((text, rect)) }
        }
    }

    /// Names keep off the lines, their labels, signs and figures.
    func take(from occupancy: inout CellOccupancy) {
        for rect in (lines?.rects ?? []) + labels.map(\.rect) + (card.map { [$0.rect] } ?? []) {
            occupancy.take(rect)
        }
        for (sign, rect) in signs where sign.form != .cursor { occupancy.take(rect) }
    }

    /// Draws what lies under the badges.
    func drawLines(into frame: inout CellBuffer) {
        lines?.draw(into: &frame, key.charset)
        for (text, rect) in labels {
            frame.put(
                text, at: CellPoint(column: rect.column, row: rect.row), style: Style(.ring, .bold),
                keepingPaper: true)
        }
    }

    /// Draws what lies over them.
    func drawSigns(into frame: inout CellBuffer) {
        if let outline = key.overlay.frame { draw(outline, &frame) }
        if let (box, rect) = card { box.draw(into: &frame, rect: rect) }
        for (sign, rect) in signs { draw(sign.form, rect, &frame) }
    }

    // MARK: - Frame and signs

    /// The cell of a point, in the copy of the world that it is of.
    private static func cell(of point: WorldPoint, in viewport: Viewport) -> CellPoint {
        let (origin, world) = (viewport.origin, viewport.worldDots)
        return DotPoint(x: point.x * world - Double(origin.x), y: point.y * world - Double(origin.y)).cell
    }

    /// The cells of a sign: where it belongs, or next to that where a badge is; nil out of sight.
    private static func rect(of sign: Overlay.Sign, _ key: Key) -> CellRect? {
        let cell = cell(of: sign.point, in: key.viewport)
        guard key.area.contains(cell) else { return nil }
        guard case .point(let text) = sign.form.unmarked else {
            return CellRect(column: cell.column, row: cell.row, width: 1, height: 1)
        }
        return [0, -1, 1, -2, 2].map { shift in
            CellRect(
                column: cell.column - text.width / 2, row: cell.row + shift, width: text.width, height: 1)
        }.first { rect in rect.lies(in: key.area) && !key.badges.contains { $0.intersects(rect) } }
    }

    private func draw(_ outline: Overlay.Frame, _ frame: inout CellBuffer) {
        let (first, second) = (
            Self.cell(of: outline.corner, in: key.viewport),
            Self.cell(of: outline.opposite, in: key.viewport)
        )
        let (left, right) = (min(first.column, second.column), max(first.column, second.column))
        let (top, bottom) = (min(first.row, second.row), max(first.row, second.row))
        func put(_ sign: DisplayText, _ plain: DisplayText, _ column: Int, _ row: Int) {
            let cell = CellPoint(column: column, row: row)
            if key.badges.contains(where: { $0.contains(cell) }) { return }
            frame.put(
                isASCII ? plain : sign, at: cell, style: Style(.selection, .bold), keepingPaper: true,
                within: key.area)
        }
        for column in left...right {
            put("─", "-", column, top)
            put("─", "-", column, bottom)
        }
        for row in top...bottom {
            put("│", "|", left, row)
            put("│", "|", right, row)
        }
        put("┌", "+", left, top)
        put("┐", "+", right, top)
        put("└", "+", left, bottom)
        put("┘", "+", right, bottom)
    }

    private func draw(_ form: Overlay.Sign.Form, _ rect: CellRect, _ frame: inout CellBuffer) {
        let cell = CellPoint(column: rect.column, row: rect.row)
        let cursor = Style(.selectionText, on: .selection, .bold)
        switch form {
        case .cursor where key.badges.contains { $0.contains(cell) }:
            frame[cell.column, cell.row].style = cursor
        case .cursor: frame.put(isASCII ? "*" : "┼", at: cell, style: cursor, within: key.area)
        case .corner:
            frame.put(
                isASCII ? "o" : "□", at: cell, style: Style(.selection, .bold), keepingPaper: true,
                within: key.area)
        case .point(let text):
            frame.put(text, at: cell, style: key.isTinted ? Style(.selectionText, on: .ring, .bold) : cursor)
        case .lastPoint(let text):
            frame.put("[" + text + "]", at: cell, style: Style(.selection, .bold), keepingPaper: true)
        }
    }
}

extension Overlay.Sign.Form {
    /// The text of a point as it is drawn.
    fileprivate var unmarked: Self {
        if case .lastPoint(let text) = self { .point("[" + text + "]") } else { self }
    }
}
