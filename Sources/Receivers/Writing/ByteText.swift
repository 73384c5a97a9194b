/// Text being written, as bytes: numbers without making strings of them.
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

    /// A number with at most nine decimals and none of them a zero at the end; nothing for what is not finite
    /// or beyond a billion.
    mutating func append(_ number: Double, decimals: Int) {
        let scale = Self.powers[min(max(decimals, 0), 9)]
        let scaled = (number * Double(scale)).rounded()
        guard abs(number) < 1e9, abs(scaled) < 9e18 else { return }
        let units = Int64(scaled).magnitude
        if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: UInt(units / scale), atLeast: 1)
        var fraction = units % scale
        guard fraction > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var count = min(max(decimals, 0), 9)
        while fraction % 10 == 0 {
            fraction /= 10
            count -= 1
        }
        append(digits: UInt(fraction), atLeast: count)
    }

    /// With zeros before it.
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

    private static let powers: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]
}
