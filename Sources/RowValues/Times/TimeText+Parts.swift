import MapModel

// Clocks and numbers that are times only together with other columns.
extension TimeText {
    /// Milliseconds since midnight of a clock without a date, `13:45`, `1:45:00.5 PM`, `T13:45Z`: of UTC where it has an offset, so
    /// that they may be below 0; nil for anything else.
    static func clock(_ text: UnsafeBufferPointer<UInt8>) -> TimeReading? {
        guard text.count >= 4 else { return nil }
        var scanner = TimeScanner(text)
        _ = scanner.skip("t")
        guard let clock = scanner.clock(),
            let time = milliseconds(hour: clock.hour, minute: clock.minute, second: clock.second)
        else { return nil }
        let found = time + Int64(clock.millisecond)
        if scanner.isAtEnd { return TimeReading(milliseconds: found) }
        guard let minutes = scanner.zone(), scanner.isAtEnd else { return nil }
        return TimeReading(milliseconds: found - Int64(minutes) * 60_000, hasOffset: true)
    }

    /// Milliseconds since midnight; nil for what no clock shows, but for 24:00 and a leap second.
    static func milliseconds(hour: Int, minute: Int, second: Int) -> Int64? {
        guard hour < 24 || (hour == 24 && minute == 0 && second == 0), (0..<60).contains(minute),
            hour >= 0, (0...60).contains(second)
        else { return nil }
        return Int64((hour * 60 + minute) * 60 + second) * 1000
    }

    /// A number as thousandths, or a month by its name; and its digits before the point.
    static func part(_ text: UnsafeBufferPointer<UInt8>) -> (thousandths: Int64, digits: Int)? {
        guard text.count <= 24 else { return nil }
        var scanner = TimeScanner(text)
        if let month = scanner.month() ?? scanner.otherMonth() {
            _ = scanner.skip(".")
            return scanner.isAtEnd ? (Int64(month) * 1000, 2) : nil
        }
        guard let number = PlainNumber(text), number.whole.magnitude < 1_000_000_000 else { return nil }
        return (number.whole * 1000 + Int64(number.thousandths), scanner.digitCount)
    }

    /// Whether the name of a column is that of a time of day: `time`, `acq_time`, `HHMM`, `Uhrzeit`; not of how long
    /// something takes.
    ///
    /// - Parameter ofNumbers: its values are numbers, which may be anything unless the name ends with such a word.
    package static func isClockName(_ name: String, ofNumbers: Bool) -> Bool {
        let name = name.lowercased()
        guard !lengthWords.contains(where: name.contains) else { return false }
        let words = name.split { !$0.isLetter }
        let isLast = words.last.map { clockWords.contains(String($0)) } == true
        return isLast
            || !ofNumbers && ["time", "zeit", "uhr", "heure", "hora", "hour"].contains { name.contains($0) }
    }

    private static let clockWords: Set = [
        "time", "hhmm", "hhmmss", "hms", "hm", "utc", "gmt", "hour", "hours", "hr", "uhrzeit", "zeit",
        "heure", "hora",
        "orario", "tid", "tijd", "час", "время",
    ]
    private static let lengthWords = [
        "duration", "elapsed", "dauer", "zone", "interval", "delay", "travel", "response", "running",
        "moving",
        "laptime", "lap_time", "offset", "taken",
    ]
}
