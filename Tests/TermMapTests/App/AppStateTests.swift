import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// What keys do to the state: (rows, keys, expectation).
@Suite struct AppStateTests {
    /// Towns far apart, three equal rows in Berlin, and a village of thirty.
    private static let towns: [(Double, Double)] = [
        (52.5, 13.4), (52.5, 13.4), (52.5, 13.4), (52.6, 13.6), (48.1, 11.5), (40, -100), (-33, 151),
    ]
    private static let village = (0..<30).map { number -> (Double, Double) in
        (45 + Double(number) / 100, 5 + Double(number % 7) / 50)
    }
    private static let places = towns + village
    private let story = Story(AppStateTests.places)

    // MARK: - Moving

    @Test func plusZoomsAroundTheMiddleAndMinusReturns() {
        let closer = story.playing("++").state
        #expect(closer.map.viewport.zoom == story.state.map.viewport.zoom + 2)
        let world = story.playing("W").state
        #expect(story.playing("W++--").state.map.viewport.origin == world.map.viewport.origin)
        #expect(
            story.playing("W++--").state.annotations.placed.map(\.count)
                == world.annotations.placed.map(\.count))
    }

    @Test(arguments: ["lh", "jk", "<Right><Left>", "HH<S-Right><S-Right>", "<PageDown><PageUp>"])
    func panThereAndBackReturns(keys: String) {
        let start = story.playing("W+++++")
        #expect(start.playing(keys).state.map.viewport.origin == start.state.map.viewport.origin)
        #expect(start.playing(keys).state.annotations.placed == start.state.annotations.placed)
    }

    @Test func panMovesByWholeCells() {
        let start = story.playing("W+++").state
        let panned = story.playing("W+++l").state
        #expect(panned.map.viewport.origin.x - start.map.viewport.origin.x == 80 / 8 * Viewport.dotsPerColumn)
        #expect(panned.map.viewport.origin.y == start.map.viewport.origin.y)
    }

    @Test func backspaceReturnsToTheViewBefore() {
        let start = story.state.map.viewport
        #expect(story.playing("+lll<BS><BS>").state.map.viewport == start)
        #expect(story.playing("+<BS><M-Right>").state.map.viewport == story.playing("+").state.map.viewport)
        #expect(story.playing("<BS>").state.screen.message?.text == "No previous view")
    }

    @Test func endsOfTheZoomAreTold() {
        let keys = String(repeating: "+", count: 30)
        #expect(story.playing(keys).state.map.viewport.zoom == Viewport.maximumZoom)
        #expect(story.playing(keys).state.screen.message?.text == "Maximum zoom reached")
        #expect(story.playing("W---").state.screen.message?.text == "Minimum zoom reached")
    }

    @Test(arguments: [(120, 40), (40, 12), (20, 8), (200, 60), (81, 25)])
    func resizeKeepsTheMiddle(columns: Int, rows: Int) {
        var story = story.playing("gl48,11<Enter>")
        let before = story.state.map.viewport
        story.play(.resize(columns: columns, rows: rows))
        #expect(story.state.map.viewport.center == before.center)
        #expect(story.state.map.viewport.zoom == before.zoom)
        #expect(story.state.map.viewport.size == story.state.layout.mapSize)
        story.play(.resize(columns: 80, rows: 24))
        #expect(story.state.map.viewport == before)
    }

    @Test func goesToACoordinate() {
        let state = story.playing("glgeo:-33.9,151.2?z=12<Enter>").state
        let middle = WebMercator.unproject(state.map.viewport.center)
        #expect(state.panels.prompt == nil && state.map.viewport.zoom == 12)
        #expect(abs(middle.latitude + 33.9) < 0.01 && abs(middle.longitude - 151.2) < 0.01)
    }

    @Test func badCoordinateIsToldAndCanBeMended() {
        let wrong = story.playing("gl48,x<Enter>")
        let words = wrong.state.panels.prompt?.error?.text ?? ""
        #expect(words.contains("\"48,x\""), "\(words)")
        #expect(wrong.state.map.viewport == story.state.map.viewport)
        #expect(wrong.playing("<BS>9<Enter>").state.panels.prompt == nil)
    }

    // MARK: - Selection

    @Test func tabSelectsEachAnnotationOnce() {
        var story = story
        var seen: [AnnotationID] = []
        for _ in story.state.annotations.placed {
            story.play("<Tab>")
            if let id = story.state.selectedAnnotation?.id { seen.append(id) }
        }
        #expect(Set(seen) == Set(self.story.state.annotations.placed.map(\.id)))
        #expect(story.playing("<Tab>").state.selectedAnnotation?.id == seen.first)
    }

    @Test func backTabGoesBack() {
        #expect(
            story.playing("<Tab><Tab><S-Tab>").state.selection.current
                == story.playing("<Tab>").state.selection.current)
    }

    @Test(arguments: [
        "l", "+", "-", "++--", "W", "<", ">", "b", "T", "L<Esc>", "c", "o<Esc>", "i<Esc>", "?x<Esc>",
    ])
    func selectionOutlives(keys: String) throws {
        let selected = story.playing("<Tab><Tab>")
        let selection = try #require(selected.state.selection.current)
        #expect(selected.playing(keys).state.selection.current == selection)
    }

    @Test func selectionComesBackWhenTheViewDoes() throws {
        let selected = story.playing("<Tab>")
        let away = selected.playing("gl-33,-120<Enter>")
        #expect(away.state.selectedAnnotation == nil && away.state.selection.current != nil)
        let back = away.playing("<BS>")
        #expect(back.state.selectedAnnotation == selected.state.selectedAnnotation)
    }

    @Test(arguments: 0..<15)
    func whereverTheSelectedRowIsInViewItIsMarked(seed: UInt64) {
        var random = SeededRandom(seed)
        let screen = random.screen()
        var story = Story(random.places(random.number(1...300)), columns: screen.columns, rows: screen.rows)
        story.play(String(repeating: "<Tab>", count: random.number(1...4)))
        let keys = ["+", "-", "h", "j", "k", "l", "<", ">", "L", "i", "<BS>", "W", "0", "c", "J"]
        for _ in 0..<25 {
            story.play(keys[random.number(0...keys.count - 1)])
            guard let selection = story.state.selection.current else {
                Issue.record("the selection is lost")
                return
            }
            let isInView = story.state.annotations.set.window.contains(QuantumPoint(selection.coordinate))
            // A panel may cover it after a pan.
            let isCovered =
                story.state.selectedAnnotation == nil
                && story.state.annotations.annotation(showing: selection, evenIfCovered: true) != nil
            if isInView, !isCovered || story.state.panels.current == nil {
                let isMarked = story.state.carriesTheSelectedRow
                #expect(isMarked, "seed \(seed)")
            }
        }
    }

    @Test func selectingAtTheEdgeMovesNothing() throws {
        var start = Story([(48, 2)]).playing("gl48,2<Enter>")
        start.apply(.dragged(columns: -39, rows: 0))
        let mark = try #require(start.state.annotations.placed.first)
        #expect(mark.rect.column < 3)
        #expect(start.playing("<Tab>").state.map.viewport == start.state.map.viewport)
    }

    @Test func escapeClosesThenClears() {
        let open = story.playing("<Tab>i?")
        let steps = ["", "<Esc>", "<Esc><Esc>", "<Esc><Esc><Esc>"].map { open.playing($0).state }
        #expect(steps.map { $0.panels.help != nil } == [true, false, false, false])
        #expect(steps.map { $0.panels.current != nil } == [true, true, false, false])
        #expect(steps.map { $0.selection.current != nil } == [true, true, true, false])
    }

    @Test func clickSelectsAndClickOnNothingClears() throws {
        var story = story
        let rect = try #require(story.state.annotations.placed.last).rect
        story.apply(.clicked(rect.middle))
        #expect(story.state.selectedAnnotation?.rect == rect)
        let isTaken = { (cell: CellPoint) in
            story.state.annotations.placed.contains {
                CellRect(
                    column: $0.rect.column - 1, row: $0.rect.row, width: $0.rect.width + 2,
                    height: $0.rect.height
                )
                .contains(cell)
            }
        }
        let free = try #require(
            (0..<22).lazy.map { CellPoint(column: 3, row: $0) }.first { !isTaken($0) })
        story.apply(.clicked(free))
        #expect(story.state.selection.current == nil)
    }

    // MARK: - Opening

    @Test(arguments: 0..<20)
    func enterSplitsAClusterInOnePress(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let screen = random.screen()
        var story = Story(random.places(random.number(2...300)), columns: screen.columns, rows: screen.rows)
        story.play("0")
        let clusters = story.state.annotations.placed.filter { !$0.isPlace }
        guard let chosen = clusters.randomElement(using: &random) else { return }
        _ = story.state.select(chosen)
        let before = try #require(story.state.selectedAnnotation)
        let zoom = story.state.map.viewport.zoom
        story.play("<Enter>")
        if story.state.panels.current == nil {
            #expect(story.state.map.viewport.zoom > zoom)
            #expect(story.state.annotations.placed.count > 1)
        } else {
            let rows = Set(
                before.parts.flatMap { part -> [FixedCoordinate] in
                    guard case .cluster(let id) = part.id else {
                        return part.firstIndex.map { [story.state.data.tree.fixedCoordinate(at: $0)] }
                            ?? []
                    }
                    let all = story.state.data.tree.members(of: id, in: story.state.annotations.set.window)
                    return all.indices(limit: all.count).map {
                        story.state.data.tree.fixedCoordinate(at: $0)
                    }
                })
            #expect(rows.count == 1, "\(rows.count) places would not split")
        }
    }

    @Test func identicalPointsOpenTheirList() throws {
        let state = Story([(48, 2), (48, 2), (48, 2)]).playing("<Tab><Enter>").state
        guard let list = state.panels.members else {
            Issue.record("no list: \(String(describing: state.panels.current))")
            return
        }
        #expect(list.count == 3)
        #expect(state.memberRows(of: list) == [0, 1, 2])
    }

    @Test func memberListChoosesARow() {
        let list = Story([(48, 2), (48, 2), (48, 2)]).playing("<Tab>o<Down><Down>")
        #expect(list.state.selection.current?.row == 2)
        #expect(list.playing("<Down>").state.selection.current?.row == 2)
        #expect(list.playing("<Home>").state.selection.current?.row == 0)
        guard list.playing("<Enter>").state.panels.stack == [.members, .details] else {
            Issue.record("details that know their list")
            return
        }
        guard list.playing("<Enter><Esc>").state.panels.current == .members else {
            Issue.record("Esc goes back to the list")
            return
        }
        #expect(list.playing("<Enter>").state.selection.current?.row == 2)
    }

    @Test func enterOnARowShowsItsDetails() {
        let story = Story([(48, 2)]).playing("<Tab><Enter>")
        #expect(story.state.panels.current == .details)
        #expect(story.effects.contains(.readRecord(row: 0, ticket: story.state.selection.recordTicket)))
        #expect(story.playing("<Esc>").state.panels.current == nil)
    }

    // MARK: - What arrives

    @Test func dataDoesNotMoveAViewThatTheUserChose() {
        var story = Story(
            AppState(columns: 80, rows: 24, filePath: "a.csv", appearance: .plain)
        ).playing("+ll")
        let view = story.state.map.viewport
        story.apply(.data(.success(.places([(48, 2), (49, 3)]))))
        #expect(story.state.map.viewport == view)
        #expect(
            story.state.annotations.rowsInView
                == story.state.data.tree.count(in: view.window(of: story.state.visibleMap.dots))
        )
    }

    @Test func dataIsShownWhenTheUserHasNotMoved() {
        let state = Story([(48, 2), (49, 3)]).state
        #expect(state.annotations.rowsInView == 2)
        #expect(state.map.viewport.zoom > 5)
    }

    @Test func lateRecordsAreIgnored() {
        var story = Story([(48, 2), (49, 3), (-10, 100)]).playing("<Tab>i")
        let late = story.state.selection.recordTicket
        story.play("<Tab>")
        let record = NamedRow(row: 0, line: 2, source: "places.csv", fields: [])
        story.apply(.record(.success(record), ticket: late))
        #expect(story.state.selection.record == nil)
        story.apply(.record(.success(record), ticket: story.state.selection.recordTicket))
        #expect(story.state.selection.record == .success(record))
    }

    @Test func failureIsToldAndKept() {
        var story = Story(AppState(columns: 80, rows: 24, filePath: "a.csv", appearance: .plain))
        story.apply(.data(.failure(.refused(name: "a.csv", words: "no such\u{1B}[31m file"))))
        #expect(story.state.data.hasFailed)
        #expect(story.state.screen.message?.kind == .error)
        #expect(story.state.screen.message?.text.text.contains("\u{1B}") == false)
    }

    @Test func messagesGoByThemselves() {
        var state = story.playing("<BS>").state
        _ = state.update(.tick, at: .milliseconds(3999))
        #expect(state.screen.message != nil && state.timeToNextChange == .milliseconds(1))
        _ = state.update(.tick, at: .seconds(4))
        #expect(state.screen.message == nil && state.timeToNextChange == nil)
    }

    @Test func quittingCancelsTheReading() {
        let story = story.playing("q")
        #expect(story.state.isQuitting && story.effects.contains(.cancelLoading))
    }

    // MARK: - Always

    @Test(arguments: 0..<15)
    func countsInViewAreTheRowsInView(seed: UInt64) {
        var random = SeededRandom(seed)
        let screen = random.screen()
        var story = Story(random.places(random.number(0...400)), columns: screen.columns, rows: screen.rows)
        let keys = [
            "+", "-", "h", "j", "K", "l", "<", ">", "L", "i", "o", "<Tab>", "<Enter>", "<Esc>", "<BS>",
            "W", "0", "c", "<Space>", "<Down>", "<PageDown>", "<End>", "b", "T", "?", "<M-Right>",
        ]
        for step in 0..<40 {
            let key = keys[random.number(0...keys.count - 1)]
            story.play(key)
            if step == 20 {
                story.play(.resize(columns: random.number(1...200), rows: random.number(1...60)))
            }
            let state = story.state
            let window = state.map.viewport.window(of: state.layout.map.dots)
            let total = state.map.layers.data ? state.data.tree.count(in: window) : 0
            let shown = state.annotations.rowsInView
            let isWhole = state.visibleMap == state.layout.map
            #expect(isWhole ? shown == total : shown <= total, "after \(key), step \(step)")
        }
    }
}

/// All the data means all of it, wherever it lies, as long as it is not all round the world.
@Suite struct FitTests {
    @Test(arguments: 0..<30) func allRowsAreInTheFittedView(seed: UInt64) {
        var state = seed &* 6_364_136_223_846_793_005 &+ 1
        func next(_ range: ClosedRange<Double>) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Double(state >> 40) / Double(1 << 24)
                * (range.upperBound - range.lowerBound)
        }
        let south = next(-80...60)
        let west = next(-180...180)
        let places = (0..<5).map { _ in
            (next(south...(south + 20)), Coordinate.wrapped(longitude: west + next(0...40)))
        }
        let story = Story(places).playing("0")
        #expect(story.state.annotations.rowsInView == 5, "seed \(seed)")
    }
}
