/// The bytes of a source, from where they come: a file, or memory that a stream was kept in or text decoded
/// to.
struct ByteFeed {
    let file: FileBytes
    /// What a stream has given so far, kept so that details can be read again; nil for files.
    private(set) var kept: [UInt8]?
    private(set) var offset = 0
    /// Nothing more comes from the stream: `kept` is all there is.
    private var isKeptWhole = false

    init(_ file: FileBytes) {
        self.file = file
        kept = file.isSeekable ? nil : []
    }

    /// A feed of bytes in memory in the place of the file's own.
    init(decoded bytes: [UInt8], of file: FileBytes) {
        self.file = file
        kept = bytes
        isKeptWhole = true
    }

    var totalBytes: Int? { isKeptWhole ? kept?.count : file.totalBytes }

    /// The next bytes: 0 at the end, nil when a stream gave none for a while.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int? {
        let count: Int
        if kept == nil {
            // Not beyond the size it had when it was opened: a file that grows is not read for ever.
            let room = min(buffer.count, max(0, file.identity.size - offset))
            count = try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
        } else if isKeptWhole {
            count = min(buffer.count, (kept?.count ?? 0) - offset)
            kept?.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
            }
        } else {
            guard let read = try file.readNext(into: buffer, waiting: 100) else { return nil }
            kept?.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<read]))
            count = read
        }
        offset += count
        return count
    }
}

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
