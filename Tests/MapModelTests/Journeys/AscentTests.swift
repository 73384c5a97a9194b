import TestSupport
import Testing

@testable import MapModel

/// Made tracks whose ascent is known, with the noise of receivers.
@Suite struct AscentTests {
    /// Points each 1, 5 and 10 s on a bicycle, and as a receiver thins them.
    private enum Recording: CaseIterable {
        case eachSecond, each5Seconds, each10Seconds, thinned
    }

    /// A ride of 24 km over three to eight waves of hills, or over none, and what it rises.
    private static func ride(
        _ recording: Recording, noise: Double, seed: UInt64, isFlat: Bool = false
    ) throws -> (figures: StretchFigures, rises: Double) {
        var random = SeededRandom(seed)
        let waves = (0..<(isFlat ? 0 : 3 + Int(random.next() % 6))).map { _ in
            let length = Double.random(in: 1_500...9_000, using: &random)
            let height = Double.random(in: 8...220, using: &random) * length / 6_000
            return (length, height, Double.random(in: 0...1, using: &random))
        }
        func height(_ meters: Double) -> Double {
            waves.reduce(500) { $0 + $1.1 * GreatCircle.parallelScale(at: 360 * (meters / $1.0 + $1.2)) }
        }
        var maker = JourneyMaker()
        while maker.meters < 24_000 {
            let seconds =
                switch recording {
                case .eachSecond: 1.0
                case .each5Seconds: 5.0
                case .each10Seconds: 10.0
                case .thinned: Double(1 + random.next() % 11)
                }
            let error = noise * Self.bell(&random)
            maker.go(1, step: 6 * seconds, seconds: seconds) { height($0) + error }
        }
        let rises = stride(from: 0.0, to: maker.meters, by: 6).reduce(0) {
            $0 + max(height($1 + 6) - height($1), 0)
        }
        return (try maker.figures().whole, rises)
    }

    /// Twelve numbers add up to a bell with a deviation of 1.
    private static func bell(_ random: inout SeededRandom) -> Double {
        (0..<12).reduce(0.0) { sum, _ in sum + Double.random(in: -0.5...0.5, using: &random) }
    }

    @Test(arguments: [0, 0.3, 1.5, 3.0], UInt64(0)..<20)
    func theAscentIsThatOfTheHills(noise: Double, seed: UInt64) throws {
        for recording in Recording.allCases {
            let ride = try Self.ride(recording, noise: noise, seed: seed)
            let error = try #require(ride.figures.ascent) / ride.rises - 1
            #expect(abs(error) < (noise < 1 ? 0.015 : 0.0225), "\(recording) \(error)")
        }
    }

    @Test(arguments: [0, 0.3, 1.5, 3.0], UInt64(0)..<20)
    func aPlainDoesNotRise(noise: Double, seed: UInt64) throws {
        for recording in Recording.allCases {
            let ride = try Self.ride(recording, noise: noise, seed: seed, isFlat: true)
            #expect(try #require(ride.figures.ascent) < 15, "\(recording)")
        }
    }

    /// It rose 190 metres an hour where points are 180 m apart: noise does not grow with the distance, hills do.
    @Test(arguments: [20.0, 30, 60], UInt64(0)..<20)
    func aPlainDoesNotRiseBetweenFarPoints(seconds: Double, seed: UInt64) throws {
        for noise in [1.5, 3] {
            var random = SeededRandom(seed)
            var maker = JourneyMaker()
            for _ in 0..<400 {
                let error = noise * Self.bell(&random)
                maker.go(1, step: 6 * seconds, seconds: seconds) { _ in 500 + error }
            }
            #expect(try #require(maker.figures().whole.ascent) < 15)
        }
    }

    /// What is far apart differs by its terrain: no noise is found where there is none.
    @Test func hillsBetweenFarPointsAreNoNoise() throws {
        var maker = JourneyMaker()
        maker.go(400, step: 180, seconds: 30) { 500 + 8 * GreatCircle.parallelScale(at: $0 * 360 / 700) }
        let heights = (0..<400).map { 500 + 8 * GreatCircle.parallelScale(at: Double($0) * 180 * 360 / 700) }
        let rises = zip(heights, heights.dropFirst()).reduce(0) { $0 + max($1.1 - $1.0, 0) }
        #expect(abs(try #require(maker.figures().whole.ascent) / rises - 1) < 0.02)
    }

    /// A steeple is lower for an average that does not give back what it took.
    @Test func shortHillsKeepTheirHeight() throws {
        var maker = JourneyMaker()
        maker.go(1_000, step: 10) { 500 + 20 * GreatCircle.parallelScale(at: $0 * 360 / 500) }
        #expect(abs(try #require(maker.figures().whole.ascent) / 800 - 1) < 0.015)
    }

    @Test func whatIsAskedForIsUsed() throws {
        var maker = JourneyMaker()
        maker.go(100) { $0 < 500 ? 500 : 504 }
        #expect(try maker.figures().whole.ascent == 0)
        var rules = JourneyRules.track
        (rules.smoothingMeters, rules.hysteresisMeters) = (0, 3)
        #expect(try maker.figures(rules).whole.ascent == 4)
    }
}
