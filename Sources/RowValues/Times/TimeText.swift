import MapModel

/// What a text means as a time, by the same rules for all columns; see FILTER.md.
package enum TimeText {
    /// Reads a text without blanks at its ends; nil for what is no time. Numbers are none: see `EpochUnit`.
    package static func reading(_ text: UnsafeBufferPointer<UInt8>) -> TimeReading? {
        plain(text) ?? anyReading(text)
    }

    /// The same by all rules.
    static func anyReading(_ text: UnsafeBufferPointer<UInt8>) -> TimeReading? {
        guard text.count >= 6, let first = text.first else { return nil }
        if first == UInt8(ascii: "/") { return dateOfJSON(text) }
        // As web servers write it.
        if first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"), text[1] != first {
            return reading(UnsafeBufferPointer(rebasing: text.dropFirst().dropLast()))
        }
        var scanner = TimeScanner(text)
        let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        if isSigned || first &- 48 < 10 {
            if isSigned { _ = scanner.skip("+") || scanner.skip("-") }
            let (count, mark) = (scanner.digitCount, scanner.afterDigits)
            if (4...6).contains(count) { return yearFirst(&scanner, isBefore: first == UInt8(ascii: "-")) }
            if isSigned { return nil }
            if count == 8, mark == UInt8(ascii: "t") || mark == UInt8(ascii: "_") { return basic(&scanner) }
            return (1...2).contains(count) ? dayOrMonthFirst(&scanner) : nil
        }
        return wordFirst(scanner) ?? otherWeekdayFirst(scanner)
    }

    /// The same for a text.
    package static func reading(_ text: String) -> TimeReading? {
        var text = text
        return text.withUTF8 { reading(ValueText.trimmed($0)) }
    }

    /// Milliseconds since 1970 of a time of the years 1 to 9999 in UTC, clocks without an offset being of UTC; nil for
    /// anything else.
    package static func milliseconds(_ text: UnsafeBufferPointer<UInt8>, _ order: DayOrder? = nil) -> Double?
    {
        guard let found = reading(text)?.milliseconds(order) else { return nil }
        return UTCInstant(milliseconds: found).map { Double($0.milliseconds) }
    }

    /// The first millisecond of a date without a clock; nil for anything else.
    package static func day(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard !text.contains(UInt8(ascii: ":")), text.count <= 20 else { return nil }
        let found = milliseconds(text)
        return found.flatMap { $0.remainder(dividingBy: Double(WallTime.millisecondsPerDay)) == 0 ? $0 : nil }
    }

    /// The years of dates that have fewer signs than others, which could be numbers and codes.
    private static let likelyYears = 1900...2100

    /// The beginning of a month of 1900 to 2100, `2026-03`, by the clock; nil for anything else.
    static func month(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard text.count == 7 else { return nil }
        var scanner = TimeScanner(text)
        guard let year = scanner.number(digits: 4...4), likelyYears.contains(year), scanner.skip("-"),
            let month = scanner.number(digits: 2...2)
        else { return nil }
        return WallTime(year: year, month: month, day: 1)?.milliseconds
    }

    /// The time of 1900 to 2100 that a number has the digits of, `20260329` or `20260329013000`, by the clock; nil for
    /// anything else.
    static func compactTime(_ number: PlainNumber) -> Int64? {
        guard number.thousandths == 0, number.whole > 0 else { return nil }
        let isDate = number.whole < 100_000_000
        let date = Int(number.whole) / (isDate ? 1 : 1_000_000)
        let clock = isDate ? 0 : Int(number.whole) % 1_000_000
        guard (19_000_101...21_001_231).contains(date) else { return nil }
        return WallTime(
            year: date / 10_000, month: date / 100 % 100, day: date % 100, hour: clock / 10_000,
            minute: clock / 100 % 100, second: clock % 100)?.milliseconds
    }

    /// Minutes east of Greenwich of a zone in letters, such as CET; nil for those with several meanings, and for others.
    package static func minutes(ofZone name: String) -> Int? { TimeScanner.minutes(ofZone: name) }

    /// Whether the name of a column says that it has times.
    package static func isName(_ name: String) -> Bool {
        let name = name.lowercased()
        if ["ts", "t", "tst", "data"].contains(name) || name.hasSuffix("_ts") || name.hasSuffix("_at") {
            return true
        }
        if name.contains("candidate") || name.contains("mandate") { return false }
        return words.contains { name.contains($0) }
    }

    private static let words = [
        "time", "date", "seen", "created", "updated", "modified", "epoch", "unix", "when", "zeit", "datum",
        "heure", "fecha", "moment",
    ]

    /// `/Date(1774747800000)/`, perhaps with an offset that changes nothing, as .NET writes milliseconds since 1970 in JSON.
    private static func dateOfJSON(_ text: UnsafeBufferPointer<UInt8>) -> TimeReading? {
        var scanner = TimeScanner(text)
        guard scanner.skip(word: "/date(") else { return nil }
        let isBefore = scanner.skip("-")
        guard let number = scanner.number(scanner.digitCount) else { return nil }
        if scanner.skip("+") || scanner.skip("-") { guard scanner.number(4) != nil else { return nil } }
        guard scanner.skip(word: ")/"), scanner.isAtEnd else { return nil }
        return TimeReading(milliseconds: Int64(isBefore ? -number : number), hasOffset: true)
    }

    // MARK: - The year first

    private static func yearFirst(_ scanner: inout TimeScanner, isBefore: Bool) -> TimeReading? {
        guard let number = scanner.number(digits: 4...6) else { return nil }
        let year = isBefore ? -number : number
        if scanner.skip("w") { return week(of: year, &scanner) }
        let mark: Unicode.Scalar
        // Of other years, numbers with such marks could be codes.
        let isLikely = likelyYears.contains(year)
        var digits = isLikely ? 1...2 : 2...2
        if scanner.skip("-") {
            if scanner.skip("w") { return week(of: year, &scanner) }
            if scanner.digitCount == 3 { return dayOfYear(year, &scanner) }
            mark = "-"
        } else if scanner.skip("/") {
            mark = "/"
        } else if isLikely, scanner.skip(".") {
            (mark, digits) = (".", 2...2)
        } else if isLikely, scanner.skip(":") {
            (mark, digits) = (":", 2...2)
        } else {
            return isLikely && scanner.skip(word: "年") ? chinese(year, &scanner) : nil
        }
        guard let month = scanner.number(digits: digits), scanner.skip(mark),
            let day = scanner.number(digits: digits), let date = WallTime(year: year, month: month, day: day)
        else { return nil }
        // As cameras write it; without a clock it could be one itself.
        if scanner.isAtEnd { return mark == ":" ? nil : TimeReading(milliseconds: date.milliseconds) }
        // `2026-03-29-01.30.00`, as DB2 writes it: a number alone behind the dash would make a code.
        if mark == "-" && scanner.skip("-") || scanner.skip("_") { return clock(of: date, &scanner) }
        guard scanner.skip("t") || scanner.skip(" ") else { return nil }
        if let hour = scanner.hourAlone() {
            guard let time = WallTime(year: year, month: month, day: day, hour: hour) else { return nil }
            return zoned(time.milliseconds, &scanner)
        }
        return clock(of: date, &scanner)
    }

    /// `2026年3月29日 01:30`, from the month on.
    private static func chinese(_ year: Int, _ scanner: inout TimeScanner) -> TimeReading? {
        guard let month = scanner.number(digits: 1...2), scanner.skip(word: "月"),
            let day = scanner.number(digits: 1...2), scanner.skip(word: "日")
        else { return nil }
        return named(day: day, month: month, year, &scanner)
    }

    /// `2026-W13-7` and `2026W137`, after ISO 8601, with a clock or without; `2026-W13` is its Monday.
    private static func week(of year: Int, _ scanner: inout TimeScanner) -> TimeReading? {
        guard let week = scanner.number(2), (1...53).contains(week) else { return nil }
        let isAlone = scanner.isAtEnd
        _ = scanner.skip("-")
        guard let weekday = isAlone ? 1 : scanner.number(digits: 1...1), (1...7).contains(weekday) else {
            return nil
        }
        let day = Int64(UTCInstant.daysSince1970(year: year, month: 1, day: 4))
        let monday = day - Int64(WallTime.weekday(ofDay: day) - 1)
        // The year of a week is that of its Thursday: most have 52.
        let first = monday + Int64(7 * (week - 1))
        guard UTCInstant.date(daysSince1970: Int(first) + 3).year == year else { return nil }
        return clockOrEnd(ofDay: first + Int64(weekday - 1), &scanner)
    }

    /// `2026-088`, `2026-088T01:30:00Z`.
    private static func dayOfYear(_ year: Int, _ scanner: inout TimeScanner) -> TimeReading? {
        let length = 337 + UTCInstant.days(inMonth: 2, of: year)
        guard let number = scanner.number(3), (1...length).contains(number) else { return nil }
        let first = UTCInstant.daysSince1970(year: year, month: 1, day: 1)
        return clockOrEnd(ofDay: Int64(first + number - 1), &scanner)
    }

    /// A day counted from 1970-01-01, with the clock that may follow behind a T.
    private static func clockOrEnd(ofDay day: Int64, _ scanner: inout TimeScanner) -> TimeReading? {
        let date = WallTime(milliseconds: day * WallTime.millisecondsPerDay)
        if scanner.isAtEnd { return TimeReading(milliseconds: date.milliseconds) }
        guard scanner.skip("t") else { return nil }
        return scanner.digitCount > 2 ? basicClock(of: date, &scanner) : clock(of: date, &scanner)
    }

    /// `20260329T013000Z`.
    private static func basic(_ scanner: inout TimeScanner) -> TimeReading? {
        guard let year = scanner.number(4), let month = scanner.number(2), let day = scanner.number(2),
            scanner.skip("t") || scanner.skip("_"), let date = WallTime(year: year, month: month, day: day)
        else { return nil }
        return basicClock(of: date, &scanner)
    }

    /// `013000Z`, `0130`, behind a date.
    private static func basicClock(of date: WallTime, _ scanner: inout TimeScanner) -> TimeReading? {
        guard [4, 6].contains(scanner.digitCount), let hour = scanner.number(2),
            let minute = scanner.number(2)
        else { return nil }
        let second = scanner.digitCount == 2 ? scanner.number(2) ?? 0 : 0
        var millisecond = 0
        if scanner.skip(".") || scanner.skip(",") {
            guard let fraction = scanner.thousandths(atMost: 9) else { return nil }
            millisecond = fraction
        }
        guard
            let time = WallTime(
                year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second,
                millisecond: millisecond)
        else { return nil }
        return zoned(time.milliseconds, &scanner)
    }

    // MARK: - The day or the month first

    private static func dayOrMonthFirst(_ scanner: inout TimeScanner) -> TimeReading? {
        guard let first = scanner.number(digits: 1...2) else { return nil }
        let isOrdinal = scanner.skipOrdinal()
        let mark: Unicode.Scalar
        if scanner.skip(".") {
            mark = "."
        } else if scanner.skip("/") {
            mark = "/"
        } else if scanner.skip("-") {
            mark = "-"
        } else if scanner.skip(" ") {
            mark = " "
        } else {
            // `29MAR2026:01:30:00`, as SAS writes it.
            guard let month = scanner.month() else { return nil }
            return named(day: first, month: month, scanner.number(digits: 4...4), &scanner)
        }
        if let reading = monthSecond(day: first, mark, scanner) { return reading }
        guard mark != " ", !isOrdinal, let second = scanner.number(digits: 1...2), scanner.skip(mark),
            let year = year(&scanner)
        else { return nil }
        return threeNumbers(first, second, year, isDotted: mark == ".", &scanner)
    }

    /// `29 Mar 2026`, `29. März 2026`, `29 de marzo de 2026`, from the month on.
    private static func monthSecond(day: Int, _ mark: Unicode.Scalar, _ scanner: TimeScanner) -> TimeReading?
    {
        var scanner = scanner
        if mark == "." { _ = scanner.skip(" ") }
        _ = scanner.skip(word: "de ")
        let english = scanner.month()
        guard let month = english ?? scanner.otherMonth() else { return nil }
        _ = scanner.skip(".")
        let hasBlank = scanner.next == UInt8(ascii: " ")
        if hasBlank, let reading = yearLast(day: day, month: month, scanner) { return reading }
        guard skipsMark(&scanner) else { return nil }
        // `3 set 20` is something else.
        if english == nil, hasBlank, scanner.digitCount == 2 { return nil }
        _ = scanner.skip(word: "de ") || scanner.skip(word: "del ")
        return named(day: day, month: month, year(&scanner), &scanner)
    }

    /// Four digits, or two of 1969 to 2068.
    private static func year(_ scanner: inout TimeScanner) -> Int? {
        let count = scanner.digitCount
        guard count == 4 || count == 2, let number = scanner.number(count) else { return nil }
        return count == 4 ? number : number + (number < 69 ? 2000 : 1900)
    }

    private static func threeNumbers(
        _ first: Int, _ second: Int, _ year: Int, isDotted: Bool, _ scanner: inout TimeScanner
    ) -> TimeReading? {
        let dayFirst = WallTime(year: year, month: second, day: first)
        let monthFirst = isDotted ? nil : WallTime(year: year, month: first, day: second)
        guard let date = dayFirst ?? monthFirst else { return nil }
        var reading: TimeReading?
        if scanner.isAtEnd {
            reading = TimeReading(milliseconds: date.milliseconds)
        } else if scanner.skip(anyOf: "t ,") {
            reading = clock(of: date, &scanner)
        }
        guard var reading else { return nil }
        if isDotted || first == second { return reading }
        if first > 12 || second > 12 {
            reading.order = first > 12 ? .dayFirst : .monthFirst
            return reading
        }
        reading.order = .either
        reading.monthFirst = monthFirst.map {
            $0.milliseconds + reading.milliseconds - date.milliseconds
        }
        return reading
    }

    // MARK: - Words

    /// `Montag, 3. März 2025 um 14:05`, `lun. 3/3/2025`.
    private static func otherWeekdayFirst(_ scanner: TimeScanner) -> TimeReading? {
        var scanner = scanner
        guard scanner.skipOtherWeekday() else { return nil }
        _ = scanner.skip(".")
        _ = scanner.skip(",")
        return scanner.skip(anyOf: " ") ? dayOrMonthFirst(&scanner) : nil
    }

    /// `Sun, 29 Mar 2026 01:30:00 +0200`, `Mar 29, 2026`.
    private static func wordFirst(_ scanner: TimeScanner) -> TimeReading? {
        var scanner = scanner
        if scanner.weekday() != nil {
            _ = scanner.skip(",")
            guard scanner.skip(anyOf: " ") else { return nil }
            if scanner.digitCount > 0 { return dayOrMonthFirst(&scanner) }
        }
        guard let month = scanner.month() else { return nil }
        _ = scanner.skip(".")
        guard scanner.skip(anyOf: " "), let day = scanner.number(digits: 1...2) else { return nil }
        scanner.skipOrdinal()
        if scanner.next == UInt8(ascii: " "), let reading = yearLast(day: day, month: month, scanner) {
            return reading
        }
        _ = scanner.skip(",")
        guard skipsMark(&scanner) else { return nil }
        return named(day: day, month: month, scanner.number(digits: 4...4), &scanner)
    }

    /// `Sun Mar 29 01:30:00 2026` and `Sun 29 Mar 01:30:00 UTC 2026`, as `ctime` and `date` write it, from the clock on.
    private static func yearLast(day: Int, month: Int, _ scanner: TimeScanner) -> TimeReading? {
        var scanner = scanner
        guard scanner.skip(" "), let clock = scanner.clock() else { return nil }
        let minutes = scanner.zone()
        guard scanner.skip(" "), let year = scanner.number(digits: 4...4), scanner.isAtEnd,
            let time = WallTime(
                year: year, month: month, day: day, hour: clock.hour, minute: clock.minute,
                second: clock.second, millisecond: clock.millisecond)
        else { return nil }
        return TimeReading(
            milliseconds: time.milliseconds - Int64(minutes ?? 0) * 60_000, hasOffset: minutes != nil)
    }

    private static func skipsMark(_ scanner: inout TimeScanner) -> Bool {
        scanner.skip(" ") || scanner.skip("-") || scanner.skip("/")
    }

    private static func named(
        day: Int, month: Int, _ year: Int?, _ scanner: inout TimeScanner
    ) -> TimeReading? {
        guard let year, let date = WallTime(year: year, month: month, day: day) else { return nil }
        if scanner.isAtEnd { return TimeReading(milliseconds: date.milliseconds) }
        guard scanner.skip(anyOf: " :,t") else { return nil }
        return clock(of: date, &scanner)
    }

    // MARK: - The clock

    private static func clock(of date: WallTime, _ scanner: inout TimeScanner) -> TimeReading? {
        scanner.skipClockWord()
        guard let clock = scanner.clock(),
            let time = WallTime(
                year: date.year, month: date.month, day: date.day, hour: clock.hour, minute: clock.minute,
                second: clock.second, millisecond: clock.millisecond)
        else { return nil }
        _ = scanner.skip(word: " uhr")
        return zoned(time.milliseconds, &scanner)
    }

    private static func zoned(_ milliseconds: Int64, _ scanner: inout TimeScanner) -> TimeReading? {
        if scanner.isAtEnd { return TimeReading(milliseconds: milliseconds) }
        guard let minutes = scanner.zone(), scanner.isAtEnd else { return nil }
        return TimeReading(milliseconds: milliseconds - Int64(minutes) * 60_000, hasOffset: true)
    }
}
