/// How long to wait before the next attempt: 1, 2, 4, 8, 16, then always 30 seconds.
package struct RetryDelay: Sendable {
    private static let longest = 30

    private var next = 1

    /// A delay that begins with `next` seconds, a power of two up to 16, or 30.
    package init(next: Int = 1) {
        self.next = next
    }

    /// Seconds to wait now; the next delay is longer.
    package mutating func take() -> Int {
        defer { next = next < 16 ? next * 2 : Self.longest }
        return next
    }

    /// After a success.
    package mutating func reset() { next = 1 }
}
