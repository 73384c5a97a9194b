import CellGraphics
import MapModel

/// The ticks of the axis of a strip, by distance or by time.
package struct StripTicks: Equatable, Sendable {
    package struct Tick: Equatable, Sendable {
        /// On the axis: metres, or seconds.
        package let x: Double
        /// From the left of the plot.
        package let column: Int
        package let text: DisplayText
    }

    package let ticks: [Tick]

    /// At least so many cells lie between two ticks.
    private static let leastCells = 6.0

    /// Ticks at 1, 2, 5, 10, 20 … of the unit, or of its smaller one on a short way.
    package init(meters: Double, unit: DistanceUnit, columns: Int) {
        let small: DistanceUnit = unit == .miles || unit == .feet ? .feet : .meters
        let shown = meters < 2 * unit.meters ? small : unit
        let length = meters / shown.meters
        guard length > 0, length.isFinite, columns > 0 else {
            ticks = [Tick(x: 0, column: 0, text: DisplayText(sanitising: "0 \(shown.symbol)"))]
            return
        }
        let step = Self.roundStep(length * Self.leastCells / Double(columns))
        ticks = Self.ticks(length, step: step, scale: shown.meters, columns) { index, value in
            index == 0 ? "0 \(shown.symbol)" : Self.number(value)
        }
    }

    /// Ticks at whole seconds, minutes, hours and days.
    package init(seconds: Double, columns: Int) {
        guard seconds > 0, seconds.isFinite, columns > 0 else {
            ticks = [Tick(x: 0, column: 0, text: "0 s")]
            return
        }
        let least = seconds * Self.leastCells / Double(columns)
        let step = Self.timeSteps.first { $0 >= least } ?? 86_400 * Self.roundStep(least / 86_400)
        ticks = Self.ticks(seconds, step: step, columns) { _, value in
            Self.time(value, step: step, longest: seconds)
        }
    }

    private static let timeSteps: [Double] = [
        1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    ]

    private static func ticks(
        _ length: Double, step: Double, scale: Double = 1, _ columns: Int, _ text: (Int, Double) -> String
    ) -> [Tick] {
        (0...Int(min(length / step + 1e-9, 1_000))).map { index in
            let value = Double(index) * step
            let column = min(Int(value / length * Double(columns)), columns - 1)
            return Tick(x: value * scale, column: column, text: DisplayText(sanitising: text(index, value)))
        }
    }

    /// The next 1, 2 or 5 times a power of ten from `least` on.
    package static func roundStep(_ least: Double) -> Double {
        guard least > 0, least.isFinite, least < 1e15 else { return 1 }
        var power = 1.0
        while power > least { power /= 10 }
        while power * 10 <= least { power *= 10 }
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least * (1 - 1e-12) } ?? power * 10
    }

    private static func number(_ value: Double) -> String {
        value < 1_000 ? value.trimmed(3) : Int(value.rounded()).grouped
    }

    /// `0 h`, `2`, `0:30`, `5 min`: by what the step needs.
    private static func time(_ seconds: Double, step: Double, longest: Double) -> String {
        let whole = Int(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if step >= 86_400 { return whole == 0 ? "0 d" : (whole / 86_400).grouped }
        if step >= 3600 { return whole == 0 ? "0 h" : "\(whole / 3600)" }
        if step >= 60 {
            if longest >= 3600 { return whole == 0 ? "0 h" : "\(whole / 3600):\(two(whole / 60 % 60))" }
            return whole == 0 ? "0 min" : "\(whole / 60)"
        }
        if longest >= 60 { return whole == 0 ? "0 min" : "\(whole / 60):\(two(whole % 60))" }
        return whole == 0 ? "0 s" : "\(whole)"
    }
}
