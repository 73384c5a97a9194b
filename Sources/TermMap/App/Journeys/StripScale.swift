/// The heights from the bottom to the top of a plot, in round figures.
package struct StripScale: Equatable, Sendable {
    package let bottom: Double
    package let top: Double

    /// The smallest span of 1, 2, 2.5 or 5 times a power of ten that has both; from 0 where the least value is not above a
    /// fifth of it.
    package init(_ least: Double, _ greatest: Double) {
        guard least.isFinite, greatest.isFinite, least <= greatest, abs(least) < 1e15, abs(greatest) < 1e15
        else {
            (bottom, top) = (0, 1)
            return
        }
        // What hardly changes looks like it.
        let largest = max(abs(greatest), abs(least))
        let length = largest == 0 ? 1 : max(greatest - least, largest / 50, 1e-9)
        var power = 1.0
        while power > length { power /= 10 }
        while power * 10 <= length { power *= 10 }
        while true {
            for factor in [1, 2, 2.5, 5] {
                let span = factor * power
                let start = Self.start(least, span)
                if start + span >= greatest {
                    (bottom, top) = (start, start + span)
                    return
                }
            }
            power *= 10
        }
    }

    private static func start(_ least: Double, _ span: Double) -> Double {
        if least >= 0, least <= span / 5 { return 0 }
        let grid = span / 10
        return (least / grid).rounded(.down) * grid
    }

    package var middle: Double { (bottom + top) / 2 }

    /// Eighths of `rows` rows; at least one for any value on the scale, none without one.
    package func eighths(_ value: Double?, rows: Int) -> Int? {
        guard let value, value.isFinite, top > bottom else { return nil }
        let share = (value - bottom) / (top - bottom)
        return min(max(Int((share * Double(rows * 8)).rounded()), 1), rows * 8)
    }
}
