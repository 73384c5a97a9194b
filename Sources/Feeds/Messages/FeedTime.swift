import MapModel
import Streams

/// Times in bytes, as milliseconds since 1970.
enum FeedTime {
    /// A stamp that someone has put before a message: seconds or milliseconds since 1970, or ISO 8601; signs around it
    /// do not matter. Nil for what is none.
    static func stamp(_ bytes: ByteRun, _ range: Range<Int>) -> Int64? {
        func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
        guard let start = range.first(where: { isDigit(bytes[$0]) }) else { return nil }
        var end = start
        while end < range.upperBound, isDigit(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
        if let number = FeedNumber.decimal(bytes, start..<end),
            let time = FeedNumber.epochMilliseconds(number)
        {
            return time
        }
        end = start
        while end < range.upperBound, isPartOfISO(bytes[end]) { end += 1 }
        while end > start, !isDigit(bytes[end - 1]), bytes[end - 1] | 0x20 != UInt8(ascii: "z") { end -= 1 }
        return UTCInstant(iso8601: bytes.buffer(start..<end))?.milliseconds
    }

    private static func isPartOfISO(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "T"), UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    private static let day: Int64 = 86_400_000

    /// The moment with a time of day that is nearest to another.
    static func nearest(ofDay milliseconds: Int64, to base: Int64) -> Int64 {
        let midnight = base - floorRest(base, day)
        let candidate = midnight + milliseconds
        if candidate - base > day / 2 { return candidate - day }
        return base - candidate > day / 2 ? candidate + day : candidate
    }

    /// The moment with a day of the month and a time of day that is nearest to another, at most a day after it: messages
    /// are about the past. Nil if none of these months has such a day.
    static func nearest(day: Int, ofMonth milliseconds: Int64, to base: Int64) -> Int64? {
        guard let here = UTCInstant(milliseconds: base) else { return nil }
        let date = here.date
        var best: Int64?
        for step in -2...1 {
            let month = date.month + step
            let (year, number) =
                month < 1
                ? (date.year - 1, month + 12) : month > 12 ? (date.year + 1, 1) : (date.year, month)
            guard let start = UTCInstant(year: year, month: number, day: day) else { continue }
            let moment = start.milliseconds + milliseconds
            guard moment - base <= Self.day else { continue }
            if best.map({ abs($0 - base) > abs(moment - base) }) ?? true { best = moment }
        }
        return best
    }

    private static func floorRest(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
