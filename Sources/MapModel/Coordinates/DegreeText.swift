/// Text of one latitude or longitude: plain decimals, exponents, degrees with minutes and seconds, with a letter for
/// the hemisphere before or after.
///
/// Nothing is a thousands separator; nan, inf, hexadecimals and digits of other scripts are not numbers.
public enum DegreeText {
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
        if let angle = angle(text, reading), angle.axis == nil || angle.axis == axis {
            return .value(angle.units)
        }
        return unusualDegrees(text, axis: axis).map(ParsedDegrees.value) ?? .notANumber
    }

    private static func angle(
        _ text: UnsafeBufferPointer<UInt8>, _ reading: DegreeScanner.Reading
    ) -> Angle? {
        DegreeScanner.tokens(text, reading).flatMap { Angle($0.tokens[...]) }
    }

    /// 43-25-01S and 43.25.01S, and seconds with a decimal comma among numbers with points; nil for anything else.
    private static func unusualDegrees(
        _ text: UnsafeBufferPointer<UInt8>, axis: CoordinateAxis
    ) -> Int64? {
        if let colons = withColons(text) {
            let found = colons.withUnsafeBufferPointer {
                angle($0, DegreeScanner.Reading(commaIsDecimal: true))
            }
            return found.flatMap { $0.axis == axis ? $0.units : nil }
        }
        guard text.contains(UInt8(ascii: ",")),
            let found = angle(text, DegreeScanner.Reading(commaIsDecimal: true)), found.partCount > 1,
            found.axis == nil || found.axis == axis
        else { return nil }
        return found.units
    }

    /// The text with colons between the parts of its angles, where these are parted by hyphens or points: 43-25-01S,
    /// 43-25.5N, 43.25.01S; nil without such angles. Only a letter for the hemisphere tells them from dates and versions.
    static func withColons(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        func isDigit(_ offset: Int) -> Bool { offset < text.count && DegreeScanner.isDigit(text[offset]) }
        guard text.contains(where: DegreeScanner.isLetter) else { return nil }
        var result = Array(text)
        var isChanged = false
        var offset = 0
        while offset < text.count {
            guard isDigit(offset) else {
                offset += 1
                continue
            }
            var end = offset
            var marks: [Int] = []
            while isDigit(end) || (end < text.count && "-.".utf8.contains(text[end]) && isDigit(end + 1)) {
                if !isDigit(end) { marks.append(end) }
                end += 1
            }
            // A fraction may follow the last part.
            let hyphens = marks.filter { text[$0] == UInt8(ascii: "-") }
            let points = marks.filter { text[$0] == UInt8(ascii: ".") }
            let cuts = hyphens.isEmpty ? (points.count >= 2 ? Array(points.prefix(2)) : []) : hyphens
            let isFraction = points.count <= (hyphens.isEmpty ? 3 : 1)
            if !cuts.isEmpty, cuts.count <= 2, isFraction {
                for cut in cuts { result[cut] = UInt8(ascii: ":") }
                isChanged = true
            }
            offset = max(end, offset + 1)
        }
        return isChanged ? result : nil
    }

    /// The same for an array of bytes.
    public static func degrees(_ bytes: [UInt8], axis: CoordinateAxis, commaIsDecimal: Bool) -> ParsedDegrees
    {
        bytes.withUnsafeBufferPointer { degrees($0, axis: axis, commaIsDecimal: commaIsDecimal) }
    }

    private static let missingWords = [
        "NA", "N/A", "#N/A", "NAN", "NULL", "\\N", "NONE", "NIL", "UNDEFINED", "-", "--", "?", "\"\"", "[]",
        "{}", "()",
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
