/// The bits of a message, six in each byte, counted from 0.
struct AISBits {
    private(set) var symbols: [UInt8] = []
    /// Bits that are there, without those that fill the last symbol.
    private(set) var count = 0

    /// Forgets everything.
    mutating func removeAll() {
        symbols.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Adds the payload of a sentence; false where a character is none of AIS.
    mutating func append(_ payload: UnsafeBufferPointer<UInt8>, fill: Int) -> Bool {
        for character in payload {
            var symbol = character &- 48
            if symbol > 40 { symbol &-= 8 }
            guard symbol < 64, !(88...95).contains(character) else { return false }
            symbols.append(symbol)
        }
        count = symbols.count * 6 - min(fill, payload.count * 6)
        return true
    }

    /// The number of `length` bits, at most 30, from `start`; nil where not all of them are there.
    func number(_ start: Int, _ length: Int) -> Int? {
        guard start + length <= count else { return nil }
        var value = 0
        var bit = start
        var left = length
        while left > 0 {
            let offset = bit % 6
            let taken = min(6 - offset, left)
            let symbol = Int(symbols[bit / 6])
            value = value << taken | symbol >> (6 - offset - taken) & ((1 << taken) - 1)
            bit += taken
            left -= taken
        }
        return value
    }

    /// The same in two's complement.
    func signed(_ start: Int, _ length: Int) -> Int? {
        number(start, length).map { $0 >= 1 << (length - 1) ? $0 - 1 << length : $0 }
    }

    /// Appends the whole characters of a text of `length` bits, up to `@`; false where there is none.
    func appendText(_ start: Int, _ length: Int, to text: inout [UInt8]) -> Bool {
        let before = text.count
        var bit = start
        while bit + 6 <= min(start + length, count) {
            guard let symbol = number(bit, 6), symbol != 0 else { break }
            text.append(UInt8(symbol < 32 ? symbol + 64 : symbol))
            bit += 6
        }
        while text.count > before, text[text.count - 1] == 0x20 { text.removeLast() }
        return text.count > before
    }
}
