import Rows

/// How feeds are read.
package struct FeedOptions: Sendable {
    /// How long things are followed.
    package var times = ThingTimeChoice()
    /// Sent to each server once it is connected.
    package var sending: String?
    /// How often documents are read again; nil where they are read once.
    package var polling: Duration?
    /// Where what is received is written.
    package var recordPath: String?
    /// How many times as fast as it was a recording is played; nil at once.
    package var replaySpeed: Double?
    /// How much of the feed's own time is read, of a live one by the clock; nil for all.
    package var lengthSeconds: Double?
    /// How often all things so far are handed over; nil for never.
    package var partInterval: Duration? = .milliseconds(250)
    /// Who asks for alerts, and hears of events.
    package var alerts = AlertWatch()
    /// Who hears of the own position, as soon as somebody asks.
    package var ownReports = OwnReports()
    /// The version of the program, for servers of documents.
    package var version = ""

    /// Standard options.
    package init() {}
}
