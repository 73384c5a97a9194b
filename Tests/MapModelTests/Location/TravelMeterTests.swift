import TestSupport
import Testing

@testable import MapModel

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct TravelMeterTests {
    private static let home = Coordinate(latitude: 47.4, longitude: 8.5)

    /// Metres counted along places with the same accuracy and speed.
    private static func meters(_ places: [Coordinate], accuracy: Double? = 5, speed: Double? = nil) -> Double
    {
        var meter = TravelMeter()
        for place in places { meter.add(place, accuracyMeters: accuracy, speedMetersPerSecond: speed) }
        return meter.meters
    }

    /// A straight way eastwards of `count` steps.
    private static func way(_ count: Int, step: Double) -> [Coordinate] {
        (0...count).map { GreatCircle.destination(from: home, bearing: 90, meters: Double($0) * step) }
    }

    private static func noise(_ place: Coordinate, _ sigma: Double, _ random: inout SeededRandom)
        -> Coordinate
    {
        // Box and Muller, 1958.
        let radius = sigma * (-2 * log(1 - random.fraction(0...0.999_999_9))).squareRoot()
        return GreatCircle.destination(from: place, bearing: random.fraction(0...360), meters: radius)
    }

    @Test(arguments: [1.4, 5, 12, 25, 300] as [Double], [nil, 0.5, 2] as [Double?])
    func aStraightWayIsAsLongAsItIs(step: Double, speed: Double?) {
        let counted = Self.meters(Self.way(600, step: step), speed: speed)
        let whole = 600 * step
        // What has not left the gate at the end is not counted.
        #expect(counted <= whole * 1.000_001 && counted >= whole - max(2 * step, 20))
    }

    @Test(arguments: 0..<3) func standingStillAddsNothing(seed: UInt64) {
        var random = SeededRandom(seed)
        // 5 m of 95 % are a sigma of 2.04 m.
        let places = (0..<1800).map { _ in Self.noise(Self.home, 2.04, &random) }
        #expect(Self.meters(places, speed: nil) < 30)
        #expect(Self.meters(places, speed: 0.2) < 30)
    }

    @Test(arguments: 0..<3) func slowWanderingAddsLittle(seed: UInt64) {
        var random = SeededRandom(seed)
        // Errors that last for minutes, as those of the ionosphere and of reflections.
        var east = 0.0
        var north = 0.0
        var places: [Coordinate] = []
        for _ in 0..<86_400 / 5 {
            let keep = 0.98
            let sigma = 2.04 * (1 - keep * keep).squareRoot() * 1.732
            east = east * keep + sigma * random.fraction(-1...1)
            north = north * keep + sigma * random.fraction(-1...1)
            places.append(
                Coordinate(
                    latitude: Self.home.latitude + north / 111_195,
                    longitude: Self.home.longitude + east / 75_000))
        }
        // Summed up from fix to fix it is kilometres.
        let naive = zip(places, places.dropFirst()).reduce(0) {
            $0 + GreatCircle.distance(from: $1.0, to: $1.1)
        }
        #expect(naive > 5000)
        #expect(Self.meters(places) < 100)
    }

    @Test(arguments: 0..<3) func noiseAddsLittleToAWalk(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = Self.way(3000, step: 1.4).map { Self.noise($0, 2.04, &random) }
        #expect(abs(Self.meters(places, speed: 1.4) - 4200) < 4200 * 0.2)
        #expect(abs(Self.meters(places, speed: nil) - 4200) < 4200 * 0.1)
    }

    @Test func oneJumpAndBackDoesNotCount() {
        var places = [Coordinate](repeating: Self.home, count: 20)
        places[10] = GreatCircle.destination(from: Self.home, bearing: 0, meters: 15)
        #expect(Self.meters(places) == 0)
    }

    @Test func missingAndWildNumbersDoNoHarm() {
        for accuracy in [nil, -5, 0, 1e300, .infinity, .nan] as [Double?] {
            for speed in [nil, -1, .nan, .infinity] as [Double?] {
                #expect(Self.meters(Self.way(50, step: 1000), accuracy: accuracy, speed: speed).isFinite)
            }
        }
    }
}
