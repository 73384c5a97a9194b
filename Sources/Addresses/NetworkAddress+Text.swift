extension NetworkAddress {
    /// Reads a field: an address, also with a port (`192.0.2.1:80`, `[2001:db8::7]:443`), a zone (`fe80::1%eth0`) or the
    /// length of a network (`192.0.2.0/24`). Octal, hexadecimal and short forms of IPv4 are none.
    package init?(_ text: some StringProtocol) {
        var text = String(text)
        let found = text.withUTF8 { NetworkAddress($0) }
        guard let found else { return nil }
        self = found
    }

    /// The same of bytes.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var cursor = AddressCursor(bytes)
        guard let address = cursor.field() else { return nil }
        self = address
    }
}

/// Reads one address from bytes.
private struct AddressCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// All of the bytes, blanks around them left out.
    mutating func field() -> NetworkAddress? {
        while skip(" ") || skip("\t") {}
        let isBracketed = skip("[")
        let isShort = !isBracketed && hasPointBeforeColon
        guard let address = isShort ? ipv4() : ipv6() else { return nil }
        if !isShort, skip("%") { guard skipZone() else { return nil } }
        if isBracketed { guard skip("]") else { return nil } }
        if skip("/") {
            guard let bits = number(digits: 3), bits <= (isShort ? 32 : 128) else { return nil }
        } else if isShort || isBracketed, skip(":") {
            guard let port = number(digits: 5), port <= 65_535 else { return nil }
        }
        while skip(" ") || skip("\t") || skip("\r") {}
        return offset == bytes.count ? address : nil
    }

    private var hasPointBeforeColon: Bool {
        for byte in bytes[offset...] {
            if byte == UInt8(ascii: ".") { return true }
            if byte == UInt8(ascii: ":") { return false }
        }
        return false
    }

    private mutating func skipZone() -> Bool {
        let start = offset
        while let byte = next, byte > 0x20, byte < 0x7f, ![0x25, 0x2f, 0x5d].contains(byte) { offset += 1 }
        return offset > start && offset - start <= 32
    }

    private mutating func number(digits: Int) -> Int? {
        var value = 0
        let start = offset
        while let byte = next, byte >= 0x30, byte <= 0x39, offset - start < digits {
            value = value * 10 + Int(byte) - 0x30
            offset += 1
        }
        return offset > start ? value : nil
    }

    private mutating func ipv4() -> NetworkAddress? {
        var value: UInt32 = 0
        for part in 0..<4 {
            if part > 0 { guard skip(".") else { return nil } }
            let start = offset
            guard let number = number(digits: 3), number < 256 else { return nil }
            if offset - start > 1, bytes[start] == UInt8(ascii: "0") { return nil }
            value = value << 8 | UInt32(number)
        }
        return NetworkAddress(ipv4: value)
    }

    /// Groups of up to four hexadecimal digits; `::` once, for as many of zeros as are missing.
    private mutating func ipv6() -> NetworkAddress? {
        var groups: [UInt64] = []
        var gap: Int?
        if next == UInt8(ascii: ":") {
            guard skip(":"), skip(":") else { return nil }
            gap = 0
        }
        while groups.count < 8 {
            let start = offset
            guard let group = group() else { break }
            if next == UInt8(ascii: "."), groups.count <= 6 {
                offset = start
                guard let last = ipv4() else { return nil }
                groups += [last.low >> 16, last.low & 0xffff]
                break
            }
            groups.append(group)
            guard skip(":") else { break }
            if skip(":") {
                guard gap == nil else { return nil }
                gap = groups.count
            } else if !isGroup {
                return nil
            }
        }
        return Self.address(groups, gap)
    }

    private var isGroup: Bool { next.map { Self.digit($0) != nil } ?? false }

    private mutating func group() -> UInt64? {
        var value: UInt64 = 0
        let start = offset
        while let byte = next, let digit = Self.digit(byte) {
            guard offset - start < 4 else { return nil }
            value = value << 4 | digit
            offset += 1
        }
        return offset > start ? value : nil
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: UInt64(byte & 0xdf) - 0x41 + 10
        default: nil
        }
    }

    private static func address(_ groups: [UInt64], _ gap: Int?) -> NetworkAddress? {
        var groups = groups
        if let gap {
            guard groups.count < 8 else { return nil }
            groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
        }
        guard groups.count == 8 else { return nil }
        return NetworkAddress(
            high: groups[..<4].reduce(0) { $0 << 16 | $1 }, low: groups[4...].reduce(0) { $0 << 16 | $1 })
    }
}
