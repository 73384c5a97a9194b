import TestSupport
import Testing

@testable import MapModel

@Suite struct StopFinderTests {
    @Test(arguments: UInt64(0)..<12) func staysAreFoundAmongJitter(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var maker = JourneyMaker()
        maker.place = Coordinate(latitude: Double.random(in: -89...89.99, using: &random), longitude: 179.99)
        var stays: [(start: Int64, end: Int64)] = []
        for _ in 0..<10 {
            maker.go(Int(random.next() % 100) + 50, step: 15, seconds: 5)
            let start = maker.moment
            maker.stay(30 + Int(random.next() % 50), seconds: 5, jitter: 14, seed: random.next())
            stays.append((start, maker.moment - 5_000))
        }
        maker.go(50, step: 15, seconds: 5)
        let stops = try maker.figures().stops
        #expect(stops.count == stays.count)
        for (stop, stay) in zip(stops, stays) {
            #expect(abs(stop.start - stay.start) <= 20_000 && abs(stop.end - stay.end) <= 20_000)
        }
    }

    @Test func twoStraysArePassedOver() throws {
        for (strays, count) in [(2, 1), (3, 2)] {
            var maker = JourneyMaker()
            maker.stay(20)
            let here = maker.place
            maker.place = Geodesic(from: here, azimuth: 10, meters: 300).end
            maker.stay(strays)
            maker.place = here
            maker.stay(20)
            let stops = try maker.figures().stops
            #expect(stops.count == count)
            #expect(stops.reduce(0) { $0 + $1.pointCount } == 40)
        }
    }

    /// A timeline has the beginning and the end of a visit: two points, as long as the visit apart.
    @Test(arguments: [(9.0, 1), (10.0, 3), (300.0, 3)])
    func aVisitOfTwoPointsIsNoStray(minutes: Double, count: Int) throws {
        var maker = JourneyMaker()
        maker.builder = JourneyBuilder(name: "", kind: .history)
        let here = maker.place
        for isAway in [false, true, false] {
            maker.place = isAway ? Geodesic(from: here, azimuth: 10, meters: 900).end : here
            maker.stay(2, seconds: (isAway ? minutes : 60) * 60)
        }
        let stops = try maker.figures().stops
        #expect(stops.count == count)
        if count == 3 { #expect(stops.map(\.pointCount) == [2, 2, 2]) }
        if count == 3 { #expect(stops[1].seconds == minutes * 60) }
    }

    /// Two outliers that are far from each other are no visit, however long after each other.
    @Test func straysOnTwoSidesArePassedOver() throws {
        var maker = JourneyMaker()
        maker.builder = JourneyBuilder(name: "", kind: .history)
        let here = maker.place
        for azimuth in [nil, 10.0, 190.0, nil] {
            maker.place = azimuth.map { Geodesic(from: here, azimuth: $0, meters: 900).end } ?? here
            maker.stay(azimuth == nil ? 6 : 1, seconds: 900)
        }
        let stops = try maker.figures().stops
        #expect(stops.count == 1 && stops[0].pointCount == 12)
    }

    @Test func aSlowWalkIsNoStop() throws {
        var maker = JourneyMaker()
        maker.go(2_000, step: 1.2, seconds: 1)
        #expect(try maker.figures().stops.isEmpty)
    }

    @Test func theMiddleIsThatOfThePoints() throws {
        for place in [(47.0, 180.0), (89.9999, 20.0), (-90.0, 0.0)] {
            var maker = JourneyMaker()
            maker.place = Coordinate(latitude: place.0, longitude: place.1)
            maker.stay(2_000, jitter: 20)
            let stop = try #require(try maker.figures().stops.first)
            #expect(Geodesic.distance(from: stop.place, to: maker.place) < 2)
        }
    }

    @Test func historiesHaveLongerStops() throws {
        var maker = JourneyMaker()
        maker.builder = JourneyBuilder(name: "", kind: .history)
        maker.go(10, step: 900, seconds: 60)
        maker.stay(8, seconds: 60, jitter: 20)
        maker.go(10, step: 900, seconds: 60)
        maker.stay(30, seconds: 60, jitter: 80)
        maker.go(10, step: 900, seconds: 60)
        let figures = try maker.figures()
        #expect(figures.stops.count == 1 && figures.stops[0].seconds >= 1_700)
        #expect(try maker.figures(.track).stops.count >= 1)
    }
}
