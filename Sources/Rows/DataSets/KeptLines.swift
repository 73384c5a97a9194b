/// Which lines of an endless stream are held: the last so many, or those of the last hours.
package enum KeptLines: Equatable, Sendable {
    /// At most so many.
    case count(Int)
    /// Those that came within so many seconds.
    case age(seconds: Int)

    /// As many as one looks through.
    package static let standard = KeptLines.count(1_000_000)

    /// Reads `1000000`, `1M`, `500k`, `24h`, `30m`, `90s`, `7d`; `m` is a minute and `M` a million. Nil for anything else.
    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number > 0 else { return nil }
        let factor: (Int, isAge: Bool)
        switch text.dropFirst(digits.count) {
        case "": factor = (1, false)
        case "k", "K": factor = (1_000, false)
        case "M": factor = (1_000_000, false)
        case "s": factor = (1, true)
        case "m", "min": factor = (60, true)
        case "h": factor = (3_600, true)
        case "d": factor = (86_400, true)
        default: return nil
        }
        let (product, overflow) = number.multipliedReportingOverflow(by: factor.0)
        guard !overflow, product < 1 << 31 else { return nil }
        self = factor.isAge ? .age(seconds: product) : .count(product)
    }
}
