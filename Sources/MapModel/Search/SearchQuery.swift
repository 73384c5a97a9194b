/// A query for names: words in any order, all of which must occur.
///
/// Queries that fold to the same text are equal.
public struct SearchQuery: Sendable {
    /// The most words that are used; further ones are ignored.
    private static let termLimit = 32

    let terms: [SearchTerm]
    /// Three letters or digits, or one of a script in which a character is a word or a syllable.
    public let isLongEnough: Bool
    /// As it was typed.
    let text: String

    /// Splits `text` at what is neither letter nor digit.
    public init(_ text: String) {
        self.text = text
        let pattern = SearchPattern(text)
        terms = pattern.words.prefix(Self.termLimit).map(SearchTerm.init)
        let folded = pattern.words.flatMap { String(decoding: $0.map(\.byte), as: UTF8.self).unicodeScalars }
        isLongEnough = folded.count >= 3 || folded.contains(where: Self.isWord)
    }

    /// Some of the words of a query.
    init(terms: [SearchTerm]) {
        self.terms = terms
        text = ""
        isLongEnough = true
    }

    /// Two letters, which may be the code of a country: nothing else is searched for so little.
    public var isShortCode: Bool { terms.count == 1 && terms[0].typed.count == 2 && !isLongEnough }

    /// Three or four capitals, like the letters of an airport.
    var isInCapitals: Bool {
        (3...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }

    /// There is nothing in it to search for.
    public var isEmpty: Bool { terms.isEmpty }

    /// All matches of this query also match `previous`, so only those need to be checked.
    public func extends(_ previous: SearchQuery) -> Bool {
        !previous.isEmpty && previous.terms.allSatisfy { old in terms.contains { $0.implies(old) } }
    }

    /// Han, Hiragana, Katakana, Bopomofo, Hangul syllables and jamo, Yi.
    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3041...0x318E, 0x31A0...0x31BF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA48C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0x1B000...0x1B16F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

extension SearchQuery: Hashable {
    /// Whether both search for the same words, however they are typed.
    public static func == (left: SearchQuery, right: SearchQuery) -> Bool { left.terms == right.terms }

    /// Hashes the words.
    public func hash(into hasher: inout Hasher) { hasher.combine(terms) }
}

/// One word of a query in the spellings that are searched for.
///
/// ä ö ü ø are also found as ae oe ue oe, and the other way round, so each such e may be there or not.
struct SearchTerm: Sendable, Hashable {
    /// With more of them, only all and none are tried.
    private static let optionalLimit = 3

    /// Folded, as it was typed first.
    let spellings: [[UInt8]]
    /// The rarest bytes that all spellings have in common.
    let anchor: [UInt8]

    init(_ word: [SearchPattern.Byte]) {
        let optionals = word.indices.filter { word[$0].isOptional }
        var sets: [Set<Int>] = [Set(optionals.filter { !word[$0].isTyped })]
        if optionals.count <= Self.optionalLimit {
            for mask in 0..<1 << optionals.count {
                sets.append(Set(optionals.indices.filter { mask >> $0 & 1 != 0 }.map { optionals[$0] }))
            }
        } else {
            sets += [[], Set(optionals)]
        }
        var spellings: [[UInt8]] = []
        for set in sets {
            let spelling = word.indices.filter { !set.contains($0) }.map { word[$0].byte }
            if !spellings.contains(spelling) { spellings.append(spelling) }
        }
        self.spellings = spellings
        let pieces = word.split { $0.isOptional }.map { $0.map(\.byte) }
        anchor = pieces.max { ByteRarity.of($0) < ByteRarity.of($1) } ?? spellings[0]
    }

    /// As it was typed.
    var typed: [UInt8] { spellings[0] }

    /// Whether everything that contains this also contains `other`.
    func implies(_ other: SearchTerm) -> Bool {
        spellings.allSatisfy { spelling in
            other.spellings.contains { ByteRarity.isPart($0, of: spelling) }
        }
    }
}

/// A query as folded words in which some bytes may be left out.
struct SearchPattern {
    struct Byte: Hashable {
        let byte: UInt8
        /// An e that spells an umlaut.
        var isOptional = false
        /// It occurs in the text itself, not only in another spelling.
        var isTyped = true
    }

    /// Letters that are also written with an e after them. Decomposed ones are equal to them.
    private static let umlauts: Set<Character> = ["ä", "ö", "ü", "ø", "Ä", "Ö", "Ü", "Ø"]

    private(set) var words: [[Byte]] = []

    init(_ text: String) {
        var word: [Byte] = []
        for (part, isUmlaut) in Self.parts(of: text) {
            for byte in part {
                if byte == 0x20 {
                    finish(&word)
                } else {
                    word.append(Byte(byte: byte, isOptional: Self.isSpelling(byte, after: word.last)))
                }
            }
            if isUmlaut { word.append(Byte(byte: UInt8(ascii: "e"), isOptional: true, isTyped: false)) }
        }
        finish(&word)
    }

    private mutating func finish(_ word: inout [Byte]) {
        // An e at the end does not spell an umlaut, "blue" does not mean "blu", except for ø: Tromsoe.
        let isOe = word.count > 4 && word[word.count - 2].byte == UInt8(ascii: "o")
        if let last = word.last, last.isTyped, !isOe { word[word.count - 1].isOptional = false }
        if !word.isEmpty { words.append(word) }
        word = []
    }

    /// An e after a, o or u.
    private static func isSpelling(_ byte: UInt8, after previous: Byte?) -> Bool {
        guard byte == UInt8(ascii: "e"), let previous, !previous.isOptional else { return false }
        return [UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "u")].contains(previous.byte)
    }

    /// The characters of a text folded one by one, and whether each is one of ä ö ü ø.
    private static func parts(of text: String) -> [(folded: [UInt8], isUmlaut: Bool)] {
        // Jamo that are not yet a syllable are joined by folding the whole first.
        guard !text.unicodeScalars.contains(where: { (0x1100...0x11FF).contains($0.value) }) else {
            return [(FoldedText.folded(text), false)]
        }
        return text.map { (FoldedText.folded($0), Self.umlauts.contains($0)) }
    }
}
