import Streams

/// How the times of a column are written, where the user says so.
package enum TimeFormat: Equatable, Sendable {
    /// Day and month in this order, where three numbers leave it open.
    case order(DayOrder)
    /// Numbers that count from 1970.
    case epoch(EpochUnit)
    /// Numbers that count days, 25569 being 1970-01-01.
    case spreadsheet
    /// Fields and signs as `strptime` has them.
    case pattern(TimePattern)
    /// Clocks without a date, and numbers that may be years, months, days, hours, minutes, seconds.
    case part

    /// What `--time-format` means; nil for anything else.
    package init?(_ text: String) {
        if let order = DayOrder(rawValue: text) {
            self = .order(order)
        } else if let unit = EpochUnit(rawValue: text) {
            self = .epoch(unit)
        } else if text == "excel" {
            self = .spreadsheet
        } else if let pattern = TimePattern(text) {
            self = .pattern(pattern)
        } else {
            return nil
        }
    }
}

/// Times as a pattern of `strptime`: `%d.%m.%Y %H:%M`.
package struct TimePattern: Equatable, Sendable {
    private enum Part: Equatable {
        case field(UInt8)
        case sign(UInt8)
    }

    private let parts: [Part]

    private static let fields: StaticString = "YmdHMSfyBbhjpIzeTFDRaA%"
    private static let joined: [UInt8: String] = [
        UInt8(ascii: "T"): "%H:%M:%S", UInt8(ascii: "F"): "%Y-%m-%d", UInt8(ascii: "D"): "%m/%d/%y",
        UInt8(ascii: "R"): "%H:%M",
    ]

    /// Nil without a field, and where one is unknown.
    init?(_ text: String) {
        var expanded: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                expanded.append(byte)
                continue
            }
            guard let field = rest.next() else { return nil }
            expanded += Self.joined[field].map { Array($0.utf8) } ?? [byte, field]
        }
        var parts: [Part] = []
        var bytes = expanded.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                parts.append(.sign(byte &- 65 < 26 ? byte | 0x20 : byte))
                continue
            }
            guard let field = bytes.next(), Self.fields.withUTF8Buffer({ $0.contains(field) }) else {
                return nil
            }
            parts.append(field == UInt8(ascii: "%") ? .sign(field) : .field(field))
        }
        self.parts = parts
        guard parts.contains(where: { if case .field = $0 { true } else { false } }) else { return nil }
    }

    /// Reads a text; nil where it does not fit.
    func reading(_ text: UnsafeBufferPointer<UInt8>) -> TimeReading? {
        var scanner = TimeScanner(text)
        var fields = PatternFields()
        for part in parts {
            switch part {
            case .sign(UInt8(ascii: " ")): scanner.skip(anyOf: " ")
            case .sign(let byte): guard scanner.skip(Unicode.Scalar(byte)) else { return nil }
            case .field(let field): guard fields.read(field, &scanner) else { return nil }
            }
        }
        return scanner.isAtEnd ? fields.reading : nil
    }
}

/// What the fields of a pattern have read.
private struct PatternFields {
    private var year = 1970
    private var month = 1
    private var day = 1
    private var dayOfYear: Int?
    private var hour = 0
    private var minute = 0
    private var second = 0
    private var millisecond = 0
    private var isAfternoon: Bool?
    private var offsetMinutes: Int?

    mutating func read(_ field: UInt8, _ scanner: inout TimeScanner) -> Bool {
        func number(_ digits: ClosedRange<Int>) -> Int? {
            let count = min(scanner.digitCount, digits.upperBound)
            return digits.contains(count) ? scanner.number(count) : nil
        }
        switch Unicode.Scalar(field) {
        case "Y": return set(&year, number(4...4))
        case "y": return set(&year, number(2...2).map { $0 + ($0 < 69 ? 2000 : 1900) })
        case "m": return set(&month, number(1...2))
        case "d", "e": return set(&day, number(1...2))
        case "H", "I": return set(&hour, number(1...2))
        case "M": return set(&minute, number(1...2))
        case "S": return set(&second, number(1...2))
        case "f": return set(&millisecond, scanner.thousandths(atMost: 9))
        case "B", "b", "h": return set(&month, scanner.month())
        case "a", "A": return scanner.weekday() != nil
        case "j":
            dayOfYear = number(1...3)
            return dayOfYear != nil
        case "p":
            isAfternoon = scanner.halfOfDay()
            return isAfternoon != nil
        default:
            offsetMinutes = scanner.zone()
            return offsetMinutes != nil
        }
    }

    private func set(_ target: inout Int, _ value: Int?) -> Bool {
        guard let value else { return false }
        target = value
        return true
    }

    var reading: TimeReading? {
        var hour = hour
        if let isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        let date = dayOfYear == nil ? (month, day) : (1, 1)
        guard
            let time = WallTime(
                year: year, month: date.0, day: date.1, hour: hour, minute: minute, second: second,
                millisecond: millisecond)
        else { return nil }
        var milliseconds = time.milliseconds
        if let dayOfYear {
            guard (1...366).contains(dayOfYear) else { return nil }
            milliseconds += Int64(dayOfYear - 1) * WallTime.millisecondsPerDay
            if WallTime(milliseconds: milliseconds).year != year, hour < 24 { return nil }
        }
        return TimeReading(
            milliseconds: milliseconds - Int64(offsetMinutes ?? 0) * 60_000, hasOffset: offsetMinutes != nil)
    }
}
