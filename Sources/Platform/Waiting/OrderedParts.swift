import Dispatch
import Synchronization

/// Parts of a computation that several threads make side by side and the caller takes in their order.
///
/// Parts are begun in order as well, and no more than a few wait to be taken, so that memory is bounded.
package struct OrderedParts<Part: Sendable>: ~Copyable {
    private let shared: Shared
    private let helpers: HelperThreads
    private var taken = 0
    private let make: @Sendable (Int) -> Part

    private final class Shared: Sendable {
        let next = Atomic<Int>(0)
        let isOver = Atomic<Bool>(false)
        let made = Mutex<[Int: Part]>([:])
        let arrived = DispatchSemaphore(value: 0)
        /// Signalled once for each part that may be begun.
        let room = DispatchSemaphore(value: 0)
    }

    /// Begins to make parts 0..<count.
    ///
    /// - Parameters:
    ///   - threads: how many make them.
    ///   - make: makes a part, on any thread.
    package init(count: Int, threads: Int, make: @escaping @Sendable (Int) -> Part) {
        let shared = Shared()
        self.shared = shared
        self.make = make
        helpers = HelperThreads(count: min(threads, count)) {
            while true {
                shared.room.wait()
                let number = shared.next.wrappingAdd(1, ordering: .relaxed).oldValue
                if shared.isOver.load(ordering: .relaxed) || number >= count { return }
                let part = make(number)
                shared.made.withLock { $0[number] = part }
                shared.arrived.signal()
            }
        }
        for _ in 0..<2 * helpers.count { shared.room.signal() }
    }

    /// The next part in turn, of which there must be one; nil when cancelled.
    ///
    /// - Parameter isCancelled: asked twenty times a second while the part is awaited.
    package mutating func next(isCancelled: () -> Bool) -> Part? {
        let number = taken
        taken += 1
        guard helpers.count > 0 else { return isCancelled() ? nil : make(number) }
        while true {
            if isCancelled() { return nil }
            if let part = shared.made.withLock({ $0.removeValue(forKey: number) }) {
                shared.room.signal()
                return part
            }
            _ = shared.arrived.wait(timeout: .now() + .milliseconds(50))
        }
    }

    deinit {
        shared.isOver.store(true, ordering: .relaxed)
        for _ in 0..<helpers.count { shared.room.signal() }
        helpers.join()
    }
}
