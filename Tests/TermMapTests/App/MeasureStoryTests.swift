import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Distances that are measured with keys and clicks.
@Suite struct MeasureStoryTests {
    private func story(columns: Int = 80, rows: Int = 24) -> Story {
        var story = Story([(52.5, 13.4), (48, 2)], columns: columns, rows: rows)
        story.state.screen.hasClipboard = true
        story.play("gm")
        return story
    }

    /// Points that are typed.
    private func story(through places: [(Double, Double)], columns: Int = 80, rows: Int = 24) -> Story {
        var story = story(columns: columns, rows: rows)
        for place in places { story.play("gl\(place.0),\(place.1)<Enter><Enter>") }
        return story
    }

    private func tool(_ story: Story) throws -> MeasureTool {
        try #require(story.state.map.tool as? MeasureTool)
    }

    private func copied(_ story: Story) -> String? {
        guard case .copy(let bytes) = story.effects.last else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func paint(_ story: Story) -> CellBuffer {
        story.state.painted()
    }

    // MARK: - Lengths

    /// Ways as GeographicLib measures them: anywhere, over the pole, across 180°.
    @Test(
        arguments: [
            ([(-13.4681, -161.3135), (-17.6777, 144.2222)], "5,841.431581 km"),
            ([(9.7402, 23.4728), (47.8767, 143.4414)], "11,333.495851 km"),
            ([(80, 0), (75, 100), (85, -140), (80, 0)], "5,759.387875 km"),
            ([(80, 0), (80, 180), (70, 90), (80, 0)], "7,206.528451 km"),
            ([(-16, 177), (-19, 177), (-19, -179), (-16, -179), (-16, 177)], "1,513.339671 km"),
        ] as [([(Double, Double)], String)])
    func lengthsAreRightToTheMillimetre(places: [(Double, Double)], length: String) throws {
        let story = story(through: places)
        #expect(copied(story.playing("y")) == length)
        #expect(copied(story.playing("oy"))?.contains("\nlength\t\(length)\n") == true)
        #expect(try tool(story).legs.count == places.count - 1)
    }

    @Test func threePointsHaveAnArea() {
        let story = story(through: [(80, 0), (75, 100), (85, -140)])
        let text = copied(story.playing("oy")) ?? ""
        #expect(text.contains("\nclosed\t5,759.387875 km\narea\t1,541,115 km²\n"), "\(text)")
        let frame = paint(story).plainText()
        #expect(
            frame.contains("5,759.388 km") && frame.contains("1,541,115 km²") && frame.contains("3 points"))
    }

    @Test func shortWaysAreInMetres() {
        let house = [(52.516, 13.377), (52.516, 13.3772), (52.5161, 13.3772), (52.5161, 13.377)]
        let text = copied(story(through: house).playing("oy")) ?? ""
        #expect(text.contains("closed\t49.410 m\narea\t151.1 m²\n"), "\(text)")
    }

    @Test func milesAreKept() {
        var story = story(through: [(9.7402, 23.4728), (47.8767, 143.4414)])
        story.state.screen.distanceUnit = .miles
        #expect(story.state.toolStatus?.text.text == "7,042.308 mi")
    }

    // MARK: - Keys

    @Test func enterAddsThePlaceOfTheCross() throws {
        let story = story().playing("<Enter><Right><Right><Down><Enter>")
        let tool = try tool(story)
        #expect(tool.points.count == 2 && tool.legs.count == 1)
        let cells = tool.points.map { story.state.map.viewport.dot(of: WebMercator.project($0)).cell }
        #expect(cells[1] == CellPoint(column: cells[0].column + 2, row: cells[0].row + 1))
        #expect(cells[0] == story.state.visibleMap.middle)
    }

    @Test func thePlaceOfAPointIsNotAddedTwice() throws {
        let story = story().playing("<Enter><Enter>")
        #expect(try tool(story).points.count == 1)
        #expect(story.state.screen.message?.text.text.contains("move the cross") == true)
    }

    @Test func backspaceTakesTheLastPointBack() throws {
        var story = story(through: [(10, 10), (20, 20), (30, 30)]).playing("<Backspace>")
        #expect(try tool(story).points.count == 2 && tool(story).legs.count == 1)
        story.play("<Enter>")
        #expect(try tool(story).points.last == Coordinate(latitude: 30, longitude: 30))
        story.play("<Backspace><Backspace><Backspace>")
        #expect(try tool(story).points.isEmpty && tool(story).legs.isEmpty)
        story.play("<Backspace>")
        #expect(story.state.screen.message?.text.text.contains("no point") == true)
    }

