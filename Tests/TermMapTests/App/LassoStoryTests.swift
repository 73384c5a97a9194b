import CellGraphics
import DataSets
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Free shapes that are drawn on the map.
@Suite struct LassoStoryTests {
    private typealias Played = AreaStoryTests.Played

    private func lasso(_ state: AppState) -> LassoTool? { state.map.tool as? LassoTool }

    /// A triangle or more around places that are typed.
    private func shape(_ places: [(Double, Double)], _ keys: String = "") throws -> Played {
        var played = try Played("vv")
        for place in places { played.headless.play([], clicking: place) }
        return try played.playing(keys)
    }

    private static let mitte = [(48.0, 2.0), (48.0, 3.0), (49.0, 3.0), (49.0, 2.0)]

    @Test func oneKeyGoesFromBoxToLassoAndBack() throws {
        var played = try Played("v")
        #expect(played.state.map.tool is BoxTool)
        try played.play("v")
        #expect(lasso(played.state) != nil)
        try played.play("v")
        #expect(played.state.map.tool is BoxTool)
        #expect(try played.playing("<Esc>").state.map.tool == nil)
        #expect(try Played("vv<Esc>").state.map.tool == nil)
        #expect(lasso(try Played(":lasso<Enter>").state) != nil)
    }

    @Test func spaceSetsCornersAndDelTakesThemBack() throws {
        var played = try Played("vv <Right> <Down> ")
        #expect(lasso(played.state)?.corners.count == 3 && played.frame.contains("3 corners"))
        try played.play("<Del><BS>")
        #expect(lasso(played.state)?.corners.count == 1)
        try played.play("<Del><Del>")
        #expect(lasso(played.state)?.corners.isEmpty == true)
        #expect(played.message == "No corner to remove")
        #expect(try Played("vv  ").message == "This corner is already set: move the pen first")
    }

    @Test(arguments: ["", " ", " L "], ["<Enter>", "f", "y"])
    func fewCornersEncloseNothing(corners: String, key: String) throws {
        let played = try Played("vv" + corners + key)
        #expect(played.message == "A lasso needs three corners: Space sets one")
        #expect(lasso(played.state) != nil && played.markedRows.isEmpty)
    }

    @Test func enterMarksTheRowsInside() throws {
        let played = try shape(Self.mitte)
        #expect(played.frame.contains("3 in the lasso"), "\(played.frame)")
        let marked = try played.playing("<Enter>")
        #expect(marked.markedRows == [0, 1, 2] && marked.state.map.tool == nil)
        #expect(marked.message == "3 rows marked")
        #expect(try shape(Self.mitte, "<Enter>").markedRows == [0, 1, 2])
    }

    /// The rows are marked once they are found, though the tool is left by then.
    @Test func rowsAreMarkedAsSoonAsTheyAreFound() throws {
        var story = Story(try shape(Array(Self.mitte.dropLast())).state)
        // The last corner asks anew.
        story.play("H <Enter>")
        guard
            case .findInside(let question, let ticket) = story.effects.last(where: {
                if case .findInside = $0 { true } else { false }
            })
        else {
            Issue.record("nothing was asked")
            return
        }
        #expect(story.state.map.tool == nil && story.state.marks.count == 0)
        let points = try #require(question.points { false })
        try #require(points.count > 0)
        story.apply(.inside(points, ticket: ticket - 1))
        #expect(story.state.marks.count == 0, "an older answer")
        story.apply(.inside(points, ticket: ticket))
        #expect(story.state.marks.count == points.count)
    }

    @Test func theShapeIsAFilter() throws {
        let played = try shape(Self.mitte, "f")
        let text = try #require(played.state.panels.prompt?.field.text)
        #expect(text.hasPrefix("inside(POLYGON ((") && text.hasSuffix(")))"))
        #expect(played.state.map.tool == nil && played.state.data.tree.count == 3)
        #expect(try shape([(1, 1), (2, 2), (1, 2)], "<Esc>").state.data.query.isPlain)
    }

    @Test func theShapeIsCopied() throws {
        var story = Story(try shape(Self.mitte).state)
        let corners = try #require(lasso(story.state)?.corners)
        story.play("y")
        guard case .copy(let bytes) = story.effects.last else {
            Issue.record("nothing was copied")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let numbers = text.split { " (),".contains($0) }.compactMap { Double($0) }
        #expect(text.hasPrefix("POLYGON ((") && numbers.count == 10)
        #expect(
            abs(numbers[0] - corners[0].longitude) < 1e-6 && numbers[8] == numbers[0]
                && numbers[9] == numbers[1])
        #expect(lasso(story.state) != nil, "it goes on")
    }

