import TestSupport
import Testing

@testable import MapModel

@Suite struct QuadTreeNearestTests {
    private func sweep(
        _ tree: QuadTree, _ place: Coordinate, count: Int, within: Double, where isWanted: (Int) -> Bool
    ) -> [Neighbor] {
        let all = (0..<tree.count).filter(isWanted).map { position in
            Neighbor(
                index: position,
                distanceMeters: GreatCircle.distance(from: place, to: tree.coordinate(at: position)))
        }
        let near = all.filter { $0.distanceMeters <= within }.sorted {
            ($0.distanceMeters, tree.row(at: $0.index)) < ($1.distanceMeters, tree.row(at: $1.index))
        }
        return Array(near.prefix(count))
    }

    @Test(arguments: 0..<50) func nearestIsWhatASweepFinds(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let places = random.places(random.number(1...250))
        let tree = QuadTree(places)
        for turn in 0..<3 {
            let circle = try random.circle(near: places)
            let count = [1, 10, random.number(1...300)][turn]
            let within = random.number(0...1) == 0 ? circle.radiusMeters : .infinity
            let found = tree.nearest(to: circle.center, count: count, within: within)
            let expected = sweep(tree, circle.center, count: count, within: within) { _ in true }
            #expect(found == expected, "seed \(seed): \(circle)")
            let odd = tree.nearest(to: circle.center, count: count) { $0 % 3 == 1 }
            let expectedOdd = sweep(tree, circle.center, count: count, within: .infinity) { $0 % 3 == 1 }
            #expect(odd == expectedOdd, "seed \(seed): \(circle)")
        }
    }

    @Test(arguments: [-1, Double.nan, -Double.infinity]) func noDistanceFindsNothing(within: Double) {
        let tree = QuadTree([FixedCoordinate(latitudeE7: 0, longitudeE7: 0)])
        let place = Coordinate(latitude: 0, longitude: 0)
        #expect(tree.nearest(to: place, count: 1, within: within).isEmpty)
        #expect(tree.nearest(to: place, count: 0).isEmpty && tree.nearest(to: place, count: -1).isEmpty)
        #expect(tree.nearest(to: place, count: .max, within: 0).count == 1)
    }

    @Test func amongManyEqualPointsTheFirstRowsWin() {
        let place = FixedCoordinate(latitudeE7: 525_200_000, longitudeE7: 134_050_000)
        var places = [FixedCoordinate](repeating: place, count: 200_000)
        places[150_000] = FixedCoordinate(latitudeE7: 525_200_001, longitudeE7: 134_050_000)
        let tree = QuadTree(places)
        var asked = 0
        let found = tree.nearest(to: place.coordinate, count: 3) { _ in
            asked += 1
            return true
        }
        #expect(found.map { tree.row(at: $0.index) } == [0, 1, 2])
        #expect(found.allSatisfy { $0.distanceMeters == 0 } && asked < 20)
    }

    /// All points within a few metres: cells there are told apart as well as larger ones.
    @Test(arguments: [0, 525_200_000, -850_000_000])
    func fewPointsOfADenseStreetAreLookedAt(south: Int) throws {
        var random = SeededRandom(7)
        let places = (0..<20_000).map { _ in
            FixedCoordinate(
                latitudeE7: Int32(south + random.number(0...1_000)),
                longitudeE7: Int32(random.number(0...1_000)))
        }
        let tree = QuadTree(places)
        for index in stride(from: 0, to: tree.count, by: 2_000) {
            let place = tree.coordinate(at: index)
            var asked = 0
            let found = tree.nearest(to: place, count: 10) { _ in
                asked += 1
                return true
            }
            #expect(found == sweep(tree, place, count: 10, within: .infinity) { _ in true })
            #expect(asked < 400, "\(asked)")
            let circle = try GeoCircle(center: place, radiusMeters: 2)
            let inside = (0..<tree.count).count { circle.contains(tree.coordinate(at: $0)) }
            #expect(tree.count(in: circle) == inside)
        }
    }

    @Test(arguments: 0..<50) func heapGivesAscendingOrder(seed: UInt64) {
        var random = SeededRandom(seed)
        var heap = BinaryHeap<Int>()
        var plain: [Int] = []
        for _ in 0..<60 {
            if random.number(0...3) == 0 {
                #expect(heap.popFirst() == plain.min())
                if let index = plain.indices.min(by: { plain[$0] < plain[$1] }) { plain.remove(at: index) }
            } else {
                let number = random.number(0...20)
                heap.insert(number)
                plain.append(number)
            }
            #expect(heap.first == plain.min() && heap.count == plain.count)
        }
    }
}
