import Synchronization

/// What is to be told of the things of a feed: set by whoever wants to know, from any thread, and obeyed by the reader from
/// the next message on.
package final class FeedWatch: Sendable {
    /// Takes an event; false ends the reading.
    package typealias Receiver = @Sendable (AlertEvent) -> Bool

    /// What is asked for.
    struct Request: Sendable {
        var alerts: [Alert] = []
        /// Other things are left out; nil for all.
        var filter: ThingFilter?
        /// Counts the changes.
        var revision = 0
        /// Everything heard before is to be forgotten.
        var forgetCount = 0
    }

    private let request: Mutex<Request>
    private let receiver: Receiver?

    /// - Parameters:
    ///   - filter: things that do not match are outside of all alerts.
    ///   - receiver: takes each event as soon as it is known, on the thread of the reader.
    package init(_ alerts: [Alert], filter: ThingFilter? = nil, receiver: Receiver? = nil) {
        request = Mutex(Request(alerts: alerts, filter: filter))
        self.receiver = receiver
    }

    /// Asks for other alerts; who is inside already is not told of.
    package func set(_ alerts: [Alert]) {
        request.withLock {
            $0.alerts = alerts
            $0.revision += 1
        }
    }

    /// Forgets everything heard.
    package func forget() { request.withLock { $0.forgetCount += 1 } }

    var current: Request { request.withLock { $0 } }

    func send(_ event: AlertEvent) -> Bool { receiver?(event) ?? true }
}
