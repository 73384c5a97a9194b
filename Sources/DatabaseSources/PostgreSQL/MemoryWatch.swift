import Platform
import Streams

/// Ends a read that takes too much memory: within one call, libpq reads a long message as long as more bytes
/// arrive.
final class MemoryWatch: Sendable {
    private let before = AvailableMemory.resident ?? 0
    private let end: WakePipe

    /// How often memory is checked: a fast machine reads some ten megabytes meanwhile.
    private static let interval = Duration.milliseconds(10)

    /// Shuts `socket` down when the program has grown by more than `limit` bytes before `finish`; nil when
    /// the system has no pipe for it.
    init?(socket: Int32, limit: Int) {
        guard let end = try? WakePipe() else { return nil }
        self.end = end
        _ = BlockingThread.detach { [self] in
            while end.wait(for: -1, [], Self.interval) != nil {
                guard (AvailableMemory.resident ?? 0) - before > limit else { continue }
                Socket.shutDown(socket)
                return
            }
        }
    }

    /// Ends the watch; returns by how much the program has grown.
    func finish() -> Int {
        end.wake()
        return (AvailableMemory.resident ?? 0) - before
    }
}
