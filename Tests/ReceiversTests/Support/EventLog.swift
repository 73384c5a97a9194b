import MapModel
import Synchronization

@testable import Receivers

/// Collects the events of a source, and runs it until there are enough.
final class EventLog: Sendable {
    private let held = Mutex<[PositionEvent]>([])

    var events: [PositionEvent] { held.withLock { $0 } }

    var statuses: [PositionStatus] {
        events.compactMap { if case .status(let status) = $0 { status } else { nil } }
    }

    var fixes: [LocationFix] {
        events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    var droppedCount: Int {
        events.reduce(0) { if case .dropped(let count, _) = $1 { count } else { $0 } }
    }

    /// Runs a source until `isEnough` is true of its events.
    static func run(
        _ origin: PositionSource.Origin, until isEnough: @escaping @Sendable (EventLog) -> Bool
    ) async throws -> EventLog {
        let log = EventLog()
        let (signals, signal) = AsyncStream<Void>.makeStream()
        let task = Task.detached {
            try await PositionSource(origin).run { event in
                log.held.withLock { $0.append(event) }
                signal.yield()
            }
            signal.finish()
        }
        for await _ in signals where isEnough(log) { break }
        task.cancel()
        _ = try? await task.value
        return log
    }
}
