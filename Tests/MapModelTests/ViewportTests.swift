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

/// Views of which something covers a part.
@Suite struct VisiblePartTests {
    /// A view at any place and zoom, and the part of it at the left or the top that nothing covers.
    private func view(_ random: inout SeededRandom, zoom: ClosedRange<Double> = 0...8) -> Viewport {
        let size = DotSize(columns: random.number(20...240), rows: random.number(8...64))
        let isBeside = random.number(0...1) == 0
        let visible = DotRect(
            x: 0, y: 0, width: isBeside ? size.width / 4 * 2 : size.width,
            height: isBeside ? size.height : size.height / 8 * 4)
        let share = random.fraction()
        return Viewport(
            center: WorldPoint(x: random.fraction(), y: random.fraction()),
            zoom: zoom.lowerBound + share * (zoom.upperBound - zoom.lowerBound), size: size, visible: visible)
    }

    @Test(arguments: 0..<100) func whatIsVisibleEndsAtThePoles(seed: UInt64) {
        var random = SeededRandom(seed)
        let view = view(&random)
        let end = Double(view.visible.y + view.visible.height)
        for rows in [-5000, 5000] {
            let moved = view.panned(columns: 0, rows: rows)
            let (north, south) = (
                moved.point(at: DotPoint(x: 0, y: 0)).y, moved.point(at: DotPoint(x: 0, y: end)).y
            )
            let cell = 4.01 / view.worldDots
            if end <= view.worldDots {
                #expect(north >= -cell && south <= 1 + cell, "\(view)")
                #expect(rows < 0 ? north <= cell : south >= 1 - cell, "\(view)")
            } else {
                #expect(abs((north + south) / 2 - 0.5) <= cell, "a low world lies in the middle")
            }
        }
    }

    @Test(arguments: 0..<100) func aSmallWorldLiesInTheMiddleOfWhatIsVisible(seed: UInt64) {
        var random = SeededRandom(seed)
        let view = view(&random, zoom: -3...1)
        guard view.worldDots < Double(view.visible.width) else { return }
        let columns = view.worldColumns
        let middle = Double(view.visible.x) + Double(view.visible.width) / 2
        #expect(abs(Double(columns.lowerBound + columns.upperBound) / 2 - middle) <= 1)
        for place in random.places(50) {
            let dot = view.dot(of: QuantumPoint(place).worldPoint)
            #expect(dot.x >= Double(columns.lowerBound) - 2 && dot.x <= Double(columns.upperBound) + 2)
        }
    }

    @Test(arguments: 0..<200) func whatIsInTheWindowIsDrawnWhereItIsVisible(seed: UInt64) {
        var random = SeededRandom(seed)
        let view = view(&random)
        guard view.worldDots > Double(view.visible.width) + 2 else { return }
        let window = view.window(of: view.visible)
        for place in random.places(200) {
            let dot = view.dot(of: QuantumPoint(place).worldPoint)
            let isDrawn =
                dot.x >= 0 && dot.x < Double(view.visible.width) && dot.y >= 0
                && dot.y < Double(view.visible.height)
            #expect(isDrawn == window.contains(QuantumPoint(place)), "seed \(seed), \(place)")
        }
    }

    @Test func theMiddleOfWhatIsVisibleIsWhatWasPutThere() {
        let size = DotSize(columns: 120, rows: 34)
        let visible = DotRect(x: 0, y: 0, width: 156, height: size.height)
        let place = WebMercator.project(Coordinate(latitude: 48.85, longitude: 2.35))
        let view = Viewport(center: place, zoom: 10, size: size, visible: visible).offset(place, to: visible)
        #expect(abs(view.visibleCenter.x - place.x) < 1e-12 && abs(view.visibleCenter.y - place.y) < 1e-12)
        #expect(view.resized(to: size).visible == view.bounds)
    }
}
