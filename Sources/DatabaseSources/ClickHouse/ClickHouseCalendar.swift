import RowValues

/// Parts of the times of a clock in UTC, by arithmetic of doubles: version 18 has times from 1970 to 2105 only, later ones from
/// 1900 to 2299, and both turn others into wrong ones.
struct ClickHouseCalendar {
    /// A double, since 1970-01-01 00:00.
    private let milliseconds: String
    private let once: (String, (String) -> String) -> String

    /// - Parameter once: an expression of a value that is calculated once.
    init(_ milliseconds: String, _ once: @escaping (String, (String) -> String) -> String) {
        self.milliseconds = milliseconds
        self.once = once
    }

    func part(_ part: TimeFold.Part) -> String {
        switch part {
        case .hour: once(whole(3_600_000)) { "\($0) - 24.0 * floor(\($0) / 24.0)" }
        // Day 0 was a Thursday.
        case .weekday: once(whole(86_400_000)) { "\($0) + 4.0 - 7.0 * floor((\($0) + 3.0) / 7.0)" }
        case .day:
            once(once(quarters, Self.fifths)) { "floor((\($0) - 153.0 * floor(\($0) / 153.0)) / 5.0) + 1.0" }
        case .month:
            once("floor(\(once(quarters, Self.fifths)) / 153.0)") {
                "\($0) + 3.0 - 12.0 * floor((\($0) + 2.0) / 12.0)"
            }
        case .year:
            once(quarters) { "floor(\($0) / 1461.0) - 4716.0 + floor((\(Self.fifths($0))) / 1530.0)" }
        }
    }

    private func whole(_ unit: Int) -> String { "floor((\(milliseconds)) / \(unit).0)" }

    /// Quarters of a day since March of the year -4716, as if all years had 1461, by Richards' algorithm for the Gregorian
    /// calendar: https://en.wikipedia.org/wiki/Julian_day
    private var quarters: String {
        once("\(whole(86_400_000)) + 2440588.0") { day in
            let centuries = "floor((4.0 * \(day) + 274277.0) / 146097.0)"
            return "4.0 * (\(day) + 1363.0 + floor(\(centuries) * 0.75)) + 3.0"
        }
    }

    /// Fifths of a day since the first of March; five months have 153 days.
    private static func fifths(_ quarters: String) -> String {
        "5.0 * floor((\(quarters) - 1461.0 * floor(\(quarters) / 1461.0)) / 4.0) + 2.0"
    }
}
