#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How much memory the program may still take.
package enum AvailableMemory {
    /// Bytes that the system can give without paging, within the limits of the control groups and of the process;
    /// nil where the system does not say.
    package static var byteCount: Int? {
        [free, ControlGroup(text: text).availableBytes, limitOfProcess].compactMap { $0 }.min()
    }

    /// The largest file that the process may write; nil without a limit.
    package static var fileSizeLimit: Int? { limit(RLIMIT_FSIZE) }

    /// Bytes of stack that the main thread may have; nil without a limit.
    package static var stackLimit: Int? { limit(RLIMIT_STACK) }

    /// The bytes of memory that the process has; nil where the system does not say.
    package static var resident: Int? {
        text("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
            $0 * Memory.pageSize
        }
    }

    /// Bytes of addresses below which a library may end the process in the middle of its work.
    private static let needed = 64 << 20

    /// Bytes of stack that the deepest calls need, with room to spare.
    private static let neededStack = 1 << 20

    /// Why the program cannot run within its limits of addresses and of the stack, in one line; nil where it can.
    package static func missing() -> String? {
        limit(RLIMIT_AS).flatMap { missing(addressLimit: $0) }
            ?? limit(RLIMIT_STACK).flatMap { missing(stackLimit: $0) }
    }

    static func missing(stackLimit limit: Int) -> String? {
        guard limit < neededStack else { return nil }
        return
            "stack limit too low: \(limit >> 10) KB (expected \(neededStack >> 10); run ulimit -s \(neededStack >> 10) first)"
    }

    static func missing(addressLimit limit: Int) -> String? {
        guard limit < needed else { return nil }
        return
            "address space limit too low: \(limit >> 20) MB (expected 64; run ulimit -v \(needed >> 10) first)"
    }

    /// Source: proc(5), meminfo.
    private static var free: Int? {
        let line = text("/proc/meminfo")?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }

    private static var limitOfProcess: Int? {
        guard let limit = limit(RLIMIT_AS) else { return nil }
        let pages = text("/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        return max(limit - pages * Memory.pageSize, 0)
    }

    /// Bytes of addresses (`ulimit -v`) or of stack (`ulimit -s`) that the process may have; nil without a limit.
    private static func limit(_ resource: ResourceLimit.Kind) -> Int? {
        guard let limit = ResourceLimit(resource).current, limit.rlim_cur < rlim_t(Int.max) else {
            return nil
        }
        return Int(limit.rlim_cur)
    }

    private static func text(_ path: String) -> String? {
        let file = Descriptor.open(path, .reading)
        guard file >= 0 else { return nil }
        defer { Descriptor.close(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Descriptor.read(file, into: &bytes)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
