import CellGraphics
import DataSets
import MapModel
import Testing

@testable import App
@testable import Rows
@testable import StoryTestSupport
@testable import TerminalInput

/// Rows that are marked with keys, and what becomes of their marks.
@Suite struct MarkStoryTests {
    private static let towns = [(52.52, 13.4), (48.85, 2.35), (40.4, -3.7), (59.3, 18.1), (41.9, 12.5)]

    private func story(_ places: [(Double, Double)] = Self.towns) -> Story { Story(places) }

    /// So many rows in one place, and one far away.
    private func crowd(_ count: Int) -> Story {
        Story((0..<count).map { (50 + Double($0) * 1e-6, 10) } + [(-30, 140)])
    }

    private func badge(_ story: Story, _ count: Int) -> PlacedAnnotation? {
        story.state.annotations.placed.first { $0.count == count }
    }

    @Test func invertingSaysHowManyAreMarkedAndHowManyNoLonger() throws {
        var played = try QueryStoryTests.Played(
            "name,lat,lon\n" + (0..<9).map { "N\($0),\(40 + $0),\($0 * 3)\n" }.joined(), "t  *")
        #expect(played.state.marks.count == 7)
        #expect(played.state.screen.message?.text.text == "7 rows marked, 2 rows unmarked")
        try played.play("u*")
        #expect(played.state.screen.message?.text.text == "9 rows marked")
        try played.play("*")
        #expect(played.state.screen.message?.text.text == "9 rows unmarked")
    }

    /// Nothing is inverted where nothing is marked.
    @Test func starWithoutMarksAsksToMark() {
        var story = crowd(1_001)
        story.play("*")
        #expect(story.state.marks.question?.change == .mark)
        story.play("y")
        #expect(story.state.marks.count == story.state.data.rowTotal)
    }

    @Test func spaceMarksTheSelectedRowAndUnmarksIt() {
        var story = story()
        story.play("<Tab> ")
        #expect(story.state.marks.rows.rows == [story.state.selection.current?.row])
        #expect(story.state.annotations.placed.map(\.markedCount).reduce(0, +) == 1)
        story.play(" ")
        #expect(story.state.marks.count == 0 && story.state.marks.rows.isEmpty)
        #expect(story.state.annotations.placed.allSatisfy { $0.markedCount == 0 })
    }

    @Test func spaceWithoutASelectionSaysWhatToDo() {
        let story = story().playing(" ")
        #expect(story.state.marks.count == 0)
        #expect(story.state.screen.message?.text.text.contains("Tab") == true)
    }

    @Test func aClusterMarksItsMembers() throws {
        var story = crowd(50)
        while story.state.selectedAnnotation?.count != 50 { story.play("<Tab>") }
        story.play(" ")
        #expect(story.state.marks.rows.rows == (0..<50).map { UInt32($0) })
        #expect(badge(story, 50)?.markedCount == 50)
        #expect(story.playing(" ").state.marks.count == 0)
    }

    @Test func aClusterOfWhichAPartIsMarkedIsMarkedWhole() {
        var story = crowd(50)
        while story.state.selectedAnnotation?.count != 50 { story.play("<Tab>") }
        story.play("o ")
        #expect(story.state.marks.count == 1)
        story.play("<Esc>")
        #expect(badge(story, 50)?.markedCount == 1)
        story.state.selection.current = nil
        while story.state.selection.current?.isCluster != true { story.play("<Tab>") }
        #expect(story.playing(" ").state.marks.count == 50)
    }

    @Test(arguments: [("y", 1_001), ("n", 0), ("<Esc>", 0)])
    func manyRowsAreAskedAbout(key: String, count: Int) {
        var story = crowd(1_001)
        while story.state.selectedAnnotation?.count != 1_001 { story.play("<Tab>") }
        story.play(" ")
        #expect(story.state.marks.question?.count == 1_001 && story.state.marks.count == 0)
        story.play(key)
        #expect(story.state.marks.question == nil && story.state.marks.count == count)
        #expect(story.state.selection.current != nil && !story.state.isQuitting)
    }

    @Test func otherKeysWithdrawTheQuestionAndMeanWhatTheyMean() {
        var story = crowd(1_001)
        while story.state.selectedAnnotation?.count != 1_001 { story.play("<Tab>") }
        let zoom = story.state.map.viewport.zoom
        story.play(" +")
        #expect(story.state.marks.question == nil && story.state.map.viewport.zoom == zoom + 1)
        #expect(story.playing(" q").state.isQuitting)
    }

