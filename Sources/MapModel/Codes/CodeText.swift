/// A code as it is typed: of a notation that its form shows, or after the name of its notation:
/// `geohash:u33db`.
///
/// Geohashes, locators, quadkeys and tokens of S2 look like words and numbers, and need the name.
struct CodeText: Equatable {
    /// What is wrong with a text that looks like a code.
    enum Failure: Error, Equatable {
        case fault(CodeNotation, CodeFault)
        /// S after a UTM zone is the band of 32° N or the south, and the northing fits both.
        case ambiguousSide
    }

    let notation: CodeNotation
    let middle: Coordinate

    /// Northings of band S with some slack: also 50° to 59° south.
    private static let northingsOfBandS = 3_400_000.0...4_600_000
    /// Digits that a square must have to be no name: `BAN` is a town, and a square at the south pole.
    private static let fewestZoneDigits = 2
    private static let fewestPolarDigits = 4

    private static let names: [(name: String, notation: CodeNotation)] = [
        ("geohash", .geohash), ("h3", .h3), ("s2", .s2), ("pluscode", .plusCode), ("plus", .plusCode),
        ("olc", .plusCode), ("mgrs", .mgrs), ("usng", .mgrs), ("utm", .utm), ("maidenhead", .maidenhead),
        ("locator", .maidenhead), ("quadkey", .quadkey),
    ]

    /// Nil for text that does not look like a code.
    init?(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
        let text = CodeBytes.trimmed(text)
        guard let (notation, code) = Self.named(text) ?? Self.byForm(text) else { return nil }
        if notation == .utm, Self.isAmbiguous(code) { throw .ambiguousSide }
        switch notation.middle(of: code) {
        case .success(let middle):
            self.notation = notation
            self.middle = middle
        case .failure(let fault): throw .fault(notation, fault)
        }
    }

    /// A name and a colon before the code.
    private static func named(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (CodeNotation, UnsafeBufferPointer<UInt8>)? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
            let notation = notation(named: text[..<colon])
        else { return nil }
        return (notation, UnsafeBufferPointer(rebasing: text[(colon + 1)...]))
    }

    /// The notation of a name; case, blanks, hyphens and underscores are ignored.
    fileprivate static func notation(named name: some Sequence<UInt8>) -> CodeNotation? {
        let word = name.filter { $0 != 0x20 && $0 != 0x2D && $0 != 0x5F }.map { $0 | 0x20 }
        return names.first { word.elementsEqual($0.name.utf8.map { $0 | 0x20 }) }?.notation
    }

    /// The only notation that a text looks like.
    private static func byForm(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (CodeNotation, UnsafeBufferPointer<UInt8>)? {
        if isPlusCode(text) { return (.plusCode, text) }
        if isH3(text) { return (.h3, text) }
        if isSquare(text) { return (.mgrs, text) }
        if isPosition(text) { return (.utm, text) }
        return nil
    }

    private static func isPlusCode(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if ShortPlusCode.isShort(text) { return true }
        let before = PlusCode.digitsBeforePlus
        return text.count > before && text[before] == PlusCode.plus
            && text.allSatisfy { $0 == PlusCode.plus || $0 == 0x30 || PlusCode.digit($0) != nil }
    }

    /// Fifteen hexadecimal digits that begin with 8, more after 0x, or a whole number of H3's size.
    private static func isH3(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if text.count > 2, text[0] == 0x30, text[1] | 0x20 == UInt8(ascii: "x") {
            return 13...18 ~= text.count && CodeBytes.hexadecimal(text.dropFirst(2)) != nil
        }
        if text.count == 15, text[0] == UInt8(ascii: "8") { return CodeBytes.hexadecimal(text) != nil }
        if text.count == 16, 0x30...0x32 ~= text[0] {
            // With the zero before it; 1 is an edge, 2 a vertex.
            return CodeBytes.hexadecimal(text) != nil && text.contains { $0 | 0x20 == UInt8(ascii: "f") }
        }
        guard text.count == 18, let number = CodeBytes.decimal(text) else { return false }
        return 1 << 59 <= number && number < 1 << 60
    }

    /// A zone, a band, two letters, and digits to the end; or three letters at a pole.
    private static func isSquare(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var cursor = CodeCursor(text)
        let hasZone = cursor.number(mostDigits: 2) != nil
        cursor.skipBlanks()
        guard let band = cursor.letter(), hasZone || "abyz".utf8.contains(band) else { return false }
        cursor.skipBlanks()
        guard cursor.letter() != nil, cursor.letter() != nil else { return false }
        var digits = 0
        while !cursor.isAtEnd {
            if cursor.digit() != nil { digits += 1 } else if !cursor.skipBlanks() { return false }
        }
        return digits >= (hasZone ? fewestZoneDigits : fewestPolarDigits)
    }

    /// A position of UTM that is valid: no other text is.
    private static func isPosition(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        (try? UTMPosition(text)) != nil || (try? UTMPosition(text, sIsBand: true)) != nil
    }

    private static func isAmbiguous(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard UTMPosition.side(of: text) == .letterS, let position = try? UTMPosition(CodeBytes.trimmed(text))
        else { return false }
        return northingsOfBandS.contains(position.northing)
    }
}

extension CodeNotation {
    /// The notation of a name such as `MGRS`, `usng` or `plus code`; nil for other words.
    public init?(name: String) {
        guard let notation = CodeText.notation(named: name.utf8) else { return nil }
        self = notation
    }

    /// A code of the notation, for messages.
    var example: String {
        switch self {
        case .geohash: "u33db"
        case .h3: "8928308280fffff"
        case .s2: "886d3b5c"
        case .plusCode: "8FVC9G8F+6X"
        case .mgrs: "33UUU9177119706"
        case .utm: "33U 391777 5819706"
        case .maidenhead: "JO62qm"
        case .quadkey: "120210233222"
        }
    }
}
