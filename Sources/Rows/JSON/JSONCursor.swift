import CByteScan
import Streams

/// Why JSON cannot be read on.
package enum JSONFault: Error, Equatable {
    /// The bytes end within a value: try again with more of them.
    case incomplete
    case malformed
    /// JSON, but no geometry: why, and where.
    case badGeometry(SkippedRows.Reason, at: Int, isPerhapsSwapped: Bool)
}

/// Walks over JSON in memory (RFC 8259), without building anything and without recursion.
///
/// Nothing nested deeper than `depthLimit`; numbers may have any length; of what is no JSON, NaN and Infinity are let
/// pass as values, since common programs write them. A cursor is left where it is when a call throws: what was read
/// is read again with more bytes.
package struct JSONCursor {
    static let depthLimit = 256

    /// A string, or a key.
    package struct Text {
        /// Without the quotes.
        package let range: Range<Int>
        package let hasEscapes: Bool
        package let hasHighBytes: Bool
    }

    package let bytes: ByteRun
    /// The end of what may be read, at most that of `bytes`.
    let end: Int
    package var position: Int
    /// Nothing follows `end`.
    private let isFinal: Bool

    package init(_ bytes: ByteRun, from position: Int = 0, to end: Int? = nil, isFinal: Bool) {
        self.bytes = bytes
        self.position = position
        self.end = end ?? bytes.count
        self.isFinal = isFinal
    }

    /// What a missing byte means.
    var endFault: JSONFault { isFinal ? .malformed : .incomplete }

    /// The next byte that is no space; the cursor stands on it.
    @inline(__always)
    package mutating func peek() throws(JSONFault) -> UInt8 {
        if position < end {
            let byte = bytes[position]
            if byte > 0x20 { return byte }
        }
        return try peekBeyondSpace()
    }

    @inline(never)
    private mutating func peekBeyondSpace() throws(JSONFault) -> UInt8 {
        position = json_space_end(bytes.base, position, end)
        guard position < end else { throw endFault }
        return bytes[position]
    }

    /// Whether only spaces are left.
    package mutating func isAtEnd() -> Bool {
        position = json_space_end(bytes.base, position, end)
        return position >= end
    }

    @inline(__always)
    package mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard try peek() == byte else { throw .malformed }
        position &+= 1
    }

    /// Enters an object or array that begins here; whether there is something in it. It is left when there is not.
    @inline(__always)
    package mutating func enter(closedBy closing: UInt8) throws(JSONFault) -> Bool {
        position &+= 1
        guard try peek() == closing else { return true }
        position &+= 1
        return false
    }

    /// After a member or element: whether another follows. The container is left when none does.
    @inline(__always)
    package mutating func hasNext(closedBy closing: UInt8) throws(JSONFault) -> Bool {
        let byte = try peek()
        position &+= 1
        if byte == UInt8(ascii: ",") { return true }
        guard byte == closing else { throw .malformed }
        return false
    }

    /// A key and the colon after it.
    @inline(__always)
    package mutating func key() throws(JSONFault) -> Text {
        guard try peek() == UInt8(ascii: "\"") else { throw .malformed }
        let key = try text()
        try expect(UInt8(ascii: ":"))
        return key
    }

    /// The string that begins here.
    @inline(__always)
    package mutating func text() throws(JSONFault) -> Text {
        let start = position &+ 1
        let extent = json_string_end(bytes.base, start, end)
        guard extent.end < end else { throw endFault }
        guard extent.has_controls == 0 else { throw .malformed }
        position = extent.end &+ 1
        return Text(
            range: start..<extent.end, hasEscapes: extent.has_escapes != 0,
            hasHighBytes: extent.has_high_bytes != 0)
    }

    @inline(__always)
    package func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        assert(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        return UnsafeBufferPointer(start: bytes.base + range.lowerBound, count: range.count)
    }

    /// Whether a text without escapes is `word`.
    @inline(__always)
    package func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where bytes[range.lowerBound &+ index] != word.utf8Start[index] {
            return false
        }
        return true
    }
}
