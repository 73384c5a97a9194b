import App
import CellGraphics
import MapModel
import TerminalInput

/// Draws the circle around what is near, as a line of dots with its radius at the northern end.
struct RingPainter {
    private let charset: Charset

    /// Dots between two points of the line: it looks round.
    private static let dotsPerStep = 6.0

    /// A cell that the line runs through, and its dots.
    private let cells: [(point: CellPoint, bits: UInt8)]
    private let label: (text: DisplayText, rect: CellRect)?

    /// All that a ring depends on.
    struct Key: Equatable {
        var circle: GeoCircle
        var label: DisplayText
        var viewport: Viewport
        var area: CellRect
        var charset: Charset
        /// Badges, which the label must not meet.
        var taken: [CellRect]
    }

    init(_ key: Key) {
        charset = key.charset
        let circle = key.circle
        let area = key.area
        guard !circle.coversEverything, circle.radiusMeters > 0 else {
            cells = []
            label = nil
            return
        }
        let dots = Self.dots(of: circle, in: key.viewport)
        var cells: [(CellPoint, UInt8)] = []
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn {
                let bits = dots.brailleBits(x: column * Viewport.dotsPerColumn, y: row * Viewport.dotsPerRow)
                if bits != 0 { cells.append((CellPoint(column: column, row: row), bits)) }
            }
        }
        self.cells = cells
        let text = " " + key.label + " "
        label = Self.labelRect(key, text.width).map { (text, $0) }
    }

    /// A circle far larger than the view is made of 4,096 chords: they leave it by less than a millionth of its
    /// radius.
    private static func step(of circle: GeoCircle, _ viewport: Viewport) -> Double {
        let length = circle.radiusMeters / GreatCircle.earthRadiusMeters
        return max(dotsPerStep / viewport.worldDots, length / 4096)
    }

    /// The line of a circle; none for one that covers the earth.
    static func dots(of circle: GeoCircle, in viewport: Viewport) -> DotBitmap {
        var dots = DotBitmap(width: viewport.size.width, height: viewport.size.height)
        drawLine(circle.outline(maximumStep: step(of: circle, viewport)), in: viewport, into: &dots)
        return dots
    }

    /// Names keep off the line and its label.
    func take(from occupancy: inout CellOccupancy) {
        for cell in cells {
            occupancy.take(CellRect(column: cell.point.column, row: cell.point.row, width: 1, height: 1))
        }
        if let label { occupancy.take(label.rect) }
    }

    func draw(into frame: inout CellBuffer) {
        for (point, bits) in cells {
            let glyph: Glyph = charset == .ascii ? AsciiPattern.glyph(for: bits) : Glyph(braille: bits)
            let paper = frame[point.column, point.row].style.paper
            frame[point.column, point.row] = Cell(glyph, Style(ink: Role.ring.index, paper: paper))
        }
        guard let label else { return }
        frame.put(
            label.text, at: CellPoint(column: label.rect.column, row: label.rect.row),
            style: Style(.ring, .bold), keepingPaper: true)
    }

    /// The line may run beyond 180°: every copy of it that the view can show is drawn.
    private static func drawLine(
        _ outline: [WorldPoint], in viewport: Viewport, into dots: inout DotBitmap
    ) {
        let world = viewport.worldDots
        let origin = viewport.origin
        guard let west = outline.map(\.x).min(), let east = outline.map(\.x).max() else { return }
        let first = ((Double(origin.x) / world) - east).rounded(.up)
        let last = (Double(origin.x + viewport.size.width) / world - west).rounded(.down)
        guard first <= last, last - first < 8 else { return }
        for turn in stride(from: first, through: last, by: 1) {
            func position(_ point: WorldPoint) -> DotPosition {
                DotPosition(
                    x: (point.x + turn) * world - Double(origin.x), y: point.y * world - Double(origin.y))
            }
            for (start, end) in zip(outline, outline.dropFirst()) {
                dots.drawLine(from: position(start), to: position(end))
            }
        }
    }

    /// At the northern end, or another one where that is out of sight or taken.
    private static func labelRect(_ key: Key, _ width: Int) -> CellRect? {
        [0.0, 180, 90, 270].lazy.map { bearing in
            let end = GreatCircle.destination(
                from: key.circle.center, bearing: bearing, meters: key.circle.radiusMeters)
            let cell = key.viewport.dot(of: WebMercator.project(end)).cell
            return CellRect(column: cell.column - width / 2, row: cell.row, width: width, height: 1)
        }.first { rect in
            rect.intersection(key.area) == rect && !key.taken.contains { $0.intersects(rect) }
        }
    }
}
