/// Two angles in one text, with a comma, a semicolon, a slash or blanks between them. Of a text that ends in
/// brackets only these are read: "12 Main Street (47.38, 8.54)". A height may follow. The address of a web map is a pair, too.
///
/// A comma between digits can be a decimal mark or a separator, E can be the east or an exponent. The text is
/// read in all ways; a text that makes sense in more than one of them is rejected.
public struct AnglePair: Sendable {
    private let first: Angle
    private let second: Angle

    /// Longer texts, in bytes, are rejected.
    public static let longest = 4096

    /// - Complexity: O(bytes).
    public init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count <= Self.longest, !Self.isGeometry(bytes) else { return nil }
        if let pair = Self.plain(bytes) ?? Self.unusual(bytes) { self = pair } else { return nil }
    }

    /// Two angles and nothing else but brackets, in the order in which they are written.
    static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        guard let (inner, isBracketed) = Self.withoutBrackets(bytes) else { return nil }
        if let plain = Self.decimals(inner, isBracketed: isBracketed) { return plain }
        // The s of 33d51m36s is not south when that would leave the other angle without a letter.
        let withExponents = Self.pairs(inner, hasExponents: true).filter { $0.hasConsistentLetters }
        let pairs =
            withExponents.isEmpty
            ? Self.pairs(inner, hasExponents: false).filter { $0.hasConsistentLetters } : withExponents
        let even = pairs.filter { $0.first.partCount == $0.second.partCount }
        // Bare numbers must come in equal counts: 48,5 2.35 is more likely a decimal comma than 2.35 minutes.
        let candidates = even.isEmpty && !Self.isBare(inner) ? pairs : even
        return candidates.count == 1 ? candidates.first : nil
    }

    /// Only numbers, blanks, commas, semicolons and slashes: nothing shows which number is what.
    private static func isBare(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let marks = Array(" \t,;/.+-".utf8)
        return bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || marks.contains($0) }
    }

    private init(_ first: Angle, _ second: Angle) {
        self.first = first
        self.second = second
    }

    /// A latitude and a longitude that are labelled as such.
    init(latitude: DegreeToken.Number, longitude: DegreeToken.Number) {
        first = Angle(latitude, axis: .latitude)
        second = Angle(longitude, axis: .longitude)
    }

    /// The place of an address.
    init(latitude: Int64, longitude: Int64) {
        first = Angle(units: latitude, axis: .latitude)
        second = Angle(units: longitude, axis: .longitude)
    }

    /// Each angle is one number.
    var areDecimals: Bool { first.partCount == 1 && second.partCount == 1 }

    /// Latitude and longitude in units of 1e-7 degrees, of any size.
    ///
    /// Letters for hemispheres decide which is which; without them the order does.
    public func degrees(longitudeFirst: Bool) -> (north: Int64, east: Int64) {
        let isLongitudeFirst = first.axis.map { $0 == .longitude } ?? longitudeFirst
        return isLongitudeFirst ? (second.units, first.units) : (first.units, second.units)
    }

    /// Letters or labels show which angle is the latitude.
    public var hasLetters: Bool { first.axis != nil }

    /// Both angles have a letter, of different axes, or neither has.
    private var hasConsistentLetters: Bool {
        (first.axis == nil) == (second.axis == nil) && (first.axis == nil || first.axis != second.axis)
    }

    /// Two decimals and at most one separator: what nearly all texts are, read at once.
    private static func decimals(
        _ bytes: UnsafeBufferPointer<UInt8>, isBracketed: Bool
    ) -> AnglePair? {
        var scanner = DegreeScanner(bytes, DegreeScanner.Reading())
        guard !bytes.isEmpty, let first = scanner.number(), scanner.skipSeparator(),
            let second = scanner.number()
        else { return nil }
        if isBracketed, scanner.skipSeparator() { _ = scanner.number() }
        guard scanner.offset == bytes.count else { return nil }
        return AnglePair(Angle(first), Angle(second))
    }

    /// Text within the pair of brackets that ends it; the whole text without one, nil when the brackets do
    /// not match.
    private static func withoutBrackets(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (text: UnsafeBufferPointer<UInt8>, isBracketed: Bool)? {
        let text = DegreeText.trimmed(bytes)
        let brackets: [(opening: UInt8, closing: UInt8)] = [
            (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "["), UInt8(ascii: "]")),
        ]
        guard let pair = brackets.first(where: { $0.closing == text.last }) else {
            return brackets.contains { $0.opening == text.first } ? nil : (text, false)
        }
        guard let start = text.lastIndex(of: pair.opening) else { return nil }
        return (UnsafeBufferPointer(rebasing: text[start + 1..<text.count - 1]), true)
    }

    private static func pairs(_ bytes: UnsafeBufferPointer<UInt8>, hasExponents: Bool) -> [AnglePair] {
        var pairs: [AnglePair] = []
        for commaIsDecimal in [false, true] {
            let reading = DegreeScanner.Reading(commaIsDecimal: commaIsDecimal, hasExponents: hasExponents)
            // Without a decimal comma the second reading is the first one again.
            guard let scanner = DegreeScanner.tokens(bytes, reading), !commaIsDecimal || scanner.commas > 0,
                scanner.commas == 0 || scanner.points == 0
            else { continue }
            pairs += splits(scanner.tokens[...])
        }
        return pairs
    }

    /// All ways to cut tokens into two angles: at the separator where there is one.
    private static func splits(_ tokens: ArraySlice<DegreeToken>) -> [AnglePair] {
        let separators = tokens.indices.filter { tokens[$0] == .separator }
        guard separators.count <= 1, tokens.count >= 2 else { return [] }
        if let cut = separators.first {
            return [pair(tokens[..<cut], tokens[(cut + 1)...])].compactMap(\.self)
        }
        return tokens.indices.dropFirst().compactMap { pair(tokens[..<$0], tokens[$0...]) }
    }

    private static func pair(_ left: ArraySlice<DegreeToken>, _ right: ArraySlice<DegreeToken>) -> AnglePair?
    {
        guard let first = Angle(left), let second = Angle(right) else { return nil }
        return AnglePair(first, second)
    }
}
