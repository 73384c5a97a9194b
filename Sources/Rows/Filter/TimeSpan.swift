import MapModel

/// The time that a date of a filter means: a millisecond, or a whole day, month or year.
struct TimeSpan: Equatable, Sendable {
    /// Milliseconds since 1970-01-01 UTC.
    let start: Double
    /// Where the next one begins.
    let end: Double

    /// Parses `2026`, `2026-11`, `2026-11-22` or a time of RFC 3339, without its zone UTC; nil for anything else.
    init?(_ text: String) {
        if let span = Self.calendar(text) {
            self = span
            return
        }
        var text = text
        guard let start = text.withUTF8({ ValueText.time(ValueText.trimmed($0)) }) else { return nil }
        self.init(start: start, end: start + 1)
    }

    /// The day of `2026-11-22`; nil for anything else.
    init?(day text: String) {
        guard text.utf8.count == 10, let span = Self.calendar(text) else { return nil }
        self = span
    }

    private init(start: Double, end: Double) {
        self.start = start
        self.end = end
    }

    private static func calendar(_ text: String) -> TimeSpan? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let lengths = parts.map(\.utf8.count)
        guard [[4], [4, 2], [4, 2, 2]].contains(lengths),
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        func start(_ year: Int, _ month: Int, _ day: Int) -> Double? {
            UTCInstant(year: year, month: month, day: day).map { Double($0.milliseconds) }
        }
        let (year, month) = (numbers[0], numbers.count > 1 ? numbers[1] : 1)
        guard let first = start(year, month, numbers.count > 2 ? numbers[2] : 1) else { return nil }
        let afterLast = Double(UTCInstant.latest.milliseconds) + 1
        switch numbers.count {
        case 1: return TimeSpan(start: first, end: start(year + 1, 1, 1) ?? afterLast)
        case 2:
            let next = month == 12 ? start(year + 1, 1, 1) : start(year, month + 1, 1)
            return TimeSpan(start: first, end: next ?? afterLast)
        default: return TimeSpan(start: first, end: first + Double(UTCInstant.millisecondsPerDay))
        }
    }
}
