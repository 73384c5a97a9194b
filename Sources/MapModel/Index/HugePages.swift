#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Memory in pages of 2 MiB, where the system has them: a 512th of the faults.
package enum HugePages {
    package static let length = 2 << 20

    /// Asks for them before the memory is used first; smaller memory is left alone.
    package static func use(for memory: UnsafeMutableRawBufferPointer) {
        guard let base = memory.baseAddress, memory.count >= 2 * length else { return }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let start = (Int(bitPattern: base) + page - 1) / page * page
        let end = (Int(bitPattern: base) + memory.count) / page * page
        #if canImport(Glibc)
            madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, Int32(MADV_HUGEPAGE))
        #endif
    }
}
