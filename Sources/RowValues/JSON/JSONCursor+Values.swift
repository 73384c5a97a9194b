import Streams

extension JSONCursor {
    /// The kind of a value.
    @frozen public enum Scalar {
        case text(Text)
        /// The range of its bytes.
        case number(Range<Int>)
        /// NaN, Infinity or -Infinity.
        case noNumber(Range<Int>)
        /// The range of its bytes, `true` or `false`.
        case boolean(Range<Int>)
        case null
        /// An object or an array, skipped as a whole.
        case container(Range<Int>)
    }

    /// The next value, of any kind.
    @inlinable @inline(__always)
    public mutating func value() throws(JSONFault) -> Scalar {
        switch try peek() {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .container(try container())
        case UInt8(ascii: "t"): return .boolean(try word("true"))
        case UInt8(ascii: "f"): return .boolean(try word("false"))
        case UInt8(ascii: "n"):
            _ = try word("null")
            return .null
        case UInt8(ascii: "N"): return .noNumber(try word("NaN"))
        case UInt8(ascii: "I"): return .noNumber(try word("Infinity"))
        case UInt8(ascii: "-") where offset &+ 1 < end && bytes[offset &+ 1] == UInt8(ascii: "I"):
            return .noNumber(try word("-Infinity"))
        default: return .number(try number())
        }
    }

    /// Skips the next value; returns its range.
    public mutating func skipValue() throws(JSONFault) -> Range<Int> {
        _ = try peek()
        let start = offset
        _ = try value()
        return start..<offset
    }

    /// Whether the bytes end at `offset` or within the token that begins there: the rest is missing, not
    /// wrong.
    public static func isCutOff(_ bytes: ByteRun, at offset: Int) -> Bool {
        guard offset < bytes.count else { return true }
        var cursor = JSONCursor(bytes, from: offset, isFinal: false)
        do throws(JSONFault) {
            _ = try cursor.skipValue()
            return false
        } catch {
            return error == .incomplete
        }
    }

    /// Whether as many values as may be are open somewhere between `start` and `offset`.
    public static func isTooDeep(_ bytes: ByteRun, from start: Int, at offset: Int) -> Bool {
        var nesting = JSONNesting()
        for index in start..<max(start, min(offset, bytes.count)) {
            nesting.take(bytes[index])
            if nesting.depth >= depthLimit { return true }
        }
        return false
    }

    @inline(never) @usableFromInline
    mutating func word(_ word: StaticString) throws(JSONFault) -> Range<Int> {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard start + index < end else { throw endFault }
            guard bytes[start + index] == word.utf8Start[index] else { throw .malformed }
        }
        offset = start + word.utf8CodeUnitCount
        return start..<offset
    }

    /// The number that begins here, in the notation of JSON.
    @inlinable @inline(__always)
    mutating func number() throws(JSONFault) -> Range<Int> {
        let start = offset
        var next = offset
        if bytes[next] == UInt8(ascii: "-") { next &+= 1 }
        let whole = next
        next = digits(from: next)
        guard next > whole else { throw next < end ? .malformed : endFault }
        guard next == whole &+ 1 || bytes[whole] != UInt8(ascii: "0") else { throw .malformed }
        if next < end, bytes[next] == UInt8(ascii: ".") {
            let fraction = next &+ 1
            next = digits(from: fraction)
            guard next > fraction else { throw next < end ? .malformed : endFault }
        }
        if next < end, bytes[next] | 0x20 == UInt8(ascii: "e") {
            var power = next &+ 1
            if power < end, bytes[power] == UInt8(ascii: "+") || bytes[power] == UInt8(ascii: "-") {
                power &+= 1
            }
            next = digits(from: power)
            guard next > power else { throw next < end ? .malformed : endFault }
        }
        // More digits may follow beyond the end.
        guard next < end || isWhole else { throw .incomplete }
        offset = next
        return start..<next
    }

    @usableFromInline var isWhole: Bool { isFinal }

    @inlinable @inline(__always)
    func digits(from start: Int) -> Int {
        var next = start
        while next < end, bytes[next] &- UInt8(ascii: "0") < 10 { next &+= 1 }
        return next
    }

    /// The object or array that begins here, read to its end.
    @usableFromInline mutating func container() throws(JSONFault) -> Range<Int> {
        let start = offset
        var kinds = NestingKinds()
        repeat {
            switch try peek() {
            case UInt8(ascii: "{"): try open(isObject: true, &kinds)
            case UInt8(ascii: "["): try open(isObject: false, &kinds)
            default: try scalarInside()
            }
            try closeContainers(&kinds)
        } while kinds.depth > 0
        return start..<offset
    }

    @inline(__always)
    private mutating func scalarInside() throws(JSONFault) {
        switch bytes[offset] {
        case UInt8(ascii: "\""): _ = try text()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            if offset &+ 1 < end, bytes[offset &+ 1] == UInt8(ascii: "I") {
                _ = try word("-Infinity")
            } else {
                _ = try number()
            }
        case UInt8(ascii: "t"): _ = try word("true")
        case UInt8(ascii: "f"): _ = try word("false")
        case UInt8(ascii: "n"): _ = try word("null")
        case UInt8(ascii: "N"): _ = try word("NaN")
        case UInt8(ascii: "I"): _ = try word("Infinity")
        default: throw .malformed
        }
    }

    /// Enters a container, up to its first value; an empty one is closed by `closeContainers`.
    private mutating func open(isObject: Bool, _ kinds: inout NestingKinds) throws(JSONFault) {
        offset &+= 1
        guard kinds.open(isObject: isObject) else { throw .malformed }
        let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        if try peek() == closing {
            kinds.isJustOpened = true
        } else if isObject {
            _ = try key()
            kinds.isAtValue = true
        } else {
            kinds.isAtValue = true
        }
    }

    /// After a value: leaves the containers that end here, up to the next value.
    private mutating func closeContainers(_ kinds: inout NestingKinds) throws(JSONFault) {
        if kinds.isAtValue {
            kinds.isAtValue = false
            return
        }
        while kinds.depth > 0 {
            let byte = try peek()
            if byte == (kinds.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                offset &+= 1
                kinds.close()
                kinds.isJustOpened = false
            } else if byte == UInt8(ascii: ","), !kinds.isJustOpened {
                offset &+= 1
                if try peek() == (kinds.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    hasLastComma = true
                    continue
                }
                if kinds.isObject { _ = try key() }
                return
            } else {
                throw .malformed
            }
        }
    }
}

/// The kinds of the containers around an offset, the innermost last: a bit for each, set for objects.
private struct NestingKinds {
    private(set) var depth = 0
    /// The innermost is empty and not closed yet.
    var isJustOpened = false
    /// The innermost was entered and its first value comes next.
    var isAtValue = false
    private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    var isObject: Bool { bits.0 & 1 == 1 }

    /// False when there are too many.
    mutating func open(isObject: Bool) -> Bool {
        guard depth < JSONCursor.depthLimit else { return false }
        depth += 1
        bits.3 = bits.3 << 1 | bits.2 >> 63
        bits.2 = bits.2 << 1 | bits.1 >> 63
        bits.1 = bits.1 << 1 | bits.0 >> 63
        bits.0 = bits.0 << 1 | (isObject ? 1 : 0)
        return true
    }

    mutating func close() {
        depth -= 1
        bits.0 = bits.0 >> 1 | bits.1 << 63
        bits.1 = bits.1 >> 1 | bits.2 << 63
        bits.2 = bits.2 >> 1 | bits.3 << 63
        bits.3 >>= 1
    }
}