    @Test func listsMarkTheRowUnderTheCursorAndMoveOn() {
        var story = crowd(20)
        while story.state.selectedAnnotation?.count != 20 { story.play("<Tab>") }
        story.play("o")
        guard let list = story.state.panels.members else {
            Issue.record("no list")
            return
        }
        let first = list.rows(story.state.data, offset: 0, limit: 3)
        story.play("   ")
        #expect(story.state.marks.rows.rows == first.sorted())
        guard let moved = story.state.panels.members else { return }
        #expect(moved.cursor.index == list.cursor.index + 3)
    }

    @Test func nearbyRowsAreMarkedByOneKey() {
        var story = story()
        story.play("<Tab>r1000km<Enter>")
        let near = story.state.nearby?.total ?? 0
        #expect(near > 1 && near < Self.towns.count)
        story.play("*")
        #expect(story.state.marks.count == near)
    }

    @Test func starInvertsTheMarksInView() {
        var story = story()
        story.play("<Tab> ")
        let marked = story.state.marks.rows.rows
        story.play("*")
        #expect(Set(story.state.marks.rows.rows) == Set(0..<5).subtracting(marked))
        story.play("*")
        #expect(story.state.marks.rows.rows == marked)
        story.play("u")
        #expect(story.state.marks.count == 0)
    }

    @Test func marksSurviveMovesAndFilters() {
        var story = story()
        story.play("*+++lll")
        #expect(story.state.marks.count == 5)
        let all = story.state.data.tree
        let query = story.state.data.query
        var kept = RowSet(capacity: 5)
        kept.insert(2)
        story.apply(
            .rows(.success(.known(RowSnapshot(QuadTree(all, keeping: kept), generation: 2))), of: query))
        #expect(story.state.marks.count == 5 && story.state.marks.points.count == 1)
        story.apply(.rows(.success(.known(RowSnapshot(all, generation: 3))), of: query))
        story.play("0")
        #expect(story.state.annotations.placed.map(\.markedCount).reduce(0, +) == 5)
    }

    @Test func marksFollowTheirRowsThroughAReload() {
        var story = story()
        while story.state.selection.current?.row != 1 { story.play("<Tab>") }
        story.play(" ")
        while story.state.selection.current?.row != 3 { story.play("<Tab>") }
        story.play(" ")
        // Row 1 is now row 4, row 3 is gone, row 2 came first.
        let places = [Self.towns[2], (0, 0), Self.towns[0], Self.towns[4], Self.towns[1]]
        let reload = Reload(
            before: RowIdentities(hashes: [10, 11, 12, 13, 14]),
            after: RowIdentities(hashes: [12, 99, 10, 14, 11]))
        story.apply(.reload(.success(ReloadedData(.places(places), reload))))
        #expect(story.state.marks.rows.rows == [4])
        #expect(story.state.marks.points.count == 1)
        #expect(story.state.screen.message?.text.text.contains("1 marked row is gone") == true)
    }

    @Test func withoutIdentitiesARowOfTheSameNumberAndPlaceKeepsItsMark() {
        var story = story()
        story.play("*")
        var places = Self.towns
        places[1] = (0, 0)
        story.apply(.reload(.success(ReloadedData(.places(places), Reload()))))
        #expect(story.state.marks.rows.rows == [0, 2, 3, 4])
    }

    // MARK: - The box

    private func box(_ story: Story) -> BoxTool? { story.state.map.tool as? BoxTool }

    @Test func aBoxMarksTheRowsInIt() throws {
        var story = Story([(0, 0), (0.5, 0.5), (60, 150), (-60, -150)])
        story.play("Wv")
        let window = story.state.map.viewport.window(of: box(story)?.rect.dots ?? .empty)
        let inside = story.state.data.tree.count(in: window)
        #expect(try inside == story.state.rowCount(in: #require(box(story)).rect))
        story.play("HHHHHHHHJJJJJJoLLLLLLLLLLKKKKKKKK")
        story.play("<Enter>")
        #expect(box(story)?.rect == nil && story.state.marks.count >= inside)
    }

    @Test func escLeavesTheBoxAndMarksNothing() {
        let story = story().playing("v<Right><Esc>")
        #expect(box(story)?.rect == nil && story.state.marks.count == 0)
    }

    @Test func zZoomsToTheBox() {
        let story = story()
        let after = story.playing("vz")
        #expect(box(after)?.rect == nil)
        #expect(after.state.map.viewport.zoom > story.state.map.viewport.zoom + 1)
    }

