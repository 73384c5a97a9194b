import App
import CellGraphics
import MapModel

/// The lines of an overlay on the plane of a view.
struct OverlayPaths {
    private let lines: [Overlay.Line]
    private let viewport: Viewport
    /// Of each line the pieces that it is made of.
    private let outlines: [[[WorldPoint]]]

    init(_ lines: [Overlay.Line], in viewport: Viewport) {
        self.lines = lines
        self.viewport = viewport
        outlines = lines.map { line in
            switch line.path {
            case .circle(let circle):
                guard !circle.coversEverything, circle.radiusMeters > 0 else { return [] }
                return [circle.outline(maximumStep: viewport.lineStep(meters: circle.radiusMeters))]
            case .geodesic(let way):
                return way.outlines(maximumStep: viewport.lineStep(meters: way.meters))
            case .outline(let outline): return [outline.worldPoints]
            }
        }
    }

    /// The dots at the left, or at the top and in the third row, of a Braille pattern: every second one of a line that is
    /// rather flat, or steep.
    private static let (everySecondColumn, everySecondRow): (UInt8, UInt8) = (0x47, 0x2D)

    /// The cells that they run through.
    func cells(in area: CellRect) -> LineCells {
        var solid = DotBitmap(width: viewport.size.width, height: viewport.size.height)
        var (flat, steep, quiet) = (solid, solid, solid)
        for (line, pieces) in zip(lines, outlines) {
            for piece in pieces {
                viewport.visitStretches(of: piece) { start, end in
                    if line.isQuiet {
                        quiet.drawLine(from: start, to: end)
                    } else if !line.isDotted {
                        solid.drawLine(from: start, to: end)
                    } else if abs(end.x - start.x) >= abs(end.y - start.y) {
                        flat.drawLine(from: start, to: end)
                    } else {
                        steep.drawLine(from: start, to: end)
                    }
                }
            }
        }
        return LineCells(in: area) { x, y in
            let dotted =
                flat.brailleBits(x: x, y: y) & Self.everySecondColumn
                | steep.brailleBits(x: x, y: y) & Self.everySecondRow
            let ring = solid.brailleBits(x: x, y: y) | dotted
            return (ring | quiet.brailleBits(x: x, y: y), ring == 0 ? .placeLabel : .ring)
        }
    }

    /// Where the label of a line may stand, the best place first: at the northern end of a circle, or another one; in the
    /// middle of a way that is longer than its label.
    func labelRects(of index: Int, width: Int) -> [CellRect] {
        let places: [Coordinate]
        switch lines[index].path {
        case .circle(let circle):
            guard !outlines[index].isEmpty else { return [] }
            places = [0.0, 180, 90, 270].map {
                GreatCircle.destination(from: circle.center, bearing: $0, meters: circle.radiusMeters)
            }
        case .outline: return []
        case .geodesic(let way):
            guard reach(of: index) > width + 1 else { return [] }
            let line = way.line
            places = [0.5, 0.4, 0.6, 0.3, 0.7].map { line.coordinate(at: $0 * way.meters) }
        }
        return places.map { place in
            let cell = viewport.dot(of: WebMercator.project(place)).cell
            return CellRect(column: cell.column - width / 2, row: cell.row, width: width, height: 1)
        }
    }

    /// The longer side of the box around a line, in columns.
    private func reach(of index: Int) -> Int {
        func length(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
        let points = outlines[index].flatMap { $0 }
        let dots = max(length(points.map(\.x)), length(points.map(\.y))) * viewport.worldDots
        return Int(min(dots, 1e6)) / Viewport.dotsPerColumn
    }
}
