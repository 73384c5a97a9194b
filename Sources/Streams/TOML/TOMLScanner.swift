/// Reads the words of a file of settings one after the other.
struct TOMLScanner {
    private static let deepestArray = 8

    private let scalars: [Unicode.Scalar]
    private var position = 0
    /// The line of the next character, counted from 1.
    private(set) var line = 1

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { position = 1 }
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func advance() {
        if next == "\n" { line += 1 }
        position += 1
    }

    /// Goes past a character, if it is the next one.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    private mutating func skipBlanks() { while next == " " || next == "\t" { advance() } }

    private mutating func skipComment() {
        skipBlanks()
        if next == "#" { while let scalar = next, scalar != "\n" { _ = scalar; advance() } }
    }

    /// Goes past blanks, comments and empty lines; false at the end of the text.
    mutating func skipToContent() -> Bool {
        repeat { skipComment() } while take("\n") || take("\r")
        return next != nil
    }

    /// Nothing but a comment follows on the line.
    mutating func endLine() throws(TOMLProblem) {
        skipComment()
        _ = take("\r")
        guard next == nil || take("\n") else { throw unexpected("expected the end of the line") }
    }

    // MARK: - Keys

    /// What follows `[`, with the bracket at its end.
    mutating func tableName() throws(TOMLProblem) -> [String] {
        if next == "[" { throw problem("arrays of tables are not read: one pair of brackets") }
        return try key(until: "]")
    }

    /// A key of one or more names, and the sign after it.
    mutating func key(until end: Unicode.Scalar) throws(TOMLProblem) -> [String] {
        var names: [String] = []
        repeat {
            skipBlanks()
            names.append(try name())
            skipBlanks()
        } while take(".")
        guard take(end) else { throw unexpected("expected \(end) after \"\(names.joined(separator: "."))\"") }
        return names
    }

    private mutating func name() throws(TOMLProblem) -> String {
        if next == "\"" || next == "'" { return try string() }
        let start = position
        while let scalar = next, scalar.isBareKey { advance() }
        guard position > start else { throw unexpected("expected a name") }
        return text(from: start)
    }

    // MARK: - Values

    mutating func value(depth: Int = 0) throws(TOMLProblem) -> TOMLDocument.Value {
        skipBlanks()
        switch next {
        case "\"", "'": return .string(try string())
        case "[": return .array(try array(depth: depth))
        case "{": throw problem("inline tables are not read: write a table such as [keys]")
        default: return try word()
        }
    }

    private mutating func word() throws(TOMLProblem) -> TOMLDocument.Value {
        let start = position
        while let scalar = next, scalar.isBareKey || scalar == "+" || scalar == "." || scalar == ":" {
            advance()
        }
        let word = text(from: start)
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "": throw unexpected("expected a value")
        default:
            let digits = word.replacing("_", with: "")
            guard let number = Int(digits) else {
                let isNumber = digits.allSatisfy { $0.isNumber || $0 == "-" || $0 == "+" }
                throw problem(
                    isNumber
                        ? "\(word.prefix(40)): not a whole number of 64 bits"
                        : "\(word.prefix(40)): text needs quotes: \"\(word.prefix(40))\"")
            }
            return .integer(number)
        }
    }

    private mutating func array(depth: Int) throws(TOMLProblem) -> [TOMLDocument.Value] {
        guard depth < Self.deepestArray else { throw problem("arrays in arrays, too deep") }
        let start = line
        advance()
        var values: [TOMLDocument.Value] = []
        while skipToContent() {
            if take("]") { return values }
            values.append(try value(depth: depth + 1))
            guard skipToContent() else { break }
            if take("]") { return values }
            guard take(",") else { throw unexpected("expected , or ] in the array") }
        }
        throw TOMLProblem(line: start, "the array is not closed: ] is missing")
    }

    private mutating func string() throws(TOMLProblem) -> String {
        let quote = scalars[position]
        advance()
        if next == quote, position + 1 < scalars.count, scalars[position + 1] == quote {
            throw problem("text on several lines is not read: one pair of quotes")
        }
        var text = String.UnicodeScalarView()
        while let scalar = next, scalar != "\n" {
            if take(quote) { return String(text) }
            if scalar == "\\", quote == "\"" {
                text.append(try escape())
            } else if scalar.value < 32 && scalar != "\t" || scalar.value == 127 {
                throw problem("control characters must be written as \\u001B")
            } else {
                text.append(scalar)
                advance()
            }
        }
        throw problem("the text is not closed: \(quote) is missing")
    }

    private mutating func escape() throws(TOMLProblem) -> Unicode.Scalar {
        advance()
        guard let scalar = next else { throw problem("the text is not closed") }
        let plain: [Unicode.Scalar: Unicode.Scalar] = [
            "\"": "\"", "\\": "\\", "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}",
        ]
        if let meant = plain[scalar] {
            advance()
            return meant
        }
        guard scalar == "u" || scalar == "U" else { throw problem("unknown escape \\\(scalar)") }
        advance()
        let start = position
        let length = scalar == "u" ? 4 : 8
        while position - start < length, let digit = next, digit.properties.isASCIIHexDigit { advance() }
        guard position - start == length, let value = UInt32(text(from: start), radix: 16),
            let meant = Unicode.Scalar(value)
        else { throw problem("\\\(scalar) needs \(length) hexadecimal digits of a character") }
        return meant
    }

    private func text(from start: Int) -> String {
        String(String.UnicodeScalarView(scalars[start..<position]))
    }

    // MARK: - Mistakes

    private func problem(_ text: String) -> TOMLProblem { TOMLProblem(line: line, text) }

    private func unexpected(_ words: String) -> TOMLProblem {
        guard let next, next != "\n", next != "\r" else { return problem(words) }
        return problem("\(words), not \(next)")
    }
}

extension Unicode.Scalar {
    /// Whether a key needs no quotes for it.
    fileprivate var isBareKey: Bool {
        isASCII && (properties.isAlphabetic || properties.numericType != nil) || self == "_" || self == "-"
    }
}
