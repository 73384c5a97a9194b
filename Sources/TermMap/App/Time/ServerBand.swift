import DataSets
import MapModel
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
    /// The moments of the rows in view that follow, to play from one to the next, and what was asked for them; nil until the
    /// server answers.
    var moments: [Int64]?
    var momentsQuestion: ServerMomentsQuestion?
    /// When the window was asked for last, and how long the last answer took.
    var askedAt: Duration?
    var answerTime: Duration?

    /// Playing needs answers within this time.
    static let playable = Duration.milliseconds(300)

    /// Moments are on their way.
    var awaitsMoments: Bool { momentsQuestion != nil && moments == nil }

    /// Whether so many moments after another one are known, or all that there are.
    func knows(_ count: Int, after end: Int64) -> Bool {
        guard let moments, let question = momentsQuestion, question.start <= end else { return false }
        return moments.count < ServerMomentsQuestion.limit || first(after: end) + count <= moments.count
    }

    /// The end of a window that has some more moments than one that ends at a moment; nil where there are none.
    func end(of count: Int, after end: Int64) -> Int64? {
        let first = first(after: end)
        guard let moments, first < moments.count else { return nil }
        return moments[min(first + count, moments.count) - 1] + 1
    }

    private func first(after end: Int64) -> Int {
        moments.map { moments in Bisection.first(in: moments.indices) { moments[$0] >= end } } ?? 0
    }
}
