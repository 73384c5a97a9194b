import MapModel
import Rows
import Testing

@testable import TermMap

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
}
