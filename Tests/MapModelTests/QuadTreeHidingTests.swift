import TestSupport
import Testing

@testable import MapModel

@Suite struct QuadTreeHidingTests {
    private static func buffer(_ count: Int, from row: UInt32, _ random: inout SeededRandom) -> PointBuffer {
        var buffer = PointBuffer()
        for index in 0..<count {
            // Poles and 180° among them.
            let latitude = random.number(0...9) == 0 ? 900_000_000 : random.number(-900_000_000...900_000_000)
            let place = FixedCoordinate(
                latitudeE7: Int32(latitude), longitudeE7: Int32(random.number(-1_800_000_000...1_800_000_000))
            )
            buffer.append(place, row: row + UInt32(index))
        }
        return buffer
    }

    @Test(arguments: 0..<10) func hidingRowsIsATreeOfTheOthers(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        let all = Self.buffer(random.number(0...300), from: 0, &random)
        let start = UInt32(random.number(0...200))
        let hidden = start..<start + UInt32(random.number(0...100))
        let tree = QuadTree(all)
        let filtered = QuadTree(tree, hiding: [hidden])
        let expected = (0..<tree.count).filter { !hidden.contains(tree.row(at: $0)) }
        #expect(filtered.count == expected.count)
        for (position, original) in expected.enumerated() {
            #expect(filtered.row(at: position) == tree.row(at: original))
            #expect(filtered.fixedCoordinate(at: position) == tree.fixedCoordinate(at: original))
        }
        let grid = ClusterGrid(worldDots: 4_096, cellDots: 20)
        #expect(
            filtered.clusters(in: .world, grid: grid).reduce(0) { $0 + $1.count } == expected.count)
    }

    @Test(arguments: 0..<20) func joinedBuffersHaveTheirRowsMoved(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        let first = Self.buffer(random.number(1...50), from: 0, &random)
        let second = Self.buffer(random.number(0...50), from: 0, &random)
        var joined = first
        joined.append(contentsOf: second, rowOffset: UInt32(first.count))
        let (tree, one, two) = (QuadTree(joined), QuadTree(first), QuadTree(second))
        #expect(tree.count == first.count + second.count)
        for position in 0..<one.count {
            #expect(tree.place(ofRow: one.row(at: position)) == one.fixedCoordinate(at: position))
        }
        for position in 0..<two.count {
            let row = two.row(at: position) + UInt32(first.count)
            #expect(tree.place(ofRow: row) == two.fixedCoordinate(at: position))
        }
        #expect(tree.place(ofRow: 1_000) == nil)
    }

    @Test func cellsHaveTheirBoxes() {
        let grid = ClusterGrid(worldDots: 4_096, cellDots: 20)
        for (latitude, longitude) in [(0.0, 0.0), (48.8, 2.3), (-33, 151), (80, -180), (-85, 179.999)] {
            let place = FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude))
            let box = grid.id(of: QuantumPoint(place)).bounds
            #expect(box.south <= latitude && latitude <= box.north)
            #expect(box.west <= longitude && longitude <= box.east)
        }
    }
}
