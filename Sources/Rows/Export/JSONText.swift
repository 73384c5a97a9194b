/// Strings of JSON made of any bytes (RFC 8259).
package enum JSONText {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Appends `bytes` as a string in quotes. Bytes that are not UTF-8 become U+FFFD; control characters,
    /// also those beyond ASCII, are escaped, so that a terminal that shows the text obeys none.
    package static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        text.append(quote)
        // Across modules only code for one type is fast.
        if bytes.withContiguousStorageIfAvailable({ appendContent($0, to: &text) }) == nil {
            Array(bytes).withUnsafeBufferPointer { appendContent($0, to: &text) }
        }
        text.append(quote)
    }

    private static func appendContent(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        guard let base = bytes.baseAddress else { return }
        let room = mostBytes(for: bytes.count)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { memory in
            guard let target = memory.baseAddress else { return }
            let count = write(base, count: bytes.count, to: target)
            text.append(contentsOf: UnsafeBufferPointer(start: target, count: count))
        }
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
        if let escape = escape(of: scalar.value) {
            text += escape
        } else {
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// How a character is escaped; nil for one that stands for itself.
    static func escape(of scalar: UInt32) -> [UInt8]? {
        switch scalar {
        case 0x22, 0x5C: return [backslash, UInt8(scalar)]
        case 0x0A: return [backslash, UInt8(ascii: "n")]
        case 0x0D: return [backslash, UInt8(ascii: "r")]
        case 0x09: return [backslash, UInt8(ascii: "t")]
        case 0..<0x20, 0x7F...0x9F:
            let byte = UInt8(scalar)
            return Array("\\u00".utf8) + [hexadecimal(byte >> 4), hexadecimal(byte & 15)]
        default: return nil
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
