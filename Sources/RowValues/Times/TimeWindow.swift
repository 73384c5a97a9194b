import MapModel
import Streams

/// Which times are asked for.
package enum TimeWindow: Equatable, Sendable {
    /// Moments, the first included and the last not; nil for no end.
    case between(from: Int64?, until: Int64?)
    /// As long as this, up to the newest row.
    case last(TimeLength)
    /// Hours, days or months that come again.
    case recurring(TimeRecurrence)

    /// It comes again.
    var recurs: Bool { if case .recurring = self { true } else { false } }

    /// Reads what `--time` is given, in the calendar of a zone.
    package init(_ text: String, zone: ZoneTable) throws(TimeWindowFault) {
        let words = text.split(separator: " ")
        if words.first?.lowercased() == "last" {
            guard let length = TimeLength(words.dropFirst().joined(separator: " ")) else {
                throw .notTime(text)
            }
            self = .last(length)
        } else if let recurrence = TimeRecurrence(text) {
            self = .recurring(recurrence)
        } else {
            self = try Self.between(text, zone)
        }
    }

    private static func between(_ text: String, _ zone: ZoneTable) throws(TimeWindowFault) -> TimeWindow {
        guard let (first, last) = ends(of: text) else {
            let span = try CalendarSpan(text, zone)
            return .between(from: span.from, until: span.until)
        }
        if first.isEmpty && last.isEmpty { throw .notTime(text) }
        func span(_ part: String) throws(TimeWindowFault) -> CalendarSpan? {
            part.isEmpty ? nil : try CalendarSpan(part, zone)
        }
        if let length = TimeLength(iso: first) {
            guard let end = try span(last) else { throw .notTime(text) }
            return .between(
                from: length.moment(from: end.end, isLater: false, in: zone), until: end.end)
        }
        let start = try span(first)
        if let length = TimeLength(iso: last) {
            guard let start else { throw .notTime(text) }
            return .between(
                from: start.from, until: length.moment(from: start.from, isLater: true, in: zone))
        }
        let end = try span(last)
        if let start, let end, end.end <= start.from { throw .reversed(first, last) }
        return .between(from: start?.from, until: end?.end)
    }

    /// Both sides of `A/B`, `A..B`, `A/` and `/B`; nil for a single time.
    private static func ends(of text: String) -> (String, String)? {
        let bytes = Array(text.utf8)
        let dots = bytes.indices.dropLast().first { bytes[$0] == 46 && bytes[$0 + 1] == 46 }
        let slash = bytes.firstIndex(of: UInt8(ascii: "/"))
        guard let mark = slash ?? dots else { return nil }
        func part(_ bytes: ArraySlice<UInt8>) -> String {
            String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
        }
        let (first, last) = (part(bytes[..<mark]), part(bytes[(mark + (slash == nil ? 2 : 1))...]))
        return (first == ".." ? "" : first, last == ".." ? "" : last)
    }
}

/// Why a window is none.
package enum TimeWindowFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no time, length or recurrence.
    case notTime(String)
    /// Its end is not after its beginning.
    case reversed(String, String)

    /// In words.
    package var description: String {
        switch self {
        case .notTime(let text):
            "not a time: \(quoted(text)) (expected 2025, 2025-06, 2025-Q2, 2025-W10, 2025-06-01/2025-06-30, "
                + "last 7d, fri-sat 22-04)"
        case .reversed(let first, let last):
            first == last
                ? "nothing is from \(printable(first)) to \(printable(last)): the end is not included"
                : "\(printable(first)) is after \(printable(last))"
        }
    }
}

/// A year, month, day, hour, minute or second of the calendar, or a moment.
struct CalendarSpan {
    let from: Int64
    let until: Int64
    /// Its end as the end of a window: a clock ends it where it stands.
    var end: Int64 { isClock ? from : until }
    private var isClock = false

