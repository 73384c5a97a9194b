import DataSets
import Rows

/// What the band of time knows of rows that stay on a server, and what it has asked.
struct ServerBand: Sendable {
    /// The column, and from when to when its times are; nil until the server answers.
    var outline: TimeOutline?
    /// What that is asked of.
    var query: RowQuery?
    /// A number of its own for each outline.
    var number = 0
    /// The bars that were asked for last.
    var question: ServerBandQuestion?
    /// When the window was asked for last, and how long the last answer took.
    var askedAt: Duration?
    var answerTime: Duration?

    /// Playing needs answers within this time.
    static let playable = Duration.milliseconds(300)
}
