import MapModel
import Rows
import Testing

@testable import App

/// The rows of a server that are known: those in view, those that a search found, those near a place.
@Suite struct ServerViewTests {
    private func place(_ latitude: Double, _ longitude: Double) -> FixedCoordinate {
        FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude))
    }

    private func answer(_ places: [UInt32: FixedCoordinate]) -> ViewportAnswer {
        let view = Viewport(
            center: WebMercator.project(Coordinate(latitude: 50, longitude: 10)), zoom: 8,
            size: DotSize(width: 160, height: 96))
        let question = ViewportQuestion(
            window: view.window(of: DotRect(x: 0, y: 0, width: 160, height: 96)),
            grid: ClusterGrid(viewport: view, size: ClusterSize(width: 10)), limit: 50)
        return ViewportAnswer(
            question: question, total: places.count, content: .rows(PointBuffer().merging(places)))
    }

    private func places(_ view: ServerView) -> [UInt32: FixedCoordinate] {
        let tree = QuadTree(view.points)
        return Dictionary(
            uniqueKeysWithValues: (0..<tree.count).map { (tree.row(at: $0), tree.fixedCoordinate(at: $0)) })
    }

    @Test func rowsInViewFoundAndNearAreKnownOnce() {
        var view = ServerView(limit: 50)
        let pole = place(89.5, 20)
        view.receive(answer([3: place(50, 10), 5: place(50.01, 10.01)]))
        view.receive(
            MatchAnswer(
                matches: [.init(row: 5, place: place(-20, 1)), .init(row: 1, place: pole)], isCut: false))
        view.receive(
            [ExportedRow(row: 9, place: place(-1, 1), distanceMeters: 0)],
            NearbyQuestion(center: Coordinate(latitude: -1, longitude: 1), radiusMeters: 1, limit: 1))
        let expected: [UInt32: FixedCoordinate] = [
            3: place(50, 10), 5: place(50.01, 10.01), 1: pole, 9: place(-1, 1),
        ]
        #expect(places(view) == expected)
    }

    @Test func foundRowsThatAnAnswerForTheirPlaceDoesNotHoldAreGone() {
        var view = ServerView(limit: 50)
        view.receive(
            MatchAnswer(
                matches: [.init(row: 1, place: place(50, 10)), .init(row: 2, place: place(-20, 1))],
                isCut: false))
        view.receive(answer([3: place(50.01, 10)]))
        #expect(Set(places(view).keys) == [2, 3])
    }

    /// An answer to a question of its own with at least this many rows, of 8 bytes each.
    private func answer(_ column: Int, rowCount: Int) -> ViewportAnswer {
        let view = Viewport(
            center: WebMercator.project(Coordinate(latitude: 50, longitude: Double(column))), zoom: 8,
            size: DotSize(width: 160, height: 96))
        let question = ViewportQuestion(
            window: view.window(of: DotRect(x: 0, y: 0, width: 160, height: 96)),
            grid: ClusterGrid(viewport: view, size: ClusterSize(width: 10)), limit: rowCount)
        var piece = PointBuffer()
        for row in 0..<UInt32(min(rowCount, 8_192)) { piece.append(place(50, 10), row: row) }
        var points = PointBuffer()
        while points.count < rowCount { points.append(contentsOf: piece, rowOffset: UInt32(points.count)) }
        return ViewportAnswer(question: question, total: points.count, content: .rows(points))
    }

    private func keptQuestions(of answers: [ViewportAnswer], in view: ServerView) -> [ViewportQuestion] {
        var view = view
        (view.answer, view.question) = (nil, nil)
        return answers.map(\.question).filter { view.cachedAnswer(to: $0) != nil }
    }

    /// Answers of a few rows are all kept, of answers with 2 MiB few, and the newest one of whatever size.
    @Test(arguments: [
        (rowCount: 100, kept: 64...64), (rowCount: 1 << 18, kept: 10...16), (rowCount: 5 << 20, kept: 1...1),
    ])
    func keptAnswersAreLimitedInNumberAndBytes(rowCount: Int, kept: ClosedRange<Int>) {
        var view = ServerView(limit: 50)
        let content = answer(0, rowCount: rowCount)
        let answers = (0..<70).map { column in
            ViewportAnswer(
                question: answer(column, rowCount: 1).question, total: content.total, content: content.content
            )
        }
        for answer in answers { view.receive(answer) }
        let questions = keptQuestions(of: answers, in: view)
        #expect(kept.contains(questions.count))
        #expect(questions == answers.suffix(questions.count).map(\.question))
    }

    /// An answer that was replaced, or forgotten with all others, counts no more.
    @Test func answersThatAreGoneDoNotCount() {
        var view = ServerView(limit: 50)
        let (small, large) = (answer(0, rowCount: 100), answer(1, rowCount: 1 << 20))
        view.receive(small)
        for _ in 0..<20 { view.receive(large) }
        #expect(keptQuestions(of: [small, large], in: view).count == 2)
        _ = view.forgetAnswers()
        view.receive(small)
        for column in 1...3 { view.receive(answer(column, rowCount: 1 << 20)) }
        #expect(keptQuestions(of: [small, large], in: view).count == 2)
    }
}
