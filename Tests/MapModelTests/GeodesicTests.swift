import TestSupport
import Testing

@testable import MapModel

@Suite struct GeodesicTests {
    /// Half a meridian, the longest of all shortest ways.
    static let longestMeters = 20_003_931.458_625_447

    // MARK: - GeographicLib

    @Test(arguments: GeodesicTruth.inverses) func wayIsThatOfGeographicLib(truth: GeodesicTruth.Inverse) {
        let geodesic = Geodesic(from: truth.start, to: truth.end)
        #expect(abs(geodesic.meters - truth.meters) < 3e-8)
        #expect(Geodesic.distance(from: truth.start, to: truth.end) == geodesic.meters)
        guard truth.meters > 0 else { return }
        // What an error of the azimuths means on the ground, where less than a metre was recorded as none.
        let metersPerDegree = max(truth.reducedMeters, min(truth.meters, 1)) * .pi / 180
        #expect(abs(turn(geodesic.startAzimuth, truth.startAzimuth)) * metersPerDegree < 2e-8)
        #expect(abs(turn(geodesic.endAzimuth, truth.endAzimuth)) * metersPerDegree < 2e-8)
    }

    @Test(arguments: GeodesicTruth.directs) func endIsThatOfGeographicLib(truth: GeodesicTruth.Direct) {
        let geodesic = Geodesic(from: truth.start, azimuth: truth.azimuth, meters: truth.meters)
        #expect(Geodesic.distance(from: geodesic.end, to: truth.end) < 4e-8)
        #expect(abs(turn(geodesic.endAzimuth, truth.endAzimuth)) < 1e-12)
        #expect(geodesic.start == truth.start && geodesic.meters == truth.meters)
        let line = GeodesicLine(from: truth.start, azimuth: truth.azimuth)
        #expect(line.coordinate(at: truth.meters) == geodesic.end)
    }

    // MARK: - Properties

    @Test(arguments: 0..<500) func wayLeadsToWhereItWasAskedFor(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = random.coordinate()
        let end = random.coordinate(near: start)
        let geodesic = Geodesic(from: start, to: end)
        let reached = Geodesic(from: start, azimuth: geodesic.startAzimuth, meters: geodesic.meters)
        #expect(abs(reached.end.latitude - end.latitude) < 1e-9, "seed \(seed)")
        #expect(Geodesic.distance(from: reached.end, to: end) < 5e-8, "seed \(seed)")
    }

    @Test(arguments: 0..<500) func wayBackIsTheSame(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = random.coordinate()
        let end = random.coordinate(near: start)
        let there = Geodesic(from: start, to: end)
        let back = Geodesic(from: end, to: start)
        #expect(abs(there.meters - back.meters) < 4e-8, "seed \(seed)")
        #expect(there.meters <= Self.longestMeters + 4e-8, "seed \(seed)")
        // Close and nearly opposite places have no azimuth to all digits.
        guard there.meters > 1, there.meters < 1.9e7 else { return }
        #expect(abs(turn(there.startAzimuth, back.endAzimuth + 180)) < 1e-6, "seed \(seed)")
        #expect(abs(turn(there.endAzimuth, back.startAzimuth + 180)) < 1e-6, "seed \(seed)")
    }

    @Test(arguments: 0..<500) func wayOverAThirdPlaceIsNotShorter(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = random.coordinate()
        let end = random.coordinate(near: start)
        let other = random.coordinate(near: end)
        let detour = Geodesic.distance(from: start, to: other) + Geodesic.distance(from: other, to: end)
        #expect(Geodesic.distance(from: start, to: end) <= detour + 6e-8, "seed \(seed)")
    }

