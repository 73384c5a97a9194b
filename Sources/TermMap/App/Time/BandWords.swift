import RowValues

/// Moments, windows and lengths of time in words, on the clock and the calendar of a zone.
package struct BandWords {
    private let zone: ZoneTable

    /// In the words of a zone's clock.
    package init(_ zone: ZoneTable) { self.zone = zone }

    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let dash = " – "

    /// A year as ISO 8601 counts, with the sign of numbers.
    static func year(_ year: Int) -> String { year < 0 ? "−\(-year)" : "\(year)" }

    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// `Sat 28 Mar`.
    static func weekday(_ wall: WallTime) -> String {
        let day = WallTime.day(wall.milliseconds)
        return "\(weekdays[WallTime.weekday(ofDay: day) - 1]) \(dayAndMonth(wall))"
    }

    static func dayAndMonth(_ wall: WallTime) -> String { "\(wall.day) \(months[wall.month - 1])" }

    private func wall(_ moment: Int64) -> WallTime { WallTime(milliseconds: zone.wall(at: moment)) }

    /// The coarsest unit that both ends of a window begin.
    package func unit(of window: Range<Int64>) -> CalendarStep.Unit {
        let ends = [wall(window.lowerBound), wall(window.upperBound)]
        if ends.contains(where: { $0.second != 0 || $0.millisecond != 0 }) { return .second }
        if ends.contains(where: { $0.hour != 0 || $0.minute != 0 }) { return .minute }
        if ends.contains(where: { $0.day != 1 }) { return .day }
        return ends.contains { $0.month != 1 } ? .month : .year
    }

    /// A window in words, with the last unit inside as its end: `16 Jun – 13 Jul 2025`, `Fri 3 Jan 2025`,
    /// `29 Mar 2026 06:00 – 11:23`.
    ///
    /// - Parameter unit: what is said at least; nil for that of the ends.
    package func window(_ window: Range<Int64>, by unit: CalendarStep.Unit? = nil) -> String {
        let (from, last) = (wall(window.lowerBound), wall(max(window.upperBound - 1, window.lowerBound)))
        switch unit ?? self.unit(of: window) {
        case .day, .week: return days(from, last)
        case .month: return months(from, last)
        case .year:
            return from.year == last.year
                ? Self.year(from.year) : Self.year(from.year) + Self.dash + Self.year(last.year)
        case .second: return clocks(window, from, last, withSeconds: true)
        case .minute, .hour: return clocks(window, from, last, withSeconds: false)
        }
    }

    private func days(_ from: WallTime, _ last: WallTime) -> String {
        let end = "\(Self.dayAndMonth(last)) \(Self.year(last.year))"
        if from.year != last.year {
            return "\(Self.dayAndMonth(from)) \(Self.year(from.year))" + Self.dash + end
        }
        if from.month != last.month { return Self.dayAndMonth(from) + Self.dash + end }
        return from.day == last.day
            ? "\(Self.weekday(from)) \(Self.year(last.year))" : "\(from.day)" + Self.dash + end
    }

    private func months(_ from: WallTime, _ last: WallTime) -> String {
        let end = "\(Self.months[last.month - 1]) \(Self.year(last.year))"
        if from.year != last.year {
            return "\(Self.months[from.month - 1]) \(Self.year(from.year))" + Self.dash + end
        }
        return from.month == last.month ? end : Self.months[from.month - 1] + Self.dash + end
    }

    private func clocks(_ window: Range<Int64>, _ from: WallTime, _ last: WallTime, withSeconds: Bool)
        -> String
    {
        let end = wall(window.upperBound)
        let start = date(from) + " " + clock(from, withSeconds)
        let isSameDay = (from.year, from.month, from.day) == (last.year, last.month, last.day)
        guard isSameDay else { return start + Self.dash + date(end) + " " + clock(end, withSeconds) }
        // Midnight is the end of a day.
        let isMidnight = end.day != last.day
        return start + Self.dash + (isMidnight ? withSeconds ? "24:00:00" : "24:00" : clock(end, withSeconds))
    }

    private func date(_ wall: WallTime) -> String { "\(Self.dayAndMonth(wall)) \(Self.year(wall.year))" }

    private func clock(_ wall: WallTime, _ withSeconds: Bool) -> String {
        let minutes = Self.twoDigits(wall.hour) + ":" + Self.twoDigits(wall.minute)
        return withSeconds ? minutes + ":" + Self.twoDigits(wall.second) : minutes
    }

    /// A moment as it is said at the side of the band: `1910`, `Jun 2025`, `10 Apr 1912`, `29 Mar 2026 06:00`.
    package func moment(_ moment: Int64, by unit: CalendarStep.Unit) -> String {
        let wall = wall(moment)
        switch unit {
        case .year: return Self.year(wall.year)
        case .month: return months(wall, wall)
        case .day, .week: return date(wall)
        case .hour, .minute: return date(wall) + " " + clock(wall, false)
        case .second: return date(wall) + " " + clock(wall, true)
        }
    }

    /// A bar without its year: `18 Jun`, `16 – 22 Jun`, `18 Jun 14:00`; months and years as they are.
    ///
    /// - Parameter isShort: where there is little room, only the beginning, of seconds the clock alone.
    func bar(_ moments: Range<Int64>, by unit: CalendarStep.Unit, isShort: Bool = false) -> String {
        let (from, last) = (wall(moments.lowerBound), wall(max(moments.upperBound - 1, moments.lowerBound)))
        switch unit {
        case .month, .year: return isShort ? moment(moments.lowerBound, by: unit) : window(moments, by: unit)
        case .day, .week:
            let end = Self.dayAndMonth(last)
            if isShort { return Self.dayAndMonth(from) }
            if from.month != last.month { return Self.dayAndMonth(from) + Self.dash + end }
            return from.day == last.day ? end : "\(from.day)" + Self.dash + end
        case .hour, .minute, .second:
            let clock = clock(from, unit == .second)
            return isShort ? clock : Self.dayAndMonth(from) + " " + clock
        }
    }

    /// A length of time in the unit that says it well: `28 days`, `10 months`, `8,000 years`.
    package static func length(_ milliseconds: Int64) -> String {
        let units: [(unit: CalendarStep.Unit, least: Double)] = [
            (.year, 1.98), (.month, 3.2), (.day, 1.98), (.hour, 1.98), (.minute, 1.98),
        ]
        for (unit, least) in units {
            let count = Double(milliseconds) / Double(CalendarStep(1, unit).typicalMilliseconds)
            let isOne = unit != .month && abs(count - 1) < 0.005
            if isOne || count >= least { return Int(count.rounded()).counted(unit.rawValue) }
        }
        let seconds = Double(milliseconds) / 1000
        return seconds == 0 || seconds >= 1
            ? Int(seconds.rounded()).counted("second") : Int(milliseconds).counted("millisecond")
    }
}
