/// Strings of JSON made of any bytes (RFC 8259).
package enum JSONText {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Appends `bytes` as a string in quotes. Bytes that are not UTF-8 become U+FFFD; control characters,
    /// also those beyond ASCII, are escaped, so that a terminal that shows the text obeys none.
    package static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        text.append(quote)
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != quote && $0 != backslash }
        if isPlain {
            text.append(contentsOf: bytes)
        } else {
            for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { append(scalar, to: &text) }
        }
        text.append(quote)
    }

    /// Appends a whole JSON value without the spaces between its tokens, and with the same escapes.
    package static func appendOnOneLine(_ value: some Collection<UInt8>, to text: inout [UInt8]) {
        var isInString = false
        var isEscaped = false
        for scalar in String(decoding: value, as: UTF8.self).unicodeScalars {
            if !isInString {
                if scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t" { continue }
                isInString = scalar == "\""
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else if isEscaped || scalar == "\"" || scalar == "\\" {
                isInString = isEscaped || scalar != "\""
                isEscaped = !isEscaped && scalar == "\\"
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                append(scalar, to: &text)
            }
        }
    }

    /// Whether a text is a number in JSON's notation, however large.
    static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        var rest = Array(text)[...]
        func digits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
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
