/// Bytes of codes: blanks, digits and numbers.
enum CodeBytes {
    /// No code is longer, in bytes.
    private static let longest = 63

    /// Text without the blanks and tabs around it; empty when it is longer than any code.
    @inline(__always)
    static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = text.count
        while start < end, text[start] <= 0x20 { start += 1 }
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        guard end - start <= longest else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: text[start..<end])
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// 0 to 25 for letters of either case, else more.
    @inline(__always)
    static func letter(_ byte: UInt8) -> Int {
        byte >= 0x41 ? Int((byte | 0x20) &- 0x61) : 255
    }

    /// 0 to 23 for letters without I and O, as the military grid has them; nil for others.
    @inline(__always)
    static func gridLetter(_ byte: UInt8) -> Int? {
        let letter = letter(byte)
        guard letter < 26, letter != 8, letter != 14 else { return nil }
        return letter - (letter > 8 ? 1 : 0) - (letter > 14 ? 1 : 0)
    }

    /// A number of 1 to 16 hexadecimal digits of either case.
    static func hexadecimal(_ text: some Collection<UInt8>) -> UInt64? {
        guard 1...16 ~= text.count else { return nil }
        var number: UInt64 = 0
        for byte in text {
            let digit = isDigit(byte) ? Int(byte) - 0x30 : letter(byte) + 10
            guard digit < 16 else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }

    /// A whole number of decimal digits that fits 64 bits; `.0` behind it is ignored.
    static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
        var digits = text[...]
        if digits.count > 2, digits.last == 0x30, digits[digits.endIndex - 2] == UInt8(ascii: ".") {
            digits = digits.dropLast(2)
        }
        guard 1...20 ~= digits.count else { return nil }
        var number: UInt64 = 0
        for byte in digits {
            guard isDigit(byte) else { return nil }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isOverflow) = tens.addingReportingOverflow(UInt64(byte &- 0x30))
            guard !isTooLarge, !isOverflow else { return nil }
            number = sum
        }
        return number
    }

    /// Whether a number ends as one that was rounded: to 15 or 16 decimal digits, or to the 53 bits of a
    /// double.
    static func isRounded(_ number: UInt64) -> Bool { number % 100 == 0 || number % 64 == 0 }

    /// The fault of a text that a reader refused: 1.23E+17 has lost its digits, whatever it was.
    static func fault(_ fault: CodeFault, of text: UnsafeBufferPointer<UInt8>) -> CodeFault {
        fault == .notACode && isExponential(trimmed(text)) ? .lostDigits : fault
    }

    /// 1.23E+17, 1,23e17, -9E+18.
    private static func isExponential(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let mark = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return false }
        var head = text[..<mark]
        var tail = text[(mark + 1)...]
        if head.first == UInt8(ascii: "-") { head = head.dropFirst() }
        if tail.first == UInt8(ascii: "+") || tail.first == UInt8(ascii: "-") { tail = tail.dropFirst() }
        let marks = head.count { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        let digits = head.count(where: isDigit)
        return digits > 0 && marks <= 1 && digits + marks == head.count && isDigit(head.first ?? 0)
            && 1...3 ~= tail.count && tail.allSatisfy(isDigit)
    }
}
