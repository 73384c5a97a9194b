// Strings written to memory, eight bytes at a time where they are plain: exports write hundreds of millions.
extension JSONText {
    /// The room that `write` needs: a byte becomes at most six.
    package static func mostBytes(for count: Int) -> Int { 6 * count }

    /// Writes what stands between the quotes of a string, see `append`; returns how many bytes that are.
    ///
    /// - Parameter target: has room for `mostBytes(for: count)`.
    package static func write(
        _ bytes: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let plain = writePlain(bytes, count: count, to: target)
        return plain == count
            ? count : plain + writeOther(bytes + plain, count: count - plain, to: target + plain)
    }

    /// Copies the bytes before the first that is not plain; returns how many these are.
    @inline(__always)
    private static func writePlain(
        _ bytes: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let (source, memory) = (UnsafeRawPointer(bytes), UnsafeMutableRawPointer(target))
        var offset = 0
        while offset &+ 8 <= count {
            let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            memory.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
            let unusual = Self.unusual(in: UInt64(littleEndian: word))
            if unusual != 0 { return offset &+ unusual.trailingZeroBitCount >> 3 }
            offset &+= 8
        }
        while offset < count {
            let byte = bytes[offset]
            guard byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C else { return offset }
            target[offset] = byte
            offset &+= 1
        }
        return count
    }

    /// The lowest bit that is set is in the first byte that is not plain: below 0x20, beyond ASCII, DEL, a quote or a backslash.
    ///
    /// After Sean Eron Anderson, "Bit Twiddling Hacks": a byte that borrows from the one above it is found itself.
    @inline(__always)
    private static func unusual(in word: UInt64) -> UInt64 {
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        @inline(__always) func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let control = (word &- ones &* 0x20) & ~word
        return
            (word | control | zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C)
            | zeros(word ^ ones &* 0x7F)) & highs
    }

    /// The same from a byte on that is not plain.
    private static func writeOther(
        _ bytes: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var (offset, written) = (0, 0)
        while offset < count {
            let byte = bytes[offset]
            let length = sequenceLength(bytes + offset, count: count - offset)
            // A part of a character that is not whole may be longer than a byte: strings know how long.
            if length == 0 {
                return written + writeRepaired(bytes + offset, count - offset, to: target + written)
            }
            // Characters from U+00A0 on stand for themselves.
            let scalar = length == 1 ? UInt32(byte) : byte == 0xC2 ? UInt32(bytes[offset + 1]) : 0xA0
            if length < 3, let escape = escape(of: scalar) {
                for (index, byte) in escape.enumerated() { target[written + index] = byte }
                written += escape.count
            } else {
                (target + written).update(from: bytes + offset, count: length)
                written += length
            }
            offset += length
        }
        return written
    }

    private static func writeRepaired(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var text: [UInt8] = []
        let string = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        for scalar in string.unicodeScalars {
            text += escape(of: scalar.value) ?? Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        text.withUnsafeBufferPointer { text in
            if let base = text.baseAddress { target.update(from: base, count: text.count) }
        }
        return text.count
    }

    /// The bytes of the character at the start; 0 where they are not UTF-8. Source: RFC 3629, section 4.
    private static func sequenceLength(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[0] {
        case 0..<0x80: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard count >= length, second.contains(bytes[1]) else { return 0 }
        return (2..<length).allSatisfy { bytes[$0] & 0xC0 == 0x80 } ? length : 0
    }
}
