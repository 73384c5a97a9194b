/// An address of the internet, IPv4 or IPv6; one of IPv4 written as IPv6 (`::ffff:192.0.2.1`) is IPv4.
package struct NetworkAddress: Hashable, Sendable {
    /// The first eight bytes of IPv6; 0 for IPv4.
    package let high: UInt64
    /// The last eight bytes of IPv6; the number of IPv4.
    package let low: UInt64
    /// Four bytes, not sixteen.
    package let isIPv4: Bool

    /// The address with this number.
    package init(ipv4: UInt32) { (high, low, isIPv4) = (0, UInt64(ipv4), true) }

    /// The address of IPv6 with these bytes, unless they stand for one of IPv4.
    package init(high: UInt64, low: UInt64) {
        let isMapped = high == 0 && low >> 32 == 0xffff
        (self.high, self.low, isIPv4) = (high, isMapped ? low & 0xffff_ffff : low, isMapped)
    }

    /// Bits of an address: 32 or 128.
    package var bitCount: Int { isIPv4 ? 32 : 128 }

    /// The bit at a depth of a tree, the highest first.
    func bit(_ depth: Int) -> Int {
        if isIPv4 { return Int(truncatingIfNeeded: low >> UInt64(31 - depth) & 1) }
        return depth < 64
            ? Int(truncatingIfNeeded: high >> UInt64(63 - depth) & 1)
            : Int(truncatingIfNeeded: low >> UInt64(127 - depth) & 1)
    }

    /// The first address of the network with so many bits.
    func masked(_ bits: Int) -> NetworkAddress {
        if isIPv4 { return NetworkAddress(ipv4: UInt32(truncatingIfNeeded: low & Self.mask(bits + 32))) }
        return NetworkAddress(plainHigh: high & Self.mask(bits), low: low & Self.mask(bits - 64))
    }

    /// The same without a look at what the bytes stand for.
    private init(plainHigh: UInt64, low: UInt64) { (high, self.low, isIPv4) = (plainHigh, low, false) }

    private static func mask(_ bits: Int) -> UInt64 {
        bits <= 0 ? 0 : bits >= 64 ? .max : .max << UInt64(64 - bits)
    }
}

extension NetworkAddress: CustomStringConvertible {
    /// As RFC 5952 writes it: `192.0.2.1`, `2001:db8::1`.
    package var description: String {
        if isIPv4 { return Self.text(ipv4: UInt32(truncatingIfNeeded: low)) }
        let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { half >> UInt64($0) & 0xffff } }
        func text(_ range: Range<Int>) -> String {
            groups[range].map { String($0, radix: 16) }.joined(separator: ":")
        }
        let zeros = Self.longestZeros(groups)
        guard zeros.count > 1 else { return text(0..<8) }
        return text(0..<zeros.lowerBound) + "::" + text(zeros.upperBound..<8)
    }

    /// A log may have millions of them: no arrays are made.
    private static func text(ipv4 number: UInt32) -> String {
        String(unsafeUninitializedCapacity: 15) { buffer in
            var count = 0
            func append(_ byte: UInt8) {
                buffer[count] = byte
                count += 1
            }
            for part in 0..<4 {
                if part > 0 { append(UInt8(ascii: ".")) }
                let value = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * part))
                if value >= 100 { append(0x30 + value / 100) }
                if value >= 10 { append(0x30 + value / 10 % 10) }
                append(0x30 + value % 10)
            }
            return count
        }
    }

    private static func longestZeros(_ groups: [UInt64]) -> Range<Int> {
        var longest = 0..<0
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start > longest.count { longest = start..<index }
            start = index + 1
        }
        return longest
    }
}
