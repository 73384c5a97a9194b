import Platform
import Streams
import Synchronization

/// Waits for the server: until there is something to read, until it is woken, or for a moment, after which it
/// checks whether the answer is still wanted.
final class QuestionWait: Sendable {
    private let pipe: WakePipe
    private let closing = Atomic(false)

    /// A cancel without a wake is noticed after this time.
    private static let longest = Duration.milliseconds(50)

    init() throws(PostgreSQLFault) {
        do throws(FileError) { pipe = try WakePipe.opened() } catch {
            throw .unreachable(words: error.description)
        }
    }

    /// The source is closed: no more statements will follow.
    var isClosing: Bool { closing.load(ordering: .acquiring) }

    func wake() { pipe.wake() }

    func close() {
        closing.store(true, ordering: .releasing)
        pipe.wake()
    }

    /// Whether `socket` can be read or written.
    func wait(for socket: Int32, _ wanted: Readiness, until deadline: Duration) -> Bool {
        let time = min(deadline - MonotonicClock.now, Self.longest)
        if let happened = pipe.wait(for: socket, wanted, time) { return !happened.isEmpty }
        pipe.drain()
        return false
    }
}
