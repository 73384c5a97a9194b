import Foundation
import TestSupport
import Testing

@testable import MapModel

@Suite struct GeodesicSeriesTests {
    @Test(arguments: 0..<50) func distanceIsItsIntegral(seed: UInt64) {
        let (series, k2, end) = Self.random(seed)
        let sum = series.distanceScale * (end + series.distance.sum(at: SineCosine(radians: end)))
        let integral = Self.integral(to: end) { (1 + k2 * sin($0) * sin($0)).squareRoot() }
        #expect(abs(sum - integral) < 1e-14, "seed \(seed)")
    }

    @Test(arguments: 0..<50) func arcIsTheReverseOfDistance(seed: UInt64) {
        let (series, _, end) = Self.random(seed)
        let even = end + series.distance.sum(at: SineCosine(radians: end))
        #expect(abs(even + series.arc.sum(at: SineCosine(radians: even)) - end) < 4e-15, "seed \(seed)")
    }

    @Test(arguments: 0..<50) func longitudeIsItsIntegral(seed: UInt64) {
        let (series, k2, end) = Self.random(seed)
        let sum = series.longitudeScale * (end + series.longitude.sum(at: SineCosine(radians: end)))
        let f = WGS84.flattening
        let integral = Self.integral(to: end) {
            (2 - f) / (1 + (1 - f) * (1 + k2 * sin($0) * sin($0)).squareRoot())
        }
        #expect(abs(sum - integral) < 1e-14, "seed \(seed)")
    }

    @Test(arguments: 0..<50) func reducedLengthIsItsIntegral(seed: UInt64) {
        let (series, k2, end) = Self.random(seed)
        let sum = series.lengthScale * end + series.length.sum(at: SineCosine(radians: end))
        let integral = Self.integral(to: end) {
            let square = k2 * sin($0) * sin($0)
            return square / (1 + square).squareRoot()
        }
        #expect(abs(sum - integral) < 1e-14, "seed \(seed)")
    }

    @Test(arguments: 0..<50) func areaIsItsIntegral(seed: UInt64) {
        let (series, k2, end) = Self.random(seed)
        let sum = series.area.sum(at: SineCosine(radians: end)) - series.area.sum(at: SineCosine(radians: 0))
        func t(_ x: Double) -> Double { x == 0 ? 1 : x + (1 / x + 1).squareRoot() * asinh(x.squareRoot()) }
        let e2 = WGS84.secondEccentricitySquared
        let integral = Self.integral(to: end) {
            let square = k2 * sin($0) * sin($0)
            return -(t(e2) - t(square)) / (e2 - square) * sin($0) / 2
        }
        // The difference of t loses digits.
        #expect(abs(sum - integral) < 1e-12, "seed \(seed)")
    }

    @Test(arguments: [(0.0, 0.0, 1.0), (90, 1, 0), (180, 0, -1), (-90, -1, 0), (-180, 0, -1)])
    func rightAnglesAreExact(degrees: Double, sine: Double, cosine: Double) {
        #expect(SineCosine(degrees: degrees) == SineCosine(sine: sine, cosine: cosine))
    }

    /// Some geodesic that is not a meridian, its k², and an arc from the equator.
    private static func random(_ seed: UInt64) -> (series: GeodesicSeries, k2: Double, end: Double) {
        var random = SeededRandom(seed)
        let cosineSquared = random.fraction(0...0.9)
        let series = GeodesicSeries(equatorCosineSquared: cosineSquared)
        return (series, WGS84.secondEccentricitySquared * cosineSquared, random.fraction(-4...4))
    }

    /// The integral of a smooth function from 0, by Simpson's rule.
    private static func integral(to end: Double, of function: (Double) -> Double) -> Double {
        let steps = 2_000
        let step = end / Double(steps)
        let sum = (1..<steps).reduce(function(0) + function(end)) { sum, index in
            sum + function(Double(index) * step) * (index.isMultiple(of: 2) ? 2 : 4)
        }
        return sum * step / 3
    }
}
