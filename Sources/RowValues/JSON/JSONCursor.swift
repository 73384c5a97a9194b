import CByteScan
import MapModel
import Streams

/// Why JSON cannot be parsed.
@frozen public enum JSONFault: Error, Equatable {
    /// The bytes end within a value: try again with more bytes.
    case incomplete
    /// The bytes are not JSON.
    case malformed
    /// Valid JSON, but not a geometry: why, and where.
    case badGeometry(GeometryFault, at: Int, isPerhapsSwapped: Bool)
}

/// Parses JSON in memory (RFC 8259) step by step, without building a tree and without recursion.
///
/// Values nested deeper than `depthLimit` are refused; numbers may have any length; NaN and Infinity are
/// accepted as values, since common programs write them. When a call throws, the cursor is not restored:
/// parse again from the start of the record with more bytes.
@frozen public struct JSONCursor {
    public static let depthLimit = 256

    /// A string, or a key.
    @frozen public struct Text {
        /// Without the quotes.
        public let range: Range<Int>
        /// Whether there is a backslash in it, so that it must be unescaped.
        public let hasEscapes: Bool
        /// Whether there is a byte beyond ASCII in it, so that its UTF-8 must be checked.
        public let hasHighBytes: Bool

        @inlinable init(range: Range<Int>, hasEscapes: Bool, hasHighBytes: Bool) {
            self.range = range
            self.hasEscapes = hasEscapes
            self.hasHighBytes = hasHighBytes
        }
    }

    /// The bytes that are read; offsets count from its first byte.
    public let bytes: ByteRun
    /// The end of the bytes to read, at most that of `bytes`.
    @usableFromInline let end: Int
    /// The offset of the next byte to read.
    public var offset: Int
    /// No bytes follow `end`.
    @usableFromInline let isFinal: Bool
    /// A coordinate was written as a text: "8.5" in place of 8.5.
    public var hasTextNumbers = false
    /// A comma stood before the end of an object or array.
    public var hasLastComma = false

    /// A cursor over a range of `bytes`; without `end` to the last of them.
    ///
    /// - Parameter isFinal: no more bytes follow, so that a value that is cut off is malformed rather than
    ///   incomplete.
    @inlinable public init(_ bytes: ByteRun, from offset: Int = 0, to end: Int? = nil, isFinal: Bool) {
        self.bytes = bytes
        self.offset = offset
        self.end = end ?? bytes.count
        self.isFinal = isFinal
    }

    /// The fault of a missing byte.
    @usableFromInline var endFault: JSONFault { isFinal ? .malformed : .incomplete }

    /// The next byte that is not white space; the cursor is on it.
    @inlinable @inline(__always)
    public mutating func peek() throws(JSONFault) -> UInt8 {
        if offset < end {
            let byte = bytes[offset]
            if byte > 0x20 { return byte }
        }
        return try peekBeyondSpace()
    }

    @inline(never) @usableFromInline
    mutating func peekBeyondSpace() throws(JSONFault) -> UInt8 {
        offset = json_space_end(bytes.base, offset, end)
        guard offset < end else { throw endFault }
        return bytes[offset]
    }

    /// Whether only white space is left.
    public mutating func isAtEnd() -> Bool {
        offset = json_space_end(bytes.base, offset, end)
        return offset >= end
    }

    /// Skips spaces and the given byte; throws `.malformed` when another byte comes next.
    @inlinable @inline(__always)
    public mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard try peek() == byte else { throw .malformed }
        offset &+= 1
    }

    /// Enters an object or array that begins here. False when it is empty; it is left then.
    @inlinable @inline(__always)
    public mutating func enter(closedBy closing: UInt8) throws(JSONFault) -> Bool {
        offset &+= 1
        guard try peek() == closing else { return true }
        offset &+= 1
        return false
    }

    /// After a member or element: whether another follows. The container is left when none does.
    @inlinable @inline(__always)
    public mutating func hasNext(closedBy closing: UInt8) throws(JSONFault) -> Bool {
        let byte = try peek()
        offset &+= 1
        if byte == UInt8(ascii: ",") { return try peek() != closing || passesLastComma() }
        guard byte == closing else { throw .malformed }
        return false
    }

    /// Leaves a container that ends after a comma, which JSON does not allow and people write.
    @inline(never) @usableFromInline
    mutating func passesLastComma() -> Bool {
        hasLastComma = true
        offset &+= 1
        return false
    }

    /// A key and the colon after it.
    @inlinable @inline(__always)
    public mutating func key() throws(JSONFault) -> Text {
        guard try peek() == UInt8(ascii: "\"") else { throw .malformed }
        let key = try text()
        try expect(UInt8(ascii: ":"))
        return key
    }

    /// The string that begins here.
    @inlinable @inline(__always)
    public mutating func text() throws(JSONFault) -> Text {
        let start = offset &+ 1
        let extent = json_string_end(bytes.base, start, end)
        guard extent.end < end else { throw endFault }
        guard extent.has_controls == 0 else { throw .malformed }
        offset = extent.end &+ 1
        return Text(
            range: start..<extent.end, hasEscapes: extent.has_escapes != 0,
            hasHighBytes: extent.has_high_bytes != 0)
    }

    /// The bytes of a range, valid as long as `bytes`.
    @inlinable @inline(__always)
    public func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        assert(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        return UnsafeBufferPointer(start: bytes.base + range.lowerBound, count: range.count)
    }

    /// Whether a text without escapes is `word`.
    @inlinable @inline(__always)
    public func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where bytes[range.lowerBound &+ index] != word.utf8Start[index] {
            return false
        }
        return true
    }
}
