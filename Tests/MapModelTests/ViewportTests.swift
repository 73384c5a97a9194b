import TestSupport
import Testing

@testable import MapModel

struct ViewportTests {
    @Test(arguments: 0..<200) func panningThereAndBackShowsTheSameWindow(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = Viewport(
            center: WorldPoint(x: random.fraction(), y: 0.4 + random.fraction() / 5),
            zoom: 4 + random.fraction() * 18,
            size: DotSize(columns: random.number(1...240), rows: random.number(1...10)))
        let columns = random.number(-30...30)
        let rows = random.number(-10...10)
        let moved = start.panned(columns: columns, rows: rows)
        #expect((moved.origin.y - start.origin.y) == rows * 4)
        let back = moved.panned(columns: -columns, rows: -rows)
        #expect(back.window(of: back.bounds) == start.window(of: start.bounds), "seed \(seed)")
    }

    @Test(arguments: 0..<200) func zoomingKeepsThePlaceUnderTheDotWithinACell(seed: UInt64) {
        var random = SeededRandom(seed)
        let size = DotSize(columns: 80, rows: 20)
        let start = Viewport(center: WorldPoint(x: random.fraction(), y: 0.5), zoom: 6, size: size)
        let dot = DotPoint(x: Double(random.number(0...159)), y: Double(random.number(0...79)))
        let zoomed = start.zoomed(to: 4 + random.fraction() * 17, around: dot)
        let found = zoomed.dot(of: start.point(at: dot))
        #expect(abs(found.x - dot.x) <= 2 && abs(found.y - dot.y) <= 4, "seed \(seed)")
    }

    @Test(arguments: 0..<100) func windowsOfTilesOwnEachPointOnce(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = random.places(400)
        let tree = QuadTree(places)
        let view = random.viewport(near: places)
        // In margins beside the world lies nothing, or what lies at the other side of it.
        guard view.worldColumns == 0..<view.size.width else { return }
        let split = (x: random.number(0...view.size.width), y: random.number(0...view.size.height))
        let tiles = [0..<split.x, split.x..<view.size.width].flatMap { across in
            [0..<split.y, split.y..<view.size.height].map { down in
                DotRect(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
            }
        }
        let total = tiles.reduce(0) { $0 + tree.count(in: view.window(of: $1)) }
        #expect(total == tree.count(in: view.window(of: view.bounds)), "seed \(seed)")
    }

    @Test(arguments: 0..<100) func whatIsInTheWindowIsDrawnInTheView(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = random.places(200)
        let view = random.viewport(near: places)
        let window = view.window(of: view.bounds)
        for place in places where view.worldDots > Double(view.size.width) + 1 {
            let dot = view.dot(of: QuantumPoint(place).worldPoint)
            let isDrawn =
                dot.x >= 0 && dot.x < Double(view.size.width) && dot.y >= 0
                && dot.y < Double(view.size.height)
            #expect(isDrawn == window.contains(QuantumPoint(place)), "seed \(seed), \(place)")
        }
    }
}

@Suite struct OverscrollTests {
    private let view = Viewport(
        center: WorldPoint(x: 0.5, y: 0.9), zoom: 4, size: DotSize(columns: 80, rows: 22))

    @Test func viewEndsAtThePoles() {
        let south = view.panned(columns: 0, rows: 1000)
        #expect(south.point(at: DotPoint(x: 0, y: Double(view.size.height))).y <= 1 + 4 / view.worldDots)
    }

    @Test func overscrollGoesOnByItsDotsAndEndsWithAResize() {
        let beyond = view.panned(columns: 0, rows: 1000, overscroll: 32)
        let reach = beyond.center.y - view.panned(columns: 0, rows: 1000).center.y
        #expect(abs(reach * view.worldDots - 32) < 1e-6)
        #expect(beyond.resized(to: view.size).center == view.panned(columns: 0, rows: 1000).center)
    }
}
