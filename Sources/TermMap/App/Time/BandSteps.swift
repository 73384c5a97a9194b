import RowValues

/// The units of the calendar that a bar of the band may be, and those at which labels may stand.
package enum BandSteps {
    /// What bars may be, finest first.
    package static let bars: [CalendarStep] =
        clock + days(1) + weeks(1, 2) + months(1, 3) + [CalendarStep(1, .year)] + years

    /// What labels may be of, finest first.
    static let labels: [CalendarStep] =
        clock.filter { $0.unit != .second || $0.count >= 5 } + days(1, 2) + weeks(1) + months(1, 3)
        + [CalendarStep(1, .year)] + years

    /// How long a window and the steps that it takes may be, finest first.
    package static let windows: [CalendarStep] =
        [CalendarStep(1, .second), CalendarStep(1, .minute), CalendarStep(1, .hour)] + days(1) + weeks(1)
        + months(1) + [1, 10, 100, 1000].map { CalendarStep($0, .year) }

    private static let clock: [CalendarStep] =
        [1, 2, 5, 10, 15, 30].map { CalendarStep($0, .second) }
        + [1, 2, 5, 10, 15, 30].map { CalendarStep($0, .minute) }
        + [1, 2, 3, 6, 12].map { CalendarStep($0, .hour) }

    private static let years: [CalendarStep] = [1, 10, 100, 1000, 10_000, 100_000].flatMap { power in
        [2, 5, 10].map { CalendarStep($0 * power, .year) }
    }

    private static func days(_ counts: Int...) -> [CalendarStep] { counts.map { CalendarStep($0, .day) } }
    private static func weeks(_ counts: Int...) -> [CalendarStep] { counts.map { CalendarStep($0, .week) } }
    private static func months(_ counts: Int...) -> [CalendarStep] { counts.map { CalendarStep($0, .month) } }
}