    @Test func escLeavesAndTheKeysMeanWhatTheyMean() {
        let before = story().playing("<Enter><Right>")
        let story = before.playing("<Esc>")
        #expect(story.state.map.tool == nil && story.state.overlay.isEmpty)
        #expect(story.playing("<Right>").state.map.viewport != before.state.map.viewport)
        #expect(before.playing("gm").state.map.tool == nil)
    }

    @Test func theLineStaysUntilEscIsPressedAgain() {
        let ended = story(through: [(10, 10), (20, 20)]).playing("<Right><Esc>")
        #expect(ended.state.map.tool == nil)
        // Without the cross and the figures.
        #expect(ended.state.overlay.lines.count == 1 && ended.state.overlay.signs.count == 2)
        #expect(ended.state.overlay.card == nil)
        #expect(ended.playing("<Esc>").state.overlay.isEmpty)
        #expect(ended.playing("gm").state.overlay.lines.isEmpty)
    }

    @Test func legsAreListed() throws {
        let list = story(through: [(59.33, 18.06), (60.17, 24.94), (59.44, 24.75)], columns: 120, rows: 40)
            .playing("o")
        #expect(list.state.panels.list == .legs)
        let text = paint(list).plainText()
        #expect(text.contains("1 – 2") && text.contains("3 points") && text.contains("km²"))
        let shown = list.playing("<Down><Enter>")
        #expect(shown.state.map.viewport != list.state.map.viewport)
        #expect(try tool(list.playing("<Esc><Backspace>")).points.count == 2)
    }

    @Test func tabGoesOnFromWhereTheCrossWasPut() throws {
        var story = Story([(0, 0), (0, 20), (0, 44), (0, 70)]).playing("gm")
        var found: [Double] = []
        for _ in 0..<4 {
            story.play("<Tab>")
            found.append(try tool(story).cross.longitude)
        }
        #expect(found.prefix(2) == [44, 20] && Set(found) == [0, 20, 44, 70])
    }

