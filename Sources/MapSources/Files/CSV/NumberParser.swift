/// What the text of a coordinate turned out to be.
enum ParsedDegrees: Equatable {
    /// Units of 1e-7 degrees, rounded to the nearest, halves away from zero; any size.
    case value(Int64)
    /// Nothing, or one of the words that mean it: NA, N/A, NULL, \N.
    case missing
    case notANumber
}

/// Reads degrees: plain decimals, exponents, degrees with minutes and seconds, with N, S, E or W before or after.
///
/// Decimals are read exactly, in integers, whatever the locale. A comma is a decimal mark only where the dialect
/// says so; nothing is a thousands separator; nan, inf, hexadecimals and digits of other scripts are not numbers.
struct NumberParser {
    enum Axis {
        case latitude
        case longitude
    }

    /// What a degree is in the units of the result.
    static let unitsPerDegree: Int64 = 10_000_000
    /// Values beyond any use are cut to this, far from overflow.
    static let farAway: Int64 = 1_000_000 * unitsPerDegree

    let decimalMark: CSVDialect.DecimalMark

    /// The plain decimals that nearly all values are: a sign, one to three digits, a mark, one to sixteen digits.
    @inline(__always)
    func degrees(in bytes: ByteRun, _ range: Range<Int>, axis: Axis) -> ParsedDegrees {
        var position = range.lowerBound
        let end = range.upperBound
        guard position < end else { return .missing }
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position &+= 1 }
        var whole: Int64 = 0
        let wholeStart = position
        while position < end, position &- wholeStart < 4 {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            whole = whole &* 10 &+ Int64(digit)
            position &+= 1
        }
        let fractionStart = position &+ 1
        let length = end &- fractionStart
        guard position > wholeStart, position &- wholeStart < 4, length >= 1, length <= 16,
            bytes[position] == UInt8(ascii: ".")
        else { return slowDegrees(in: bytes, range, axis: axis) }
        // The eighth digit alone decides the rounding: halves go away from zero, whatever follows.
        guard let digits = Self.eightDigits(bytes.word(at: fractionStart), count: min(length, 8)),
            length <= 8 || Self.eightDigits(bytes.word(at: fractionStart &+ 8), count: length &- 8) != nil
        else { return slowDegrees(in: bytes, range, axis: axis) }
        let magnitude = whole &* Self.unitsPerDegree &+ (digits &+ 5) / 10
        return .value(isNegative ? -magnitude : magnitude)
    }

    /// The number that the first `count` bytes of a word spell, padded with zeros to eight digits; nil when one of
    /// them is not a digit.
    ///
    /// After Daniel Lemire, "Quickly parsing eight digits", 2018.
    @inline(__always)
    private static func eightDigits(_ word: UInt64, count: Int) -> Int64? {
        let zeros: UInt64 = 0x3030_3030_3030_3030
        let known = count == 8 ? UInt64.max : (UInt64(1) << UInt64(8 &* count)) &- 1
        let text = (word & known) | (zeros & ~known)
        let isAllDigits =
            (text & 0xF0F0_F0F0_F0F0_F0F0) == zeros
            && ((text &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) == zeros
        guard isAllDigits else { return nil }
        var value = text &- zeros
        value = (value &* 10) &+ (value >> 8)
        let low = (value & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let high = ((value >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return Int64((low &+ high) >> 32)
    }

    @inline(never)
    private func slowDegrees(in bytes: ByteRun, _ range: Range<Int>, axis: Axis) -> ParsedDegrees {
        // No number needs more; a field of megabytes is not copied.
        guard range.count <= 4096 else { return .notANumber }
        return degrees(bytes.bytes(range), axis: axis)
    }

    /// The same for bytes of one's own, in all notations.
    func degrees(_ text: [UInt8], axis: Axis) -> ParsedDegrees {
        var text = Self.trimmed(text[...])
        if text.isEmpty || Self.isMissing(text) { return .missing }
        var isFlipped = false
        var hasHemisphere = false
        if let letter = Self.hemisphere(text.first), let flips = Self.flips(letter, axis: axis) {
            text = Self.trimmed(text.dropFirst())
            isFlipped = flips
            hasHemisphere = true
        } else if !Self.endsInSeconds(text), let letter = Self.hemisphere(text.last), let flips = Self.flips(letter, axis: axis) {
            text = Self.trimmed(text.dropLast())
            isFlipped = flips
            hasHemisphere = true
        }
        guard let magnitude = plainDecimal(text) ?? exponent(text) ?? sexagesimal(text) else {
            return .notANumber
        }
        // A sign and a letter together contradict each other or mean nothing.
        if hasHemisphere, Self.sign(text) != nil { return .notANumber }
        return .value(isFlipped ? -magnitude : magnitude)
    }

    // MARK: notations

    private func plainDecimal(_ text: ArraySlice<UInt8>) -> Int64? {
        var rest = text
        let sign = Self.sign(text)
        if let sign { rest = rest.dropFirst(sign.length) }
        guard let magnitude = unsignedDecimal(rest) else { return nil }
        return sign?.isNegative == true ? -magnitude : magnitude
    }

    /// Digits with at most one mark among them.
    private func unsignedDecimal(_ text: ArraySlice<UInt8>) -> Int64? {
        var units: Int64 = 0
        var fractionDigits = -1
        var digitCount = 0
        for byte in text {
            if isDecimalMark(byte) {
                guard fractionDigits < 0 else { return nil }
                fractionDigits = 0
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let digit = Int64(byte - UInt8(ascii: "0"))
            digitCount += 1
            if fractionDigits < 0 {
                units = min(units * 10 + digit, Self.farAway / Self.unitsPerDegree)
            } else {
                if fractionDigits < 7 { units = units * 10 + digit }
                if fractionDigits == 7, digit >= 5 { units += 1 }
                fractionDigits += 1
            }
        }
        guard digitCount > 0 else { return nil }
        for _ in max(fractionDigits, 0)..<max(fractionDigits, 7) { units *= 10 }
        return units
    }

    private func exponent(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let split = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
        guard plainDecimal(text[..<split]) != nil else { return nil }
        var power = text[text.index(after: split)...]
        if let sign = Self.sign(power) { power = power.dropFirst(sign.length) }
        guard !power.isEmpty, power.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
            return nil
        }
        // Made of ASCII digits, marks and signs by now; Swift reads it in the C locale.
        let plain = text.map { isDecimalMark($0) ? UInt8(ascii: ".") : $0 }
        guard let value = Double(String(decoding: plain, as: UTF8.self)) else { return nil }
        let limit = Double(Self.farAway)
        let units = (value * Double(Self.unitsPerDegree)).rounded()
        return Int64(min(max(units, -limit), limit))
    }

    /// 47°22'36.8", 47 22 36.8, 47:22.6, 47d22m36s: two or three numbers, only the last with a fraction.
    private func sexagesimal(_ text: ArraySlice<UInt8>) -> Int64? {
        var rest = text
        let sign = Self.sign(text)
        if let sign { rest = rest.dropFirst(sign.length) }
        var parts: [ArraySlice<UInt8>] = []
        var marks: [[UInt8]] = []
        while let start = rest.firstIndex(where: isNumeral), parts.count < 4 {
            guard start == rest.startIndex else { return nil }
            let end = rest.firstIndex { !isNumeral($0) } ?? rest.endIndex
            parts.append(rest[..<end])
            rest = rest[end...]
            let markEnd = rest.firstIndex(where: isNumeral) ?? rest.endIndex
            marks.append(rest[..<markEnd].filter { $0 != UInt8(ascii: " ") })
            rest = rest[markEnd...]
        }
        guard rest.isEmpty, (1...3).contains(parts.count), Self.areDegreeMarks(marks) else { return nil }
        guard parts.dropLast().allSatisfy({ !$0.contains(where: isDecimalMark) }) else { return nil }
        var total: Int64 = 0
        for (part, divisor) in zip(parts, [Int64(1), 60, 3600]) {
            guard let value = unsignedDecimal(part), divisor == 1 || value < 60 * Self.unitsPerDegree else {
                return nil
            }
            total += (value + divisor / 2) / divisor
        }
        return sign?.isNegative == true ? -total : total
    }

    private func isNumeral(_ byte: UInt8) -> Bool {
        isDecimalMark(byte) || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
    }

    private func isDecimalMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || (decimalMark == .comma && byte == UInt8(ascii: ","))
    }

    /// What may stand after degrees, minutes and seconds; all may be left out or be one kind of separator.
    private static let degreeMarks: [[[UInt8]]] = [
        ["°", "º", "d", "D", ":", "˚", ""].map { Array($0.utf8) },
        ["'", "′", "’", "m", "M", ":", "´", ""].map { Array($0.utf8) },
        ["\"", "″", "”", "''", "s", ""].map { Array($0.utf8) },
    ]

    private static func areDegreeMarks(_ marks: [[UInt8]]) -> Bool {
        zip(marks, degreeMarks).allSatisfy { mark, known in known.contains(mark) }
    }

    private static func sign(_ text: ArraySlice<UInt8>) -> (isNegative: Bool, length: Int)? {
        switch text.first {
        case UInt8(ascii: "-"): (true, 1)
        case UInt8(ascii: "+"): (false, 1)
        // The typographer's minus, U+2212.
        case 0xE2 where text.starts(with: [0xE2, 0x88, 0x92]): (true, 3)
        default: nil
        }
    }

    private static func hemisphere(_ byte: UInt8?) -> UInt8? {
        guard let byte else { return nil }
        let letter = byte & ~0x20
        return [UInt8(ascii: "N"), UInt8(ascii: "S"), UInt8(ascii: "E"), UInt8(ascii: "W")].contains(letter)
            ? letter : nil
    }

    /// The `s` of 47d22m36s, which is not the south.
    private static func endsInSeconds(_ text: ArraySlice<UInt8>) -> Bool {
        text.last == UInt8(ascii: "s") && text.contains(UInt8(ascii: "m"))
    }

    /// Whether the letter turns the sign; nil when it does not belong to the axis.
    private static func flips(_ letter: UInt8, axis: Axis) -> Bool? {
        switch (axis, letter) {
        case (.latitude, UInt8(ascii: "N")), (.longitude, UInt8(ascii: "E")): false
        case (.latitude, UInt8(ascii: "S")), (.longitude, UInt8(ascii: "W")): true
        default: nil
        }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let first = text.first {
            if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
                text = text.dropFirst()
            } else if text.starts(with: [0xC2, 0xA0]) {  // no-break space
                text = text.dropFirst(2)
            } else {
                break
            }
        }
        while let last = text.last {
            if last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
                text = text.dropLast()
            } else if text.suffix(2).elementsEqual([0xC2, 0xA0]) {
                text = text.dropLast(2)
            } else {
                break
            }
        }
        return text
    }

    private static let missingWords = ["NA", "N/A", "NULL", "\\N", "NONE", "-"].map { Array($0.utf8) }

    private static func isMissing(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count <= 4 else { return false }
        let upper = text.map { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") ? $0 - 0x20 : $0 }
        return missingWords.contains(upper)
    }
}
