import MapModel
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
