/// The signs, words and blanks of the grammar of degrees.
extension DegreeScanner {
    /// The typographer's minus, U+2212.
    static let minus: [UInt8] = [0xE2, 0x88, 0x92]

    typealias Sign = (bytes: [UInt8], slot: DegreeToken.Slot)

    static let signs: [Sign] =
        signs("°º˚", .degrees) + signs("'′’‘´ʹ`", .minutes) + signs("\"″”“ʺ", .seconds)

    private static func signs(_ characters: String, _ slot: DegreeToken.Slot) -> [Sign] {
        characters.unicodeScalars.map { (Array(String($0).utf8), slot) }
    }

    private typealias Word = (text: [UInt8], token: DegreeToken)

    private static let words: [Word] =
        words("d deg degree degrees", .mark(.degrees, isWord: true))
        + words("m min minute minutes", .mark(.minutes, isWord: true))
        + words("sec second seconds", .mark(.seconds, isWord: true))
        + words("n north nord norte noord norr", .hemisphere(.north))
        + words("south sud sued süd sul sur zuid söder", .hemisphere(.south))
        + words("e east ost oost est este leste öst öster øst", .hemisphere(.east))
        + words("w west ouest oeste ovest väst väster", .hemisphere(.west))

    private static func words(_ list: String, _ token: DegreeToken) -> [Word] {
        list.split(separator: " ").map { (Array($0.utf8), token) }
    }

    /// What a run of letters means; nil when it means nothing here.
    static func word(_ letters: Slice<UnsafeBufferPointer<UInt8>>) -> DegreeToken? {
        if letters.count == 1 {
            if letters.first == UInt8(ascii: "S") { return .hemisphere(.south) }
            if letters.first == UInt8(ascii: "s") { return .lowercaseS }
        }
        return words.first { word in
            word.text.count == letters.count
                && zip(word.text, letters).allSatisfy { $0 == ($1 == latinLead ? $1 : $1 | 0x20) }
        }?.token
    }

    /// The first byte of À to ÿ; the second ones of a capital and its small letter differ as those of ASCII do.
    static let latinLead: UInt8 = 0xC3

    static func isUnit(_ token: DegreeToken) -> Bool {
        if case .mark = token { return true }
        return token == .lowercaseS
    }

    static func isHemisphere(_ token: DegreeToken) -> Bool {
        if case .hemisphere = token { return true }
        return token == .lowercaseS
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    static func isLetter(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }

    /// The bytes of the blank that comes first; 0 when none does.
    static func blankLength(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        guard let first = text.first else { return 0 }
        switch first {
        case 0x20, 0x09...0x0D: return 1
        // No-break space.
        case 0xC2: return text.dropFirst().first == 0xA0 ? 2 : 0
        // U+2000 to U+200A, the narrow no-break space U+202F, the ideographic space U+3000.
        case 0xE2, 0xE3:
            let rest = text.dropFirst().prefix(2)
            guard rest.count == 2, rest.first == 0x80, let last = rest.last else { return 0 }
            return first == 0xE3
                ? (last == 0x80 ? 3 : 0) : (0x80...0x8A).contains(last) || last == 0xAF ? 3 : 0
        default: return 0
        }
    }
}
