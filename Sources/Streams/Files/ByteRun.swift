import Platform

/// A run of bytes to read from, borrowed for the length of a call.
///
/// At least `padding` bytes after the last may be read (their value means nothing), so that scanners can load
/// whole blocks.
@frozen public struct ByteRun {
    /// Bytes that may be read after the last one: a block of the widest scanner.
    public static let padding = 64

    /// The first byte.
    public let base: UnsafePointer<UInt8>
    /// Bytes of content; the padding is not counted.
    public let count: Int

    /// A run of `count` bytes from `base`, which must be followed by `padding` readable bytes.
    @inlinable public init(base: UnsafePointer<UInt8>, count: Int) {
        self.base = base
        self.count = count
    }

    /// The byte at `offset`, 0..<count; checked in debug builds only.
    public subscript(offset: Int) -> UInt8 {
        @inlinable @inline(__always) get {
            assert(offset >= 0 && offset < count)
            return base[offset]
        }
    }

    /// Eight bytes from `offset`, the first in the lowest place; those beyond the end mean nothing.
    @inlinable @inline(__always) public func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset <= count)
        return UInt64(
            littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
    }

    /// Whether a byte in `range`, which must lie in the run, is zero.
    public func hasNUL(in range: Range<Int>) -> Bool {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return Bytes.offset(of: 0, in: base + range.lowerBound, count: range.count) != nil
    }

    /// A copy of the bytes in `range`, which must lie in the run.
    public func bytes(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// The bytes of a range, valid as long as the run.
    @inlinable public func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// Calls `body` with the bytes of an array, copied where padding can follow them.
    public static func with<Result, Failure: Error>(
        _ bytes: [UInt8], _ body: (ByteRun) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var padded = bytes
        padded.append(contentsOf: repeatElement(0, count: padding))
        return try padded.withUnsafeBufferPointer { buffer throws(Failure) in
            guard let base = buffer.baseAddress else { preconditionFailure("a padded array has memory") }
            return try body(ByteRun(base: base, count: bytes.count))
        }
    }
}
