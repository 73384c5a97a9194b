import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport

@Suite struct NearbyStoryTests {
    /// Rows on the equator, 0.1° (11.1 km) apart, row 0 in the west.
    private func line(_ count: Int = 30, columns: Int = 120, rows: Int = 40) -> Story {
        Story((0..<count).map { (0, Double($0) / 10) }, columns: columns, rows: rows)
    }

    private func listed(_ story: Story) -> [UInt32] {
        story.state.nearby.map { $0.neighbors.map { story.state.data.tree.row(at: $0.index) } } ?? []
    }

    @Test func withoutARadiusTheNearestTenAreListed() {
        var story = line()
        story.play("gl0,0<Enter><Esc>r")
        #expect(story.state.panels.current == .nearby)
        #expect(listed(story) == Array(0..<10))
        #expect(story.state.nearby?.circle == nil)
        #expect(story.state.nearby?.total == 10)
    }

    @Test func aTypedRadiusIsAppliedWhileItIsTyped() {
        var story = line()
        story.play("gl0,0<Enter>r3")
        #expect(story.state.nearby?.radiusMeters == 3000)
        #expect(listed(story) == [0])
        story.play("5")
        #expect(listed(story) == [0, 1, 2, 3])
        story.play(" mi")
        #expect(listed(story) == [0, 1, 2, 3, 4, 5])
        story.play("<Enter>")
        #expect(story.state.panels.prompt == nil)
        #expect(story.state.nearby?.unit == .miles)
    }

    @Test func whatIsNoRadiusIsRefusedInTheField() {
        var story = line()
        for (keys, text) in [("r-5<Enter>", "-5"), ("<C-u>five<Enter>", "five")] {
            story.play(keys)
            let words = story.state.panels.prompt?.error?.text ?? ""
            #expect(words.contains("\"\(text)\" (expected "), "\(words)")
        }
        story.play("<Esc>")
        #expect(story.state.panels.prompt == nil && story.state.panels.current == .nearby)
    }

    @Test func theRadiusStepsThroughSensibleValues() {
        var story = line()
        story.play("gl0,0<Enter>r5km<Enter>")
        var radii: [Double] = []
        for _ in 0..<5 {
            story.play(">")
            radii.append(story.state.nearby?.radiusMeters ?? 0)
        }
        #expect(radii == [10_000, 20_000, 50_000, 100_000, 200_000])
        story.play("<lt>")
        #expect(story.state.nearby?.radiusMeters == 100_000)
        #expect(story.state.nearby?.total == 9)
    }

    @Test func theSelectionIsTheCentreBeforeAllElse() {
        var story = line()
        story.play("gl0,1<Enter>+++<Tab>")
        let selected = story.state.selection.current?.row
        story.play("r")
        #expect(listed(story).first == selected)
        #expect(story.state.nearby?.center == story.state.selection.current?.coordinate.coordinate)
    }

