import Rows

/// Walks through one line of JSON, without recursion and without building anything.
///
/// All of RFC 8259 but: nothing nested deeper than 32, no number beyond the range of `Double`. Strings are
/// handed out as they stand, with their escapes. Keys that repeat are all reported.
struct JSONLine {
    enum Value: Equatable {
        /// Where the string stands, without its quotes.
        case string(Range<Int>)
        case number(Double)
        case bool(Bool)
        case null
    }

    /// A value within the line, and where it stands.
    struct Member {
        /// Containers around the value: 1 for a member of the outermost object.
        let depth: Int
        /// The key of the outermost object under which the value stands.
        let topKey: Range<Int>
        /// The key of the innermost object; for an element of an array that of the array.
        let key: Range<Int>
        let value: Value
    }

    struct Malformed: Error {}

    private static let depthLimit = 32

    private var position = 0
    /// One bit a level, the innermost last: whether it is an object.
    private var kinds: UInt64 = 0
    private var depth = 0
    private var topKey = 0..<0
    private var key = 0..<0

    private init() {}

    /// Calls `body` with every value of the object on a line that is no container, and with the line.
    ///
    /// - Throws: when the line is not one JSON object; `body` may have been called before.
    static func forEachValue(of line: Span<UInt8>, _ body: (Member, Span<UInt8>) -> Void) throws(Malformed) {
        var walk = JSONLine()
        walk.skipSpace(line)
        guard walk.peek(line) == UInt8(ascii: "{") else { throw Malformed() }
        try walk.walk(line, body)
        walk.skipSpace(line)
        guard walk.position == line.count else { throw Malformed() }
    }

    private mutating func walk(_ line: Span<UInt8>, _ body: (Member, Span<UInt8>) -> Void) throws(Malformed) {
        repeat {
            // At a value: its container's key has been read.
            skipSpace(line)
            let byte = peek(line)
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                guard try !open(isObject: byte == UInt8(ascii: "{"), line) else { continue }
            } else {
                let value = try scalar(line)
                body(Member(depth: depth, topKey: topKey, key: key, value: value), line)
            }
            try closeAndGoOn(line)
        } while depth > 0
    }

    /// Enters a container; whether there is a value in it.
    private mutating func open(isObject: Bool, _ line: Span<UInt8>) throws(Malformed) -> Bool {
        guard depth < Self.depthLimit else { throw Malformed() }
        position += 1
        depth += 1
        kinds = kinds << 1 | (isObject ? 1 : 0)
        skipSpace(line)
        if peek(line) == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return false }
        if isObject { try readKey(line) }
        return true
    }

    /// After a value, or at the end of an empty container: leaves what ends here, up to the next value.
    private mutating func closeAndGoOn(_ line: Span<UInt8>) throws(Malformed) {
        while depth > 0 {
            skipSpace(line)
            let isObject = kinds & 1 == 1
            switch peek(line) {
            case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
                position += 1
                depth -= 1
                kinds >>= 1
            case UInt8(ascii: ","):
                position += 1
                if isObject { try readKey(line) }
                return
            default: throw Malformed()
            }
        }
    }

    private mutating func readKey(_ line: Span<UInt8>) throws(Malformed) {
        skipSpace(line)
        guard peek(line) == UInt8(ascii: "\"") else { throw Malformed() }
        key = try string(line)
        if depth == 1 { topKey = key }
        skipSpace(line)
        guard peek(line) == UInt8(ascii: ":") else { throw Malformed() }
        position += 1
    }

    private mutating func scalar(_ line: Span<UInt8>) throws(Malformed) -> Value {
        switch peek(line) {
        case UInt8(ascii: "\""): return .string(try string(line))
        case UInt8(ascii: "t"): return try word("true", .bool(true), line)
        case UInt8(ascii: "f"): return try word("false", .bool(false), line)
        case UInt8(ascii: "n"): return try word("null", .null, line)
        default: return .number(try number(line))
        }
    }

    private mutating func word(_ text: StaticString, _ value: Value, _ line: Span<UInt8>) throws(Malformed)
        -> Value
    {
        let count = text.utf8CodeUnitCount
        guard line.count - position >= count else { throw Malformed() }
        for index in 0..<count where line[position + index] != text.utf8Start[index] { throw Malformed() }
        position += count
        return value
    }

    private mutating func string(_ line: Span<UInt8>) throws(Malformed) -> Range<Int> {
        position += 1
        let start = position
        while position < line.count {
            let byte = line[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return start..<(position - 1)
            }
            guard byte >= 32 else { throw Malformed() }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        throw Malformed()
    }

    private mutating func number(_ line: Span<UInt8>) throws(Malformed) -> Double {
        let start = position
        while position < line.count, Self.isOfNumber(line[position]) { position += 1 }
        guard let value = JSONNumber.value(line.extracting(start..<position)) else { throw Malformed() }
        return value
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

    private mutating func skipSpace(_ line: Span<UInt8>) {
        while position < line.count, Self.isSpace(line[position]) { position += 1 }
    }

    /// 0 at the end, which has no meaning in JSON.
    private func peek(_ line: Span<UInt8>) -> UInt8 { position < line.count ? line[position] : 0 }
}
