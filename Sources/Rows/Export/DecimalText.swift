/// Writes decimal numbers as bytes, without making strings.
package enum DecimalText {
    /// Appends `number` / 10^`digits` with all decimals, or without trailing zeros when `isTrimmed`.
    package static func append(
        _ number: Int, digits: Int, mark: UInt8 = UInt8(ascii: "."), isTrimmed: Bool = false,
        to text: inout [UInt8]
    ) {
        if number < 0 { text.append(UInt8(ascii: "-")) }
        let scale = (0..<digits).reduce(UInt(1)) { scale, _ in scale * 10 }
        let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: scale)
        text.append(contentsOf: String(whole).utf8)
        guard digits > 0, rest > 0 || !isTrimmed else { return }
        text.append(mark)
        var divisor = scale / 10
        var left = rest
        while divisor > 0, left > 0 || !isTrimmed {
            text.append(UInt8(ascii: "0") + UInt8(left / divisor))
            left %= divisor
            divisor /= 10
        }
    }

    /// A distance in metres to the tenth; distances are finite and below 1e15.
    package static func append(meters: Double, mark: UInt8 = UInt8(ascii: "."), to text: inout [UInt8]) {
        let isFit = meters.isFinite && abs(meters) < 1e15
        append(isFit ? Int((meters * 10).rounded()) : 0, digits: 1, mark: mark, to: &text)
    }
}
