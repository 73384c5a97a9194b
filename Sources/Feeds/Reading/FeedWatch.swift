import Rows

/// Who hears of the things of a feed, and of which of them.
package struct FeedWatch: Sendable {
    /// Takes an event, on the thread of the reader; false ends the reading.
    package typealias Receiver = @Sendable (AlertEvent) -> Bool

    let alerts: [Alert]
    /// Other things are left out; nil for all.
    let filter: ThingFilter?
    let receiver: Receiver

    /// - Parameters:
    ///   - alerts: those with filters have some that a `ThingFilter` can be made of.
    ///   - filter: things that do not match are outside of all alerts.
    ///   - receiver: takes each event as soon as it is known.
    package init(_ alerts: [Alert], filter: ThingFilter? = nil, receiver: @escaping Receiver) {
        (self.alerts, self.filter, self.receiver) = (alerts, filter, receiver)
    }
}
