import Streams

/// What JSON means: members in any order, numbers by value.
enum JSONMeaning {
    /// Nil for what is no JSON.
    static func hash(of text: UnsafeBufferPointer<UInt8>) -> UInt64? {
        let padded = Array(text) + [UInt8](repeating: 0, count: ByteRun.padding)
        return padded.withUnsafeBufferPointer { padded in
            guard let base = padded.baseAddress else { return nil }
            var cursor = JSONCursor(ByteRun(base: base, count: text.count), isFinal: true)
            do throws(JSONFault) {
                let hash = try value(&cursor)
                return cursor.isAtEnd() ? ValueMeaning.notMissing(hash) : nil
            } catch {
                return nil
            }
        }
    }

    /// The cursor refuses containers that are nested too deep, before they are entered here.
    private static func value(_ cursor: inout JSONCursor) throws(JSONFault) -> UInt64 {
        switch try cursor.value() {
        case .container(let range): return try container(range, cursor.bytes)
        case .text(let text): return ValueMeaning.mixed(try hash(of: text, cursor.bytes) ^ 1)
        case .number(let range):
            let text = cursor.bytes.buffer(range)
            let number = JSONNumber.value(text.span)
            return number.map { ValueMeaning.mixed(($0 == 0 ? 0 : $0.bitPattern) ^ 2) }
                ?? ValueMeaning.hash(of: text)
        case .boolean(let range), .noNumber(let range):
            return ValueMeaning.mixed(ValueMeaning.hash(of: cursor.bytes.buffer(range)) ^ 3)
        case .null: return ValueMeaning.mixed(4)
        }
    }

    private static func hash(of text: JSONCursor.Text, _ bytes: ByteRun) throws(JSONFault) -> UInt64 {
        let raw = bytes.buffer(text.range)
        guard text.hasEscapes else { return ValueMeaning.hash(of: raw) }
        var plain: [UInt8] = []
        try JSONString.unescape(raw, into: &plain)
        return plain.withUnsafeBufferPointer { ValueMeaning.hash(of: $0) }
    }

    private static func container(_ range: Range<Int>, _ bytes: ByteRun) throws(JSONFault) -> UInt64 {
        var cursor = JSONCursor(bytes, from: range.lowerBound, to: range.upperBound, isFinal: true)
        let isObject = bytes[range.lowerBound] == UInt8(ascii: "{")
        let closing = UInt8(ascii: isObject ? "}" : "]")
        var hash: UInt64 = isObject ? 5 : 6
        guard try cursor.enter(closedBy: closing) else { return ValueMeaning.mixed(hash) }
        repeat {
            if isObject {
                let key = try Self.hash(of: cursor.key(), bytes)
                // A sum does not depend on the order of the members.
                hash &+= ValueMeaning.mixed(try value(&cursor) ^ ValueMeaning.mixed(key))
            } else {
                hash = ValueMeaning.mixed(hash &* 31 &+ (try value(&cursor)))
            }
        } while try cursor.hasNext(closedBy: closing)
        return ValueMeaning.mixed(hash)
    }
}
