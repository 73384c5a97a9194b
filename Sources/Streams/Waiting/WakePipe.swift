import Glibc

/// Lets one thread end the waiting of another: `poll` on `descriptor` returns after `wake`.
package final class WakePipe: Sendable {
    /// Becomes readable with `wake`.
    package let descriptor: Int32
    private let writeEnd: Int32

    /// - Throws: the system's error when it cannot create a pipe.
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
        // A full pipe wakes as well.
        _ = write(writeEnd, &byte, 1)
    }

    /// Drains the pipe, so that it can be woken again.
    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }

    /// Waits until it is woken or the time is over, and drains the pipe.
    package func wait(_ time: Duration) {
        _ = wait(for: -1, 0, time)
        drain()
    }

    /// Waits until `other` can be read or written, the time is over, or the pipe was woken.
    ///
    /// - Returns: the events that `poll` reports for `other`; nil when woken, which means to stop.
    package func wait(for other: Int32, _ events: Int32, _ time: Duration) -> Int16? {
        var requests = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(events), revents: 0),
        ]
        let (seconds, attoseconds) = time.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        // Rounded up, so that the time is over when it returns.
        _ = poll(&requests, 2, Int32(clamping: max(milliseconds, 0) + (milliseconds > 0 ? 1 : 0)))
        return requests[0].revents != 0 ? nil : requests[1].revents
    }
}
