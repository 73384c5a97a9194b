import App
import Platform
import Streams
import Synchronization

/// Where background work leaves its results for the main loop.
///
/// `descriptor` becomes readable when something is there, so that the loop can wait for it beside the keyboard.
package final class Mailbox: Sendable {
    package var descriptor: Int32 { wakePipe.descriptor }
    private let wakePipe: WakePipe
    private let actions = Mutex<[Action]>([])

    package init() throws(FileError) { wakePipe = try WakePipe.opened() }

    /// Callable from any thread.
    package func post(_ action: Action) {
        actions.withLock { $0.append(action) }
        wakePipe.wake()
    }

    /// Everything posted since the last call, in order.
    func takeAll() -> [Action] {
        wakePipe.drain()
        return actions.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