    @Test(arguments: 0..<500) func lengthIsThatOfTheSphereWithinSixPermille(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = random.coordinate()
        let end = random.coordinate(near: start)
        let sphere = GreatCircle.distance(from: start, to: end)
        #expect(
            abs(Geodesic.distance(from: start, to: end) - sphere) <= 0.006 * sphere + 1e-6, "seed \(seed)")
    }

    @Test(arguments: 0..<200) func placesOnALineDivideIt(seed: UInt64) {
        var random = SeededRandom(seed)
        let geodesic = Geodesic(from: random.coordinate(), to: random.coordinate())
        let line = geodesic.line
        for part in [0.0, 0.1, 0.5, 0.75, 1] {
            let meters = part * geodesic.meters
            let place = line.coordinate(at: meters)
            #expect(abs(Geodesic.distance(from: geodesic.start, to: place) - meters) < 5e-8, "seed \(seed)")
            let rest = Geodesic.distance(from: place, to: geodesic.end)
            #expect(abs(rest - (geodesic.meters - meters)) < 8e-8, "seed \(seed)")
            #expect(abs(place.longitude) <= 180)
        }
        let behind = GeodesicLine(from: geodesic.start, azimuth: geodesic.startAzimuth + 180)
        let (one, other) = (behind.coordinate(at: 1_000), line.coordinate(at: -1_000))
        #expect(Geodesic.distance(from: one, to: other) < 5e-8, "seed \(seed)")
    }

    // MARK: - Special places

    @Test(arguments: [
        ((0.0, 0.0), (0.0, 0.0)), ((52.5, 13.4), (52.5, 13.4)), ((-33, -180), (-33, 180)),
        ((90, 20), (90, -70)),
        ((-90, 0), (-90, 180)), ((10, 190), (10, -170)), ((0, 539), (0, 179)),
    ])
    func onePlaceInTwoNotationsIsNoWayApart(start: (Double, Double), end: (Double, Double)) {
        let geodesic = Geodesic(
            from: Coordinate(latitude: start.0, longitude: start.1),
            to: Coordinate(latitude: end.0, longitude: end.1))
        #expect(geodesic.meters == 0)
        #expect(geodesic.startAzimuth == 0 && geodesic.endAzimuth == 0)
    }

    @Test(arguments: 0..<100) func oppositePlacesAreHalfAMeridianApart(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = random.coordinate()
        let end = Coordinate(latitude: -start.latitude, longitude: start.longitude + 180)
        #expect(abs(Geodesic.distance(from: start, to: end) - Self.longestMeters) < 3e-8, "seed \(seed)")
    }

    @Test(arguments: 0..<200) func stepAcross180IsThatAtGreenwich(seed: UInt64) {
        var random = SeededRandom(seed)
        let latitude = random.fraction(-80...80)
        let start = Coordinate(latitude: latitude, longitude: 180 - random.fraction(1e-8...1e-6))
        let end = Coordinate(latitude: latitude + 1e-7, longitude: random.fraction(1e-8...1e-6) - 180)
        let step = (180 - start.longitude) + (180 + end.longitude)
        let geodesic = Geodesic(from: start, to: end)
        let atGreenwich = Geodesic(
            from: Coordinate(latitude: start.latitude, longitude: 0),
            to: Coordinate(latitude: end.latitude, longitude: step))
        #expect(abs(geodesic.meters - atGreenwich.meters) < 1e-12, "seed \(seed)")
        #expect(abs(turn(geodesic.startAzimuth, atGreenwich.startAzimuth)) < 1e-9, "seed \(seed)")
    }

    @Test(arguments: 0..<200) func wayBesideTheEquatorIsAsLongAsOnIt(seed: UInt64) {
        var random = SeededRandom(seed)
        // The equator is the shortest way up to (1 - f) 180°; a little before, azimuths are most sensitive.
        let longitude = 180 * WGS84.axisRatio - random.fraction(1e-7...1e-5)
        let start = Coordinate(latitude: random.fraction(-1e-15...1e-15), longitude: 0)
        let end = Coordinate(latitude: random.fraction(-1e-15...1e-15), longitude: longitude)
        let equator = WGS84.equatorialRadiusMeters * longitude * .pi / 180
        #expect(abs(Geodesic.distance(from: start, to: end) - equator) < 3e-8, "seed \(seed)")
    }

    @Test(arguments: 0..<200) func newtonsMethodFindsTheWayFromAnyGuess(seed: UInt64) {
        var random = SeededRandom(seed)
        let problem = GeodesicInverse(
            from: Coordinate(latitude: random.fraction(-89...89), longitude: 0),
            to: Coordinate(latitude: random.fraction(-89...89), longitude: random.fraction(1...178)))
        let arc = problem.solve().arc
        let found = problem.refined(SineCosine(radians: random.fraction(0.001...3.14)))
        #expect(abs((found.startAzimuth - arc.startAzimuth).radians) < 1e-12, "seed \(seed)")
        #expect(abs(found.radians - arc.radians) < 1e-13, "seed \(seed)")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 91])
    func numbersThatAreNoPlaceDoNotStopTheProgram(number: Double) {
        let berlin = Coordinate(latitude: 52.5, longitude: 13.4)
        for place in [
            Coordinate(latitude: number, longitude: 0), Coordinate(latitude: 0, longitude: number),
        ] {
            let geodesic = Geodesic(from: berlin, to: place)
            #expect(number.isFinite || geodesic.meters.isNaN)
            _ = Geodesic(from: place, azimuth: 90, meters: 1).end
        }
        _ = Geodesic(from: berlin, azimuth: number, meters: number).end
    }
}

/// Degrees from one azimuth to another, the shorter way around.
private func turn(_ first: Double, _ second: Double) -> Double {
    (second - first).remainder(dividingBy: 360)
}
