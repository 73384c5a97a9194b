/// The heights from the bottom to the top of a plot, in round figures.
package struct StripScale: Equatable, Sendable {
    package let bottom: Double
    package let top: Double

    /// The smallest span of an even number of steps that has both, so that the middle is round, too: at most ten steps of 1,
    /// 2, 2.5 or 5 times a power of ten; from 0 where the least value is not above a fifth of it.
    package init(_ least: Double, _ greatest: Double) {
        guard least.isFinite, greatest.isFinite, least <= greatest, abs(least) < 1e15, abs(greatest) < 1e15
        else {
            (bottom, top) = (0, 1)
            return
        }
        // What hardly changes looks like it.
        let largest = max(abs(greatest), abs(least))
        guard largest > 0 else {
            (bottom, top) = (0, 1)
            return
        }
        let length = max(greatest - least, largest / 50, 1e-9)
        var power = 1.0
        while power > length / Self.mostSteps { power /= 10 }
        while power * 10 <= length / Self.mostSteps { power *= 10 }
        let steps = [1, 2, 2.5, 5, 10, 20, 25, 50].map { $0 * power }.filter { $0 >= length / Self.mostSteps }
        let spans = steps.compactMap { Self.span($0, least, greatest) }
        // Of equal ones the last has the roundest figures.
        let smallest = spans.map { $0.upperBound - $0.lowerBound }.min() ?? 0
        let best = spans.last { $0.upperBound - $0.lowerBound <= smallest * (1 + 1e-9) } ?? least...greatest
        (bottom, top) = (best.lowerBound, best.upperBound)
    }

    private static let mostSteps = 10.0

    /// An even number of steps around both values; nil for too many.
    private static func span(_ step: Double, _ least: Double, _ greatest: Double) -> ClosedRange<Double>? {
        func span(from start: Double) -> ClosedRange<Double>? {
            let count = max((((greatest - start) / step - 1e-9) / 2).rounded(.up) * 2, 2)
            return count <= mostSteps ? start...start + count * step : nil
        }
        let tight = span(from: (least / step + 1e-9).rounded(.down) * step)
        guard let tight, least >= 0, least <= (tight.upperBound - tight.lowerBound) / 5 else { return tight }
        return span(from: 0)
    }

    package var middle: Double { (bottom + top) / 2 }

    /// Eighths of `rows` rows; at least one for any value on the scale, none without one.
    package func eighths(_ value: Double?, rows: Int) -> Int? {
        guard let value, value.isFinite, top > bottom else { return nil }
        let share = (value - bottom) / (top - bottom)
        return min(max(Int((share * Double(rows * 8)).rounded()), 1), rows * 8)
    }
}
