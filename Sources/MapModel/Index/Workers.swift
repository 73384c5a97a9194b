import Synchronization

/// Threads that share the parts of a long computation. This library starts none: a program passes its own.
public struct Workers: Sendable {
    /// A computation in parts: called once with the number of each.
    public typealias Parts = @Sendable (Int) -> Void

    /// How many parts run at the same time, at least 1.
    public let count: Int
    private let perform: @Sendable (Int, @escaping Parts) -> Void

    /// - Parameters:
    ///   - count: how many parts run at the same time, at least 1.
    ///   - perform: calls a function with each number below the given one, in any order and on any thread, and
    ///     returns after the last call has returned.
    public init(count: Int, perform: @escaping @Sendable (Int, @escaping Parts) -> Void) {
        self.count = max(count, 1)
        self.perform = perform
    }

    /// The calling thread alone.
    public static let alone = Workers(count: 1) { count, parts in
        for part in 0..<count { parts(part) }
    }

    /// Calls `parts` with each number below `count`, and returns when all calls have returned.
    public func run(_ count: Int, _ parts: @escaping Parts) { perform(count, parts) }

    /// The part with a number of `count` things that all workers share evenly.
    func share(_ part: Int, of count: Int) -> Range<Int> {
        part * count / self.count..<(part + 1) * count / self.count
    }

    /// What `body` finds of each worker's share of `count` things, in the order of the shares.
    public func shares<Result: Sendable>(
        of count: Int, _ body: @escaping @Sendable (Range<Int>) -> Result
    ) -> [Result] {
        results(of: self.count) { body(share($0, of: count)) }
    }

    /// What `body` finds for each number below `count`, in order.
    func results<Result: Sendable>(
        of count: Int, _ body: @escaping @Sendable (Int) -> Result
    ) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: count))
        run(count) { part in
            let result = body(part)
            results.withLock { $0[part] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }
}
