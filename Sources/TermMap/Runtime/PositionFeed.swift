import Platform
import Receivers
import Synchronization

/// Collects the events of a position source, so that the main loop gets them at most every `pause`.
///
/// The first event after a pause goes out at once. A source that is faster than the main loop waits for it.
final class PositionFeed: Sendable {
    private struct State {
        var events: [PositionEvent] = []
        var isFlushing = false
        var postedAt: ContinuousClock.Instant?
    }

    static let pause = Duration.milliseconds(100)
    /// So many events may wait: more than any receiver sends, less than the main loop would notice.
    private static let waitingLimit = 8192

    private let mailbox: Mailbox
    private let state = Mutex(State())

    init(mailbox: Mailbox) { self.mailbox = mailbox }

    /// Called from the thread of the source.
    func take(_ event: PositionEvent) {
        let (wait, count) = state.withLock { state -> (Duration?, Int) in
            state.events.append(event)
            let rest = state.postedAt.map { Self.pause - (ContinuousClock.now - $0) } ?? .zero
            if rest <= .zero {
                post(&state)
            } else if !state.isFlushing {
                state.isFlushing = true
                return (rest, state.events.count)
            }
            return (nil, state.events.count)
        }
        if let wait {
            Task.detached(priority: .userInitiated) { [self] in
                try? await Task.sleep(for: wait)
                flush()
            }
        }
        if count >= Self.waitingLimit { waitForRoom() }
    }

    /// Hands over what is left.
    func flush() {
        state.withLock { state in
            state.isFlushing = false
            post(&state)
        }
    }

    private func post(_ state: inout State) {
        guard !state.events.isEmpty else { return }
        mailbox.post(.positionEvents(state.events, at: WallClock.now))
        state.events = []
        state.postedAt = .now
    }

    /// Sleeps, on the thread of the source, until the next post is due; then makes it.
    private func waitForRoom() {
        let rest = state.withLock { state in
            state.postedAt.map { Self.pause - (ContinuousClock.now - $0) } ?? .zero
        }
        if rest > .zero {
            MonotonicClock.sleep(microseconds: UInt32(clamping: rest.milliseconds * 1000 + 500))
        }
        state.withLock { post(&$0) }
    }
}
