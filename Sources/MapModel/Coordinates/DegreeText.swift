/// Text of one latitude or longitude: plain decimals, exponents, degrees with minutes and seconds, with a letter for
/// the hemisphere before or after.
///
/// Nothing is a thousands separator; nan, inf, hexadecimals and digits of other scripts are not numbers.
public enum DegreeText {
    /// Units to a degree.
    public static let unitsPerDegree = DegreeScanner.unitsPerDegree
    /// Values beyond any use are clamped to this, far from overflow.
    public static let farAway = DegreeScanner.farAway
    /// No angle is longer, in bytes.
    private static let longest = 4096

    /// - Parameter commaIsDecimal: a comma is a decimal mark, as a point is.
    /// - Complexity: O(bytes).
    public static func degrees(
        _ bytes: UnsafeBufferPointer<UInt8>, axis: CoordinateAxis, commaIsDecimal: Bool
    ) -> ParsedDegrees {
        guard bytes.count <= longest else { return .notANumber }
        let text = trimmed(bytes)
        if isMissing(text) { return .missing }
        let reading = DegreeScanner.Reading(commaIsDecimal: commaIsDecimal)
        var number = DegreeScanner(text, reading)
        if let plain = number.number(), number.offset == text.count { return .value(plain.units) }
        guard let scanner = DegreeScanner.tokens(text, reading), let angle = Angle(scanner.tokens[...]),
            angle.axis == nil || angle.axis == axis
        else { return .notANumber }
        return .value(angle.units)
    }

    /// The same for an array of bytes.
    public static func degrees(_ bytes: [UInt8], axis: CoordinateAxis, commaIsDecimal: Bool) -> ParsedDegrees
    {
        bytes.withUnsafeBufferPointer { degrees($0, axis: axis, commaIsDecimal: commaIsDecimal) }
    }

    private static let missingWords = [
        "NA", "N/A", "#N/A", "NAN", "NULL", "\\N", "NONE", "NIL", "UNDEFINED", "-", "--", "?", "\"\"",
    ].map { Array($0.utf8) }

    /// Whether text is blank, or one of the words for no value.
    public static func isMissing(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = trimmed(bytes)
        if text.isEmpty { return true }
        // Most values are numbers, which no word begins like.
        guard text.count <= 9, !(0x30...0x39).contains(text[0]) else { return false }
        let upper = text.map { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") ? $0 - 0x20 : $0 }
        return missingWords.contains(upper)
    }

    /// Text without the blanks around it.
    static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var text = bytes[...]
        while case let length = DegreeScanner.blankLength(text), length > 0 { text = text.dropFirst(length) }
        while let length = (1...3).first(where: { length in
            text.count >= length && DegreeScanner.blankLength(text.suffix(length)) == length
        }) {
            text = text.dropLast(length)
        }
        return UnsafeBufferPointer(rebasing: text)
    }
}
