import App
import CellGraphics
import MapModel

/// Draws the overlay of tools and panels: lines and their labels below the badges, frames and signs above.
struct OverlayPainter {
    /// All that it depends on.
    struct Key: Equatable {
        var overlay: Overlay
        var viewport: Viewport
        var area: CellRect
        var charset: Charset
        /// No line, label or sign hides a badge.
        var badges: [CellRect]
    }

    private let key: Key
    private let lines: LineCells?
    private var labels: [(text: DisplayText, rect: CellRect)] = []

    private var isASCII: Bool { key.charset == .ascii }

    init(_ key: Key) {
        self.key = key
        lines = key.overlay.lines.isEmpty ? nil : Self.cells(key)
        for line in key.overlay.lines where !line.label.isEmpty {
            let text = " " + line.label + " "
            if let rect = rect(for: text.width, on: line.path) { labels.append((text, rect)) }
        }
    }

    /// Names keep off the lines and their labels.
    func take(from occupancy: inout CellOccupancy) {
        for rect in (lines?.rects ?? []) + labels.map(\.rect) { occupancy.take(rect) }
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
        for sign in key.overlay.signs { draw(sign, &frame) }
    }

    // MARK: - Lines

    private static func cells(_ key: Key) -> LineCells {
        var dots = DotBitmap(width: key.viewport.size.width, height: key.viewport.size.height)
        for line in key.overlay.lines {
            switch line.path {
            case .circle(let circle): dots.draw(circle, in: key.viewport)
            }
        }
        return LineCells(in: key.area) { x, y in (dots.brailleBits(x: x, y: y), .ring) }
    }

    /// Where a label stands on a line: the first place in sight where no badge and no other label is.
    private func rect(for width: Int, on path: Overlay.Path) -> CellRect? {
        let taken = key.badges + labels.map(\.rect)
        return labelPlaces(of: path).lazy.map { place in
            let cell = key.viewport.dot(of: WebMercator.project(place)).cell
            return CellRect(column: cell.column - width / 2, row: cell.row, width: width, height: 1)
        }.first { rect in rect.lies(in: key.area) && !taken.contains { $0.intersects(rect) } }
    }

    /// A circle has its label at the northern end, or another one.
    private func labelPlaces(of path: Overlay.Path) -> [Coordinate] {
        switch path {
        case .circle(let circle):
            guard !circle.coversEverything, circle.radiusMeters > 0 else { return [] }
            return [0.0, 180, 90, 270].map {
                GreatCircle.destination(from: circle.center, bearing: $0, meters: circle.radiusMeters)
            }
        }
    }

    // MARK: - Frame and signs

    /// The cell of a point, in the copy of the world that it is of.
    private func cell(of point: WorldPoint) -> CellPoint {
        let (origin, world) = (key.viewport.origin, key.viewport.worldDots)
        return DotPoint(x: point.x * world - Double(origin.x), y: point.y * world - Double(origin.y)).cell
    }

    private func draw(_ outline: Overlay.Frame, _ frame: inout CellBuffer) {
        let (first, second) = (cell(of: outline.corner), cell(of: outline.opposite))
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

    private func draw(_ sign: Overlay.Sign, _ frame: inout CellBuffer) {
        let cell = cell(of: sign.point)
        guard key.area.contains(cell) else { return }
        let style = Style(.selectionText, on: .selection, .bold)
        if key.badges.contains(where: { $0.contains(cell) }) {
            frame[cell.column, cell.row].style = style
        } else {
            frame.put(isASCII ? "*" : "┼", at: cell, style: style, within: key.area)
        }
    }
}
