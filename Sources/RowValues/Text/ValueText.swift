/// What the text of a value means, by the rules that all columns follow.
package enum ValueText {
    /// Words for no value in columns of numbers and dates; in a column of text NA may be Namibia.
    private static let missingWords: Set<[UInt8]> = Set(
        ["na", "n/a", "nan", "null", "none", "nil", "\\n", "-", "--", "?", "."].map { Array($0.utf8) })

    private static let longestMissingWord = 4

    static func isMissing(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // Most short values are numbers; none of the words has a digit.
        guard text.count <= longestMissingWord, let last = text.last, last &- 0x30 > 9 else { return false }
        return missingWords.contains(text.map { (65...90).contains($0) ? $0 + 32 : $0 })
    }

    /// The bytes without blanks at both ends.
    @inline(__always)
    static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var (first, end) = (0, text.count)
        while first < end, text[first] == 0x20 { first += 1 }
        while end > first, text[end - 1] == 0x20 { end -= 1 }
        return UnsafeBufferPointer(rebasing: text[first..<end])
    }

    // MARK: - Numbers

    /// The number that `text` is: digits with a decimal mark and an exponent, also with its thousands separated; nil
    /// for anything else.
    ///
    /// Numbers with zeros in front, such as "01234", are codes and no numbers, and so are whole numbers of more than
    /// 2^53, which would not be exact.
    static func number(_ text: UnsafeBufferPointer<UInt8>, decimalMark: UInt8) -> Double? {
        plainNumber(text, decimalMark: decimalMark)
            ?? GroupedNumber(text, decimalMark: decimalMark)?.value
    }

    /// The same without separated thousands.
    static func plainNumber(_ text: UnsafeBufferPointer<UInt8>, decimalMark: UInt8) -> Double? {
        var reader = NumberReader(text, decimalMark: decimalMark)
        return reader.read()
    }

    /// A number whose thousands are surely separated, with either decimal mark, `2'600'072.5`; nil for anything else.
    package static func groupedNumber(_ text: [UInt8]) -> Double? {
        text.withUnsafeBufferPointer { text in
            let found = [UInt8(ascii: "."), UInt8(ascii: ",")].lazy.compactMap {
                GroupedNumber(trimmed(text), decimalMark: $0)
            }
            return found.first { $0.isCertain }?.value
        }
    }

    /// A number whose thousands are separated, whose decimal mark is known; nil for anything else.
    package static func groupedNumber(_ text: [UInt8], decimalMark: UInt8) -> Double? {
        text.withUnsafeBufferPointer { GroupedNumber(trimmed($0), decimalMark: decimalMark)?.value }
    }

    /// A truth value; nil for anything else.
    static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard text.count == 4 || text.count == 5 else { return nil }
        let word = text.map { $0 | 0x20 }
        if word == Array("true".utf8) { return true }
        return word == Array("false".utf8) ? false : nil
    }
}

/// A number whose thousands are separated: "1,037.50", "1'037'500", "1 037".
struct GroupedNumber {
    let value: Double
    /// Whether it can be read in no other way: "1,037" could be a little more than one, with a decimal comma.
    let isCertain: Bool

    /// Longer texts are no numbers that anyone writes.
    private static let longest = 40
    private static let groupLength = 3
    /// Blank, apostrophe, no-break space, thin space, narrow no-break space, right quotation mark; besides them the comma
    /// where the decimal mark is a point, and the point where it is a comma.
    private static let marks: [[UInt8]] = [
        [0x20], [0x27], [0xC2, 0xA0], [0xE2, 0x80, 0x89], [0xE2, 0x80, 0xAF], [0xE2, 0x80, 0x99],
    ]

