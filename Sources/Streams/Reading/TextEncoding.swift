/// The encoding of a text file, as far as its first bytes show.
package enum TextEncoding: Equatable {
    /// UTF-8; the bytes of its mark, 3 or 0.
    case utf8(markLength: Int)
    case utf16(isBigEndian: Bool)
    case utf32(isBigEndian: Bool)
    /// Any other encoding, by its name: shown by NUL bytes in its pattern, or by bytes that are not UTF-8.
    case other(name: String)
    /// Not text in any encoding.
    case binary

    /// Judges the first bytes of a file. NULs and other control characters throughout make it binary; a few
    /// NULs, or a run of them as a power cut leaves, spoil only the record that contains them.
    package init(head: ByteRun) {
        let first = head.bytes(0..<min(4, head.count))
        if first.starts(with: [0xEF, 0xBB, 0xBF]) {
            self = .utf8(markLength: 3)
        } else if first == [0xFF, 0xFE, 0, 0] {
            self = .utf32(isBigEndian: false)
        } else if first == [0, 0, 0xFE, 0xFF] {
            self = .utf32(isBigEndian: true)
        } else if first.starts(with: [0xFF, 0xFE]) {
            self = .utf16(isBigEndian: false)
        } else if first.starts(with: [0xFE, 0xFF]) {
            self = .utf16(isBigEndian: true)
        } else {
            self = Self.judgedByZeros(head)
            if self == .utf8(markLength: 0), Self.isLegacy(head) {
                self = .other(name: EncodingDecoder.legacy)
            }
        }
    }

    /// Bytes that Windows-1252 does not use.
    private static let unassigned: [UInt8] = [0x81, 0x8D, 0x8F, 0x90, 0x9D]

    /// The encoding that the user named.
    static func named(_ name: String) -> TextEncoding {
        ["utf-8", "utf8"].contains(name.lowercased()) ? .utf8(markLength: 0) : .other(name: name)
    }

    /// Most characters beyond ASCII are not UTF-8, as in text with one byte a character. Damaged text has control
    /// characters and bytes that are none as well.
    private static func isLegacy(_ head: ByteRun) -> Bool {
        // A character may be cut off at the end.
        let length = max(head.count - 3, 0)
        guard length > 0, !isUTF8(head, 0..<length) else { return false }
        var valid = 0
        var invalid = 0
        var offset = 0
        while offset < length {
            defer { offset += 1 }
            let isControl = head[offset] < 0x20 && !(0x09...0x0D).contains(head[offset])
            if isControl || head[offset] == 0x7F { return false }
            guard head[offset] >= 0x80 else { continue }
            let width = (2...4).first { isUTF8(head, offset..<min(offset + $0, head.count)) }
            valid += width == nil ? 0 : 1
            invalid += width == nil ? 1 : 0
            if width == nil, unassigned.contains(head[offset]) { return false }
            offset += (width ?? 1) - 1
        }
        return invalid > valid
    }

    private static func judgedByZeros(_ head: ByteRun) -> TextEncoding {
        let length = min(head.count, 65_536)
        var even = 0
        var odd = 0
        for offset in 0..<length where head[offset] == 0 {
            if offset & 1 == 0 { even += 1 } else { odd += 1 }
        }
        guard even + odd > 0 else { return .utf8(markLength: 0) }
        if odd * 5 > length * 2, even * 20 < length {
            return .other(name: "UTF-16LE")
        }
        if even * 5 > length * 2, odd * 20 < length {
            return .other(name: "UTF-16BE")
        }
        return isBinary(head, length) ? .binary : .utf8(markLength: 0)
    }

    /// More control characters than text has by mistake.
    ///
    /// One in ten of random bytes is one; a run of NULs counts as one, and alone as binary.
    private static func isBinary(_ head: ByteRun, _ length: Int) -> Bool {
        var controls = 0
        var counted = 0
        for offset in 0..<length {
            let byte = head[offset]
            if byte == 0, offset > 0, head[offset - 1] == 0 { continue }
            counted += 1
            if byte < 0x20, !(0x09...0x0D).contains(byte), byte != 0x1B { controls += 1 }
        }
        return counted == 1 || (controls >= fewestControls && controls * 20 > counted)
    }

    private static let fewestControls = 3

    /// `bytes` without the byte order mark, in UTF-8; errors become U+FFFD. Nil for other encodings.
    func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .utf16(let isBigEndian):
            let units = Self.units(bytes, width: 2, isBigEndian: isBigEndian).dropFirst()
            return Array(String(decoding: units.map { UInt16($0) }, as: UTF16.self).utf8)
        case .utf32(let isBigEndian):
            let units = Self.units(bytes, width: 4, isBigEndian: isBigEndian).dropFirst()
            return Array(String(decoding: units, as: UTF32.self).utf8)
        default: return nil
        }
    }

    /// Code units; the rest of an odd length is an error.
    private static func units(_ bytes: [UInt8], width: Int, isBigEndian: Bool) -> [UInt32] {
        var units: [UInt32] = []
        units.reserveCapacity(bytes.count / width + 1)
        for start in stride(from: 0, to: bytes.count, by: width) {
            guard start + width <= bytes.count else {
                units.append(0xFFFD)
                break
            }
            var unit: UInt32 = 0
            for place in 0..<width {
                unit = unit << 8 | UInt32(bytes[start + (isBigEndian ? place : width - 1 - place)])
            }
            units.append(unit)
        }
        return units
    }

    /// Whether a range of bytes is well-formed UTF-8 (Unicode 15, table 3-7).
    package static func isUTF8(_ bytes: ByteRun, _ range: Range<Int>) -> Bool {
        var offset = range.lowerBound
        let end = range.upperBound
        while offset < end {
            if offset &+ 8 <= end, bytes.word(at: offset) & 0x8080_8080_8080_8080 == 0 {
                offset &+= 8
                continue
            }
            let lead = bytes[offset]
            offset &+= 1
            if lead < 0x80 { continue }
            guard offset < end else { return false }
            let second = bytes[offset]
            let following: Int
            switch lead {
            case 0xC2...0xDF: following = (0x80...0xBF).contains(second) ? 1 : 0
            case 0xE0: following = (0xA0...0xBF).contains(second) ? 2 : 0
            case 0xE1...0xEC, 0xEE, 0xEF: following = (0x80...0xBF).contains(second) ? 2 : 0
            case 0xED: following = (0x80...0x9F).contains(second) ? 2 : 0
            case 0xF0: following = (0x90...0xBF).contains(second) ? 3 : 0
            case 0xF1...0xF3: following = (0x80...0xBF).contains(second) ? 3 : 0
            case 0xF4: following = (0x80...0x8F).contains(second) ? 3 : 0
            default: following = 0
            }
            guard following > 0, offset &+ following <= end else { return false }
            for place in 1..<max(following, 1) where bytes[offset &+ place] & 0xC0 != 0x80 { return false }
            offset &+= following
        }
        return true
    }
}
