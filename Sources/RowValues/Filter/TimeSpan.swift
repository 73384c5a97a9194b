import MapModel

/// The time that a date of a filter means: a millisecond, or a whole day, month or year.
struct TimeSpan: Equatable, Sendable {
    /// Milliseconds since 1970-01-01 UTC.
    let start: Double
    /// Where the next one begins.
    let end: Double

    /// Parses `2026`, `2026-11`, a date or a time as columns have them, without its zone UTC; nil for anything else.
    init?(_ text: String) {
        if let span = Self.yearOrMonth(text) ?? TimeSpan(day: text) {
            self = span
            return
        }
        var text = text
        guard let start = text.withUTF8({ TimeText.milliseconds(ValueText.trimmed($0)) }) else { return nil }
        self.init(start: start, end: start + 1)
    }

    /// The day of `2026-11-22` or `22.11.2026`; nil for anything else.
    init?(day text: String) {
        var text = text
        guard let start = text.withUTF8({ TimeText.day(ValueText.trimmed($0)) }) else { return nil }
        self.init(start: start, end: start + Double(UTCInstant.millisecondsPerDay))
    }

    private init(start: Double, end: Double) {
        self.start = start
        self.end = end
    }

    private static func yearOrMonth(_ text: String) -> TimeSpan? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard [[4], [4, 2]].contains(parts.map(\.utf8.count)),
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        func start(_ year: Int, _ month: Int) -> Double? {
            UTCInstant(year: year, month: month, day: 1).map { Double($0.milliseconds) }
        }
        let (year, month) = (numbers[0], numbers.count > 1 ? numbers[1] : 1)
        guard let first = start(year, month) else { return nil }
        let next = numbers.count == 1 || month == 12 ? start(year + 1, 1) : start(year, month + 1)
        return TimeSpan(start: first, end: next ?? Double(UTCInstant.latest.milliseconds) + 1)
    }
}