    @Test func arrowsWalkTheListAndSelectOnTheMap() {
        var story = line()
        story.play("gl0,0<Enter>r50km<Enter><Down><Down>")
        #expect(story.state.selection.current?.row == 2)
        #expect(story.state.selectedAnnotation != nil)
        story.play("<End>")
        #expect(story.state.selection.current?.row == 4)
        story.play("<Up>")
        #expect(story.state.selection.current?.row == 3)
        story.play("<Enter>")
        #expect(story.state.panels.stack == [.nearby, .details])
        story.play("<Esc>")
        #expect(story.state.panels.current == .nearby)
        story.play("<Esc>")
        #expect(story.state.panels.current == nil && story.state.nearby == nil)
        #expect(story.state.annotations.placed.allSatisfy { $0.highlightedCount == nil })
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func highlightedCountsAreTheRowsInsideTheCircle(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var story = Story(random.places(400), columns: 120, rows: 40)
        let center = random.place()
        story.play("gl\(center.0),\(center.1)<Enter>")
        for _ in 0..<random.number(0...12) { story.play("-") }
        let kilometers = [1, 50, 700, 9000, 25_000][random.number(0...4)]
        story.play("r\(kilometers)km<Enter>")
        let state = story.state
        let circle = try GeoCircle(
            center: #require(state.nearby).center, radiusMeters: Double(kilometers) * 1000)
        let inside = (0..<state.data.tree.count).filter {
            circle.contains(state.data.tree.coordinate(at: $0))
        }
        #expect(state.nearby?.total == inside.count)
        let found = Set(inside)
        for annotation in state.annotations.placed {
            let members = state.memberList(of: annotation).indices(state.data, offset: 0, limit: .max)
            #expect(members.count == annotation.count)
            #expect(annotation.highlightedCount == members.filter { found.contains($0) }.count)
        }
    }

    @Test func aCircleThatDoesNotFitIsFitted() throws {
        var story = line()
        story.play("gl0,179.9<Enter>r500km<Enter>")
        let circle = try #require(story.state.nearby?.circle)
        for bearing in stride(from: 0.0, to: 360, by: 45) {
            let end = GreatCircle.destination(
                from: circle.center, bearing: bearing, meters: circle.radiusMeters)
            let cell = story.state.map.viewport.dot(of: WebMercator.project(end)).cell
            #expect(story.state.visibleMap.contains(cell))
        }
    }

    @Test(arguments: ["Ckind<Enter>", "C<Esc>", "Vstars<Enter>", "V<BS>"])
    func theListComesBackAfterTheChoiceOfAColumn(keys: String) throws {
        var played = try QueryStoryTests.Played(QueryStoryTests.shops, "gl48,2<Enter>r500km<Enter>")
        #expect(played.state.nearby?.total == 3)
        try played.play(String(keys.prefix(1)))
        #expect(played.state.nearby?.total == 3 && played.state.panels.isNearbyOpen)
        try played.play(String(keys.dropFirst()))
        #expect(played.state.panels.current == .nearby && played.state.nearby?.radiusMeters == 500_000)
        #expect((played.state.data.coloring != nil) == (keys == "Ckind<Enter>"))
        try played.play("t" + keys)
        #expect(played.state.panels.current == .table && played.state.nearby?.total == 3)
        try played.play("<Esc><Esc>")
        #expect(played.state.panels.current == nil && played.state.nearby == nil)
    }

    /// The middle of the lake is 55 km away, its shore 11; the road passes through.
    @Test func linesAndAreasAreAsNearAsTheirNearestPoint() throws {
        var played = try QueryStoryTests.Played(
            """
            name,wkt
            Lake,"POLYGON((0.1 -0.4, 0.9 -0.4, 0.9 0.4, 0.1 0.4, 0.1 -0.4))"
            Road,"LINESTRING(-1 0, -1 0.3, 1 0.3, 1 2)"
            Town,POINT(-0.2 0)
            Far,POINT(3 0)

            """, "gl0,0<Enter>r20km<Enter>")
        #expect(played.state.nearbyRows == [0] && played.frame.contains("11.1 km E"), "\(played.frame)")
        try played.play("r25km<Enter>")
        #expect(played.state.nearbyRows == [0, 2] && played.state.nearby?.total == 2)
        try played.play("<Esc>gl0,0.5<Enter>r1km<Enter>")
        #expect(played.state.nearbyRows == [0] && played.frame.contains("here"))
        try played.play("<Esc>gl0,0<Enter>r35km<Enter>")
        #expect(played.state.nearbyRows == [0, 2, 1] && played.frame.contains("33.4 km N"))
        try played.play("<Esc>fname <> 'Lake'<Enter>gl0,0.5<Enter>r30km<Enter>")
        #expect(played.state.nearbyRows.isEmpty, "the lake is not shown")
    }

    @Test func withoutRowsItSaysSo() {
        var story = Story([])
        story.play("r")
        #expect(story.state.panels.current == nil && story.state.screen.message != nil)
    }

    @Test func newDataIsSearchedAgain() {
        var story = line(3)
        story.play("gl0,0<Enter>r1000km<Enter>")
        #expect(story.state.nearby?.total == 3)
        story.apply(.data(.success(.places((0..<30).map { (0, Double($0) / 10) }))))
        #expect(story.state.nearby?.total == 30)
        #expect(story.state.nearby?.points.capacity == 30)
    }

    @Test(arguments: ["L", ":bad<Enter>", "i<Esc>", "<Esc>"])
    func otherPanelsAndEscEndIt(keys: String) {
        var story = line()
        story.play("gl0,0<Enter><Tab>r50km<Enter>" + keys)
        #expect(story.state.nearby == nil)
        #expect(story.state.annotations.placed.allSatisfy { $0.highlightedCount == nil })
    }

    @Test func escInTheQuestionTakesTheRadiusBack() {
        var story = line()
        story.play("gl0,0<Enter>r50km<Enter>r5<Esc>")
        #expect(story.state.nearby?.radiusMeters == 50_000)
        story.play("<Esc>r7<Esc>")
        #expect(story.state.nearby?.circle == nil)
    }

    @Test func metersAreSteppedInKilometers() {
        var story = line()
        story.play("gl0,0<Enter>r10000m<Enter>>")
        #expect(story.state.nearby?.radiusMeters == 20_000)
    }

    @Test func everyPageAsksForItsNames() {
        var story = line(300)
        story.play("gl0,0<Enter>r3000km<Enter>")
        for keys in ["<PageDown>", "<End>", "<Home>"] {
            story.play(keys)
            let asked = story.effects.flatMap { effect -> [UInt32] in
                if case .readLabels(let rows) = effect { rows } else { [] }
            }
            #expect(!story.state.nearbyRows.isEmpty && Set(asked).isSuperset(of: story.state.nearbyRows))
        }
    }

    @Test func theCursorStaysOnTheScreenWhenItShrinks() throws {
        var story = line(columns: 120, rows: 60)
        story.play("gl0,0<Enter>r3000km<Enter><End>")
        story.apply(.resized(columns: 120, rows: 20))
        let nearby = try #require(story.state.nearby)
        #expect(
            nearby.cursor.index >= nearby.cursor.top
                && nearby.cursor.index < nearby.cursor.top + ListKind.nearby.type.pageRows(story.state))
        #expect(story.state.nearbyRows.contains(story.state.selection.current?.row ?? 0))
    }
}
