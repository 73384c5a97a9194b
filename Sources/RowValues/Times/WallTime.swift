import MapModel

/// A date of the Gregorian calendar, which goes back before 1582, and what a clock shows; any year.
package struct WallTime: Equatable, Sendable {
    /// As ISO 8601 counts: 0 is the year before 1.
    package var year: Int
    /// 1…12.
    package var month: Int
    /// 1…31.
    package var day: Int
    /// 0…24.
    package var hour = 0
    /// 0…59.
    package var minute = 0
    /// 0…60.
    package var second = 0
    /// 0…999.
    package var millisecond = 0

    /// Of an hour.
    package static let millisecondsPerHour: Int64 = 3_600_000
    /// Of a day without a change of the clock.
    package static let millisecondsPerDay = UTCInstant.millisecondsPerDay
    /// Beyond them a number of milliseconds is still exact as a Double, and sums do not overflow.
    private static let years = -99_999...285_000

    /// A date, at midnight unless the clock says otherwise; nil when there is no such time.
    ///
    /// 24:00 and 23:59:60 are the next moment.
    package init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
        millisecond: Int = 0
    ) {
        guard Self.years.contains(year), (1...12).contains(month),
            (1...UTCInstant.days(inMonth: month, of: year)).contains(day), (0...24).contains(hour),
            (0...59).contains(minute), (0...60).contains(second), (0...999).contains(millisecond),
            hour < 24 || minute == 0 && second == 0 && millisecond == 0, second < 60 || minute == 59
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second, self.millisecond) = (hour, minute, second, millisecond)
    }

    /// The time that a clock shows so many milliseconds after 1970-01-01 00:00.
    package init(milliseconds: Int64) {
        let day = Self.day(milliseconds)
        (year, month, self.day) = UTCInstant.date(daysSince1970: Int(day))
        let rest = Int(milliseconds - day * Self.millisecondsPerDay)
        (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60)
        (second, millisecond) = (rest / 1000 % 60, rest % 1000)
    }

    /// Milliseconds since 1970-01-01 00:00 on the same clock.
    package var milliseconds: Int64 {
        let days = UTCInstant.daysSince1970(year: year, month: month, day: day)
        return ((Int64(days) * 24 + Int64(hour)) * 60 + Int64(minute)) * 60_000 + Int64(second) * 1000
            + Int64(millisecond)
    }

    /// The day of a time on the same clock, counted from 1970-01-01.
    package static func day(_ milliseconds: Int64) -> Int64 {
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: millisecondsPerDay)
        return rest < 0 ? days - 1 : days
    }

    /// 1 Monday … 7 Sunday, of a day counted from 1970-01-01.
    package static func weekday(ofDay day: Int64) -> Int { Int(((day + 3) % 7 + 7) % 7) + 1 }

    /// `2026-03-29`; years beyond four digits with a sign, as ISO 8601 has them.
    package var dateText: String {
        let digits = Self.padded(abs(year), 4)
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        return "\(sign)\(digits)-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    /// `01:30:00.000`.
    package var clockText: String {
        "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2)).\(Self.padded(millisecond, 3))"
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
    }
}
