/// Folds UTF-8 into memory that has room for it: twelve times the input and 16 bytes.
///
/// Letters, digits and single blanks of ASCII go eight at a time, other ASCII by a table, the rest by
/// `FoldingTable`.
struct FoldedWriter {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080
    private static let blank: UInt8 = 0x20

    private let output: UnsafeMutablePointer<UInt8>
    private var count = 0
    /// A blank was written last, or nothing yet: the next blank is left out.
    private var endsBlank = true

    init(output: UnsafeMutablePointer<UInt8>) { self.output = output }

    /// Ends the text; the number of bytes written.
    mutating func finish() -> Int {
        if count > 0, endsBlank { count -= 1 }
        return count
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        var offset = 0
        while offset < bytes.count {
            let next = offset &+ 8
            if next <= bytes.count {
                let word = UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
                if appendPlain(UInt64(littleEndian: word)) {
                    offset = next
                    continue
                }
            }
            while offset < min(next, bytes.count) {
                let byte = base[offset]
                if byte < 0x80 {
                    append(ascii: byte)
                    offset &+= 1
                } else {
                    offset &+= appendScalar(bytes, at: offset)
                }
            }
        }
    }

    // MARK: ASCII

    /// Takes eight bytes at once if they are letters, digits and blanks that do not touch.
    @inline(__always)
    private mutating func appendPlain(_ word: UInt64) -> Bool {
        guard word & Self.tops == 0 else { return false }
        let letters = Self.tops(of: word | Self.ones &* 0x20, from: 0x61, through: 0x7A)
        let digits = Self.tops(of: word, from: 0x30, through: 0x39)
        let blanks = Self.tops(of: word, from: 0x20, through: 0x20)
        guard letters | digits | blanks == Self.tops else { return false }
        guard blanks & (blanks << 8 | (endsBlank ? 0x80 : 0)) == 0 else { return false }
        // Only letters lack this bit; digits and blanks have it anyway.
        let lower = word | Self.ones &* 0x20
        UnsafeMutableRawPointer(output + count).storeBytes(of: lower.littleEndian, as: UInt64.self)
        count &+= 8
        endsBlank = blanks >> 63 != 0
        return true
    }

    /// The top bit of each byte of `word`, all below 0x80, that lies between two bounds.
    @inline(__always)
    private static func tops(of word: UInt64, from low: UInt64, through high: UInt64) -> UInt64 {
        (word &+ ones &* (0x80 &- low)) & ~(word &+ ones &* (0x7F &- high)) & tops
    }

    @inline(__always)
    private mutating func append(ascii byte: UInt8) {
        switch byte {
        case 0x61...0x7A, 0x30...0x39: write(byte)
        case 0x41...0x5A: write(byte | 0x20)
        // ' . `
        case 0x27, 0x2E, 0x60: break
        default: appendBlank()
        }
    }

    @inline(__always)
    private mutating func appendBlank() {
        guard !endsBlank else { return }
        output[count] = Self.blank
        count &+= 1
        endsBlank = true
    }

    @inline(__always)
    private mutating func write(_ byte: UInt8) {
        output[count] = byte
        count &+= 1
        endsBlank = false
    }

    // MARK: beyond ASCII

    /// Folds the scalar at `offset`; how many bytes it has.
    private mutating func appendScalar(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
        guard let (scalar, length) = Self.scalar(in: bytes, at: offset) else {
            appendBlank()
            return 1
        }
        let table = FoldingTable.shared
        switch table.entry(of: scalar) {
        case FoldingTable.same:
            // Syllables may come in parts, which are joined.
            if (0x1161...0x11FF).contains(scalar), joinJamo(scalar) { return length }
            for place in offset..<offset + length { write(bytes[place]) }
        case FoldingTable.nothing: break
        case FoldingTable.blank: appendBlank()
        case let entry:
            for place in FoldingTable.range(of: entry) {
                let byte = table.text[place]
                if byte == Self.blank { appendBlank() } else { write(byte) }
            }
        }
        return length
    }

    /// The scalar at `offset` and its length; nil where the bytes are not well-formed (Unicode 15, table 3-7).
    private static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> (UInt32, Int)? {
        let lead = UInt32(bytes[offset])
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard lead >= 0xC2, lead <= 0xF4, offset + length <= bytes.count else { return nil }
        var scalar = lead & (0x7F >> UInt32(length))
        for place in offset + 1..<offset + length {
            guard bytes[place] & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(bytes[place] & 0x3F)
        }
        let smallest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
        guard scalar >= smallest, scalar < 0x11_0000, !(0xD800...0xDFFF).contains(scalar) else { return nil }
        return (scalar, length)
    }

    /// Makes one syllable of a vowel or a final consonant and what was written last; false if they do not join.
    ///
    /// Source: The Unicode Standard, section 3.12, Conjoining Jamo Behavior.
    private mutating func joinJamo(_ scalar: UInt32) -> Bool {
        guard !endsBlank, count >= 3 else { return false }
        let written = UnsafeBufferPointer(start: output + (count - 3), count: 3)
        guard let (last, length) = Self.scalar(in: written, at: 0), length == 3 else { return false }
        let syllable: UInt32
        if (0x1100...0x1112).contains(last), (0x1161...0x1175).contains(scalar) {
            syllable = 0xAC00 + ((last - 0x1100) * 21 + scalar - 0x1161) * 28
        } else if (0xAC00...0xD7A3).contains(last), (last - 0xAC00) % 28 == 0,
            (0x11A8...0x11C2).contains(scalar)
        {
            syllable = last + scalar - 0x11A7
        } else {
            return false
        }
        output[count - 3] = UInt8(0xE0 | syllable >> 12)
        output[count - 2] = UInt8(0x80 | syllable >> 6 & 0x3F)
        output[count - 1] = UInt8(0x80 | syllable & 0x3F)
        return true
    }
}
