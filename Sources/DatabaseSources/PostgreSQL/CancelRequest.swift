import CPostgreSQL
import Platform
import Streams
import Synchronization

/// A request to a server to cancel the statement of a connection.
final class CancelRequest: Sendable {
    /// Nil until it is known whether the server received it.
    private let isHeard = Mutex<Bool?>(nil)
    private let pipe: WakePipe

    private init() throws(SystemError) { pipe = try WakePipe() }

    /// Sends it; whether the server received it before `deadline`. After that it continues in the background.
    static func send(over connection: OpaquePointer, until deadline: Duration) -> Bool {
        guard let cancel = PQgetCancel(connection) else { return false }
        let address = UInt(bitPattern: cancel)
        guard let request = try? CancelRequest() else {
            PQfreeCancel(cancel)
            return false
        }
        let isStarted = BlockingThread.detach {
            guard let cancel = OpaquePointer(bitPattern: address) else { return }
            var words = [CChar](repeating: 0, count: 256)
            let isHeard = PQcancel(cancel, &words, Int32(words.count)) == 1
            PQfreeCancel(cancel)
            request.isHeard.withLock { $0 = isHeard }
            request.pipe.wake()
        }
        guard isStarted else {
            PQfreeCancel(cancel)
            return false
        }
        _ = request.pipe.wait(for: -1, [], deadline - MonotonicClock.now)
        return request.isHeard.withLock { $0 } ?? false
    }
}
