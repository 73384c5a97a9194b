import MapModel

/// The rule at the end of a zone file for the years after its table: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: RFC 8536, section 3.3; POSIX, TZ.
struct ZoneRule: Equatable {
    /// Seconds east of Greenwich.
    let standard: Int32
    /// Summer time; nil where there is none.
    let summer: Summer?

    struct Summer: Equatable {
        let offset: Int32
        let start: Day
        let end: Day
    }

    /// A day of each year and a time of its clock.
    struct Day: Equatable {
        enum Kind: Equatable {
            /// 1…365, 29 February never counted.
            case julian(Int)
            /// 0…365.
            case ordinal(Int)
            /// The nth weekday, 0 Sunday … 6, of a month; 5 the last.
            case weekday(month: Int, week: Int, day: Int)
        }

        let kind: Kind
        let seconds: Int64

        /// Seconds since 1970 on the clock.
        func wall(in year: Int) -> Int64 {
            let newYear = UTCInstant.daysSince1970(year: year, month: 1, day: 1)
            let isLeap = UTCInstant.days(inMonth: 2, of: year) == 29
            let day: Int
            switch kind {
            case .julian(let number): day = newYear + number - 1 + (isLeap && number > 59 ? 1 : 0)
            case .ordinal(let number): day = newYear + number
            case .weekday(let month, let week, let weekday):
                let first = UTCInstant.daysSince1970(year: year, month: month, day: 1)
                let last = first + UTCInstant.days(inMonth: month, of: year) - 1
                let ahead = weekday - WallTime.weekday(ofDay: Int64(first)) % 7
                let found = first + (ahead + 7) % 7 + 7 * (week - 1)
                day = found > last ? found - 7 : found
            }
            return Int64(day) * 86_400 + seconds
        }
    }

    /// Nil for what is no rule.
    init?(_ text: some Sequence<UInt8>) {
        var reader = RuleReader(Array(text))
        guard reader.skipName(), let west = reader.time() else { return nil }
        standard = Int32(-west)
        if reader.isAtEnd {
            summer = nil
            return
        }
        guard reader.skipName() else { return nil }
        var offset = standard + 3600
        if reader.next != UInt8(ascii: ",") {
            guard let west = reader.time() else { return nil }
            offset = Int32(-west)
        }
        guard let start = reader.day(), let end = reader.day(), reader.isAtEnd else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// When the offset changes in a year, in seconds since 1970 of UTC, ascending, and what it is from there.
    func changes(in year: Int) -> [(second: Int64, offset: Int32)] {
        guard let summer else { return [] }
        return [
            (summer.start.wall(in: year) - Int64(standard), summer.offset),
            (summer.end.wall(in: year) - Int64(summer.offset), standard),
        ].sorted { $0.0 < $1.0 }
    }
}

private struct RuleReader {
    private let text: [UInt8]
    private var offset = 0

    init(_ text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { offset == text.count }
    var next: UInt8 { offset < text.count ? text[offset] : 0 }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard !isAtEnd, next == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    /// `CET` or `<+03>`.
    mutating func skipName() -> Bool {
        let start = offset
        if skip("<") {
            while !isAtEnd, next != UInt8(ascii: ">") { offset += 1 }
            return skip(">")
        }
        while (next | 0x20) &- 97 < 26 { offset += 1 }
        return offset - start >= 3
    }

    mutating func number() -> Int? {
        var value = 0
        let start = offset
        while next &- 48 < 10, value < 1000 {
            value = value * 10 + Int(next - 48)
            offset += 1
        }
        return offset > start ? value : nil
    }

    /// Seconds of `-5:30:15`; hours up to a week, as RFC 8536 allows.
    mutating func time() -> Int64? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(), hours <= 167 else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where skip(":") {
            guard let part = number(), part < 60 else { return nil }
            seconds += part * unit
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    /// `,M3.5.0/2`.
    mutating func day() -> ZoneRule.Day? {
        guard skip(",") else { return nil }
        let kind: ZoneRule.Day.Kind
        if skip("J") {
            guard let day = number(), (1...365).contains(day) else { return nil }
            kind = .julian(day)
        } else if skip("M") {
            guard let month = number(), (1...12).contains(month), skip("."), let week = number(),
                (1...5).contains(week), skip("."), let day = number(), (0...6).contains(day)
            else { return nil }
            kind = .weekday(month: month, week: week, day: day)
        } else {
            guard let day = number(), (0...365).contains(day) else { return nil }
            kind = .ordinal(day)
        }
        guard skip("/") else { return ZoneRule.Day(kind: kind, seconds: 7200) }
        return time().map { ZoneRule.Day(kind: kind, seconds: $0) }
    }
}
