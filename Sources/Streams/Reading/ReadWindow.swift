/// A window that slides over the bytes of a source: bytes before it were read, bytes in it are scanned next.
///
/// Owns its memory, one allocation reused; grows by doubling when a record does not fit.
package struct ReadWindow: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private(set) var capacity: Int
    /// Bytes in the window.
    package private(set) var count = 0
    /// The place in the source of the window's first byte.
    package private(set) var offset = 0
    /// The last byte of the source is in the window.
    package private(set) var isAtEnd = false

    /// An empty window for `capacity` bytes and their padding.
    package init(capacity: Int) {
        self.capacity = capacity
        memory = .allocate(byteCount: capacity + ByteRun.padding, alignment: 64)
    }

    deinit {
        memory.deallocate()
    }

    /// Whether there is no room to read more without `discard` or `grow`.
    package var isFull: Bool { count == capacity }

    /// A stream that delivers a little at a time is scanned this often.
    private static let longestWait = Duration.milliseconds(250)

    /// Reads until the window is full, the source ends, a stream delivers nothing for a while, or it has been
    /// delivering for a quarter of a second.
    ///
    /// - Parameter isEager: returns with whatever a stream delivers at once.
    package mutating func fill(
        from feed: inout ByteFeed, isEager: Bool = false, isCancelled: () -> Bool
    ) throws(SourceError) {
        let clock = ContinuousClock()
        let (start, before) = (clock.now, count)
        while !isAtEnd, count < capacity {
            if count > before, clock.now - start > Self.longestWait { return }
            if isCancelled() { throw .cancelled }
            let free = UnsafeMutableRawBufferPointer(start: memory + count, count: capacity - count)
            let read = try SourceError.wrapping { () throws(FileError) in try feed.read(into: free) }
            guard let read else { return }
            isAtEnd = read == 0
            count += read
            if isEager, read > 0 { return }
        }
    }

    /// Drops the first `length` bytes, at most `count`, and moves the others to the front.
    ///
    /// - Complexity: O(bytes that remain).
    package mutating func discard(_ length: Int) {
        precondition(length <= count)
        memory.copyMemory(from: memory + length, byteCount: count - length)
        count -= length
        offset += length
    }

    /// Goes on at `offset` of a plain file; the window is empty then.
    package mutating func seek(to offset: Int, in feed: inout ByteFeed) {
        feed.seek(to: offset)
        self.offset = offset
        count = 0
        isAtEnd = false
    }

    /// Doubles the capacity; the bytes stay.
    package mutating func grow() {
        let larger = UnsafeMutableRawPointer.allocate(
            byteCount: 2 * capacity + ByteRun.padding, alignment: 64)
        larger.copyMemory(from: memory, byteCount: count)
        memory.deallocate()
        memory = larger
        capacity *= 2
    }

    /// Calls `body` with the bytes in the window, which are valid for the call.
    package func withBytes<Result, Failure: Error>(_ body: (ByteRun) throws(Failure) -> Result)
        throws(Failure)
        -> Result
    {
        try body(ByteRun(base: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), count: count))
    }
}
