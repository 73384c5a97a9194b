/// The words of a search as databases find them: in any order, in upper or lower case, with accents or without.
package struct SearchWords: Sendable, Equatable {
    /// A regular expression for each word, which is contained in a text that matches it. It has letters and digits,
    /// classes of them and `*` alone: RE2 and PostgreSQL understand it alike.
    package let patterns: [String]

    /// Further letters and words are ignored.
    private static let letterLimit = 200
    private static let wordLimit = 32
    private static let folding: FilterFolding = [.case, .accents]

    /// Splits `text` at what is neither letter nor digit; nothing is found where no words are left.
    package init(_ text: String) {
        let words = text.prefix(Self.letterLimit).split { !$0.isLetter && !$0.isNumber }
        patterns = words.prefix(Self.wordLimit).map { Self.pattern(Self.folding.folded(String($0))) }
    }

    /// Each letter, or one that becomes it, and the combining marks after it.
    private static func pattern(_ word: String) -> String {
        let letters = Set(word.unicodeScalars)
        let (changed, marks) = folding.changes(into: letters)
        let others = Dictionary(grouping: changed, by: \.to).mapValues { $0.map(\.from) }
        var pattern = String.UnicodeScalarView()
        for letter in word.unicodeScalars {
            let kin = others[letter] ?? []
            if kin.isEmpty {
                pattern.append(letter)
            } else {
                pattern.append("[")
                pattern.append(letter)
                pattern.append(contentsOf: kin)
                pattern.append("]")
            }
            guard !kin.isEmpty, let first = marks.first, let last = marks.last else { continue }
            pattern.append(contentsOf: ["[", first, "-", last, "]", "*"])
        }
        return String(pattern)
    }
}
