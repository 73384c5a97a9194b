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

    /// The most bytes of a number of degrees: `-180.1234567`.
    package static let mostDegreeBytes = 12

    /// Writes degrees in units of 1e-7, without trailing zeros; returns how many bytes that are.
    ///
    /// - Parameter target: has room for `mostDegreeBytes`.
    package static func write(degreesE7: Int32, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let zero = UInt8(ascii: "0")
        var end = 0
        func put(_ byte: UInt8) {
            target[end] = byte
            end &+= 1
        }
        if degreesE7 < 0 { put(UInt8(ascii: "-")) }
        let (whole, rest) = degreesE7.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        if whole >= 100 { put(zero &+ UInt8(truncatingIfNeeded: whole / 100)) }
        if whole >= 10 { put(zero &+ UInt8(truncatingIfNeeded: whole / 10 % 10)) }
        put(zero &+ UInt8(truncatingIfNeeded: whole % 10))
        guard rest > 0 else { return end }
        put(UInt8(ascii: "."))
        var (left, divisor) = (rest, UInt32(1_000_000))
        while left > 0 {
            put(zero &+ UInt8(truncatingIfNeeded: left / divisor))
            left %= divisor
            divisor /= 10
        }
        return end
    }

    /// Appends degrees in units of 1e-7, without trailing zeros.
    package static func append(degreesE7: Int32, to text: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostDegreeBytes) { memory in
            guard let target = memory.baseAddress else { return }
            let count = write(degreesE7: degreesE7, to: target)
            text.append(contentsOf: UnsafeBufferPointer(start: target, count: count))
        }
    }

    /// A distance in metres to the tenth; distances are finite and below 1e15.
    package static func append(meters: Double, mark: UInt8 = UInt8(ascii: "."), to text: inout [UInt8]) {
        let isFit = meters.isFinite && abs(meters) < 1e15
        append(isFit ? Int((meters * 10).rounded()) : 0, digits: 1, mark: mark, to: &text)
    }
}
