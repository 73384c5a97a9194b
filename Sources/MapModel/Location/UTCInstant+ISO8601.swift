extension UTCInstant {
    /// Reads `2026-11-21T09:30:00.5Z`, with or without a fraction, with `Z`, an offset as `+01:00`, or nothing
    /// for UTC; `t`, `z` and a space before the time are taken too. Nil for anything else.
    ///
    /// A fraction is cut off below a millisecond, so that the order of two times stays.
    /// After RFC 3339, section 5.6.
    public init?(iso8601 text: some Sequence<UInt8>) {
        let inPlace = text.withContiguousStorageIfAvailable { UTCInstant(bytes: $0) }
        let read =
            inPlace
            ?? Array(text.prefix(ISODigits.longest + 1)).withUnsafeBufferPointer { UTCInstant(bytes: $0) }
        guard let read else { return nil }
        self = read
    }

    /// A track has millions of times: nothing is copied.
    private init?(bytes: UnsafeBufferPointer<UInt8>) {
        var digits = ISODigits(bytes)
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
    static let longest = 40

    private let bytes: UnsafeBufferPointer<UInt8>
    private var next = 0

    /// No time has more than `longest` bytes: longer text is not read.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        bytes = text.count > Self.longest ? UnsafeBufferPointer(rebasing: text[..<0]) : text
    }

    var isAtEnd: Bool { next == bytes.count }

    private var peek: UInt8? { next < bytes.count ? bytes[next] : nil }

    mutating func number(_ count: Int) -> Int? {
        guard bytes.count - next >= count else { return nil }
        var value = 0
        for index in next..<next + count {
            guard let digit = Self.digit(bytes[index]) else { return nil }
            value = value * 10 + digit
        }
        next += count
        return value
    }

    mutating func skip(_ choice: Unicode.Scalar) -> Bool {
        guard let byte = peek, Unicode.Scalar(byte) == choice else { return false }
        next += 1
        return true
    }

    mutating func skip(_ choice: Unicode.Scalar, _ others: Unicode.Scalar...) -> Bool {
        skip(choice) || others.contains { skip($0) }
    }

    /// The digits after the point as milliseconds; nil when there are none.
    mutating func fraction() -> Int? {
        var value = 0
        var count = 0
        while let byte = peek, let digit = Self.digit(byte) {
            if count < 3 { value = value * 10 + digit }
            count += 1
            next += 1
        }
        guard count > 0 else { return nil }
        for _ in count..<Swift.max(count, 3) { value *= 10 }
        return value
    }

    /// Minutes east of Greenwich; 0 without an offset.
    mutating func offset() -> Int? {
        if isAtEnd || skip("Z", "z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = number(2), hours <= 23 else { return nil }
        _ = skip(":")
        guard let minutes = isAtEnd ? 0 : number(2), minutes <= 59 else { return nil }
        return (isEast ? 1 : -1) * (hours * 60 + minutes)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (48...57).contains(byte) ? Int(byte) - 48 : nil
    }
}
