import CellGraphics
import MapModel

/// The lines and areas of one colour as dots of a view.
struct ShapeCanvas {
    private(set) var lines: DotBitmap
    private(set) var areas: DotBitmap
    private var flags: DotBitmap
    private let view: ShapeView

    /// Smaller areas have no outline, only their box inside: many small ones would be all outline.
    private static let leastOutlinedDots: UInt32 = 6
    /// Of smaller lines only the ends count.
    private static let leastDots: UInt32 = 2

    init(_ viewport: Viewport) {
        view = ShapeView(viewport)
        lines = DotBitmap(width: viewport.size.width, height: viewport.size.height)
        areas = lines
        flags = lines
    }

    /// The sides below which a shape is not drawn at all: its annotation says more.
    static func leastExtent(in view: ShapeView) -> UInt32 {
        view.dotExtent.multipliedReportingOverflow(by: leastDots).partialValue
    }

    /// Adds a shape, a small area as its box unless `isExact`.
    mutating func draw(_ shape: Int, of shapes: ShapeIndex, isExact: Bool = false) {
        let box = shapes[shape].box
        let isArea = shapes[shape].kind == .area
        let extent = Swift.max(box.width, box.south - box.north)
        if !isExact, isArea, extent / view.dotExtent < Self.leastOutlinedDots { return fill(box) }
        var top = Double.infinity
        var bottom = -Double.infinity
        var left = Double.infinity
        var right = -Double.infinity
        var hasArea = false
        shapes.visitEdges(of: shape, in: view) { start, end, isArea in
            let start = DotPosition(x: start.x, y: start.y)
            let end = DotPosition(x: end.x, y: end.y)
            lines.drawEdge(from: start, to: end)
            guard isArea else { return }
            hasArea = true
            flags.toggleEdge(from: start, to: end)
            top = Swift.min(top, start.y)
            bottom = Swift.max(bottom, start.y)
            left = Swift.min(left, start.x)
            right = Swift.max(right, start.x)
        }
        guard hasArea else { return }
        areas.fill(
            betweenEdgesOf: &flags, rows: Self.dots(top, bottom, limit: areas.height),
            columns: Self.dots(left, right, limit: areas.width))
    }

    private mutating func fill(_ box: ShapeBox) {
        view.visitDots(of: box) { rect in
            areas.fill(rows: rect.y..<rect.y + rect.height, columns: rect.x..<rect.x + rect.width)
        }
    }

    /// The dots between two positions, and one more on the far side, where edges may be flagged.
    private static func dots(_ low: Double, _ high: Double, limit: Int) -> Range<Int> {
        let start = Swift.min(Swift.max(low - 1, 0), Double(limit))
        let end = Swift.min(Swift.max(high + 2, start), Double(limit))
        return Int(start)..<Int(end)
    }
}
