import MapModel

/// A length of time as calendars count it: a month is as long as the month.
package struct TimeLength: Equatable, Sendable {
    /// Months of the calendar.
    package var months = 0
    /// Days of the calendar.
    package var days = 0
    /// Time besides.
    package var milliseconds: Int64 = 0

    private static let most = 10_000_000

    /// Some steps of a calendar.
    package init(_ count: Int, of step: CalendarStep) {
        let count = count * step.count
        switch step.unit {
        case .second: milliseconds = Int64(count) * 1000
        case .minute: milliseconds = Int64(count) * 60_000
        case .hour: milliseconds = Int64(count) * WallTime.millisecondsPerHour
        case .day: days = count
        case .week: days = count * 7
        case .month: months = count
        case .year: months = count * 12
        }
    }

    /// How long a window is: whole days where clocks show the same at both ends, whether they were changed in between or not.
    package init(of window: Range<Int64>, in zone: ZoneTable) {
        let byClock = zone.wall(at: window.upperBound) - zone.wall(at: window.lowerBound)
        if byClock > 0, byClock % WallTime.millisecondsPerDay == 0 {
            days = Int(byClock / WallTime.millisecondsPerDay)
        } else {
            milliseconds = window.upperBound - window.lowerBound
        }
    }

    /// `7d`, `10m` (minutes), `2 months`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard let count = Int(digits), (1...Self.most).contains(count) else { return nil }
        switch unit.lowercased() {
        case "s", "sec", "second", "seconds": milliseconds = Int64(count) * 1000
        case "m", "min", "minute", "minutes": milliseconds = Int64(count) * 60_000
        case "h", "hour", "hours": milliseconds = Int64(count) * WallTime.millisecondsPerHour
        case "d", "day", "days": days = count
        case "w", "week", "weeks": days = count * 7
        case "mo", "month", "months": months = count
        case "y", "year", "years": months = count * 12
        default: return nil
        }
    }

    /// `P1Y2M3DT4H5M6S`, `P2W`, after ISO 8601; nil for anything else.
    package init?(iso text: some StringProtocol) {
        guard text.first == "P" else { return nil }
        var digits = ""
        var isClock = false
        var isEmpty = true
        for sign in text.dropFirst() {
            if sign.isASCII, sign.isNumber {
                digits.append(sign)
                continue
            }
            if sign == "T", digits.isEmpty, !isClock {
                isClock = true
                continue
            }
            guard let count = Int(digits), count <= Self.most else { return nil }
            (digits, isEmpty) = ("", false)
            switch (sign, isClock) {
            case ("Y", false): months += count * 12
            case ("M", false): months += count
            case ("W", false): days += count * 7
            case ("D", false): days += count
            case ("H", true): milliseconds += Int64(count) * WallTime.millisecondsPerHour
            case ("M", true): milliseconds += Int64(count) * 60_000
            case ("S", true): milliseconds += Int64(count) * 1000
            default: return nil
            }
        }
        if isEmpty || !digits.isEmpty { return nil }
    }

    /// The moment so much later, or earlier; nil beyond all years.
    package func moment(from moment: Int64, isLater: Bool, in zone: ZoneTable) -> Int64? {
        let sign: Int64 = isLater ? 1 : -1
        var moment = moment
        if months != 0 || days != 0 {
            var wall = WallTime(milliseconds: zone.wall(at: moment))
            let month = wall.year * 12 + wall.month - 1 + Int(sign) * months
            wall.year = month >= 0 ? month / 12 : (month - 11) / 12
            wall.month = month - wall.year * 12 + 1
            wall.day = min(wall.day, UTCInstant.days(inMonth: wall.month, of: wall.year))
            guard (-99_999...285_000).contains(wall.year) else { return nil }
            let shifted = wall.milliseconds + sign * Int64(days) * WallTime.millisecondsPerDay
            moment = zone.moment(ofWall: shifted).milliseconds
        }
        return moment + sign * milliseconds
    }
}
