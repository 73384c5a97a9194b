import Feeds
import MapModel
import Receivers
import Synchronization

/// Makes events of a position source out of what a feed says of the own position.
final class FeedPosition: Sendable {
    private struct State {
        var reader = NMEAReader(fallback: .clock)
        var hasBegun = false
    }

    private let state = Mutex(State())
    private let onEvent: @Sendable (PositionEvent) -> Void

    init(onEvent: @escaping @Sendable (PositionEvent) -> Void) { self.onEvent = onEvent }

    func take(_ report: OwnReport) {
        let events = state.withLock { state -> [PositionEvent] in
            var fixes: [LocationFix] = []
            switch report {
            case .fix(let fix): fixes = [fix]
            case .sentence(let bytes): state.reader.feed(bytes.span) { fixes.append($0) }
            }
            guard !fixes.isEmpty else { return [] }
            defer { state.hasBegun = true }
            return (state.hasBegun ? [] : [.status(.receiving)]) + fixes.map { .fix($0) }
        }
        for event in events { onEvent(event) }
    }
}
