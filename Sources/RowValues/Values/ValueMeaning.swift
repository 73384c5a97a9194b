import MapModel

/// What values of a column mean, as 64 bits by which two tables are compared: equal where values are, whatever their form.
///
/// 0 is no value. Numbers are their bits, all other values a hash that is valid while the program runs.
package struct ValueMeaning: Sendable {
    /// No value.
    package static let missing: UInt64 = 0

    /// The type that the column has in either table.
    let kind: ColumnKind
    /// The order of day and month where three numbers leave it open.
    let dayOrder: DayOrder?
    /// The zone of clocks without an offset.
    let zone: ZoneTable

    /// The values of a column that is of a type in one table or both.
    package init(kind: ColumnKind, dayOrder: DayOrder? = nil, zone: ZoneTable = .utc) {
        (self.kind, self.dayOrder, self.zone) = (kind, dayOrder, zone)
    }

    /// The number that a meaning is; nil for one that is none.
    package static func number(_ meaning: UInt64) -> Double? {
        guard meaning != missing else { return nil }
        let number = Double(bitPattern: meaning &- 1)
        return number.isFinite ? number : nil
    }

    private static func meaning(of number: Double) -> UInt64 {
        // -0 is 0.
        (number == 0 ? 0 : number.bitPattern) &+ 1
    }

    /// What a text means.
    package func meaning(_ text: UnsafeBufferPointer<UInt8>, decimalMark: UInt8) -> UInt64 {
        let text = ValueText.trimmed(text)
        guard let first = text.first else { return Self.missing }
        if kind != .text, ValueText.isMissing(text) { return Self.missing }
        switch kind {
        case .time: if let time = time(text) { return Self.meaning(ofTime: time, text) }
        case .boolean: if let value = Self.truth(text) { return Self.meaning(of: value ? 1 : 0) }
        case .number, .text: break
        }
        if first &- 43 < 15 || first == decimalMark, let number = number(text, decimalMark) {
            return Self.meaning(of: number)
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let value = JSONMeaning.hash(of: text) {
            return value
        }
        return Self.hash(of: text)
    }

    /// What a text means.
    package func meaning(_ text: String, decimalMark: UInt8) -> UInt64 {
        var text = text
        return text.withUTF8 { meaning($0, decimalMark: decimalMark) }
    }

    // MARK: - By type

    private func time(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        if let reading = TimeText.reading(text), let wall = reading.milliseconds(dayOrder),
            UTCInstant(milliseconds: wall) != nil
        {
            return Double(reading.hasOffset || zone == .utc ? wall : zone.moment(ofWall: wall).milliseconds)
        }
        guard let number = PlainNumber(text), let unit = EpochUnit.likely(number.whole) else { return nil }
        return number.milliseconds(unit).map(Double.init)
    }

    /// Milliseconds, and what the text has beyond them.
    private static func meaning(ofTime milliseconds: Double, _ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let rest = nanosecondsBeyondMilliseconds(text)
        let meaning = meaning(of: milliseconds)
        return rest == 0 ? meaning : notMissing(mixed(meaning ^ UInt64(rest) << 44))
    }

    /// Of the digits behind the seconds those of the fourth to the ninth place, or the last ones of whole microseconds and
    /// nanoseconds since 1970.
    private static func nanosecondsBeyondMilliseconds(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        let mayBeNumber = text.count > 4 && text[4] &- 48 < 10
        if mayBeNumber, let whole = PlainNumber(text)?.whole, whole > 0, let unit = EpochUnit.likely(whole) {
            switch unit {
            case .seconds: break
            case .milliseconds: return 0
            case .microseconds: return Int(whole % 1000) * 1000
            case .nanoseconds: return Int(whole % 1_000_000)
            }
        }
        guard let mark = text.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) else {
            return 0
        }
        // A fraction stands behind a clock, or is that of a number; the point of a date does not.
        let isClock = text[..<mark].contains { $0 == UInt8(ascii: ":") || $0 | 0x20 == UInt8(ascii: "t") }
        guard isClock || text[..<mark].allSatisfy({ $0 &- 48 < 10 }) else { return 0 }
        let digits = text[(mark + 1)...].prefix { $0 &- 48 < 10 }.dropFirst(3).prefix(6)
        return (0..<6).reduce(0) { number, place in
            number * 10 + (place < digits.count ? Int(digits[digits.startIndex + place] &- 48) : 0)
        }
    }

    private static let truths: [(word: [UInt8], value: Bool)] = [
        ("true", true), ("t", true), ("yes", true), ("y", true), ("1", true),
        ("false", false), ("f", false), ("no", false), ("n", false), ("0", false),
    ].map { (Array($0.0.utf8), $0.1) }

    /// Whether a text is a truth value in a column of such.
    package static func isTruth(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { truth($0) != nil }
    }

    private static func truth(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard text.count <= 5 else { return nil }
        let word = text.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        return truths.first { $0.word == word }?.value
    }

    private func number(_ text: UnsafeBufferPointer<UInt8>, _ decimalMark: UInt8) -> Double? {
        if let whole = Self.wholeNumber(text) { return whole }
        if let number = ValueText.plainNumber(text, decimalMark: decimalMark) { return number }
        if kind == .number, let grouped = GroupedNumber(text, decimalMark: decimalMark) {
            return grouped.value
        }
        return withoutZeros(text, decimalMark)
    }

    /// Up to 15 digits without a zero in front: most numbers.
    private static func wholeNumber(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard text.count <= 15, text[0] != UInt8(ascii: "0") || text.count == 1 else { return nil }
        var value: Int64 = 0
        for byte in text {
            let digit = byte &- 48
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int64(digit)
        }
        return Double(value)
    }

    /// Zeros in front make a code of a whole number, but not of one with a fraction.
    private func withoutZeros(_ text: UnsafeBufferPointer<UInt8>, _ decimalMark: UInt8) -> Double? {
        guard text.contains(decimalMark) else { return nil }
        let isSigned = text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")
        let digits = text.dropFirst(isSigned ? 1 : 0).drop { $0 == UInt8(ascii: "0") }
        guard digits.count < text.count - (isSigned ? 1 : 0) else { return nil }
        let value = Array(digits).withUnsafeBufferPointer {
            ValueText.plainNumber($0, decimalMark: decimalMark)
        }
        return value.map { text[0] == UInt8(ascii: "-") ? -$0 : $0 }
    }

    // MARK: - Texts

    /// A hash of a text; composed and decomposed letters are alike, and so are the ends of lines of all systems.
    static func hash(of text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var returns: UInt64 = 0
        var seed: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(text.count)
        var high: UInt8 = 0
        var offset = 0
        while offset + 8 <= text.count {
            var word: UInt64 = 0
            for index in 0..<8 {
                let byte = text[offset + index]
                high |= byte
                word |= UInt64(byte) << UInt64(8 * index)
            }
            returns |= Self.bytes(equalTo: 0x0D, in: word)
            seed = mixed(seed ^ word)
            offset += 8
        }
        var word: UInt64 = 0
        while offset < text.count {
            high |= text[offset]
            if text[offset] == 0x0D { returns = 1 }
            word = word << 8 | UInt64(text[offset])
            offset += 1
        }
        if returns != 0 {
            return withoutReturns(text).withUnsafeBufferPointer { hash(of: $0) }
        }
        if high < 0x80 { return notMissing(mixed(seed ^ word)) }
        var hasher = Hasher()
        // Texts hash as they compare: by canonical equivalence.
        hasher.combine(String(decoding: text, as: UTF8.self))
        return notMissing(UInt64(bitPattern: Int64(hasher.finalize())))
    }

    /// High bits, of which one is set where a byte of a word is `byte`; nothing where none is.
    ///
    /// After "Determine if a word has a byte equal to n" by Sean Eron Anderson, Bit Twiddling Hacks.
    private static func bytes(equalTo byte: UInt8, in word: UInt64) -> UInt64 {
        let zeros = word ^ UInt64(byte) &* 0x0101_0101_0101_0101
        return (zeros &- 0x0101_0101_0101_0101) & ~zeros & 0x8080_8080_8080_8080
    }

    /// With a line feed alone at the end of each line.
    private static func withoutReturns(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        for (index, byte) in text.enumerated() {
            if byte != 0x0D {
                plain.append(byte)
            } else if index + 1 == text.count || text[index + 1] != 0x0A {
                plain.append(0x0A)
            }
        }
        return plain
    }

    static func notMissing(_ hash: UInt64) -> UInt64 { hash == missing ? 1 << 63 : hash }

    /// Bits that depend on all bits of a number, a different result for each.
    ///
    /// After the finalizer of MurmurHash3 by Austin Appleby, with the constants of David Stafford, 2011.
    @inline(__always)
    package static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
