#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How many files the process may have open at once.
package enum OpenFiles {
    /// Not available for data: what the terminal, pipes, sockets, databases and the system's libraries open
    /// themselves.
    /// Some of those libraries end the process when they cannot open a file.
    private static let reserve: Int32 = 32
    /// Data, and the program's own files that are open at the same time during the start.
    private static let needed = 48
    /// A file for each source stays open, so this many can be shown at once.
    private static let wanted: rlim_t = 8_192

    /// Raises the limit as far as needed.
    ///
    /// - Returns: why the program cannot run, in one line, when too few can be opened.
    package static func prepare() -> String? {
        var limit = current
        if limit.rlim_cur < min(wanted, limit.rlim_max) {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            ResourceLimit(RLIMIT_NOFILE).set(limit)
        }
        var taken: [Int32] = []
        defer { for descriptor in taken { Descriptor.close(descriptor) } }
        while taken.count < needed {
            let descriptor = Descriptor.open("/", .reading)
            guard descriptor >= 0 else {
                let limit = current.rlim_cur
                let wanted = limit + rlim_t(needed - taken.count)
                return "open file limit too low: \(limit) (expected \(wanted); run ulimit -n \(wanted) first)"
            }
            taken.append(descriptor)
        }
        return nil
    }

    /// Whether an open file leaves the reserve free: the system assigns the lowest free number.
    package static func leavesReserve(_ descriptor: Int32) -> Bool {
        descriptor < Int32(clamping: current.rlim_cur) - reserve
    }

    /// How many the process may have open.
    package static var limit: Int { Int(clamping: current.rlim_cur) }

    private static var current: rlimit { ResourceLimit(RLIMIT_NOFILE).current ?? rlimit() }
}
