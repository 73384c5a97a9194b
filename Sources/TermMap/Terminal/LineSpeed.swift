import Streams
import Glibc

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
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0, let bits = Self.bitsPerSecond[cfgetospeed(&modes)] else {
            return nil
        }
        // A start bit and a stop bit come with each byte.
        self.init(bytesPerSecond: bits / 10, now: now)
    }

    private static let bitsPerSecond: [speed_t: Int] = [
        speed_t(B50): 50, speed_t(B75): 75, speed_t(B110): 110, speed_t(B134): 134, speed_t(B150): 150,
        speed_t(B200): 200, speed_t(B300): 300, speed_t(B600): 600, speed_t(B1200): 1200,
        speed_t(B1800): 1800, speed_t(B2400): 2400, speed_t(B4800): 4800, speed_t(B9600): 9600,
        speed_t(B19200): 19200,
    ]

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
