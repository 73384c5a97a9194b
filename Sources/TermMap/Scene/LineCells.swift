import App
import CellGraphics
import MapModel

/// The cells that lines on the map run through, with their dots.
struct LineCells {
    typealias Dots = (bits: UInt8, role: Role)

    private var cells: [(point: CellPoint, dots: Dots)] = []

    /// Of the cells in `area`, those in which `dots` finds any at the dot at the top left.
    init(in area: CellRect, _ dots: (_ x: Int, _ y: Int) -> Dots) {
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn {
                let found = dots(column * Viewport.dotsPerColumn, row * Viewport.dotsPerRow)
                if found.bits != 0 { cells.append((CellPoint(column: column, row: row), found)) }
            }
        }
    }

    /// The cells, one by one.
    var rects: [CellRect] {
        cells.map { CellRect(column: $0.point.column, row: $0.point.row, width: 1, height: 1) }
    }

    /// Draws them over what is there, on its background.
    func draw(into frame: inout CellBuffer, _ charset: Charset) {
        for (point, dots) in cells {
            let glyph: Glyph =
                charset == .ascii ? AsciiPattern.glyph(for: dots.bits) : Glyph(braille: dots.bits)
            let paper = frame[point.column, point.row].style.paper
            frame[point.column, point.row] = Cell(glyph, Style(ink: dots.role.index, paper: paper))
        }
    }
}

// MARK: - Lines of the world

extension Viewport {
    /// Calls `body` with each stretch of a line whose x goes on without jumps, perhaps beyond 180°, of every copy of it that
    /// the view can show.
    func visitStretches(of outline: [WorldPoint], _ body: (DotPosition, DotPosition) -> Void) {
        let world = worldDots
        let origin = origin
        guard let west = outline.map(\.x).min(), let east = outline.map(\.x).max() else { return }
        let first = ((Double(origin.x) / world) - east).rounded(.up)
        let last = (Double(origin.x + size.width) / world - west).rounded(.down)
        guard first <= last, last - first < 8 else { return }
        for turn in stride(from: first, through: last, by: 1) {
            func position(_ point: WorldPoint) -> DotPosition {
                DotPosition(
                    x: (point.x + turn) * world - Double(origin.x), y: point.y * world - Double(origin.y))
            }
            for (start, end) in zip(outline, outline.dropFirst()) {
                body(position(start), position(end))
            }
        }
    }

    /// Dots between two points of a line: it looks round.
    private static let dotsPerStep = 6.0

    /// How far apart, on the plane, the points of a curve of this size are drawn. One far larger than the view is made of
    /// 4,096 chords: they leave it by less than a millionth of its size.
    func lineStep(meters: Double) -> Double {
        max(Self.dotsPerStep / worldDots, meters / GreatCircle.earthRadiusMeters / 4096)
    }
}

extension DotBitmap {
    /// Draws the line of a circle; none for one that covers the earth.
    mutating func draw(_ circle: GeoCircle, in viewport: Viewport) {
        guard !circle.coversEverything, circle.radiusMeters > 0 else { return }
        let outline = circle.outline(maximumStep: viewport.lineStep(meters: circle.radiusMeters))
        viewport.visitStretches(of: outline) { drawLine(from: $0, to: $1) }
    }
}
