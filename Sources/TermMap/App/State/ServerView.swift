import CellGraphics
import MapModel
import DataSets
import Rows

/// The answers of a database server: rows and clusters of the regions that were viewed.
///
/// Only these rows are in memory; the server is queried for each view. The screen stays until it answers.
package struct ServerView: Sendable {
    /// More rows in a view than this come as clusters.
    package let limit: Int
    /// Nil until the connection stands.
    package var summary: SourceSummary?
    /// Rows of files beside it, while they are read and it is not asked yet.
    private var early: QuadTree?
    /// What was answered to the query that is shown; nil for the plain one.
    package private(set) var choice: ServerChoice?
    /// What views are asked besides their rows.
    private(set) var measures: RowMeasures?
    /// What the screen shows, and whether it is cached and being refreshed.
    package var answer: ViewportAnswer?
    var isCached = false
    /// What was asked for last; only the answer to the newest ticket counts.
    package var question: ViewportQuestion?
    private(set) var askedAt = Duration.zero
    package var ticket = 0
    package var isWaiting = false
    /// Rows that a search or a radius found: they are listed and highlighted wherever they are.
    package var found: [MatchAnswer.Match] = []
    package var near: [MatchAnswer.Match] = []
    /// Rows of a cluster that are listed.
    package var members: [MatchAnswer.Match] = []
    /// What `near` answers; its answer was cut at the limit of what is listed.
    var nearQuestion: NearbyQuestion?
    package var isNearCut = false
    package var isFoundCut = false
    /// How many rows a search found, once the server has counted those that it did not send.
    package var foundTotal: Int?

    /// Its rows are being recounted.
    var isCounting = false
    /// When to retry after a failure, and how many retries have failed.
    var retryAt: Duration?
    package var failures = 0
    /// When to reopen the layers that failed to open, and how many attempts have failed.
    private(set) var reopenAt: Duration?
    private var reopenings = 0

    private var answers = Self.noAnswers
    private static let noAnswers = LRUCache<ViewportQuestion, ViewportAnswer>(
        byteLimit: 32 << 20, countLimit: 64)

    package init(limit: Int) { self.limit = limit }

    /// The connection stands.
    package mutating func open(_ summary: SourceSummary) {
        // Names may have got other places, which views that were asked meanwhile do not know.
        if self.summary != nil, summary.skipped != nil { _ = forgetAnswers() }
        self.summary = summary
        isCounting = false
        retryAt = nil
        failures = 0
    }

    /// Other rows are asked about; what is shown stays until the server answers.
    package mutating func open(_ choice: ServerChoice) {
        _ = forgetAnswers()
        open(choice.summary)
        self.choice = choice
        measures = choice.measures
        (found, near, members) = ([], [], [])
    }

    /// Shows the rows of files beside it that were read so far.
    package mutating func show(early rows: QuadTree) {
        if answer == nil { early = rows }
    }

    /// Rows are shown, though it has not answered.
    package var showsEarlyRows: Bool { early != nil }

    // MARK: - The view

    /// Records that `question` is asked; its ticket, or nil when it is being asked already.
    package mutating func ask(_ question: ViewportQuestion, at now: Duration) -> Int? {
        guard question != self.question else { return nil }
        // Of questions that follow each other without an answer, the first one counts.
        if !isWaiting { askedAt = now }
        self.question = question
        ticket += 1
        isWaiting = true
        if answers.peek(question) != nil { isCached = true }
        return ticket
    }

    /// What was answered to a question before, when it is neither asked nor shown now.
    func cachedAnswer(to question: ViewportQuestion) -> ViewportAnswer? {
        question == self.question || question == answer?.question ? nil : answers.peek(question)
    }

    /// Shows what was answered before until the server answers again.
    package mutating func show(cached answer: ViewportAnswer) {
        self.answer = answer
        isCached = true
    }

    package mutating func receive(_ answer: ViewportAnswer) {
        self.answer = answer
        early = nil
        isWaiting = false
        isCached = false
        retryAt = nil
        failures = 0
        answers.insert(answer, bytes: answer.byteCount, for: answer.question)
    }

    package mutating func receive(_ found: MatchAnswer) {
        self.found = found.matches
        isFoundCut = found.isCut
        foundTotal = nil
    }

    package mutating func receive(_ rows: [ExportedRow], _ question: NearbyQuestion) {
        near = rows.map { MatchAnswer.Match(row: $0.row, place: $0.place) }
        isNearCut = rows.count == question.limit && question.radiusMeters != nil
    }

    // MARK: - Failures

    /// The view could not be asked for: that is tried again after a while, or with the next move.
    package mutating func fail(at now: Duration) {
        isWaiting = false
        retryLater(than: now)
    }

    /// Whether it is time to try again; true only once.
    mutating func takeRetry(at now: Duration) -> Bool {
        guard let retryAt, retryAt <= now else { return false }
        self.retryAt = nil
        question = nil
        return true
    }

    /// The next attempt is 1, 2, 4 … 30 s away.
    mutating func retryLater(than now: Duration) {
        retryAt = now + Self.delay(failures)
        failures += 1
    }

    private static func delay(_ failures: Int) -> Duration { .seconds(min(1 << min(failures, 5), 30)) }

    /// Layers that could not be opened are opened again, after the same delays.
    mutating func planReopening(at now: Duration) {
        guard let summary, !summary.failures.isEmpty else {
            (reopenAt, reopenings) = (nil, 0)
            return
        }
        reopenAt = now + Self.delay(reopenings)
        reopenings += 1
    }

    /// Whether it is time for that; true only once.
    mutating func takeReopening(at now: Duration) -> Bool {
        guard let reopenAt, reopenAt <= now, !isCounting else { return false }
        self.reopenAt = nil
        return true
    }

    /// Everything is asked again; whether the rows are to be counted, which they are not already.
    mutating func forgetAnswers() -> Bool {
        answers = Self.noAnswers
        question = nil
        nearQuestion = nil
        defer { isCounting = true }
        return !isCounting
    }

    // MARK: - What is shown

    /// The rows that are known, each once: those in view, found and near.
    package var points: PointBuffer { points(answer) }

    private func points(_ answer: ViewportAnswer?) -> PointBuffer {
        var places: [UInt32: FixedCoordinate] = [:]
        for match in found + near + members { places[match.row] = match.place }
        guard let answer, case .rows(let rows) = answer.content else { return PointBuffer().merging(places) }
        // The last answer for the view counts: rows that it does not contain are no longer there.
        return rows.merging(places.filter { !answer.question.window.contains(QuantumPoint($0.value)) })
    }

    /// What is known of the rows now.
    ///
    /// - Parameters:
    ///   - before: what was known before: layers and counts of all rows stay.
    ///   - keepsApart: whether no badge may mix classes.
    func snapshot(after before: RowSnapshot, keepsApart: Bool) -> RowSnapshot {
        let comparing = comparedAnswers
        let answer = comparing?.shown ?? answer
        let tree = early ?? QuadTree(points(answer))
        var snapshot = RowSnapshot(before, with: tree)
        (snapshot.sides, snapshot.other) = (nil, [])
        if comparing != nil, choice?.areMerged == true {
            snapshot.sides = WindowSides(tree, answer?.measured ?? MeasuredRows())
        }
        if let other = comparing?.other { snapshot.other = [Self.snapshot(of: other, after: snapshot)] }
        snapshot.shapes = answer?.shapes ?? ShapeIndex()
        snapshot.counted = answer.flatMap { CountedRows($0) }
        snapshot.coverage =
            snapshot.counted == nil ? answer.map { .window($0.question.window) } ?? .nowhere : .nowhere
        snapshot.coloring = coloring(of: tree)
        if let counts = snapshot.coloring?.counts, keepsApart, snapshot.counted == nil {
            snapshot.coloring?.places = ClassPlaces(of: tree, counts)
        }
        snapshot.figures = figures(of: tree)
        if let figures = snapshot.figures, let coloring = snapshot.coloring, coloring.places != nil {
            snapshot.figures?.byClass = ClassAggregates(figures.numbers, coloring.counts)
        }
        return snapshot
    }
}
