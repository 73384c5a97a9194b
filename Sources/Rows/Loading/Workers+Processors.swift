import MapModel
import Platform
import Streams
import Synchronization

extension Workers {
    /// A thread for each processor, the calling one among them, for as long as a computation takes.
    package static let processors = Workers(count: HelperThreads.processorCount) { count, parts in
        let numbers = Numbers()
        let helpers = HelperThreads(count: min(HelperThreads.processorCount, count) - 1) {
            while let number = numbers.next(below: count) { parts(number) }
        }
        while let number = numbers.next(below: count) { parts(number) }
        helpers.join()
    }

    /// Hands each number out once.
    private final class Numbers: Sendable {
        private let following = Atomic<Int>(0)

        func next(below count: Int) -> Int? {
            let number = following.wrappingAdd(1, ordering: .relaxed).oldValue
            return number < count ? number : nil
        }
    }
}
