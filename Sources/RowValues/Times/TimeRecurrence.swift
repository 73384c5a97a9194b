import MapModel

/// Hours, days of the week or months that come again: `fri-sat 22-04`, `mon-fri 7-9`, `nov-feb`.
///
/// The last day and month are included, the last hour is the end. A night belongs to the day on which it begins.
package struct TimeRecurrence: Equatable, Sendable {
    /// Bit 1 Monday … bit 7 Sunday; nil for all.
    private(set) var weekdays: UInt16?
    /// Bit 1 January … bit 12 December; nil for all.
    private(set) var months: UInt16?
    /// 0…24; nil for the whole day.
    private(set) var hours: (from: Int, until: Int)?

    /// Nil for anything else.
    package init?(_ text: String) {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
        guard !words.isEmpty else { return nil }
        for word in words {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard ends.count <= 2, let first = ends.first, let last = ends.last else { return nil }
            if let from = Self.number(first, { $0.weekday() }), let to = Self.number(last, { $0.weekday() }) {
                weekdays = (weekdays ?? 0) | Self.bits(from, to, of: 7)
            } else if let from = Self.number(first, { $0.month() }),
                let to = Self.number(last, { $0.month() })
            {
                months = (months ?? 0) | Self.bits(from, to, of: 12)
            } else if hours == nil, ends.count == 2, let from = Self.hour(first), let to = Self.hour(last) {
                hours = (from, to)
            } else {
                return nil
            }
        }
    }

    private static func number(_ text: String, _ read: (inout TimeScanner) -> Int?) -> Int? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = TimeScanner(bytes)
            let found = read(&scanner)
            return scanner.isAtEnd ? found : nil
        }
    }

    private static func hour(_ text: String) -> Int? {
        guard (1...2).contains(text.utf8.count), let hour = Int(text), (0...24).contains(hour) else {
            return nil
        }
        return hour
    }

    private static func bits(_ first: Int, _ last: Int, of count: Int) -> UInt16 {
        var bits: UInt16 = 0
        var number = first
        while true {
            bits |= 1 << UInt16(number)
            if number == last { return bits }
            number = number % count + 1
        }
    }

    /// Whether a clock's time is meant.
    func contains(wall: Int64) -> Bool {
        var day = WallTime.day(wall)
        if let hours {
            let hour = Int((wall - day * WallTime.millisecondsPerDay) / WallTime.millisecondsPerHour)
            if hours.from < hours.until {
                guard hour >= hours.from && hour < hours.until else { return false }
            } else if hour < hours.until {
                day -= 1
            } else if hour < hours.from {
                return false
            }
        }
        if let weekdays, weekdays & 1 << UInt16(WallTime.weekday(ofDay: day)) == 0 { return false }
        guard let months else { return true }
        return months & 1 << UInt16(UTCInstant.date(daysSince1970: Int(day)).month) != 0
    }

    /// The same hours, days and months.
    package static func == (left: Self, right: Self) -> Bool {
        left.weekdays == right.weekdays && left.months == right.months
            && left.hours?.from == right.hours?.from && left.hours?.until == right.hours?.until
    }
}
