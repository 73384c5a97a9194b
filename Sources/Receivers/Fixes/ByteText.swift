import Rows

/// Text as bytes, with numbers that are written without making strings.
struct ByteText {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: number.magnitude, atLeast: 1)
    }

    /// A number with at most nine decimals and without trailing zeros; nothing for a number that is not
    /// finite or beyond a billion.
    mutating func append(_ number: Double, decimals: Int) {
        let digits = min(max(decimals, 0), 9)
        let scaled = (0..<digits).reduce(number) { scaled, _ in scaled * 10 }.rounded()
        guard abs(number) < 1e9, abs(scaled) < 9e18 else { return }
        DecimalText.append(Int(scaled), digits: digits, isTrimmed: true, to: &bytes)
    }

    /// Padded with zeros.
    mutating func append(_ number: Int, width: Int) { append(digits: number.magnitude, atLeast: width) }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private mutating func append(digits number: UInt, atLeast width: Int) {
        var rest = number
        var count = 0
        let start = bytes.count
        repeat {
            bytes.append(UInt8(48 + rest % 10))
            rest /= 10
            count += 1
        } while rest > 0 || count < width
        bytes[start...].reverse()
    }
}
