import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Scene
@testable import TerminalInput

@Suite struct ShapePainterTests {
    private static let size = DotSize(columns: 40, rows: 20)
    private static let area = CellRect(column: 0, row: 0, width: 40, height: 20)

    private func place(_ latitude: Double, _ longitude: Double) -> FixedCoordinate {
        FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude))
    }

    private func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> [FixedCoordinate] {
        [place(south, west), place(south, east), place(north, east), place(north, west)]
    }

    private func key(
        _ shapes: [(GeometrySketch.Kind, [[FixedCoordinate]])], layers: [UInt32] = [0],
        mode: ColorMode = .truecolor, zoom: Double = 4
    ) -> ShapePainter.Key {
        var buffer = ShapeBuffer()
        for (row, (kind, parts)) in shapes.enumerated() {
            var sketch = GeometrySketch()
            for (index, part) in parts.enumerated() {
                sketch.begin(kind, isHole: index > 0)
                for vertex in part { sketch.append(vertex) }
            }
            buffer.append(sketch, row: UInt32(row))
        }
        return ShapePainter.Key(
            shapes: ShapeIndex(buffer),
            viewport: Viewport(center: WorldPoint(x: 0.5, y: 0.5), zoom: zoom, size: Self.size),
            area: Self.area, charset: .braille, mode: mode, layers: LayerRows(firstRows: layers))
    }

    private func frame(_ key: ShapePainter.Key, paper: Role = .land) -> CellBuffer {
        var frame = CellBuffer(width: 40, height: 20, glyphs: GlyphTable())
        frame.fill(frame.bounds, paper: paper.index)
        ShapePainter(key).draw(into: &frame)
        return frame
    }

    /// The cell at a place of the view that `key` has.
    private func cell(_ key: ShapePainter.Key, _ frame: CellBuffer, _ latitude: Double, _ longitude: Double)
        -> Cell
    {
        let dot = key.viewport.dot(
            of: WebMercator.project(Coordinate(latitude: latitude, longitude: longitude)))
        return frame[dot.cell.column, dot.cell.row]
    }

    @Test func areaIsTintedInsideAndHasAnOutline() {
        let key = key([(.area, [box(-10, -10, 10, 10), box(-3, -3, 3, 3)])])
        for (paper, tint) in [(Role.land, Role.shapeLand), (.sea, .shapeSea)] {
            let frame = frame(key, paper: paper)
            #expect(cell(key, frame, 7, 7).style.paper == tint.index)
            #expect(cell(key, frame, 0, 0).style.paper == paper.index)
            #expect(cell(key, frame, 13, 13) == Cell(.space, Style(paper: paper.index)))
            #expect(cell(key, frame, 10, 5).style.ink == Role.shape.index)
            #expect(cell(key, frame, 3, 0).style.ink == Role.shape.index)
        }
    }

    @Test func fewColoursMakeThePatternOfDots() {
        let key = key([(.area, [box(-10, -10, 10, 10)])], mode: .indexed)
        let frame = frame(key)
        let inside = (9..<12).flatMap { row in (19..<22).map { frame[$0, row] } }
        #expect(inside.allSatisfy { $0.style.paper == Role.land.index })
        #expect(inside.contains { $0.glyph != .space } && inside.contains { $0.glyph == .space })
    }

    /// Even-odd within a shape, but two shapes do not cancel each other.
    @Test func overlapOfTwoAreasIsInside() {
        let key = key([(.area, [box(-10, -10, 10, 2)]), (.area, [box(-10, -5, 10, 10)])])
        #expect(cell(key, frame(key), 0, -1.5).style.paper == Role.shapeLand.index)
    }

    @Test func layersHaveTheirColoursTheLastInFront() {
        let key = key([(.area, [box(-10, -10, 10, 2)]), (.area, [box(-8, -5, 8, 10)])], layers: [0, 1])
        let frame = frame(key)
        #expect(cell(key, frame, 0, -8).style.paper == Role.layer1Land.index)
        #expect(cell(key, frame, 0, -1.5).style.paper == Role.layer2Land.index)
        #expect(cell(key, frame, 10, -8).style.ink == Role.layer1.index)
        var hidden = key
        hidden.hiddenLayers = 0b10
        #expect(cell(hidden, self.frame(hidden), 0, -1.5).style.paper == Role.layer1Land.index)
    }

    @Test func selectedShapeStandsOutHoweverSmall() {
        var key = key([(.area, [box(-0.5, -0.5, 0.5, 0.5)]), (.line, [[place(5, 5), place(5, 9)]])])
        #expect(cell(key, frame(key), 0, 0).style.ink != Role.selection.index)
        key.selectedRow = 0
        #expect(cell(key, frame(key), 0, 0).style.ink == Role.selection.index)
        key.selectedRow = 1
        #expect(cell(key, frame(key), 5, 7).style.ink == Role.selection.index)
        key.selectedRow = 7
        #expect(cell(key, frame(key), 5, 7).style.ink == Role.shape.index)
    }

    @Test func lineAcrossTheDateLineLeavesTheMiddleOfTheMapEmpty() {
        let key = key([(.line, [[place(0, 170), place(0, -170)]])], zoom: 0.4)
        let frame = frame(key)
        let drawn = (0..<40).filter { frame[$0, 10].glyph != .space || frame[$0, 9].glyph != .space }
        #expect(!drawn.isEmpty && drawn.allSatisfy { $0 < 5 || $0 > 34 }, "\(drawn)")
    }

    /// A pan by whole cells shows the same shapes at other cells; on the rim lines are cut.
    @Test(arguments: 0..<30) func panShiftsThePicture(seed: UInt64) {
        var random = SeededRandom(seed)
        let shapes = (0..<12).map { index in
            let center = (random.fraction(-12...12), random.fraction(-18...18))
            let ring = (0..<random.number(3...30)).map { _ in
                place(center.0 + random.fraction(-6...6), center.1 + random.fraction(-6...6))
            }
            return (index % 3 == 0 ? GeometrySketch.Kind.line : .area, [ring])
        }
        let still = key(shapes)
        var moved = still
        moved.viewport = still.viewport.panned(columns: 3, rows: 2)
        let first = frame(still)
        let second = frame(moved)
        let isSame = (1..<16).allSatisfy { row in
            (1..<35).allSatisfy { first[$0 + 3, row + 2] == second[$0, row] }
        }
        #expect(isSame, "seed \(seed)")
    }

    @Test func namesKeepOffLinesButNotOffAMapFullOfThem() {
        let few = ShapePainter(key([(.line, [[place(0, -15), place(0, 15)]])]))
        var occupancy = CellOccupancy(area: Self.area)
        few.take(from: &occupancy)
        let rows = (0..<20).filter { row in
            !occupancy.isFree(CellRect(column: 20, row: row, width: 1, height: 1))
        }
        #expect(rows.count == 1)
        let lines = (-40...40).map { [place(Double($0) / 2, -20), place(Double($0) / 2, 20)] }
        let many = ShapePainter(key([(.line, lines)]))
        var crowded = CellOccupancy(area: Self.area)
        many.take(from: &crowded)
        #expect(crowded.isFree(Self.area))
    }
}
