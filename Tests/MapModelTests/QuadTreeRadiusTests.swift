import TestSupport
import Testing

@testable import MapModel

@Suite struct QuadTreeRadiusTests {
    /// 100 trees, 25 circles each, 40 points in each: 100,000 cases against the exact test.
    @Test(arguments: 0..<50) func circlesFindWhatASweepFinds(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let places = random.places(40)
        let tree = QuadTree(places)
        for _ in 0..<25 {
            let circle = try random.circle(near: places)
            let expected = places.indices.filter { circle.contains(places[$0].coordinate) }.map(UInt32.init)
            let runs = tree.indices(in: circle)
            let positions = runs.indices(limit: runs.count)
            #expect(positions == positions.sorted())
            #expect(positions.map(tree.row(at:)).sorted() == expected, "seed \(seed): \(circle)")
            #expect(tree.count(in: circle) == expected.count, "seed \(seed): \(circle)")
        }
    }

    /// Enough points for cells that are taken and dropped whole.
    @Test(arguments: 0..<12) func largeTreesFindWhatASweepFinds(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let places = random.places(2_000)
        let tree = QuadTree(places)
        for _ in 0..<6 {
            let circle = try random.circle(near: places)
            let expected = (0..<tree.count).filter { circle.contains(tree.coordinate(at: $0)) }
            let runs = tree.indices(in: circle)
            #expect(runs.indices(limit: runs.count) == expected, "seed \(seed): \(circle)")
            #expect(tree.count(in: circle) == expected.count, "seed \(seed): \(circle)")
        }
    }

    @Test(arguments: 0..<40) func twoStagesFindTheSame(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let places = random.places(300)
        let tree = QuadTree(places)
        let circle = try random.circle(near: places)
        let found = LocationFinder(circle).find { boxes in
            let runs = tree.indices(in: boxes)
            return runs.indices(limit: runs.count).sorted { tree.row(at: $0) < tree.row(at: $1) }
        } at: {
            tree.coordinate(at: $0)
        }
        let neighbors = tree.neighbors(in: circle)
        #expect(found.map(\.element) == neighbors.map(\.index), "seed \(seed): \(circle)")
        #expect(found.map(\.distanceMeters) == neighbors.map(\.distanceMeters), "seed \(seed)")
    }

    @Test func manyPointsAtOnePlaceAreNothingSpecial() throws {
        let place = FixedCoordinate(latitudeE7: 525_200_000, longitudeE7: 134_050_000)
        let tree = QuadTree([FixedCoordinate](repeating: place, count: 200_000))
        #expect(tree.count(in: try GeoCircle(center: place.coordinate, radiusMeters: 0)) == 200_000)
        let beside = Coordinate(latitude: 52.52, longitude: 13.405_000_1)
        #expect(tree.count(in: try GeoCircle(center: beside, radiusMeters: 0.006)) == 0)
        #expect(tree.indices(in: try GeoCircle(center: beside, radiusMeters: 0.007)).runs == [0..<200_000])
    }

    @Test func anEmptyTreeHasNothingNearby() throws {
        let tree = QuadTree(PointBuffer())
        let circle = try GeoCircle(center: Coordinate(latitude: 0, longitude: 0), radiusMeters: 1e9)
        #expect(tree.count(in: circle) == 0 && tree.neighbors(in: circle).isEmpty)
        #expect(tree.nearest(to: circle.center, count: 3).isEmpty)
    }
}
