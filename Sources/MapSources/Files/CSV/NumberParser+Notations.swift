/// The notations that are rare enough to be read slowly.
extension NumberParser {
    func plainDecimal(_ text: ArraySlice<UInt8>) -> Int64? {
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

    func exponent(_ text: ArraySlice<UInt8>) -> Int64? {
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
    func sexagesimal(_ text: ArraySlice<UInt8>) -> Int64? {
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

    static func sign(_ text: ArraySlice<UInt8>) -> (isNegative: Bool, length: Int)? {
        switch text.first {
        case UInt8(ascii: "-"): (true, 1)
        case UInt8(ascii: "+"): (false, 1)
        // The typographer's minus, U+2212.
        case 0xE2 where text.starts(with: [0xE2, 0x88, 0x92]): (true, 3)
        default: nil
        }
    }

    static func hemisphere(_ byte: UInt8?) -> UInt8? {
        guard let byte else { return nil }
        let letter = byte & ~0x20
        return [UInt8(ascii: "N"), UInt8(ascii: "S"), UInt8(ascii: "E"), UInt8(ascii: "W")].contains(letter)
            ? letter : nil
    }

    /// The `s` of 47d22m36s, which is not the south.
    static func endsInSeconds(_ text: ArraySlice<UInt8>) -> Bool {
        text.last == UInt8(ascii: "s") && text.contains(UInt8(ascii: "m"))
    }

    /// Whether the letter turns the sign; nil when it does not belong to the axis.
    static func flips(_ letter: UInt8, axis: Axis) -> Bool? {
        switch (axis, letter) {
        case (.latitude, UInt8(ascii: "N")), (.longitude, UInt8(ascii: "E")): false
        case (.latitude, UInt8(ascii: "S")), (.longitude, UInt8(ascii: "W")): true
        default: nil
        }
    }

    static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
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

    static func isMissing(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count <= 4 else { return false }
        let upper = text.map { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") ? $0 - 0x20 : $0 }
        return missingWords.contains(upper)
    }
}
