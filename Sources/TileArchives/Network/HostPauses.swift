import Platform
import Streams
import Synchronization

/// Hosts that did not answer, and how long each is left alone: 1, 2, 4 … 60 seconds.
final class HostPauses: Sendable {
    private struct Pause {
        /// On the monotonic clock.
        var until: Duration
        /// The next pause, in seconds.
        var next: Int
        /// Why the last request failed.
        var words: String
    }

    /// The longest pause, also where the server asks for a longer one.
    private static let longestSeconds = 60

    private let pauses = Mutex<[String: Pause]>([:])
    private let now: @Sendable () -> Duration

    /// - Parameter now: the time on a clock that only goes forward.
    init(now: @escaping @Sendable () -> Duration = { MonotonicClock.now }) {
        self.now = now
    }

    /// Why the host may not be asked now, in words with the time that is left; nil when it may.
    func refusal(of host: String) -> String? {
        let now = now()
        return pauses.withLock { pauses in
            guard let pause = pauses[host], pause.until > now else { return nil }
            let left = (pause.until - now).components
            let seconds = Int(left.seconds) + (left.attoseconds > 0 ? 1 : 0)
            return "\(pause.words), next try in \(seconds) s"
        }
    }

    /// Whether the last request to the host failed.
    func isFailing(_ host: String) -> Bool { pauses.withLock { $0[host] != nil } }

    /// After a request that failed: longer each time.
    ///
    /// Requests that ran side by side fail together: those that end in a pause do not make it longer.
    ///
    /// - Parameter seconds: what the server asks for, instead of the next pause.
    func hostFailed(_ host: String, words: String, askedFor seconds: Int? = nil) {
        let now = now()
        pauses.withLock { pauses in
            let last = pauses[host]
            guard last.map({ $0.until <= now }) ?? true else { return }
            let next = last?.next ?? 1
            let pause = min(max(seconds ?? next, 1), Self.longestSeconds)
            pauses[host] = Pause(
                until: now + .seconds(pause), next: min(next * 2, Self.longestSeconds), words: words)
        }
    }

    /// After an answer.
    func hostAnswered(_ host: String) { pauses.withLock { $0[host] = nil } }
}
