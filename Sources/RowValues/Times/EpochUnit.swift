/// The unit of numbers that count time since 1970-01-01T00:00:00Z.
package enum EpochUnit: String, Sendable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"

    /// What it is called.
    package var words: String {
        switch self {
        case .seconds: "seconds since 1970"
        case .milliseconds: "milliseconds since 1970"
        case .microseconds: "microseconds since 1970"
        case .nanoseconds: "nanoseconds since 1970"
        }
    }

    /// How many of them a second has.
    package var perSecond: Int64 {
        switch self {
        case .seconds: 1
        case .milliseconds: 1_000
        case .microseconds: 1_000_000
        case .nanoseconds: 1_000_000_000
        }
    }

    /// The seconds of times that numbers are taken for.
    package static let likelySeconds: ClosedRange<Int64> = 100_000_000...5_000_000_000

    /// The unit that makes a number a time of 1973 to 2128; nil where none does.
    static func likely(_ whole: Int64) -> EpochUnit? {
        allCases.first { likelySeconds.contains(Int64(clamping: (whole / $0.perSecond).magnitude)) }
    }
}

/// A number as columns have it: digits, perhaps with a sign, a fraction and an exponent.
struct PlainNumber {
    /// Rounded down.
    let whole: Int64
    /// Thousandths above `whole`.
    let thousandths: Int

    /// Nil for anything else, and for numbers beyond 64 bits.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var scanner = TimeScanner(text)
        let isNegative = scanner.skip("-")
        let count = scanner.digitCount
        // 19 digits hold nanoseconds until 2262.
        guard (1...19).contains(count), let high = scanner.number(min(count, 9)) else { return nil }
        var value = Int64(high)
        if count > 9 {
            guard let low = scanner.number(count - 9) else { return nil }
            let (scaled, isTooBig) = value.multipliedReportingOverflow(by: Self.power(count - 9))
            let (sum, overflows) = scaled.addingReportingOverflow(Int64(low))
            if isTooBig || overflows { return nil }
            value = sum
        }
        var fraction = 0
        var isMore = false
        // Thousands are not separated after four digits.
        if scanner.skip(".") || count > 3 && scanner.skip(",") {
            isMore = scanner.hasMoreThanThousandths
            guard let digits = scanner.thousandths(atMost: 40) else { return nil }
            fraction = digits
        }
        guard scanner.isAtEnd else {
            guard let number = Self.scientific(text) else { return nil }
            self = number
            return
        }
        if isNegative {
            let up = fraction + (isMore ? 1 : 0)
            (value, fraction) = up == 0 ? (-value, 0) : (-value - 1, 1000 - up)
        }
        (whole, thousandths) = (value, fraction)
    }

    /// `1.7723601e+09`, as programs write large numbers.
    private static func scientific(_ text: UnsafeBufferPointer<UInt8>) -> PlainNumber? {
        guard text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }),
            let number = JSONNumber.value(text.span), number.magnitude < 9e18
        else { return nil }
        let whole = number.rounded(.down)
        return PlainNumber(
            whole: Int64(whole), thousandths: min(Int(((number - whole) * 1000).rounded()), 999))
    }

    private init(whole: Int64, thousandths: Int) { (self.whole, self.thousandths) = (whole, thousandths) }

    private static func power(_ exponent: Int) -> Int64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// Milliseconds since 1970, rounded down; nil where it is beyond all years.
    func milliseconds(_ unit: EpochUnit) -> Int64? {
        let limit: Int64 = 9_000_000_000_000_000
        let found: Int64
        if unit == .seconds {
            guard whole.magnitude < limit.magnitude / 1000 else { return nil }
            found = whole * 1000 + Int64(thousandths)
        } else {
            let divisor = unit.perSecond / 1000
            let (quotient, rest) = whole.quotientAndRemainder(dividingBy: divisor)
            found = rest < 0 ? quotient - 1 : quotient
        }
        return found.magnitude < limit.magnitude ? found : nil
    }
}
