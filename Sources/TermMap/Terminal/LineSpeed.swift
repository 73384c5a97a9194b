import Platform
import Streams

/// A line so slow that a frame takes seconds, and what is on its way along it.
///
/// What is written beyond the line's pace would wait in the system's queue, before any answer to the next key.
package struct LineSpeed {
    /// What may be on its way: an answer waits no longer.
    private static let backlog = Duration.milliseconds(250)
    private static let leastBurst = 64

    let bytesPerSecond: Int
    /// When what was written has arrived.
    private var idleAt: ContinuousClock.Instant

    /// - Parameter bytesPerSecond: more than 0.
    package init(bytesPerSecond: Int, now: ContinuousClock.Instant) {
        self.bytesPerSecond = bytesPerSecond
        idleAt = now
    }

    /// The line of a terminal that is set to less than 38,400 bits a second; nil for all others.
    ///
    /// Terminal emulators and ssh have 38,400 or 0, whatever carries them.
    package init?(of descriptor: Int32, now: ContinuousClock.Instant) {
        guard let bits = TerminalLine(of: descriptor)?.bitsPerSecond, (1..<38_400).contains(bits) else {
            return nil
        }
        // A start bit and a stop bit come with each byte.
        self.init(bytesPerSecond: bits / 10, now: now)
    }

    /// The bytes that may be written now.
    func allowance(at now: ContinuousClock.Instant) -> Int {
        let behind = max(idleAt - now, .zero)
        if behind == .zero { return max(bytes(in: Self.backlog), Self.leastBurst) }
        return bytes(in: Self.backlog - behind)
    }

    /// The time until a quarter of the backlog may be written.
    package func pause(at now: ContinuousClock.Instant) -> Duration {
        max(idleAt - now - Self.backlog * 3 / 4, .zero)
    }

    mutating func wrote(_ count: Int, at now: ContinuousClock.Instant) {
        idleAt = max(idleAt, now) + .nanoseconds(count * 1_000_000_000 / bytesPerSecond)
    }

    private func bytes(in time: Duration) -> Int {
        max(Int(Double(bytesPerSecond) * Double(time.milliseconds) / 1000), 0)
    }
}
