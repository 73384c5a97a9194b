/// Strings of JSON made of any bytes (RFC 8259).
public enum JSONText {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Adds `bytes` as a string in quotes. Bytes that are not UTF-8 become U+FFFD; control characters, those beyond
    /// ASCII too, are escaped, so that a terminal that shows the text obeys none.
    public static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        text.append(quote)
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != quote && $0 != backslash }
        if isPlain {
            text.append(contentsOf: bytes)
        } else {
            for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { append(scalar, to: &text) }
        }
        text.append(quote)
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
        switch scalar {
        case "\"", "\\": text += [backslash, UInt8(truncatingIfNeeded: scalar.value)]
        case "\n": text += [backslash, UInt8(ascii: "n")]
        case "\r": text += [backslash, UInt8(ascii: "r")]
        case "\t": text += [backslash, UInt8(ascii: "t")]
        case "\0"..<" ", "\u{7F}"..."\u{9F}":
            text += Array("\\u00".utf8)
            for digit in [scalar.value >> 4, scalar.value & 15] {
                text.append(Array("0123456789abcdef".utf8)[Int(digit)])
            }
        default: text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}
