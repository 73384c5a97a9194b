/// Finds the passwords in an argument that looks like the address of a server: in a URL, or in a line of
/// `keyword=value`.
///
/// In doubt more is hidden than necessary: addresses that are refused are hidden too.
package enum AddressSecrets {
    /// The ranges of passwords in the bytes of `text`, in order; empty ones are left out.
    package static func ranges(in text: [UInt8]) -> [Range<Int>] {
        let found: [Range<Int>]
        if let authority = text.firstRange(of: Array("://".utf8))?.upperBound {
            found = userPart(text, from: authority) + queryValues(text, from: authority)
        } else {
            found = keywordValue(text).map { [$0] } ?? []
        }
        var ranges: [Range<Int>] = []
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = ranges.last, range.lowerBound < last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    /// From the first colon to the last "@", which an unescaped password may hold too; without one, a port that is no
    /// number.
    private static func userPart(_ text: [UInt8], from start: Int) -> [Range<Int>] {
        guard let colon = text[start...].firstIndex(of: UInt8(ascii: ":")) else { return [] }
        if let at = text[start...].lastIndex(of: UInt8(ascii: "@")) {
            return colon < at ? [colon + 1..<at] : []
        }
        let port = text[(colon + 1)...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return port.allSatisfy { (0x30...0x39).contains($0) } ? [] : [port.startIndex..<port.endIndex]
    }

    /// Values of options named like a password; libpq reads escaped names as well.
    private static func queryValues(_ text: [UInt8], from start: Int) -> [Range<Int>] {
        guard let mark = text[start...].firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return text[(mark + 1)...].split(separator: UInt8(ascii: "&")).compactMap { option in
            guard let equals = option.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = option[..<equals]
            guard name.contains(UInt8(ascii: "%")) || endOfMark(in: name) != nil else { return nil }
            return equals + 1..<option.endIndex
        }
    }

    /// After `password =` everything is hidden: quotes and escapes may hide where it ends.
    private static func keywordValue(_ text: [UInt8]) -> Range<Int>? {
        guard let end = endOfMark(in: text[...]),
            let equals = text[end...].firstIndex(of: UInt8(ascii: "=")),
            text[end..<equals].allSatisfy({ $0 == UInt8(ascii: " ") || isLetter($0) })
        else { return nil }
        return equals + 1..<text.endIndex
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// The end of "pass", in any case.
    private static func endOfMark(in text: ArraySlice<UInt8>) -> Int? {
        text.map { isLetter($0) ? $0 | 0x20 : $0 }.firstRange(of: Array("pass".utf8))
            .map { text.startIndex + $0.upperBound }
    }
}
