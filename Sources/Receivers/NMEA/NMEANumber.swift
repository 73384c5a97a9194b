/// A decimal number as whole units of its last digit.
struct NMEANumber {
    /// More decimals are cut off: a ten-billionth of a minute is less than an atom.
    static let decimalLimit = 9
    /// Whole digits; with the decimals 15 digits, so that units are exact as `Double` and products of 60 fit.
    private static let wholeLimit = 6

    private static let powers: [Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]

    let units: Int64
    let decimals: Int

    /// Nil without a digit, or with anything but digits, one point and one leading sign.
    init?(_ text: ArraySlice<UInt8>) {
        var value: Int64 = 0
        var wholeDigits = 0
        var decimals: Int?
        var hasDigits = false
        let isNegative = text.first == UInt8(ascii: "-")
        for byte in isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text {
            if byte == UInt8(ascii: "."), decimals == nil {
                decimals = 0
                continue
            }
            guard (48...57).contains(byte) else { return nil }
            hasDigits = true
            if let count = decimals {
                guard count < Self.decimalLimit else { continue }
                decimals = count + 1
            } else {
                if value > 0 || byte != 48 { wholeDigits += 1 }
                guard wholeDigits <= Self.wholeLimit else { return nil }
            }
            value = value * 10 + Int64(byte - 48)
        }
        guard hasDigits else { return nil }
        units = isNegative ? -value : value
        self.decimals = decimals ?? 0
    }

    /// Units to one: a power of ten.
    var scale: Int64 { Self.powers[decimals] }

    var value: Double { Double(units) / Double(scale) }
}
