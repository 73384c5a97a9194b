import Glibc
import Synchronization

/// Sockets that threads wait on. Each is closed by its own thread, so that nobody else's takes its number meanwhile.
final class OpenSockets: Sendable {
    private struct State {
        var descriptors: Set<Int32> = []
        var isOver = false
    }

    private let state = Mutex(State())

    func add(_ descriptor: Int32) {
        state.withLock { state in
            state.descriptors.insert(descriptor)
            if state.isOver { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    func close(_ descriptor: Int32) {
        state.withLock { state in
            state.descriptors.remove(descriptor)
            Glibc.close(descriptor)
        }
    }

    /// Wakes every thread that waits, now and later.
    func shutDownAll() {
        state.withLock { state in
            state.isOver = true
            for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }
}