    /// Nil for everything else, plain numbers too.
    init?(_ text: UnsafeBufferPointer<UInt8>, decimalMark: UInt8) {
        guard text.count > Self.groupLength + 1, text.count <= Self.longest else { return nil }
        let sign = text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") ? 1 : 0
        let rest = text[sign...]
        let lead = rest.prefix(while: Self.isDigit)
        guard (1...Self.groupLength).contains(lead.count), lead.first != UInt8(ascii: "0") else { return nil }
        let other = decimalMark == UInt8(ascii: ",") ? UInt8(ascii: ".") : UInt8(ascii: ",")
        let tail = rest[lead.endIndex...]
        guard let mark = ([[other]] + Self.marks).first(where: { tail.starts(with: $0) }) else { return nil }
        var digits = Array(text[..<lead.endIndex])
        var end = lead.endIndex
        var groupCount = 0
        while text[end...].starts(with: mark) {
            let group = text[(end + mark.count)...].prefix(while: Self.isDigit)
            guard group.count == Self.groupLength else { return nil }
            digits += group
            end = group.endIndex
            groupCount += 1
        }
        guard end == text.count || text[end] == decimalMark else { return nil }
        digits += text[end...]
        let found = digits.withUnsafeBufferPointer { ValueText.plainNumber($0, decimalMark: decimalMark) }
        guard let found else { return nil }
        value = found
        isCertain = groupCount > 1 || end < text.count || mark != [other]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}

/// Reads one number.
private struct NumberReader {
    private let text: UnsafeBufferPointer<UInt8>
    private let decimalMark: UInt8
    private var offset = 0
    private var digits: UInt64 = 0
    private var digitCount = 0
    private var exponent = 0

    private static let mostDigits = 19
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19, 1e20, 1e21, 1e22,
    ]

    init(_ text: UnsafeBufferPointer<UInt8>, decimalMark: UInt8) {
        self.text = text
        self.decimalMark = decimalMark
    }

    mutating func read() -> Double? {
        guard !text.isEmpty else { return nil }
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        let wholeStart = offset
        readDigits()
        let wholeCount = offset - wholeStart
        if wholeCount > 1, text[wholeStart] == UInt8(ascii: "0") { return nil }
        var fractionCount = 0
        if skip(decimalMark) {
            let start = offset
            readDigits()
            fractionCount = offset - start
        }
        guard wholeCount + fractionCount > 0 else { return nil }
        exponent = -fractionCount
        guard readExponent(), offset == text.count else { return nil }
        guard let value else { return nil }
        return isNegative ? -value : value
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard offset < text.count, text[offset] == byte else { return false }
        offset += 1
        return true
    }

    private mutating func readDigits() {
        while offset < text.count {
            let digit = text[offset] &- 48
            guard digit < 10 else { return }
            if digitCount < Self.mostDigits { digits = digits &* 10 &+ UInt64(digit) }
            if digits > 0 || digitCount > 0 { digitCount += 1 }
            offset += 1
        }
    }

    private mutating func readExponent() -> Bool {
        guard offset < text.count, text[offset] | 0x20 == UInt8(ascii: "e") else { return true }
        offset += 1
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        var value = 0
        let start = offset
        while offset < text.count, case let digit = text[offset] &- 48, digit < 10, value < 1_000 {
            value = value * 10 + Int(digit)
            offset += 1
        }
        exponent += isNegative ? -value : value
        return offset > start
    }

    /// Exact where digits and power are both exact, else rounded by the library.
    /// After William D. Clinger, "How to read floating point numbers accurately", 1990.
    private var value: Double? {
        let isExact = digitCount <= Self.mostDigits && digits <= 1 << 53
        if isExact, (0...22).contains(exponent) {
            let value = Double(digits) * Self.powers[exponent]
            return value <= 9_007_199_254_740_992 || exponent == 0 ? value : slowValue
        }
        if isExact, (-22...0).contains(exponent) { return Double(digits) / Self.powers[-exponent] }
        // A long whole number is an identifier.
        if exponent == 0 { return nil }
        return slowValue
    }

    private var slowValue: Double? {
        let plain = text.map { $0 == decimalMark ? UInt8(ascii: ".") : $0 }.drop { $0 == 0x2D || $0 == 0x2B }
        return Double(String(decoding: plain, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }
}
