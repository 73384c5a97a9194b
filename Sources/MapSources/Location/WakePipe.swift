import Glibc

/// Lets one thread end the waiting of another: `poll` on `descriptor` returns after `wake`.
final class WakePipe: Sendable {
    let descriptor: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
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

    func wake() {
        var byte: UInt8 = 1
        // A full pipe is as good.
        _ = write(writeEnd, &byte, 1)
    }

    /// Waits until `other` can be read or written, the time is over, or the pipe was woken.
    ///
    /// - Returns: what `poll` says of `other`; nil when woken: then everything is to end.
    func wait(for other: Int32, _ events: Int32, _ time: Duration) -> Int16? {
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
