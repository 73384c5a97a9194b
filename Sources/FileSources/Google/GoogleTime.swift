import MapModel
import RowValues
import Streams

/// A time of an entry, as the file gives it.
enum GoogleTime {
    /// A text of ISO 8601.
    case text(Range<Int>)
    case instant(UTCInstant)

    /// The moment; nil for a text that is no time.
    func instant(in bytes: ByteRun) -> UTCInstant? {
        switch self {
        case .text(let range): UTCInstant(iso8601: bytes.buffer(range))
        case .instant(let instant): instant
        }
    }

    /// Milliseconds since 1970, as a number or a text.
    init?(milliseconds digits: UnsafeBufferPointer<UInt8>) {
        var value: Int64 = 0
        guard !digits.isEmpty, digits.count < 17 else { return nil }
        for byte in digits {
            guard byte &- UInt8(ascii: "0") < 10 else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        guard let instant = UTCInstant(milliseconds: value) else { return nil }
        self = .instant(instant)
    }

    /// Appends the time in ISO 8601, that of a text unchanged.
    func append(_ bytes: ByteRun, to text: inout [UInt8]) {
        switch self {
        case .text(let range): text.append(contentsOf: bytes.buffer(range))
        case .instant(let instant):
            Self.append(instant, hasFraction: true, to: &text)
            text.append(UInt8(ascii: "Z"))
        }
    }

    /// Appends the time that is so many minutes later, with the offset from UTC that the text has; false when it is no
    /// time.
    func append(later minutes: Double, _ bytes: ByteRun, to text: inout [UInt8]) -> Bool {
        guard minutes.magnitude < 1e9 else { return false }
        let later = Int64((minutes * 60_000).rounded())
        switch self {
        case .instant(let instant):
            guard let moved = UTCInstant(milliseconds: instant.milliseconds + later) else { return false }
            Self.append(moved, hasFraction: true, to: &text)
            text.append(UInt8(ascii: "Z"))
        case .text(let range):
            let whole = bytes.buffer(range)
            // The offset follows the seconds: 2024-05-01T10:00:00.000+02:00.
            let local = Self.localLength(of: whole)
            guard let start = UTCInstant(iso8601: whole[..<local]),
                let moved = UTCInstant(milliseconds: start.milliseconds + later)
            else { return false }
            let hasFraction =
                local > Self.wholeSeconds || moved.milliseconds % 1000 != 0
            Self.append(moved, hasFraction: hasFraction, to: &text)
            text.append(contentsOf: whole[local...])
        }
        return true
    }

    /// The length of `2024-05-01T10:00:00`.
    private static let wholeSeconds = 19

    private static func localLength(of text: UnsafeBufferPointer<UInt8>) -> Int {
        var length = min(wholeSeconds, text.count)
        while length < text.count, ".,0123456789".utf8.contains(text[length]) { length += 1 }
        return length
    }

    /// `2024-05-01T10:00:00.000`, without an offset.
    private static func append(_ instant: UTCInstant, hasFraction: Bool, to text: inout [UInt8]) {
        func append(_ number: Int, width: Int, _ mark: Unicode.Scalar?) {
            var divisor = 1
            for _ in 1..<width { divisor *= 10 }
            while divisor > 0 {
                text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
                divisor /= 10
            }
            if let mark { text.append(UInt8(ascii: mark)) }
        }
        let (year, month, day) = instant.date
        let time = instant.millisecondOfDay
        append(year, width: 4, "-")
        append(month, width: 2, "-")
        append(day, width: 2, "T")
        append(time / 3_600_000, width: 2, ":")
        append(time / 60_000 % 60, width: 2, ":")
        append(time / 1000 % 60, width: 2, hasFraction ? "." : nil)
        if hasFraction { append(time % 1000, width: 3, nil) }
    }
}
