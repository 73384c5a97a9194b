import Dispatch
import Streams

/// Threads that help with work, for as long as it takes.
struct HelperThreads {
    private let group = DispatchGroup()

    init(count: Int, _ body: @escaping @Sendable () -> Void) {
        for _ in 0..<max(count, 0) {
            let group = group
            group.enter()
            let isStarted = BlockingThread.detach {
                body()
                group.leave()
            }
            if !isStarted { group.leave() }
        }
    }

    func join() { group.wait() }
}