    @Test func anotherViewDropsTheBox() {
        #expect(box(story().playing("v+"))?.rect == nil)
    }

    @Test func theMouseDrawsTheBox() {
        var story = story()
        story.play("v")
        let view = story.state.map.viewport
        let (start, end) = (CellPoint(column: 10, row: 4), CellPoint(column: 3, row: 9))
        story.play(.mouse(MouseEvent(kind: .press, button: .left, point: start)))
        story.play(.mouse(MouseEvent(kind: .drag, button: .left, point: end)))
        story.play(.mouse(MouseEvent(kind: .release, button: .left, point: end)))
        #expect(box(story)?.rect == CellRect(column: 3, row: 4, width: 8, height: 6))
        #expect(story.state.map.viewport == view)
    }

    @Test func theCornerStaysOnTheMap() {
        var story = story()
        story.play("v" + String(repeating: "L", count: 40) + String(repeating: "J", count: 40))
        let area = story.state.visibleMap
        #expect(box(story)?.corner == CellPoint(column: area.endColumn - 1, row: area.endRow - 1))
    }

    // MARK: - Picking

    private func picking(_ mode: MarkState.Picking) -> Story {
        var story = story()
        story.state.marks.picking = mode
        return story
    }

    private func picked(_ story: Story) -> [UInt32]? {
        guard case .picked(let rows) = story.state.marks.outcome else { return nil }
        return rows.rows
    }

    @Test func enterPicksTheSelectedRow() {
        let story = picking(.one).playing("<Tab>").playing("<Enter>")
        #expect(story.state.isQuitting && picked(story) == story.state.selection.current.map { [$0.row] })
    }

    @Test func enterOnAClusterStillOpensIt() {
        var story = crowd(50)
        story.state.marks.picking = .one
        while story.state.selectedAnnotation?.count != 50 { story.play("<Tab>") }
        story.play("<Enter>")
        #expect(!story.state.isQuitting)
    }

    @Test func withoutMultiNothingIsMarked() {
        let story = picking(.one).playing("<Tab> *")
        #expect(story.state.marks.count == 0)
        #expect(story.playing("q").state.isQuitting && picked(story.playing("q")) == nil)
    }

    @Test(arguments: ["q", "<Enter>"])
    func markedRowsArePicked(key: String) {
        let story = picking(.several).playing("<Tab> <Tab> <Tab>" + key)
        #expect(story.state.isQuitting && picked(story)?.count == 2)
    }

    @Test(arguments: ["Q", "<C-c>"])
    func abandoningPicksNothing(key: String) {
        let story = picking(.several).playing("*" + key)
        #expect(story.state.isQuitting && story.state.marks.outcome == .abandoned)
    }

    @Test func whileAFileIsReadPickingWaits() {
        var story = picking(.several)
        story.play("*")
        story.state.data.loading = .reading(fraction: 0.5)
        story.play("q")
        #expect(!story.state.isQuitting)
        story.apply(.data(.success(.places(Self.towns))))
        #expect(story.state.isQuitting && picked(story)?.count == 5)
    }

    // MARK: - The clipboard

    @Test func coordinatesAndRowsAreCopied() {
        var story = Story([(48.85, 2.35)])
        story.state.screen.hasClipboard = true
        story.play("<Tab>yY")
        #expect(story.effects.contains(.copy(Array("48.85,2.35".utf8))))
        let place = FixedCoordinate(Coordinate(latitude: 48.85, longitude: 2.35))
        #expect(story.effects.contains(.writeRow(0, at: place)))
        story.apply(.writtenRow(.success(Array("a,48.85".utf8))))
        #expect(story.effects.last == .copy(Array("a,48.85".utf8)))
    }

    @Test func whatIsTooLongIsNotCopied() {
        var story = story()
        story.state.screen.hasClipboard = true
        story.apply(.writtenRow(.success([UInt8](repeating: 65, count: Screen.mostCopied + 1))))
        #expect(!story.effects.contains { if case .copy = $0 { true } else { false } })
        #expect(story.state.screen.message?.text.text.contains("74,994") == true)
    }

    @Test func aTerminalWithoutAClipboardSaysSo() {
        let story = story().playing("y")
        #expect(!story.effects.contains { if case .copy = $0 { true } else { false } })
        #expect(story.state.screen.message?.text.text.contains("no clipboard") == true)
    }
}

extension DotRect {
    fileprivate static let empty = DotRect(x: 0, y: 0, width: 0, height: 0)
}
