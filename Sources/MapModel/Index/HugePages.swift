#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Asks the system to back large arrays by pages of 2 MB: fewer faults while they are filled, fewer misses when
/// they are read at random.
enum HugePages {
    private static let size = 2 << 20

    /// To be called before the memory of `buffer` is first touched; mere advice, without effect where unknown.
    static func advise<Element>(for buffer: UnsafeMutableBufferPointer<Element>) {
        #if os(Linux)
            guard let base = buffer.baseAddress else { return }
            let start = (UInt(bitPattern: base) + UInt(size) - 1) & ~UInt(size - 1)
            let end = UInt(bitPattern: base + buffer.count) & ~UInt(size - 1)
            if end > start {
                madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_HUGEPAGE)
            }
        #endif
    }
}
