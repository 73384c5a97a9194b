/// Reads values of a data section, by the MaxMind DB File Format Specification; the bytes may be anything.
struct RecordReader {
    /// A value breaks a rule of the format, or a limit of ours.
    struct Damage: Error {}

    private static let deepest = 16
    private static let mostValues = 1_024
    private static let mostText = 65_536

    private let bytes: DatabaseBytes
    /// The data section, from whose start pointers are counted.
    private let section: Range<Int>
    private var values = 0
    private var textLength = 0

    /// - Parameter section: the data, within the bytes.
    init(_ bytes: DatabaseBytes, section: Range<Int>) {
        self.bytes = bytes
        self.section = section.clamped(to: 0..<bytes.count)
    }

    /// The value at an offset from the start of the section.
    mutating func value(at offset: Int) throws(Damage) -> RecordValue {
        var place = section.lowerBound + offset
        return try value(&place, depth: 0)
    }

    /// What a control byte says: the type, and the size or the pointer behind it.
    private struct Head {
        var type: UInt8
        var size: Int
    }

    private func number(_ place: inout Int, bytes count: Int) throws(Damage) -> Int {
        guard place >= section.lowerBound, count <= section.upperBound - place, bytes.has(place, count) else {
            throw Damage()
        }
        var number = 0
        for byte in bytes.buffer(place..<place + count) { number = number << 8 | Int(byte) }
        place += count
        return number
    }

    private func head(_ place: inout Int) throws(Damage) -> Head {
        let control = try number(&place, bytes: 1)
        let bits = control & 31
        if control >> 5 == 1 {
            let length = bits >> 3
            let low = try number(&place, bytes: length + 1)
            let base = [0, 2_048, 526_336, 0][length]
            let high = length == 3 ? 0 : (bits & 7) << (8 * (length + 1))
            return Head(type: 1, size: base + (high | low))
        }
        let type = control >> 5 == 0 ? try number(&place, bytes: 1) + 7 : control >> 5
        guard type <= 15, type != 1 else { throw Damage() }
        guard bits > 28 else { return Head(type: UInt8(type), size: bits) }
        let more = try number(&place, bytes: bits - 28)
        return Head(type: UInt8(type), size: [29, 285, 65_821][bits - 29] + more)
    }

    private mutating func value(_ place: inout Int, depth: Int) throws(Damage) -> RecordValue {
        values += 1
        guard depth <= Self.deepest, values <= Self.mostValues else { throw Damage() }
        let head = try head(&place)
        guard head.type == 1 else { return try value(head, &place, depth: depth) }
        var target = section.lowerBound + head.size
        let there = try self.head(&target)
        guard there.type != 1 else { throw Damage() }
        return try value(there, &target, depth: depth)
    }

    private mutating func value(_ head: Head, _ place: inout Int, depth: Int) throws(Damage) -> RecordValue {
        switch head.type {
        case 2: return .text(try text(head.size, &place))
        case 3, 15: return .number(try real(head, &place))
        case 5, 6, 9:
            guard head.size <= 8 else { throw Damage() }
            return .unsigned(try unsigned(&place, bytes: head.size))
        case 7: return try map(head.size, &place, depth: depth)
        case 11:
            guard head.size <= Self.mostValues else { throw Damage() }
            var list: [RecordValue] = []
            for _ in 0..<head.size { list.append(try value(&place, depth: depth + 1)) }
            return .array(list)
        case 14:
            guard head.size <= 1 else { throw Damage() }
            return .other
        case 4, 8, 10:
            guard head.size <= section.upperBound - place else { throw Damage() }
            place += head.size
            return .other
        default: throw Damage()
        }
    }

    private mutating func map(_ size: Int, _ place: inout Int, depth: Int) throws(Damage) -> RecordValue {
        guard size <= Self.mostValues else { throw Damage() }
        var members: [RecordValue.Member] = []
        members.reserveCapacity(min(size, 16))
        for _ in 0..<size {
            guard case .text(let key) = try value(&place, depth: depth + 1) else { throw Damage() }
            members.append(RecordValue.Member(key: key, value: try value(&place, depth: depth + 1)))
        }
        return .map(members)
    }

    private mutating func text(_ size: Int, _ place: inout Int) throws(Damage) -> String {
        textLength += size
        guard textLength <= Self.mostText, size <= section.upperBound - place, bytes.has(place, size),
            let text = try? UTF8Span(validating: bytes.buffer(place..<place + size).span)
        else { throw Damage() }
        place += size
        return String(copying: text)
    }

    private func real(_ head: Head, _ place: inout Int) throws(Damage) -> Double {
        guard head.size == (head.type == 3 ? 8 : 4) else { throw Damage() }
        let bits = try unsigned(&place, bytes: head.size)
        return head.type == 3
            ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    private func unsigned(_ place: inout Int, bytes count: Int) throws(Damage) -> UInt64 {
        guard count <= section.upperBound - place, bytes.has(place, count) else { throw Damage() }
        var number: UInt64 = 0
        for byte in bytes.buffer(place..<place + count) { number = number << 8 | UInt64(byte) }
        place += count
        return number
    }
}
