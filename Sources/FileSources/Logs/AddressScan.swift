import Addresses
import Streams

/// Looks for addresses of the internet in text.
///
/// An address stands alone: no letter, digit, `-` or `_` is beside it, and no point with a digit. So versions and dates
/// are none: `1.2.3.4-2`, `v1.2.3.4`, `1.2.3.4.5`, `10.12.2026`, `14:03:10`, `Chrome/120.0.0.0`; nor are names such as
/// `4.3.2.1.in-addr.arpa`.
/// Only beside the `>` of a packet a port follows
/// behind a point: `192.0.2.1.51022 > 192.0.2.2.22: Flags [S]`.
struct AddressScan {
    private let bytes: ByteRun
    private let range: Range<Int>

    init(_ bytes: ByteRun, _ range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

    /// The first public address, else the first one.
    var best: NetworkAddress? {
        var first: NetworkAddress?
        forEach { address in
            if AddressKind(address) == .public {
                first = address
                return false
            }
            first = first ?? address
            return true
        }
        return first
    }

    /// Whether there is one.
    var hasAny: Bool {
        var isFound = false
        forEach { _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// Calls `body` with each address from left to right, until it returns false.
    func forEach(_ body: (NetworkAddress) -> Bool) {
        var next = range.lowerBound
        while next < range.upperBound {
            let kinds = Self.kinds[Int(bytes[next])]
            guard kinds != 0 else {
                next &+= 1
                continue
            }
            let start = next
            var (points, colons) = (0, 0)
            while next < range.upperBound {
                let kind = Self.kinds[Int(bytes[next])]
                guard kind != 0 else { break }
                if kind == 2 { points &+= 1 }
                if kind == 3 { colons &+= 1 }
                next &+= 1
            }
            guard points >= 3 || colons >= 2 else { continue }
            if !look(start..<next, colons: colons, body) { return }
        }
    }

    /// 1 for hexadecimal digits, 2 for the point, 3 for the colon, 0 for all that is in no address.
    private static let kinds: [UInt8] = (0...255).map { (byte: UInt8) in
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: 1
        case UInt8(ascii: "."): 2
        case UInt8(ascii: ":"): 3
        default: 0
        }
    }

    /// Looks at a run of such bytes; false when the search is over.
    private func look(_ run: Range<Int>, colons: Int, _ body: (NetworkAddress) -> Bool) -> Bool {
        if colons >= 2, let address = long(run) { return body(address) }
        var start = run.lowerBound
        while start < run.upperBound {
            var end = start
            while end < run.upperBound, bytes[end] != UInt8(ascii: ":") { end += 1 }
            if let address = short(start..<end), !body(address) { return false }
            start = end + 1
        }
        return true
    }

    /// An address of IPv6, without a colon or point that belongs to the sentence.
    private func long(_ run: Range<Int>) -> NetworkAddress? {
        var (start, end) = (run.lowerBound, run.upperBound)
        if bytes[start] == UInt8(ascii: ":"), bytes[start + 1] != UInt8(ascii: ":") { start += 1 }
        while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        if end - start > 2, bytes[end - 1] == UInt8(ascii: ":"), bytes[end - 2] != UInt8(ascii: ":") {
            end -= 1
        }
        guard end - start <= 51, stands(start, end) else { return nil }
        return NetworkAddress(bytes.buffer(start..<end))
            ?? NetworkAddress(bytes.buffer(bytes.withoutPort(start..<end)))
    }

    /// An address of IPv4, without the point that ends the sentence.
    private func short(_ piece: Range<Int>) -> NetworkAddress? {
        var end = piece.upperBound
        if end > piece.lowerBound, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        guard (7...21).contains(end - piece.lowerBound), stands(piece.lowerBound, end),
            !isVersion(piece.lowerBound, end), !isName(end)
        else { return nil }
        let whole = piece.lowerBound..<end
        return NetworkAddress(bytes.buffer(whole))
            ?? (isBesideArrow(whole) ? NetworkAddress(bytes.buffer(withoutDottedPort(whole))) : nil)
    }

    /// Whether a word and `/` stand before it, as before versions of programs. Java and firewalls write hosts and interfaces so, with a
    /// port behind a colon or in brackets, or the name of the host has points.
    private func isVersion(_ start: Int, _ end: Int) -> Bool {
        guard start - range.lowerBound >= 2, bytes[start - 1] == UInt8(ascii: "/"),
            Self.isLetter(bytes[start - 2])
        else { return false }
        if end < range.upperBound, bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: "(") {
            return false
        }
        var word = start - 2
        while word > range.lowerBound, Self.isPart(bytes[word - 1]) { word -= 1 }
        return word == range.lowerBound || bytes[word - 1] != UInt8(ascii: ".")
    }

    /// Whether it goes on as the name of a host: with a word, a point and a letter.
    private func isName(_ end: Int) -> Bool {
        guard end < range.upperBound, bytes[end] == UInt8(ascii: ".") else { return false }
        var next = end + 1
        while next < range.upperBound, Self.isPart(bytes[next]) { next += 1 }
        return next > end + 1 && next + 1 < range.upperBound && bytes[next] == UInt8(ascii: ".")
            && Self.isLetter(bytes[next + 1])
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Whether `>` and a blank stand before it or follow.
    private func isBesideArrow(_ piece: Range<Int>) -> Bool {
        let (start, end) = (piece.lowerBound, piece.upperBound)
        if start - range.lowerBound >= 2, bytes[start - 1] == 0x20, bytes[start - 2] == UInt8(ascii: ">") {
            return true
        }
        return range.upperBound - end >= 2 && bytes[end] == 0x20 && bytes[end + 1] == UInt8(ascii: ">")
    }

    private func withoutDottedPort(_ piece: Range<Int>) -> Range<Int> {
        piece.lowerBound..<(piece.last { bytes[$0] == UInt8(ascii: ".") } ?? piece.upperBound)
    }

    /// Whether nothing beside it makes it a part of something else.
    private func stands(_ start: Int, _ end: Int) -> Bool {
        if start > range.lowerBound, Self.isPart(bytes[start - 1]) { return false }
        if end < range.upperBound, Self.isPart(bytes[end]) { return false }
        return true
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension ByteRun {
    /// An address without the port behind its last colon, which IPv6 without brackets does not show to be none of its groups;
    /// anything else as it is.
    func withoutPort(_ range: Range<Int>) -> Range<Int> {
        guard let colon = range.last(where: { self[$0] == UInt8(ascii: ":") }),
            (2...6).contains(range.upperBound - colon),
            (colon + 1..<range.upperBound).allSatisfy({ self[$0] &- 48 < 10 })
        else { return range }
        let address = range.lowerBound..<colon
        return NetworkAddress(buffer(address)) == nil ? range : address
    }
}

extension LogFields {
    /// The address that a text is about, as RFC 5952 writes it.
    mutating func setAddress(_ column: Int, foundIn range: Range<Int>, of bytes: ByteRun) {
        make(column) { text in
            if let address = AddressScan(bytes, range).best { text += address.description.utf8 }
        }
    }

    /// A field with an address, without its port and as RFC 5952 writes it; any other text as it is.
    mutating func setAddress(_ column: Int, field range: Range<Int>, of bytes: ByteRun) {
        var isPlain = true
        for index in range {
            let byte = bytes[index]
            if byte &- 48 >= 10, byte != UInt8(ascii: ".") {
                isPlain = false
                break
            }
        }
        if isPlain { return set(column, range) }
        if bytes.isDash(range) { return }
        guard range.count <= 64, let address = NetworkAddress(bytes.buffer(range)) else {
            return set(column, range)
        }
        make(column) { $0 += address.description.utf8 }
    }
}
