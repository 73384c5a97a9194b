import MapModel

/// A whole number of units of the calendar: 15 minutes, a week, 10 years.
package struct CalendarStep: Equatable, Sendable {
    /// What calendars count in.
    package enum Unit: String, Sendable, CaseIterable { case second, minute, hour, day, week, month, year }

    /// What is counted.
    package let unit: Unit
    /// How many of them.
    package let count: Int

    /// Some units, at least one.
    package init(_ count: Int, _ unit: Unit) { (self.count, self.unit) = (max(count, 1), unit) }

    /// `day`, `15min`, `3 months`, `decade`; nil for anything else.
    package init?(_ text: String) {
        let names: [String: (Int, Unit)] = [
            "s": (1, .second), "sec": (1, .second), "m": (1, .minute), "min": (1, .minute), "h": (1, .hour),
            "d": (1, .day), "w": (1, .week), "mo": (1, .month), "y": (1, .year), "quarter": (3, .month),
            "decade": (10, .year), "century": (100, .year), "millennium": (1000, .year),
        ]
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var name = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        if name.count > 3, name.hasSuffix("s") { name.removeLast() }
        guard let (size, unit) = names[name] ?? Unit(rawValue: name).map({ (1, $0) }),
            let count = digits.isEmpty ? 1 : Int(digits), (1...100_000).contains(count)
        else { return nil }
        self.init(count * size, unit)
    }

    /// The beginning of the bar that a moment is in.
    package func start(of moment: Int64, _ zones: inout ZoneCursor, in zone: ZoneTable) -> Int64 {
        let offset = zones.offset(at: moment)
        let wall = moment + offset
        let found = floor(wall)
        // An hour that comes twice is two bars; days and longer bars begin when a clock shows it.
        if milliseconds.map({ $0 <= WallTime.millisecondsPerHour }) ?? false { return found - offset }
        return zone.moment(ofWall: found).milliseconds
    }

    /// Where the bars begin that cover a range, and the end of the last; nil where there are more than `limit` bars.
    package func edges(covering range: ClosedRange<Int64>, atMost limit: Int, in zone: ZoneTable) -> [Int64]?
    {
        var zones = ZoneCursor(zone)
        var edges = [start(of: range.lowerBound, &zones, in: zone)]
        while let last = edges.last, last <= range.upperBound {
            if edges.count > limit { return nil }
            edges.append(next(after: last, &zones, in: zone))
        }
        return edges
    }

    /// The beginning of the bar after the one that begins at a moment.
    package func next(after start: Int64, _ zones: inout ZoneCursor, in zone: ZoneTable) -> Int64 {
        if let milliseconds, milliseconds <= WallTime.millisecondsPerHour { return start + milliseconds }
        let wall = zones.wall(at: start)
        var beyond = wall
        switch unit {
        case .second, .minute, .hour, .day, .week: beyond += milliseconds ?? 0
        case .month: beyond = Self.adding(count, to: wall)
        case .year: beyond = Self.adding(count * 12, to: wall)
        }
        let next = zone.moment(ofWall: floor(beyond)).milliseconds
        return next > start ? next : start + 1
    }

    /// How long it is, of months and years on average.
    package var typicalMilliseconds: Int64 {
        // 400 years have 146,097 days.
        let month = Int64(146_097) * WallTime.millisecondsPerDay / 4800
        return milliseconds ?? Int64(count) * (unit == .year ? 12 * month : month)
    }

    /// `week`, `2 weeks`, `quarter`, `decade`.
    package var words: String {
        switch (unit, count) {
        case (.month, 3): "quarter"
        case (.year, 10): "decade"
        case (.year, 100): "century"
        case (.year, 1000): "millennium"
        case (_, 1): unit.rawValue
        default: "\(count) \(unit.rawValue)s"
        }
    }

    /// The least time that one of its units lasts, however many it has; at most an hour.
    package var shortestMilliseconds: Int64 {
        switch unit {
        case .second: 1000
        case .minute: 60_000
        default: WallTime.millisecondsPerHour
        }
    }

    /// How long it is, where all are as long; days by the clock.
    private var milliseconds: Int64? {
        switch unit {
        case .second: Int64(count) * 1000
        case .minute: Int64(count) * 60_000
        case .hour: Int64(count) * WallTime.millisecondsPerHour
        case .day: Int64(count) * WallTime.millisecondsPerDay
        case .week: Int64(count) * 7 * WallTime.millisecondsPerDay
        case .month, .year: nil
        }
    }

    /// The beginning of the bar of a clock's time. Weeks begin on Monday; several years on those that the number divides.
    private func floor(_ wall: Int64) -> Int64 {
        func multiple(_ value: Int64, of step: Int64) -> Int64 {
            let rest = value % step
            return value - (rest < 0 ? rest + step : rest)
        }
        switch unit {
        case .second, .minute, .hour, .day: return multiple(wall, of: milliseconds ?? 1)
        case .week:
            // 1969-12-29 is a Monday.
            let monday = -3 * WallTime.millisecondsPerDay
            return multiple(wall - monday, of: milliseconds ?? 1) + monday
        case .month, .year:
            let date = WallTime(milliseconds: wall)
            let month = multiple(
                Int64(date.year) * 12 + Int64(date.month) - 1, of: Int64(unit == .year ? count * 12 : count))
            return Self.wall(ofMonth: Int(month))
        }
    }

    private static func adding(_ months: Int, to wall: Int64) -> Int64 {
        let date = WallTime(milliseconds: wall)
        return Self.wall(ofMonth: date.year * 12 + date.month - 1 + months)
    }

    /// The first of a month, counted from January of the year 0.
    private static func wall(ofMonth month: Int) -> Int64 {
        let year = month >= 0 ? month / 12 : (month - 11) / 12
        let day = UTCInstant.daysSince1970(year: year, month: month - year * 12 + 1, day: 1)
        return Int64(day) * WallTime.millisecondsPerDay
    }
}
