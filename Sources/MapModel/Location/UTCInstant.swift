/// A moment of UTC in whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Always within the years 1 to 9999, so that sums and differences of two never overflow.
public struct UTCInstant: Hashable, Comparable, Sendable {
    /// 0001-01-01T00:00:00.000Z.
    public static let earliest = UTCInstant(unchecked: -62_135_596_800_000)
    /// 9999-12-31T23:59:59.999Z.
    public static let latest = UTCInstant(unchecked: 253_402_300_799_999)

    /// The length of a day without leap seconds.
    public static let millisecondsPerDay: Int64 = 86_400_000

    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64

    private init(unchecked milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Nil outside the years 1 to 9999.
    public init?(milliseconds: Int64) {
        guard (Self.earliest.milliseconds...Self.latest.milliseconds).contains(milliseconds) else {
            return nil
        }
        self.milliseconds = milliseconds
    }

    /// A date of the Gregorian calendar and a time of day; nil when there is no such moment.
    ///
    /// A leap second, 23:59:60, is the first second of the next day.
    public init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
        millisecond: Int = 0
    ) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second), (0...999).contains(millisecond)
        else { return nil }
        let seconds = (hour * 60 + minute) * 60 + second
        let days = Self.daysSince1970(year: year, month: month, day: day)
        self.init(milliseconds: (Int64(days) * 86_400 + Int64(seconds)) * 1000 + Int64(millisecond))
    }

    /// Orders by time.
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// Milliseconds from `other` to this moment; negative when this one is earlier.
    public func milliseconds(since other: UTCInstant) -> Int64 { milliseconds - other.milliseconds }

    /// Seconds from `other` to this moment; negative when this one is earlier.
    public func seconds(since other: UTCInstant) -> Double { Double(milliseconds(since: other)) / 1000 }

    /// Year, month and day of the Gregorian calendar.
    public var date: (year: Int, month: Int, day: Int) {
        Self.date(daysSince1970: Int(Self.floorDivide(milliseconds, Self.millisecondsPerDay)))
    }

    /// Milliseconds since midnight.
    public var millisecondOfDay: Int {
        Int(milliseconds - Self.floorDivide(milliseconds, Self.millisecondsPerDay) * Self.millisecondsPerDay)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }

    /// The length of a month of the Gregorian calendar in days; any year.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // The years begin in March here: the leap day is the last of its year, and the months from March on
    // have lengths that repeat.
    // Source: Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.

    /// Days from 1970-01-01 to a date of the Gregorian calendar; any year.
    public static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date so many days after 1970-01-01; any year.
    public static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }
}
