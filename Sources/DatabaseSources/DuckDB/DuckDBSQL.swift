import Streams

/// Text of statements.
enum DuckDBSQL {
    /// A name, in quotes.
    static func quoted(_ name: String) -> String {
        "\"" + name.escaping("\"") + "\""
    }

    /// A text as a literal. Control characters are written as numbers, so that the program, which reads lines, sees
    /// none.
    static func literal(_ text: String) -> String {
        var parts: [String] = []
        var plain = String.UnicodeScalarView()
        func finish() {
            guard !plain.isEmpty else { return }
            parts.append("'" + String(plain) + "'")
            plain = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || scalar.value == 0x7F {
                finish()
                parts.append("chr(\(scalar.value))")
            } else {
                plain.append(scalar)
                if scalar == "'" { plain.append(scalar) }
            }
        }
        finish()
        if parts.isEmpty { return "''" }
        return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " || ") + ")"
    }

    /// A finite number that is read as a double; without an exponent it would be a decimal.
    static func literal(_ number: Double) -> String {
        let text = "\(number)"
        return text.contains("e") ? text : text + "e0"
    }

    static func list(_ texts: [String]) -> String {
        "[" + texts.map { literal($0) }.joined(separator: ", ") + "]"
    }
}
