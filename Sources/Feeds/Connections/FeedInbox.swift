import Platform
import Synchronization

/// What the threads of all sources have received and the reader has not taken yet. It is bounded: threads wait for room.
package final class FeedInbox: Sendable {
    /// A parcel with its source and when it came.
    struct Entry: Sendable {
        let source: Int
        /// In milliseconds since 1970.
        let received: Int64
        let parcel: FeedParcel
    }

    private struct State {
        var entries: [Entry] = []
        var byteCount = 0
        var isClosed = false
    }

    private static let byteLimit = 4 << 20

    private let state = Mutex(State())
    private let arrived: WakePipe
    /// Woken when the inbox is closed, for sources that wait.
    private let closing: WakePipe
    private let clock = FeedWallClock()

    init() throws(SystemError) {
        arrived = try WakePipe()
        closing = try WakePipe()
    }

    /// Nobody takes anything any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Now, in milliseconds since 1970; never goes back.
    var now: Int64 { clock.now }

    /// Ends all sources.
    func close() {
        state.withLock { $0.isClosed = true }
        closing.wake()
    }

    /// Hands a parcel over; false when nobody wants it.
    @discardableResult func put(_ parcel: FeedParcel, from source: Int, received: Int64? = nil) -> Bool {
        let size =
            switch parcel {
            case .bytes(let bytes), .document(let bytes): bytes.count
            default: 0
            }
        let entry = Entry(source: source, received: received ?? now, parcel: parcel)
        while true {
            let isTaken = state.withLock { state -> Bool? in
                if state.isClosed { return false }
                guard state.byteCount == 0 || state.byteCount + size <= Self.byteLimit else { return nil }
                state.entries.append(entry)
                state.byteCount += size
                return true
            }
            if let isTaken {
                if isTaken { arrived.wake() }
                return isTaken
            }
            MonotonicClock.sleep(microseconds: 1_000)
        }
    }

    /// All that has arrived, after waiting for something.
    func take(waiting time: Duration) -> [Entry] {
        if let entries = takeNow() { return entries }
        arrived.wait(time)
        return takeNow() ?? []
    }

    private func takeNow() -> [Entry]? {
        state.withLock { state in
            guard !state.entries.isEmpty else { return nil }
            defer { (state.entries, state.byteCount) = ([], 0) }
            return state.entries
        }
    }

    /// Waits for a descriptor, or a time; nil when the inbox was closed.
    func wait(for descriptor: Int32, _ wanted: Readiness, _ time: Duration) -> Readiness? {
        isClosed ? nil : closing.wait(for: descriptor, wanted, time)
    }

    /// Waits; false when the inbox was closed.
    func sleep(_ time: Duration) -> Bool { wait(for: -1, [], time) != nil }
}

/// The wall clock, as it was at the start and goes on by the other one: it does not go back when someone sets it, and goes
/// ahead with it after the machine was suspended.
final class FeedWallClock: Sendable {
    private struct State {
        var wall: Int64
        var monotonic: Int64
    }

    private let state: Mutex<State>

    init() {
        state = Mutex(
            State(wall: Self.milliseconds(WallTime.now), monotonic: Self.milliseconds(MonotonicClock.now)))
    }

    /// In milliseconds since 1970.
    var now: Int64 {
        state.withLock { state in
            let passed = Self.milliseconds(MonotonicClock.now) - state.monotonic
            let (steady, wall) = (state.wall + passed, Self.milliseconds(WallTime.now))
            guard wall > steady + 2_000 else { return steady }
            state.wall += wall - steady
            return wall
        }
    }

    private static func milliseconds(_ time: Duration) -> Int64 {
        time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    }
}