    @Test func theMouseDrawsFreely() throws {
        var played = try Played("vv")
        let view = played.state.map.viewport
        let path = [(10, 5), (11, 5), (12, 5), (13, 5), (14, 5), (15, 8), (12, 12), (10, 9)]
        func event(_ kind: MouseEvent.Kind, _ cell: (Int, Int)) -> InputEvent {
            .mouse(MouseEvent(kind: kind, button: .left, point: CellPoint(column: cell.0, row: cell.1)))
        }
        played.headless.play(
            [event(.press, path[0])] + path.dropFirst().map { event(.drag, $0) } + [event(.release, path[7])])
        let corners = try #require(lasso(played.state)?.corners)
        #expect(corners.count == 5, "cells on a line are one side")
        #expect(played.state.map.viewport == view)
        // A click adds a corner.
        played.headless.play([event(.press, (30, 9)), event(.release, (30, 9))])
        #expect(lasso(played.state)?.corners.count == 6)
    }

    @Test func theShapeStaysWhenTheMapMoves() throws {
        let played = try shape(Self.mitte, "++")
        #expect(lasso(played.state)?.corners.count == 4 && played.state.map.viewport.zoom > 5)
        #expect(try played.playing("---<Enter>").markedRows == [0, 1, 2])
    }

    @Test func thePenMovesTheMapAtItsEdge() throws {
        let played = try Played("vv" + String(repeating: "L", count: 30))
        let cell = played.state.map.viewport.dot(
            of: WebMercator.project(try #require(lasso(played.state)?.pen))
        ).cell
        #expect(played.state.visibleMap.contains(cell))
        #expect(played.state.map.viewport.center != (try Played("vv").state.map.viewport.center))
    }

    /// Rows on both sides of 180° are inside, and none on the other side of the world.
    @Test func aShapeMayCrossTheAntimeridian() throws {
        let tree = QuadTree(places: [(0, 179), (0, -179), (0, 0), (0, 170), (0, -170), (5, 180)])
        let corners = [(-10.0, 175.0), (-10.0, -175.0), (10.0, -175.0), (10.0, 175.0)]
            .map { Coordinate(latitude: $0.0, longitude: $0.1) }
        let question = ShapeQuestion(tree: tree, generation: 1, corners: corners)
        let rows = question.points { false }?.members.map { tree.row(at: $0) }.sorted()
        #expect(rows == [0, 1, 5])
    }

    /// Even-odd over the corners in degrees, by brute force.
    @Test(arguments: 0..<20 as Range<UInt64>) func insideIsEvenOdd(seed: UInt64) throws {
        var random = SeededRandom(seed)
        func place() -> (Double, Double) { (random.fraction(40...50), random.fraction(0...10)) }
        let (ring, places) = (
            (0..<random.number(3...12)).map { _ in place() }, (0..<200).map { _ in place() }
        )
        let tree = QuadTree(places: places)
        let corners = ring.map { Coordinate(latitude: $0.0, longitude: $0.1) }
        let points = try #require(
            ShapeQuestion(tree: tree, generation: 1, corners: corners).points { false })
        for index in 0..<tree.count {
            let place = tree.coordinate(at: index)
            var isInside = false
            for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                guard (start.0 > place.latitude) != (end.0 > place.latitude) else { continue }
                let x = start.1 + (place.latitude - start.0) / (end.0 - start.0) * (end.1 - start.1)
                if x > place.longitude { isInside.toggle() }
            }
            #expect(points.contains(index) == isInside)
        }
    }

    @Test func theShapeIsDrawn() throws {
        for charset in [Charset.braille, .ascii] {
            var state = try shape(Self.mitte).state
            state.screen.appearance.charset = charset
            let text = state.painted().plainText()
            #expect(text.split(separator: charset == .ascii ? "o" : "□").count >= 4, "\(text)")
            #expect(text.contains("km"))
        }
    }
}

extension Headless {
    /// A click on a place, with the tool in use.
    fileprivate mutating func play(_ events: [InputEvent], clicking place: (Double, Double)) {
        let point = WebMercator.project(Coordinate(latitude: place.0, longitude: place.1))
        let cell = state.map.viewport.dot(of: point).cell
        let keys: [InputEvent] = [.press, .release].map {
            .mouse(MouseEvent(kind: $0, button: .left, point: cell))
        }
        play(events + keys)
    }
}
