import MapModel
import Synchronization
import Testing

@testable import App
@testable import Receivers
@testable import Runtime

@Suite struct PositionFeedTests {
    private func parts(_ mailbox: Mailbox) -> [[PositionEvent]] {
        mailbox.takeAll().compactMap { action in
            if case .positionEvents(let events, _) = action { events } else { nil }
        }
    }

    @Test func theFirstEventGoesOutAtOnce() throws {
        let mailbox = try Mailbox()
        PositionFeed(mailbox: mailbox).take(.status(.connecting))
        #expect(parts(mailbox) == [[.status(.connecting)]])
    }

    @Test func aFloodArrivesWholeInOrderAndInFewParts() throws {
        let mailbox = try Mailbox()
        let feed = PositionFeed(mailbox: mailbox)
        let events = (0..<20_000).map { PositionEvent.dropped($0, reasons: "") }
        for event in events { feed.take(event) }
        feed.flush()
        let parts = parts(mailbox)
        #expect(parts.flatMap { $0 } == events)
        #expect(parts.count < 100, "\(parts.count)")
    }

    @Test func sentencesOfAFeedBecomeFixes() {
        let found = Mutex<[PositionEvent]>([])
        let position = FeedPosition { event in found.withLock { $0.append(event) } }
        for text in [
            "$GPRMC,140001.00,A,4727.4800,N,00832.8800,E,5.0,045.0,261126,,,A*5D\n",
            "$GPRMC,140002.00,A,4727.4800,N,00832.8800,E,5.0,045.0,261126,,,A*5E\n",
        ] { position.take(.sentence(Array(text.utf8))) }
        position.take(.fix(LocationFix(mode: .twoDimensional)))
        let events = found.withLock { $0 }
        #expect(events.count == 3 && events.first == .status(.receiving))
        guard events.count == 3, case .fix(let fix) = events[1] else { return }
        #expect(fix.time == UTCInstant(year: 2026, month: 11, day: 26, hour: 14, minute: 0, second: 1))
    }

    @Test func whatWaitsIsHandedOverAtTheEnd() throws {
        let mailbox = try Mailbox()
        let feed = PositionFeed(mailbox: mailbox)
        feed.flush()
        #expect(parts(mailbox).isEmpty)
        feed.take(.status(.receiving))
        feed.take(.status(.ended))
        feed.flush()
        #expect(parts(mailbox).flatMap { $0 } == [.status(.receiving), .status(.ended)])
    }
}