    /// Reads `2025`, `2025-06`, `2025-06-01` and all times that columns may have.
    init(_ text: String, _ zone: ZoneTable) throws(TimeWindowFault) {
        func moment(_ wall: WallTime) -> Int64 { zone.moment(ofWall: wall.milliseconds).milliseconds }
        if let (year, month) = Self.yearAndMonth(text) {
            guard let first = WallTime(year: year, month: month ?? 1, day: 1),
                let next = month.map({ $0 == 12 }) ?? true
                    ? WallTime(year: year + 1, month: 1, day: 1)
                    : WallTime(year: year, month: (month ?? 1) + 1, day: 1)
            else { throw .notTime(text) }
            (from, until) = (moment(first), moment(next))
            return
        }
        if let (first, next) = Self.weekOrQuarter(text) {
            (from, until) = (moment(first), moment(next))
            return
        }
        let (clock, length) = Self.clock(of: text)
        guard let reading = TimeText.reading(clock), reading.order == .certain else { throw .notTime(text) }
        func moment(_ wall: Int64) -> Int64 {
            reading.hasOffset ? wall : zone.moment(ofWall: wall).milliseconds
        }
        from = moment(reading.milliseconds)
        until = max(moment(reading.milliseconds + length), from + 1)
        isClock = length < WallTime.millisecondsPerDay
    }

    /// `2025`, `2025-06`, `-0044-03`.
    private static func yearAndMonth(_ text: String) -> (year: Int, month: Int?)? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = TimeScanner(bytes)
            let isBefore = scanner.skip("-")
            if !isBefore { _ = scanner.skip("+") }
            guard let year = scanner.number(digits: 4...6) else { return nil }
            let signed = isBefore ? -year : year
            if scanner.isAtEnd { return (signed, nil) }
            guard scanner.skip("-"), let month = scanner.number(digits: 2...2), scanner.isAtEnd else {
                return nil
            }
            return (signed, month)
        }
    }

    /// A week of ISO 8601, `2025-W10`, or a quarter, `2025-Q2`: its first day and the day after it.
    private static func weekOrQuarter(_ text: String) -> (first: WallTime, next: WallTime)? {
        var text = text
        return text.withUTF8 { bytes in
            // Letters are read as small ones.
            var scanner = TimeScanner(bytes)
            let isBefore = scanner.skip("-")
            if !isBefore { _ = scanner.skip("+") }
            guard let digits = scanner.number(digits: 4...6) else { return nil }
            let year = isBefore ? -digits : digits
            _ = scanner.skip("-")
            if scanner.skip("q") {
                guard let quarter = scanner.number(digits: 1...1), (1...4).contains(quarter), scanner.isAtEnd,
                    let first = WallTime(year: year, month: quarter * 3 - 2, day: 1),
                    let next = WallTime(
                        year: quarter == 4 ? year + 1 : year, month: quarter % 4 * 3 + 1, day: 1)
                else { return nil }
                return (first, next)
            }
            guard scanner.skip("w"), let week = scanner.number(digits: 2...2), scanner.isAtEnd,
                let fourth = WallTime(year: year, month: 1, day: 4),
                let nextFourth = WallTime(year: year + 1, month: 1, day: 4)
            else { return nil }
            // The first week is that of 4 January.
            func monday(_ wall: WallTime) -> Int64 {
                let day = WallTime.day(wall.milliseconds)
                return day + 1 - Int64(WallTime.weekday(ofDay: day))
            }
            let start = monday(fourth) + Int64(week - 1) * 7
            guard week > 0, start < monday(nextFourth) else { return nil }
            func date(_ day: Int64) -> WallTime {
                WallTime(milliseconds: day * WallTime.millisecondsPerDay)
            }
            return (date(start), date(start + 7))
        }
    }

    /// A time with its minutes, and how long what it names lasts.
    private static func clock(of text: String) -> (text: String, length: Int64) {
        let date = text.prefix { $0 != "T" && $0 != "t" && $0 != " " }
        let rest = text.dropFirst(date.count + 1)
        if rest.isEmpty || !(rest.first?.isNumber ?? false) { return (text, WallTime.millisecondsPerDay) }
        let clock = rest.prefix { $0.isNumber || ":.,".contains($0) }
        let colons = clock.count { $0 == ":" }
        if colons == 0, clock.utf8.count <= 2 {
            let zone = rest.dropFirst(clock.count)
            return ("\(date)T\(clock):00\(zone)", WallTime.millisecondsPerHour)
        }
        if clock.contains(".") || clock.contains(",") { return (text, 1) }
        return (text, colons == 1 ? 60_000 : 1000)
    }
}
