import TestSupport
import Testing

@testable import MapModel

/// Makes journeys whose figures are known.
struct JourneyMaker {
    var builder = JourneyBuilder(name: "Ride")
    /// Where the next point is, and when.
    var place = Coordinate(latitude: 47, longitude: 8)
    var moment: Int64 = 1_780_000_000_000
    var meters = 0.0

    /// Goes on: `count` steps of `step` metres and `seconds`, with the height at each distance.
    mutating func go(
        _ count: Int, step: Double = 10, seconds: Double = 1, azimuth: Double = 90, timed: Bool = true,
        height: ((Double) -> Double?)? = nil
    ) {
        for _ in 0..<count {
            builder.append(place, height: height?(meters) ?? nil, moment: timed ? moment : nil)
            place = Geodesic(from: place, azimuth: azimuth, meters: step).end
            meters += step
            moment += Int64(seconds * 1000)
        }
    }

    /// Stays: `count` points each `seconds`, within some metres.
    mutating func stay(
        _ count: Int, seconds: Double = 10, jitter: Double = 0, seed: UInt64 = 1, height: Double? = nil
    ) {
        var random = SeededRandom(seed)
        for _ in 0..<count {
            let away = Geodesic(
                from: place, azimuth: Double.random(in: 0..<360, using: &random),
                meters: Double.random(in: 0...max(jitter, 1e-9), using: &random))
            builder.append(jitter > 0 ? away.end : place, height: height, moment: moment)
            moment += Int64(seconds * 1000)
        }
    }

    func figures(_ rules: JourneyRules? = nil) throws -> JourneyFigures {
        try JourneyFigures(#require(builder.finish()), rules)
    }
}
