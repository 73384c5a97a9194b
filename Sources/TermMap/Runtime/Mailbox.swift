import Glibc
import Synchronization

/// Where background work leaves its results for the main loop.
///
/// `descriptor` becomes readable when something is there, so that the loop can wait for it beside the keyboard.
final class Mailbox: Sendable {
    let descriptor: Int32
    private let writeEnd: Int32
    private let actions = Mutex<[Action]>([])

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

    /// Callable from any thread.
    func post(_ action: Action) {
        actions.withLock { $0.append(action) }
        var wake: UInt8 = 1
        // A full pipe is as good: the loop will wake.
        _ = write(writeEnd, &wake, 1)
    }

    /// Everything posted since the last call, in order.
    func takeAll() -> [Action] {
        var drained = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &drained, drained.count) == drained.count {}
        return actions.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
