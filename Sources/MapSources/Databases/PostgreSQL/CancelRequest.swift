import CPostgreSQL
import Glibc
import Synchronization

/// The request to a server to stop what it does for a connection.
final class CancelRequest: Sendable {
    private let isDone = Mutex(false)

    private init() {}

    /// Sends it; whether the server had it before `deadline`.
    static func send(over connection: OpaquePointer, until deadline: Duration) -> Bool {
        guard let cancel = PQgetCancel(connection) else { return false }
        let address = UInt(bitPattern: cancel)
        let request = CancelRequest()
        let isStarted = BlockingThread.detach {
            guard let cancel = OpaquePointer(bitPattern: address) else { return }
            var words = [CChar](repeating: 0, count: 256)
            let isHeard = PQcancel(cancel, &words, Int32(words.count)) == 1
            PQfreeCancel(cancel)
            request.isDone.withLock { $0 = isHeard }
        }
        guard isStarted else {
            PQfreeCancel(cancel)
            return false
        }
        while !request.isDone.withLock({ $0 }) {
            guard MonotonicClock.now < deadline else { return false }
            _ = poll(nil, 0, 2)
        }
        return true
    }
}
