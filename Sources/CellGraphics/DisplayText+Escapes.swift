extension DisplayText {
    /// Where it shows a control character, as `\\x1b` or `\\u202e`, and in which column that begins.
    ///
    /// Data that have a backslash and digits of their own look the same, and may be coloured for it.
    public var escapes: [(column: Int, text: DisplayText)] {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return [] }
        var found: [(column: Int, text: DisplayText)] = []
        let scalars = Array(text.unicodeScalars)
        var (index, column) = (0, 0)
        while index < scalars.count {
            let length = Self.escapeLength(scalars[index...])
            guard length > 0 else {
                column += CharacterWidth.columns(scalars[index])
                index += 1
                continue
            }
            var escape = String.UnicodeScalarView()
            escape.append(contentsOf: scalars[index..<index + length])
            // What follows the escape character of a terminal is part of what it would have done.
            let sequence = Self.sequenceLength(scalars[(index + length)...], after: String(escape))
            escape.append(contentsOf: scalars[index + length..<index + length + sequence])
            found.append((column, DisplayText(sanitising: String(escape))))
            index += length + sequence
            column += length + sequence
        }
        return found
    }

    /// Scalars of an escape at the beginning; 0 for none.
    private static func escapeLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
        guard scalars.count > 1, let first = scalars.first, first == "\\" else { return 0 }
        let start = scalars.startIndex
        func digits(_ count: Int) -> Int {
            let rest = scalars[(start + 2)...].prefix(count)
            return rest.count == count && rest.allSatisfy { $0.properties.isASCIIHexDigit } ? count + 2 : 0
        }
        switch scalars[start + 1] {
        case "t", "n", "r": return 2
        case "x": return digits(2)
        case "u": return digits(4)
        default: return 0
        }
    }

    /// `[2J` behind `\\x1b`.
    private static func sequenceLength(_ scalars: ArraySlice<Unicode.Scalar>, after escape: String) -> Int {
        guard escape == "\\x1b", scalars.first == "[" else { return 0 }
        let parameters = scalars.dropFirst().prefix { (0x20...0x3F).contains($0.value) }
        let length = 1 + parameters.count
        guard let last = scalars.dropFirst(length).first, (0x40...0x7E).contains(last.value) else { return 0 }
        return length + 1
    }
}
