/// Splits the text of degrees into tokens: UTF-8, one token at a time, skipping only blanks.
struct DegreeScanner {
    /// How ambiguous characters are read.
    struct Reading {
        /// A comma between digits is a decimal mark; else it separates two angles.
        var commaIsDecimal = false
        /// 8E5 is a number with an exponent; else E is the east.
        var hasExponents = true
    }

    /// The most tokens of a coordinate: twice a letter, three numbers and their marks.
    private static let mostTokens = 20

    let bytes: UnsafeBufferPointer<UInt8>
    let reading: Reading
    var offset: Int
    private(set) var tokens: [DegreeToken] = []
    /// Decimal points and decimal commas met so far.
    var points = 0
    var commas = 0
    /// The sign ° was found, so the numbers are degrees.
    private var hasDegreeSign = false
    /// A letter for a hemisphere follows a number without a blank, as in 33S.
    private var hasTightHemisphere = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ reading: Reading) {
        self.bytes = bytes
        self.reading = reading
        offset = bytes.startIndex
    }

    /// All tokens; nil when something is left over at `offset`.
    static func tokens(_ bytes: UnsafeBufferPointer<UInt8>, _ reading: Reading) -> DegreeScanner? {
        var scanner = DegreeScanner(bytes, reading)
        return scanner.scan() ? scanner : nil
    }

    /// Scans to the end, or to the first byte that is not part of a token; whether the end was reached.
    mutating func scan() -> Bool {
        tokens.reserveCapacity(12)
        while tokens.count <= Self.mostTokens {
            let isTight = offset > 0
            let afterBlank = skipBlanks()
            guard offset < bytes.count else { return true }
            guard next(isTight: isTight && !afterBlank) else { return false }
        }
        return false
    }

    private mutating func next(isTight: Bool) -> Bool {
        switch bytes[offset] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"):
            return takeNumber(isTight: isTight)
        case UInt8(ascii: ","): return takeComma(isTight: isTight)
        case UInt8(ascii: ";"), UInt8(ascii: "/"): append(.separator, length: 1)
        case UInt8(ascii: ":"): append(.colon, length: 1)
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return takeWord(isTight: isTight)
        default:
            if starts(with: Self.minus) { return takeNumber(isTight: isTight) }
            if bytes[offset] == Self.latinLead { return takeWord(isTight: isTight) }
            return takeSign()
        }
        return true
    }

    private mutating func takeNumber(isTight: Bool) -> Bool {
        // 5-3 and 1.2.3 are not two numbers; 51'10 is.
        if isTight, case .number = tokens.last { return false }
        let start = offset
        guard let number = number() else {
            offset = start
            return false
        }
        if isTight, number.sign != nil, tokens.last != .separator {
            offset = start
            return false
        }
        tokens.append(.number(number))
        return true
    }

    private mutating func takeComma(isTight: Bool) -> Bool {
        let isBeforeDigit = offset + 1 < bytes.count && Self.isDigit(bytes[offset + 1])
        if reading.commaIsDecimal, isBeforeDigit { return takeNumber(isTight: isTight) }
        append(.separator, length: 1)
        return true
    }

    private mutating func append(_ token: DegreeToken, length: Int) {
        tokens.append(token)
        offset += length
    }

    /// A letter or word for degrees, minutes, seconds or a hemisphere, or one of each: 36sN.
    private mutating func takeWord(isTight: Bool) -> Bool {
        let start = offset
        var end = offset
        while end < bytes.count {
            let length = bytes[end] == Self.latinLead ? 2 : Self.isLetter(bytes[end]) ? 1 : 0
            guard length > 0, end + length <= bytes.count else { break }
            end += length
        }
        if let token = Self.word(bytes[start..<end]) {
            if isTight, case .number = tokens.last, Self.isHemisphere(token) { hasTightHemisphere = true }
            append(token, length: end - start)
            return true
        }
        guard end - start > 1, let unit = Self.word(bytes[start..<end - 1]),
            let letter = Self.word(bytes[end - 1..<end]), Self.isUnit(unit), Self.isHemisphere(letter)
        else { return false }
        append(unit, length: end - start - 1)
        append(letter, length: 1)
        return true
    }

    private mutating func takeSign() -> Bool {
        guard let sign = Self.signs.first(where: { starts(with: $0.bytes) }) else { return false }
        var slot = sign.slot
        var length = sign.bytes.count
        if slot == .degrees { hasDegreeSign = true }
        offset += length
        // Two apostrophes, or two primes, are seconds.
        if slot == .minutes, starts(with: sign.bytes) {
            slot = .seconds
        } else {
            length = 0
        }
        append(.mark(slot, isWord: false), length: length)
        return true
    }

    /// Whether the tokens so far can only be degrees.
    var isSurelyDegrees: Bool { hasDegreeSign || hasTightHemisphere }

    // MARK: bytes

    func starts(with text: [UInt8]) -> Bool {
        bytes.count - offset >= text.count && text.indices.allSatisfy { bytes[offset + $0] == text[$0] }
    }

    /// Skips blanks with at most one separator among them; false when there is neither, or nothing follows.
    mutating func skipSeparator() -> Bool {
        let start = offset
        _ = skipBlanks()
        if offset < bytes.count, ",;/".utf8.contains(bytes[offset]) {
            offset += 1
            _ = skipBlanks()
        }
        return offset > start && offset < bytes.count
    }

    /// Whether there was a blank.
    private mutating func skipBlanks() -> Bool {
        let start = offset
        while offset < bytes.count {
            let length = Self.blankLength(bytes[offset...])
            guard length > 0 else { break }
            offset += length
        }
        return offset > start
    }
}
