/// Reads a code from left to right.
struct CodeCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    @inline(__always)
    var isAtEnd: Bool { offset == bytes.count }

    /// The next byte, letters small; nil at the end.
    @inline(__always)
    private var next: UInt8? {
        guard offset < bytes.count else { return nil }
        let byte = bytes[offset]
        return 0x41...0x5A ~= byte ? byte | 0x20 : byte
    }

    /// Takes a byte, a letter of either case.
    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    /// Takes a word of either case.
    mutating func skip(word: StaticString) -> Bool {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount where !skip(word.utf8Start[index]) {
            offset = start
            return false
        }
        return true
    }

    /// Takes blanks, commas, semicolons and colons; whether there were any.
    @discardableResult
    mutating func skipSeparators() -> Bool {
        let start = offset
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x2C || byte == 0x3B || byte == 0x3A {
            offset += 1
        }
        return offset > start
    }

    /// Takes blanks; whether there were any.
    @discardableResult
    @inline(__always)
    mutating func skipBlanks() -> Bool {
        let start = offset
        while let byte = next, byte == 0x20 || byte == 0x09 { offset += 1 }
        return offset > start
    }

    /// Takes a letter, which is returned small.
    @inline(__always)
    mutating func letter() -> UInt8? {
        guard let byte = next, 0x61...0x7A ~= byte else { return nil }
        offset += 1
        return byte
    }

    /// Takes one digit.
    @inline(__always)
    mutating func digit() -> Int? {
        guard let byte = next, CodeBytes.isDigit(byte) else { return nil }
        offset += 1
        return Int(byte) - 0x30
    }

    /// Takes 1 to `mostDigits` digits; nil when there are none or more.
    @inline(__always)
    mutating func number(mostDigits: Int) -> Int? {
        var number = 0
        var count = 0
        while let digit = digit() {
            number = number * 10 + digit
            count += 1
            guard count <= mostDigits else { return nil }
        }
        return count > 0 ? number : nil
    }

    /// Takes digits with or without a fraction, at most `mostDigits` in all; nil when there are none or more.
    mutating func decimal(mostDigits: Int) -> Double? {
        var number = 0.0
        var scale = 1.0
        var count = 0
        while let digit = digit() {
            number = number * 10 + Double(digit)
            count += 1
        }
        guard count > 0 else { return nil }
        if skip(UInt8(ascii: ".")) {
            while let digit = digit() {
                number = number * 10 + Double(digit)
                scale *= 10
                count += 1
            }
        }
        return count <= mostDigits ? number / scale : nil
    }
}
