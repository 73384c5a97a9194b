import TestSupport
import Testing

@testable import MapModel

struct QuadTreeTests {
    @Test func anEmptyTreeHoldsNothing() {
        let tree = QuadTree(PointBuffer())
        #expect(tree.isEmpty && tree.bounds == nil)
        #expect(tree.count(in: WorldWindow.world) == 0 && tree.count(in: GeoBounds.world) == 0)
        #expect(tree.index(ofRow: 0, at: Coordinate(latitude: 0, longitude: 0)) == nil)
    }

    @Test(arguments: 0..<60) func everyRowIsFoundAtItsCoordinate(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = random.places(random.number(1...600))
        let tree = QuadTree(places)
        for (row, place) in places.enumerated() {
            guard let position = tree.index(ofRow: UInt32(row), at: place.coordinate) else {
                Issue.record("seed \(seed): row \(row) is lost")
                continue
            }
            #expect(tree.row(at: position) == UInt32(row))
            #expect(tree.fixedCoordinate(at: position) == place.ofTree, "seed \(seed)")
        }
        #expect(tree.index(ofRow: UInt32(places.count), at: places[0].coordinate) == nil)
    }

    @Test(arguments: 0..<50) func windowsFindWhatASweepFinds(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = random.places(800)
        let tree = QuadTree(places)
        let view = random.viewport(near: places)
        for window in [random.window(), view.window(of: view.bounds), .world] {
            let columns = window.columnRanges
            let rows = window.rowRange
            let expected = places.indices.filter { index in
                let point = QuantumPoint(places[index])
                return rows.contains(UInt64(point.y)) && columns.contains { $0.contains(UInt64(point.x)) }
            }
            #expect(tree.rows(in: window) == expected.map(UInt32.init), "seed \(seed)")
            #expect(tree.count(in: window) == expected.count, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<80) func boxesFindWhatASweepFinds(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = random.places(500)
        let tree = QuadTree(places)
        for _ in 0..<10 {
            let box = random.box(near: places)
            let expected = places.indices.filter { box.contains(places[$0].coordinate) }.map(UInt32.init)
            #expect(tree.rows(in: box).sorted() == expected, "seed \(seed), \(box)")
            #expect(tree.count(in: box) == expected.count, "seed \(seed), \(box)")
        }
    }

    @Test func aBoxThatEndsAtTheAntimeridianFindsBothNamesOfIt() {
        let tree = QuadTree([
            FixedCoordinate(latitudeE7: 0, longitudeE7: 1_800_000_000),
            FixedCoordinate(latitudeE7: 0, longitudeE7: -1_800_000_000),
        ])
        #expect(tree.count(in: GeoBounds(south: -1, west: 170, north: 1, east: 180)) == 2)
        #expect(tree.count(in: GeoBounds(south: -1, west: -180, north: 1, east: -170)) == 2)
        #expect(tree.count(in: GeoBounds(south: -1, west: 180, north: 1, east: -180)) == 2)
        #expect(tree.count(in: GeoBounds(south: -1, west: -179, north: 1, east: 179)) == 0)
    }

    @Test func visitsStopWhenTold() {
        var random = SeededRandom(1)
        let tree = QuadTree(random.places(100))
        var visited = 0
        tree.visit(in: WorldWindow.world) { _ in
            visited += 1
            return visited < 7
        }
        #expect(visited == 7)
    }

    @Test(arguments: 0..<100) func boundsFitAllPointsTightly(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let places = random.places(random.number(1...6))
        let bounds = try #require(QuadTree(places).bounds)
        let coordinates = places.map(\.coordinate)
        #expect(coordinates.allSatisfy(bounds.contains), "seed \(seed)")
        #expect(
            bounds.south == coordinates.map(\.latitude).min()
                && bounds.north == coordinates.map(\.latitude).max())
        let longitudes = coordinates.map(\.longitude).sorted()
        let gaps = zip(longitudes, longitudes.dropFirst() + [longitudes[0] + 360]).map { $1 - $0 }
        let widest = gaps.max() ?? 360
        #expect(abs(bounds.longitudeSpan - (360 - widest)) < 0.03, "seed \(seed)")
    }

    @Test func boundsCrossTheAntimeridianWhereThatIsShorter() {
        let tree = QuadTree([
            FixedCoordinate(latitudeE7: 10, longitudeE7: 1_790_000_000),
            FixedCoordinate(latitudeE7: 20, longitudeE7: -1_790_000_000),
        ])
        #expect(tree.bounds == GeoBounds(south: 1e-6, west: 179, north: 2e-6, east: -179))
    }

    @Test func manyPointsAtOnePlaceAreNothingSpecial() {
        let place = FixedCoordinate(latitudeE7: 525_200_000, longitudeE7: 134_050_000)
        let tree = QuadTree([FixedCoordinate](repeating: place, count: 1_000_000))
        #expect(tree.count(in: WorldWindow.world) == 1_000_000)
        #expect(
            tree.count(in: GeoBounds(south: 52.52, west: 13.405, north: 52.52, east: 13.405)) == 1_000_000)
        #expect(tree.index(ofRow: 123_456, at: place.coordinate) == 123_456)
        #expect(tree.byteCount <= 1_000_000 * 14)
    }

    @Test func buffersJoinInTheOrderOfTheirRows() {
        var random = SeededRandom(3)
        let places = random.places(100)
        var first = PointBuffer()
        var second = PointBuffer()
        for row in 0..<50 { first.append(places[row], row: UInt32(row)) }
        for row in 50..<100 { second.append(places[row], row: UInt32(row)) }
        first.append(contentsOf: second)
        let joined = QuadTree(first)
        let whole = QuadTree(places)
        #expect(
            joined.keys == whole.keys && joined.rows == whole.rows && joined.polarPoints == whole.polarPoints)
    }
}
