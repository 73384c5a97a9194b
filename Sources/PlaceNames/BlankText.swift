import MapModel

/// Texts that stand for nothing.
enum BlankText {
    private static let words = Set(["NA", "N/A", "#N/A", "NULL", "NIL", "NAN"].map { word(of: $0.utf8) })

    /// Whether a text says nothing: blanks, `NA`, `N/A`, `null`, or punctuation alone.
    static func isBlank(_ text: String) -> Bool {
        var hasLetters = false
        for byte in text.utf8 where !hasLetters {
            if byte >= 0x80 { return text.utf8.count <= PlaceTexts.longestText && isPunctuation(text) }
            hasLetters = isLetter(byte)
        }
        return !hasLetters || words.contains(word(of: text.utf8))
    }

    /// Whether a text is `NA`.
    static func isNA(_ text: String) -> Bool { word(of: text.utf8) == word(of: "NA".utf8) }

    /// The bytes of a short word in capitals, without blanks; 0 for none or a longer one.
    private static func word(of bytes: String.UTF8View) -> UInt64 {
        var word: UInt64 = 0
        for byte in bytes where byte > 0x20 {
            guard word >> 56 == 0 else { return 0 }
            let isSmall = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
            word = word << 8 | UInt64(isSmall ? byte & 0xDF : byte)
        }
        return word
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    private static func isPunctuation(_ text: String) -> Bool { FoldedText.folded(text).isEmpty }

    /// Whether a text has what was no UTF-8: a name that cannot be read, not a missing one.
    static func isGarbled(_ text: String) -> Bool { text.unicodeScalars.contains("\u{FFFD}") }
}
