import Glibc

/// Lets one thread end the waiting of another: `poll` on `descriptor` returns after `wake`.
package final class WakePipe: Sendable {
    /// Becomes readable with `wake`.
    package let descriptor: Int32
    private let writeEnd: Int32

    /// - Throws: what the system says when it has no pipe to give.
    package init() throws(FileError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FileError(system: errno, file: "pipe") }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Callable from any thread.
    package func wake() {
        var byte: UInt8 = 1
        // A full pipe is as good.
        _ = write(writeEnd, &byte, 1)
    }

    /// Takes what woke it, so that it can be woken again.
    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }

    /// Waits until it is woken or the time is over, and takes what woke it.
    package func wait(_ time: Duration) {
        _ = wait(for: -1, 0, time)
        drain()
    }

    /// Waits until `other` can be read or written, the time is over, or the pipe was woken.
    ///
    /// - Returns: what `poll` says of `other`; nil when woken: then everything is to end.
    package func wait(for other: Int32, _ events: Int32, _ time: Duration) -> Int16? {
        var requests = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(events), revents: 0),
        ]
        let (seconds, attoseconds) = time.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        // Rounded up, so that the moment waited for has come.
        _ = poll(&requests, 2, Int32(clamping: max(milliseconds, 0) + (milliseconds > 0 ? 1 : 0)))
        return requests[0].revents != 0 ? nil : requests[1].revents
    }
}
