extension UTCInstant {
    /// Reads `2026-11-21T09:30:00.5Z`, with or without a fraction, with `Z`, an offset as `+01:00`, or nothing
    /// for UTC; `t`, `z` and a space before the time are taken too. Nil for anything else.
    ///
    /// A fraction is cut off below a millisecond, so that the order of two times stays.
    /// After RFC 3339, section 5.6.
    public init?(iso8601 text: some Sequence<UInt8>) {
        var digits = ISODigits(text)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2),
            digits.skip("-"), let day = digits.number(2), digits.skip("T", "t", " "),
            let hour = digits.number(2), digits.skip(":"), let minute = digits.number(2),
            digits.skip(":"), let second = digits.number(2)
        else { return nil }
        guard let millisecond = digits.skip(".", ",") ? digits.fraction() : 0,
            let offsetMinutes = digits.offset(), digits.isAtEnd,
            let local = UTCInstant(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second,
                millisecond: millisecond)
        else { return nil }
        self.init(milliseconds: local.milliseconds - Int64(offsetMinutes) * 60_000)
    }

    /// Reads a string by the rules of `init(iso8601:)` for bytes.
    public init?(iso8601 text: String) { self.init(iso8601: text.utf8) }
}

extension UTCInstant: CustomStringConvertible {
    /// `2026-11-21T09:30:00.500Z`, always with milliseconds.
    public var description: String {
        let (year, month, day) = date
        let time = millisecondOfDay
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
            + "\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2)):\(padded(time / 1000 % 60, 2))"
            + ".\(padded(time % 1000, 3))Z"
    }

    private func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: Swift.max(count - digits.utf8.count, 0)) + digits
    }
}

/// Splits a date, digit by digit.
private struct ISODigits {
    private static let longest = 40

    private var rest: ArraySlice<UInt8>

    /// No time has more than `longest` bytes: longer text is not read.
    init(_ text: some Sequence<UInt8>) {
        let bytes = Array(text.prefix(Self.longest + 1))
        rest = bytes.count > Self.longest ? [] : bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var value = 0
        for byte in rest.prefix(count) {
            guard let digit = Self.digit(byte) else { return nil }
            value = value * 10 + digit
        }
        rest = rest.dropFirst(count)
        return value
    }

    mutating func skip(_ choices: Unicode.Scalar...) -> Bool {
        guard let byte = rest.first, choices.contains(Unicode.Scalar(byte)) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// The digits after the point as milliseconds; nil when there are none.
    mutating func fraction() -> Int? {
        var value = 0
        var count = 0
        while let byte = rest.first, let digit = Self.digit(byte) {
            if count < 3 { value = value * 10 + digit }
            count += 1
            rest = rest.dropFirst()
        }
        guard count > 0 else { return nil }
        for _ in count..<Swift.max(count, 3) { value *= 10 }
        return value
    }

    /// Minutes east of Greenwich; 0 without an offset.
    mutating func offset() -> Int? {
        if rest.isEmpty || skip("Z", "z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = number(2), hours <= 23 else { return nil }
        _ = skip(":")
        guard let minutes = rest.isEmpty ? 0 : number(2), minutes <= 59 else { return nil }
        return (isEast ? 1 : -1) * (hours * 60 + minutes)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (48...57).contains(byte) ? Int(byte) - 48 : nil
    }
}
