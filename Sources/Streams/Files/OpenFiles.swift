import Glibc

/// How many files the process may have open at once.
package enum OpenFiles {
    /// Kept free of data: what the terminal, pipes, sockets, databases and the system's libraries open for themselves.
    /// Some of those libraries end the process when they get none.
    private static let reserve: Int32 = 32
    /// Data, and files of our own at the same time, when the program starts.
    private static let needed = 48
    /// A file for each source stays open; more than so many are not shown at once.
    private static let wanted: rlim_t = 8_192

    /// Raises the limit as far as it is of use.
    ///
    /// - Returns: why the program cannot run, in one line, where too few can be opened.
    package static func prepare() -> String? {
        var limit = current
        if limit.rlim_cur < min(wanted, limit.rlim_max) {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        while taken.count < needed {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                let limit = current.rlim_cur
                let wanted = limit + rlim_t(needed - taken.count)
                return "open file limit too low: \(limit) (expected \(wanted); run ulimit -n \(wanted) first)"
            }
            taken.append(descriptor)
        }
        return nil
    }

    /// Whether an open file leaves the reserve free: the system gives out the lowest number that is free.
    static func leavesReserve(_ descriptor: Int32) -> Bool {
        descriptor < Int32(clamping: current.rlim_cur) - reserve
    }

    private static var current: rlimit {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit
    }
}
