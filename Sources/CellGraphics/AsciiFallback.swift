/// ASCII for characters that a terminal or a charset cannot show.
public enum AsciiFallback {
    /// The replacement for a symbol that this program draws; nil for any other character.
    public static func sign(for scalar: Unicode.Scalar) -> Unicode.Scalar? { signs[scalar] }

    /// The replacement for any character: known symbols, the base of a Latin letter, else `?`.
    public static func character(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        if let sign = signs[scalar] { return sign }
        let index = Int(scalar.value) - 0xC0
        return latin.indices.contains(index) ? latin[index] : "?"
    }

    /// A text without any character that is not ASCII.
    public static func text(_ text: String) -> String {
        var ascii = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { ascii.append(scalar.isASCII ? scalar : character(for: scalar)) }
        return String(ascii)
    }

    private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
        "·": ".", "◦": "o", "•": ".", "●": "o", "…": "~", "–": "-", "—": "-", "─": "-", "━": "=", "▔": "-",
        "▏": "|", "−": "-",
        "▌": "|", "▐": "|", "├": "|", "┤": "|", "↑": "^", "↓": "v", "←": "<", "→": ">",
        "“": "\"",
        "”": "\"", "‘": "'", "’": "'", "○": "o", "\u{A0}": " ",
    ]

    /// The bases of U+00C0 to U+017F in order.
    private static let latin: [Unicode.Scalar] = Array(
        ("AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
            + "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRr"
            + "SsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs").unicodeScalars)
}