    @Test func tabSnapsToARowExactly() throws {
        let story = story().playing("<Tab><Enter><Tab><Enter>")
        let places = try Set(tool(story).points)
        #expect(
            places == [
                Coordinate(latitude: 52.5, longitude: 13.4), Coordinate(latitude: 48, longitude: 2),
            ])
    }

    @Test func clicksAddPointsAndRowsTheirOwnPlace() throws {
        var story = story()
        let row = try #require(story.state.annotations.placed.first { $0.isPlace }).rect
        for cell in [CellPoint(column: 4, row: 3), CellPoint(column: row.column, row: row.row)] {
            for kind in [MouseEvent.Kind.press, .release] {
                story.play(
                    .mouse(MouseEvent(kind: kind, button: .left, point: cell)), at: .seconds(cell.column))
            }
        }
        let points = try tool(story).points
        let cells = points.map { story.state.map.viewport.dot(of: WebMercator.project($0)).cell }
        #expect(cells.first == CellPoint(column: 4, row: 3))
        #expect(points.count == 2 && [52.5, 48].contains(points[1].latitude))
        #expect(story.state.selection.current == nil)
    }

    @Test func thePointsAreCopiedAsGeoJSON() {
        let text = copied(story(through: [(10, -20.5), (48.85, 2.35)]).playing("Y"))
        #expect(text == #"{"type":"LineString","coordinates":[[-20.5,10],[2.35,48.85]]}"#)
        #expect(copied(story().playing("<Enter>Y"))?.hasPrefix(#"{"type":"Point","#) == true)
        #expect(story().playing("y").state.screen.message?.text.text.contains("Nothing is measured") == true)
    }

    @Test func otherKeysCanBeBound() throws {
        let map = KeyMap(
            changes: [("measure", "F7"), ("measure-point", "p"), ("tool-left", "a")].map {
                KeyChange(name: $0.0, strokes: [BoundStroke($0.1)].compactMap { $0 })
            })
        var mapper = InputMapper(keyMap: map)
        var state = Story([(1, 1)]).state
        for event in try KeyScript.events(in: "<F7>paap<Left>") {
            for action in mapper.actions(for: event, in: state, at: .zero) { _ = state.update(action) }
        }
        let tool = try #require(state.map.tool as? MeasureTool)
        #expect(tool.points.count == 2)
        // The arrow is the map's again.
        #expect(state.map.viewport != Story([(1, 1)]).state.map.viewport)
        #expect(
            map.hints(for: state).prefix(2) == [
                KeyHint("a ↓ ↑ →", "move the cross"), KeyHint("p", "add a point"),
            ])
        #expect(map.command(for: BoundStroke(KeyStroke("a"))) == .zoom(steps: 1))
        #expect(map.command(for: BoundStroke(KeyStroke("m"), isAfterPrefix: true)) == nil)
    }

    @Test func aPanelThatIsOpenedLaterHasTheKeys() throws {
        var story = story().playing("<Enter>t<Down>")
        #expect(story.state.toolWithKeys == nil && story.state.panels.isTableOpen)
        story.play("<Esc><Right><Enter>")
        #expect(try tool(story).points.count == 2 && !story.state.panels.isTableOpen)
    }

    // MARK: - Views

    @Test func theMapMovesWithTheCross() throws {
        var story = story().playing("+++")
        for _ in 0..<60 { story.play("<Right>") }
        let cell = try story.state.map.viewport.dot(of: WebMercator.project(tool(story).cross)).cell
        #expect(cell.column == story.state.visibleMap.endColumn - 1)
    }

    @Test func zoomingKeepsTheCrossWhereItIs() throws {
        let before = story().playing("<S-Right><S-Right><S-Up>")
        let after = before.playing("++++")
        #expect(try tool(after).cross == tool(before).cross)
        let cells = try [before, after].map { story in
            story.state.map.viewport.dot(of: WebMercator.project(try tool(story).cross)).cell
        }
        #expect(abs(cells[0].column - cells[1].column) <= 1)
        #expect(abs(cells[0].row - cells[1].row) <= 1)
    }

    @Test func resizingKeepsThePoints() throws {
        var story = story(through: [(59.9, 10.7), (61.2, -149.9)])
        let before = try tool(story)
        for size in [(40, 12), (200, 50), (20, 8)] {
            story.apply(.resized(columns: size.0, rows: size.1))
            #expect(try tool(story).points == before.points)
            _ = paint(story)
        }
        story.play("gl0,0<Enter><Enter>")
        #expect(try tool(story).points.count == 3)
    }

    /// Neither lines nor signs nor figures lie on a badge.
    @Test(arguments: 0..<40) func badgesStayWhole(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let (columns, rows) = random.screen()
        let places = random.places(30)
        var story = Story(places, columns: columns, rows: rows)
        let plain = paint(story)
        let badges = story.state.annotations.placed
        story.play("gm")
        for _ in 0..<4 {
            let cell = CellPoint(
                column: random.number(0...columns - 1), row: random.number(0...max(rows - 3, 0)))
            let place = story.state.map.viewport.coordinate(at: DotPoint(middleOf: cell))
            story.apply(.command(.toolStep(.click(place))))
        }
        #expect(story.state.annotations.placed == badges, "seed \(seed)")
        let frame = paint(story)
        for badge in badges where badge.rect.lies(in: story.state.visibleMap) {
            for cell in badge.rect.cells {
                let (drawn, before) = (frame[cell.column, cell.row].glyph, plain[cell.column, cell.row].glyph)
                #expect(drawn == before, "seed \(seed): \(cell)")
            }
        }
    }

    /// Across 180° the line leaves at one edge and comes in at the other; near a pole it ends at the edge of the map.
    @Test(
        arguments: [
            [(35.7, 139.7), (37.8, -122.4)], [(60, 10), (60, -170)], [(-45, 100), (-45, -80)],
            [(0, 0), (0.5, 179.7)],
        ] as [[(Double, Double)]])
    func theLineIsWhereTheWayIs(places: [(Double, Double)]) throws {
        let story = story(through: places, columns: 120, rows: 40).playing("W")
        let frame = paint(story)
        let leg = try #require(tool(story).legs.first)
        let ring = Set(
            story.state.visibleMap.cells.filter { cell in
                frame[cell.column, cell.row].style.ink == Role.ring.index
            })
        let wayCells = (0...2000).map { step -> CellPoint in
            let place = leg.line.coordinate(at: leg.meters * Double(step) / 2000)
            return story.state.map.viewport.dot(of: WebMercator.project(place)).cell
        }
        // No line runs across the map beside the way, and it is not cut short.
        #expect(ring.filter { cell in !wayCells.contains { $0.isNear(cell) } } == [])
        let seen = Set(wayCells.filter { story.state.visibleMap.contains($0) && $0.row > 0 })
        let drawn = seen.filter { cell in ring.contains { $0.isNear(cell) } }
        #expect(drawn.count > seen.count * 8 / 10)
    }
}

extension CellRect {
    /// All cells.
    fileprivate var cells: [CellPoint] {
        (row..<endRow).flatMap { row in
            (column..<endColumn).map { CellPoint(column: $0, row: row) }
        }
    }
}

extension CellPoint {
    fileprivate func isNear(_ other: CellPoint) -> Bool {
        abs(column - other.column) <= 5 && abs(row - other.row) <= 1
    }
}
