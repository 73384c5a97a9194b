/// Decodes the escapes of a string.
package enum JSONString {
    /// Appends the text of a string without its quotes to `text`: lone surrogates become U+FFFD, \u0000 is a
    /// normal character.
    ///
    /// - Throws: `.malformed` when a backslash does not begin an escape.
    package static func unescape(_ string: UnsafeBufferPointer<UInt8>, into text: inout [UInt8])
        throws(JSONFault)
    {
        var offset = 0
        while offset < string.count {
            let byte = string[offset]
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                offset += 1
                continue
            }
            guard offset + 1 < string.count else { throw .malformed }
            let kind = string[offset + 1]
            offset += 2
            if let plain = plain(kind) {
                text.append(plain)
            } else {
                guard kind == UInt8(ascii: "u") else { throw .malformed }
                let scalar = try scalar(string, &offset)
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    private static func plain(_ kind: UInt8) -> UInt8? {
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): kind
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: nil
        }
    }

    /// The character of a \u escape; `offset` is after it.
    private static func scalar(
        _ string: UnsafeBufferPointer<UInt8>, _ offset: inout Int
    ) throws(JSONFault) -> Unicode.Scalar {
        let first = try unit(string, offset)
        offset += 4
        if let scalar = Unicode.Scalar(first) { return scalar }
        let isPair =
            first < 0xDC00 && offset + 6 <= string.count && string[offset] == UInt8(ascii: "\\")
            && string[offset + 1] == UInt8(ascii: "u")
        guard isPair else { return "\u{FFFD}" }
        let second = try unit(string, offset + 2)
        guard (0xDC00...0xDFFF).contains(second) else { return "\u{FFFD}" }
        offset += 6
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private static func unit(_ string: UnsafeBufferPointer<UInt8>, _ start: Int) throws(JSONFault) -> UInt16 {
        guard start + 4 <= string.count else { throw .malformed }
        var unit: UInt16 = 0
        for byte in string[start..<start + 4] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw .malformed
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
