import TestSupport
import Testing

@testable import MapModel

extension SeededRandom {
    /// A circle around anything, often one of `places`, of any size: often none, often half the earth.
    mutating func circle(near places: [FixedCoordinate]) throws -> GeoCircle {
        var center = Coordinate(latitude: fraction(-90...90), longitude: fraction(-180...180))
        switch number(0...9) {
        case 0: center.latitude = Bool.random(using: &self) ? 90 : -90
        case 1: center.longitude = Bool.random(using: &self) ? 180 : -180
        case 2: center.latitude = (Bool.random(using: &self) ? 1 : -1) * (90 - exponential(2e-9...1))
        case 3...6:
            if let place = places.randomElement(using: &self) { center = place.coordinate }
        default: break
        }
        var meters = exponential(1e-3...2.1e7)
        switch number(0...9) {
        case 0: meters = 0
        case 1: meters = GeoCircle.halfEarthMeters - exponential(1e-9...1e4)
        case 2:
            // Through a place, a pole, or just not.
            if let place = places.randomElement(using: &self)?.coordinate {
                meters = GreatCircle.distance(from: center, to: place)
            }
        case 3:
            let pole = Coordinate(latitude: 90, longitude: 0)
            meters = GreatCircle.distance(from: center, to: pole) * (1 + exponential(1e-17...1e-9))
        case 4: meters = GreatCircle.earthRadiusMeters * .pi / 2 - exponential(1e-9...1e4)
        default: break
        }
        return try GeoCircle(center: center, radiusMeters: max(meters, 0))
    }

    /// Evenly spread over the powers of two in `range`.
    mutating func exponential(_ range: ClosedRange<Double>) -> Double {
        var value = range.upperBound
        let halvings = fraction() * 60
        for _ in 0..<Int(halvings) where value / 2 > range.lowerBound { value /= 2 }
        return max(value * fraction(0.5...1), range.lowerBound)
    }
}

@Suite struct GeoCircleTests {
    @Test(arguments: [-1, -Double.infinity, Double.infinity, Double.nan, -1e-300])
    func radiiThatAreNoneAreRefusedInOneLine(meters: Double) {
        let error = #expect(throws: GeoCircle.InvalidRadius.self) {
            try GeoCircle(center: Coordinate(latitude: 0, longitude: 0), radiusMeters: meters)
        }
        #expect(error?.description.hasPrefix("not a radius: ") == true)
        #expect(error?.description.contains("\n") == false)
    }

    /// Places at and around the rim, where a box could miss them.
    private func placesNearRim(of circle: GeoCircle, _ random: inout SeededRandom) -> [Coordinate] {
        (0..<40).map { part in
            let bearing = part < 8 ? Double(part) * 45 : random.fraction(0...360)
            let meters = circle.radiusMeters * (1 + random.fraction(-1e-9...0))
            return GreatCircle.destination(from: circle.center, bearing: bearing, meters: meters)
        }
    }

    @Test(arguments: 0..<600) func boxesNeverMissAPlaceInside(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let places = random.places(40)
        let circle = try random.circle(near: places)
        let boxes = circle.boundingBoxes
        #expect((1...2).contains(boxes.count))
        for box in boxes {
            #expect(box.west <= box.east && box.south <= box.north, "seed \(seed): \(box)")
            #expect(box.west >= -180 && box.east <= 180 && box.south >= -90 && box.north <= 90)
        }
        for place in placesNearRim(of: circle, &random) + places.map(\.coordinate)
        where circle.contains(place) {
            // As a database compares, which does not know that 180° is -180°.
            let isFound = boxes.contains { box in
                (box.south...box.north).contains(place.latitude)
                    && (box.west...box.east).contains(place.longitude)
            }
            #expect(isFound, "seed \(seed): \(place) of \(circle) in \(boxes)")
        }
    }

    @Test(arguments: 0..<200) func boxesAreTight(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let center = Coordinate(latitude: random.fraction(-70...70), longitude: random.fraction(-179...179))
        let circle = try GeoCircle(center: center, radiusMeters: random.exponential(10...1e6))
        let wider = try GeoCircle(center: center, radiusMeters: circle.radiusMeters * 1.000_01)
        let outside = (0..<4).allSatisfy { quarter in
            // The box of a circle a little smaller does not reach the northern and southern ends of a wider one.
            let end = GreatCircle.destination(
                from: center, bearing: Double(quarter) * 180, meters: wider.radiusMeters)
            return !circle.boundingBoxes.contains { $0.contains(end) }
        }
        #expect(outside, "seed \(seed)")
        let rim = circle.ring()
        let west = circle.boundingBoxes.map(\.west).max() ?? 0
        if circle.boundingBoxes.count == 1 {
            #expect(abs((rim.map(\.longitude).min() ?? 0) - west) < 0.01, "seed \(seed)")
        }
    }

    @Test func aCircleAcross180HasTwoBoxes() throws {
        let circle = try GeoCircle(
            center: Coordinate(latitude: 0, longitude: 179.9), radiusMeters: 50_000)
        let boxes = circle.boundingBoxes
        #expect(boxes.map(\.east) == [180, boxes[1].east] && boxes[1].west == -180)
        #expect(abs(boxes[0].west - 179.450_339) < 1e-5 && abs(boxes[1].east + 179.650_339) < 1e-5)
    }

    @Test(arguments: [89.9, 90, -89.9, -90]) func aCircleAroundAPoleHasAllLongitudes(latitude: Double) throws
    {
        let circle = try GeoCircle(
            center: Coordinate(latitude: latitude, longitude: 12), radiusMeters: 50_000)
        let box = try #require(circle.boundingBoxes.first)
        #expect(circle.boundingBoxes.count == 1 && box.west == -180 && box.east == 180)
        #expect(latitude > 0 ? box.north == 90 && box.south > 89 : box.south == -90 && box.north < -89)
    }

    @Test(arguments: [
        (12.5, 180.0, 12.5, -180.0), (90, 17, 90, -120), (-90, 0, -90, 180), (48.85, 2.35, 48.85, 2.35),
    ])
    func radiusZeroFindsEqualPlaces(_ a: Double, _ b: Double, _ c: Double, _ d: Double) throws {
        let circle = try GeoCircle(center: Coordinate(latitude: a, longitude: b), radiusMeters: 0)
        #expect(circle.contains(Coordinate(latitude: c, longitude: d)))
        #expect(!circle.contains(Coordinate(latitude: c * (1 - 1e-9), longitude: d)))
    }

    @Test(arguments: 0..<100) func halfTheEarthIsEverything(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let center = random.place().coordinate
        let circle = try GeoCircle(center: center, radiusMeters: GeoCircle.halfEarthMeters)
        let opposite = Coordinate(
            latitude: -center.latitude, longitude: Coordinate.wrapped(longitude: center.longitude + 180))
        #expect(circle.coversEverything && circle.contains(opposite))
        #expect(random.places(50).allSatisfy { circle.contains($0.coordinate) }, "seed \(seed)")
        #expect(circle.boundingBoxes == [.world])
    }
}
