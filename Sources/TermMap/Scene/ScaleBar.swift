import CellGraphics
import MapModel
import Streams

/// A round length and the dots that it takes along the parallel through the middle of the view: right to 2 %.
struct ScaleBar {
    /// From the first tick to the last.
    let dots: Int
    let meters: Double
    let label: String

    /// How far the drawn length may be from the one that is named. On a sphere it may differ by half a percent more.
    static let tolerance = 0.015
    /// A shorter bar is hard to see.
    private static let fewestDots = 6
    /// Of two lengths that fit, the rounder one; each times a power of ten. Two digits come last, since some zooms have no
    /// better one within 20 dots.
    private static let roundness: [[Int]] = [[10, 20, 50], [15, 25, 30, 40, 60, 80], Array(10...99)]

    /// Powers of ten by which a number is multiplied to get a length.
    private static let powers: [(exponent: Int, value: Double)] = [
        (-5, 1e-5), (-4, 1e-4), (-3, 1e-3), (-2, 1e-2), (-1, 1e-1), (0, 1), (1, 1e1), (2, 1e2), (3, 1e3),
        (4, 1e4), (5, 1e5),
        (6, 1e6), (7, 1e7),
    ]

    /// - Parameters:
    ///   - unit: names the length, or a smaller one where it is short.
    ///   - step: the dots from one drawable length to the next.
    init(viewport: Viewport, unit: DistanceUnit, maximumDots: Int, step: Int) {
        let metersPerDot = max(Self.metersPerDot(in: viewport), 1e-6)
        let unit = Self.unit(unit, forMeters: metersPerDot * Double(maximumDots))
        let metersPerUnit = unit.meters
        var best = Choice(dots: maximumDots, length: metersPerDot * Double(maximumDots) / metersPerUnit)
        search: for numbers in Self.roundness {
            var longest: Choice?
            for number in numbers {
                for (exponent, power) in Self.powers {
                    // Most are far too short or too long.
                    let about = Double(number) * power * metersPerUnit / metersPerDot
                    guard about > Double(Self.fewestDots) - 1, about < Double(maximumDots) + 1,
                        let choice = Choice(
                            length: Self.length(number, exponent), dotsPerUnit: metersPerUnit / metersPerDot,
                            within: Self.fewestDots...maximumDots, step: step)
                    else { continue }
                    if longest.map({ choice.dots > $0.dots }) ?? true { longest = choice }
                }
            }
            if let longest {
                best = longest
                break search
            }
        }
        dots = best.dots
        meters = best.length * metersPerUnit
        label = "\(Self.text(best.length)) \(unit.symbol)"
    }

    /// Along the parallel through the exact middle, half a cell from which it is 6 % in a view of the world; on the ellipsoid
    /// of WGS 84.
    private static func metersPerDot(in viewport: Viewport) -> Double {
        let y = min(max(viewport.visibleCenter.y, 0), 1)
        let onSphere = viewport.metersPerDot(
            at: WebMercator.unproject(WorldPoint(x: 0.5, y: y)).latitude)
        let cosine = onSphere * viewport.worldDots / (2 * .pi * GreatCircle.earthRadiusMeters)
        let (equatorialRadius, squaredEccentricity) = (6_378_137.0, 0.006_694_379_990_14)
        let flattening = (1 - squaredEccentricity * (1 - cosine * cosine)).squareRoot()
        return onSphere * equatorialRadius / GreatCircle.earthRadiusMeters / flattening
    }

    private struct Choice {
        let dots: Int
        let length: Double

        init(dots: Int, length: Double) {
            self.dots = dots
            self.length = length
        }

        /// Nil where the nearest number of dots is not near enough.
        init?(length: Double, dotsPerUnit: Double, within range: ClosedRange<Int>, step: Int) {
            let exact = length * dotsPerUnit
            guard exact >= Double(range.lowerBound), exact <= Double(range.upperBound) + 0.5 else {
                return nil
            }
            let dots = Int((exact / Double(step)).rounded()) * step
            guard range.contains(dots), abs(Double(dots) - exact) <= exact * ScaleBar.tolerance else {
                return nil
            }
            self.init(dots: dots, length: length)
        }
    }

    private static func length(_ number: Int, _ exponent: Int) -> Double {
        (0..<abs(exponent)).reduce(Double(number)) { length, _ in exponent > 0 ? length * 10 : length / 10 }
    }

    private static func unit(_ unit: DistanceUnit, forMeters meters: Double) -> DistanceUnit {
        switch unit {
        case .kilometers: meters < 1000 ? .meters : .kilometers
        case .nauticalMiles: meters < 0.5 * unit.meters ? .meters : .nauticalMiles
        case .miles: meters < 0.5 * unit.meters ? .feet : .miles
        case .meters, .feet: unit
        }
    }

    private static func text(_ length: Double) -> String {
        length >= 1000 ? Int(length.rounded()).grouped : length.trimmed(3)
    }

    // MARK: - Drawing

    /// Ticks of two dots and a line of one, at the bottom of the cells.
    var inDots: String {
        var cells = [UInt32](repeating: 0, count: dots / 2 + 1)
        for dot in 0...dots {
            let isTick = dot == 0 || dot == dots
            let column: (low: UInt32, high: UInt32) = dot % 2 == 0 ? (0x40, 0x04) : (0x80, 0x20)
            cells[dot / 2] |= column.low | (isTick ? column.high : 0)
        }
        return String(String.UnicodeScalarView(cells.compactMap { Unicode.Scalar(0x2800 + $0) }))
    }

    /// From the middle of the first cell to the middle of the last.
    func inCells(_ first: String, _ middle: String, _ last: String) -> String {
        first + String(repeating: middle, count: max(dots / 2 - 1, 0)) + last
    }
}
