import MapModel
import Streams
import Synchronization

/// The bytes of a database: those of a file are read when they are first asked for, 2 MiB at a time.
///
/// As those of a mapped file they cost neither time nor memory before. But where another process cuts the file short, they are
/// not there, while a mapping would end the program with a signal; and what was read stays as it was.
final class DatabaseBytes: Sendable {
    private static let shift = 21

    let count: Int
    private let file: FileBytes?
    /// Where they are, or will be.
    private let address: Int
    /// A flag for each block that was read.
    private let flags: Int
    private let isCutShort = Mutex(false)

    private static func blocks(of count: Int) -> Int { (count + 1 << shift - 1) >> shift }

    private init(count: Int, file: FileBytes?) {
        (self.count, self.file) = (count, file)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 64)
        HugePages.use(for: UnsafeMutableRawBufferPointer(start: memory, count: count))
        address = Int(bitPattern: memory)
        let blocks = Self.blocks(of: count)
        let flags = UnsafeMutablePointer<Atomic<Bool>>.allocate(capacity: max(blocks, 1))
        for block in 0..<blocks { (flags + block).initialize(to: Atomic(file == nil)) }
        self.flags = Int(bitPattern: flags)
    }

    /// The bytes of a file whose size is known.
    convenience init(_ file: FileBytes, count: Int) { self.init(count: count, file: file) }

    /// Bytes in memory.
    convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count, file: nil)
        memory(0..<count).copyBytes(from: bytes)
    }

    deinit {
        memory(0..<count).deallocate()
        UnsafeMutablePointer<Atomic<Bool>>(bitPattern: flags)?.deallocate()
    }

    private func memory(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(bitPattern: address + range.lowerBound), count: range.count)
    }

    /// Bytes that `has` has found.
    @inline(__always)
    func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: UnsafePointer(bitPattern: address + range.lowerBound), count: range.count)
    }

    /// Eight bytes that `has` has found, the first one in front.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        UnsafeRawPointer(bitPattern: address &+ offset)?.loadUnaligned(as: UInt64.self).bigEndian ?? 0
    }

    /// Whether some bytes are there, which must lie within the file; they are read where they were not.
    @inline(__always)
    func has(_ first: Int, _ length: Int) -> Bool {
        guard length > 0 else { return true }
        let blocks = first >> Self.shift...(first &+ length &- 1) >> Self.shift
        return isRead(blocks.lowerBound) && isRead(blocks.upperBound) || read(blocks)
    }

    /// Whether some bytes are there already; they must lie within the file.
    func areRead(_ bytes: Range<Int>) -> Bool {
        (bytes.lowerBound >> Self.shift...(bytes.upperBound - 1) >> Self.shift).allSatisfy(isRead)
    }

    @inline(__always)
    private func isRead(_ block: Int) -> Bool {
        UnsafePointer<Atomic<Bool>>(bitPattern: flags)?[block].load(ordering: .acquiring) ?? false
    }

    @inline(never)
    private func read(_ blocks: ClosedRange<Int>) -> Bool {
        isCutShort.withLock { isCutShort in
            for block in blocks where !isRead(block) {
                let start = block << Self.shift
                let part = memory(start..<min(start + 1 << Self.shift, count))
                guard !isCutShort, let file, (try? file.read(at: start, into: part)) == part.count else {
                    isCutShort = true
                    return false
                }
                UnsafePointer<Atomic<Bool>>(bitPattern: flags)?[block].store(true, ordering: .releasing)
            }
            return true
        }
    }
}
