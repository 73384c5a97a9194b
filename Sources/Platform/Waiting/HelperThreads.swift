import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Threads that help with work, for as long as it takes.
package struct HelperThreads {
    /// How many threads could be started.
    package let count: Int
    private let group = DispatchGroup()

    /// Starts `count` threads that run `body`, fewer where the system has no more.
    package init(count: Int, _ body: @escaping @Sendable () -> Void) {
        var started = 0
        for _ in 0..<max(count, 0) {
            let group = group
            group.enter()
            let isStarted = BlockingThread.detach {
                body()
                group.leave()
            }
            if isStarted { started += 1 } else { group.leave() }
        }
        self.count = started
    }

    /// Waits until all have returned.
    package func join() { group.wait() }

    /// The processors of this machine, at least 1.
    package static let processorCount = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
}
