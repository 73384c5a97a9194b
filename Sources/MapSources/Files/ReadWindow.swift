/// A window that slides over the bytes of a source: what is before it was read, what is in it is scanned
/// next.
///
/// Owns its memory, one allocation reused; grows by doubling when a record does not fit.
struct ReadWindow: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0
    /// The place in the source of the window's first byte.
    private(set) var offset = 0
    /// The last byte of the source is in the window.
    private(set) var isAtEnd = false

    init(capacity: Int) {
        self.capacity = capacity
        memory = .allocate(byteCount: capacity + ByteRun.padding, alignment: 64)
    }

    deinit {
        memory.deallocate()
    }

    var isFull: Bool { count == capacity }

    /// Reads until the window is full, the source ends or a stream gives nothing for a while.
    mutating func fill(from feed: inout ByteFeed, isCancelled: () -> Bool) throws(SourceError) {
        while !isAtEnd, count < capacity {
            if isCancelled() { throw .cancelled }
            let free = UnsafeMutableRawBufferPointer(start: memory + count, count: capacity - count)
            do throws(FileError) {
                guard let read = try feed.read(into: free) else { return }
                isAtEnd = read == 0
                count += read
            } catch {
                throw .file(error)
            }
        }
    }

    mutating func discard(_ length: Int) {
        precondition(length <= count)
        memory.copyMemory(from: memory + length, byteCount: count - length)
        count -= length
        offset += length
    }

    mutating func grow() {
        let larger = UnsafeMutableRawPointer.allocate(
            byteCount: 2 * capacity + ByteRun.padding, alignment: 64)
        larger.copyMemory(from: memory, byteCount: count)
        memory.deallocate()
        memory = larger
        capacity *= 2
    }

    func withBytes<Result, Failure: Error>(_ body: (ByteRun) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        try body(ByteRun(base: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), count: count))
    }
}
