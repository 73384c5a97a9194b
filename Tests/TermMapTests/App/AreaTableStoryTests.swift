import CellGraphics
import DataSets
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport
@testable import TerminalInput

/// The table of areas.
@Suite struct AreaTableStoryTests {
    private typealias Played = AreaStoryTests.Played

    private func names(_ played: Played) -> [String] {
        let answer = played.state.areaAnswer
        return played.state.panels.areas.listing?.order.map { answer?.set.names[Int($0)] ?? "" } ?? []
    }

    @Test func areasAreListedByTheirRows() throws {
        let played = try Played("A<Enter>t", columns: 240, rows: 40)
        #expect(played.state.panels.current == .areas)
        #expect(names(played) == ["Nord", "Mitte", "Süd", "Insel", "Leer"])
        let frame = played.frame
        for words in [
            "district", "code", "rows ↓", "share", "37.5 %", "N1", "outside",
            "7 in areas + 1 outside = 8 rows", "area 1 of 5, 4 with rows",
        ] {
            #expect(frame.contains(words), "\(words)\n\(frame)")
        }
        #expect(played.state.visibleMap.width < 240, "beside the map")
    }

    @Test(arguments: [(80, 24), (120, 40), (40, 12), (20, 8), (240, 64)])
    func theTableHasRoomOnEveryScreen(columns: Int, rows: Int) throws {
        var played = try Played("A<Enter>Vprice<Enter>t", columns: columns, rows: rows)
        #expect(played.frame.contains("Nord") && (columns < 80 || played.frame.contains(" 3 ")))
        try played.play("z<Down><Down>=<Tab>")
        #expect(try played.state.panels.current == .areas && played.frame.contains(#require(played.area)))
        played.headless.play([.resize(columns: 100, rows: 30)])
        #expect(played.frame.contains("Nord"))
    }

    @Test(arguments: [
        ("=", ["Leer", "Süd", "Insel", "Mitte", "Nord"]), ("<", ["I1", "L1", "M1", "N1", "S1"]),
        ("<<", ["Insel", "Leer", "Mitte", "Nord", "Süd"]),
        ("<<=", ["Süd", "Nord", "Mitte", "Leer", "Insel"]),
        ("[", ["Leer", "Süd", "Insel", "Mitte", "Nord"]), ("[]", ["Nord", "Mitte", "Süd", "Insel", "Leer"]),
    ])
    func theOrderChanges(keys: String, order: [String]) throws {
        let played = try Played("A<Enter>t" + keys)
        let answer = try #require(played.state.areaAnswer)
        let texts = played.state.panels.areas.listing?.order.map {
            keys == "<" ? answer.set.codes[Int($0)] : answer.set.names[Int($0)]
        }
        #expect(texts == order)
    }

    /// Areas without a value come last, in either order.
    @Test func areasAreSortedByTheirFigure() throws {
        let played = try Played("A<Enter>Vprice<Enter>t<<<")
        #expect(played.state.panels.areas.sort.column == .figure)
        #expect(names(played) == ["Süd", "Nord", "Insel", "Mitte", "Leer"])
        #expect(try names(played.playing("=")) == ["Mitte", "Insel", "Nord", "Süd", "Leer"])
        #expect(played.message == "By mean(price), descending")
    }

    @Test func theOrderStaysWhenTheTableCloses() throws {
        #expect(try names(Played("A<Enter>t=<Esc>t")) == ["Leer", "Süd", "Insel", "Mitte", "Nord"])
        // A figure that is gone cannot be sorted by.
        #expect(
            try names(Played("A<Enter>Vprice<Enter>t<lt><lt><lt>V<Up><Up><Up><Up><Up><Up><Enter>")).first
                == "Nord")
    }

    @Test func theCursorSelectsOnTheMap() throws {
        var played = try Played("A<Enter>t<Down>", columns: 240)
        #expect(played.area == "Mitte")
        let view = played.state.map.viewport
        try played.play("j")
        #expect(played.area == "Süd" && played.state.map.viewport == view, "in view: nothing moves")
        try played.play("gl-40,100<Enter>k")
        #expect(played.area == "Mitte")
        let place = try #require(played.state.place(ofArea: 0))
        let cell = played.state.map.viewport.dot(of: WebMercator.project(place)).cell
        #expect(played.state.visibleMap.contains(cell), "the map goes along")
        try played.play("<Enter>")
        #expect(played.state.map.viewport.zoom > view.zoom && played.state.panels.current == .areas)
    }

    @Test func theCursorFollowsTheSelection() throws {
        let played = try Played("A<Enter>t<Tab>")
        #expect(played.state.panels.areas.current == played.state.selectedArea && played.area != nil)
        let opened = try Played("A<Enter><Tab><Tab><Tab>t")
        #expect(opened.state.panels.areas.current == opened.state.selectedArea && opened.area != nil)
    }

    @Test func rowsOfAnAreaAreATable() throws {
        var played = try Played("A<Enter>to")
        #expect(played.state.panels.stack == [.areas, .table] && played.state.panels.table.count == 3)
        #expect(played.frame.contains("3 members"))
        try played.play("<Esc>")
        #expect(played.state.panels.stack == [.areas] && played.area == "Nord")
        try played.play("t")
        #expect(played.state.panels.stack == [.areas, .table] && played.state.panels.table.count == 8)
        try played.play("t")
        #expect(played.state.panels.current == .areas)
        try played.play("<Esc>")
        #expect(played.state.panels.current == nil && played.state.areaAnswer != nil)
        #expect(try Played("A<Enter>t<End>o").message == "No rows in Leer")
    }

    @Test func keysOfAnAreaWorkInTheTable() throws {
        let played = try Played("A<Enter>t")
        #expect(try played.playing("<Esc>").area == nil && played.playing("<Down><Esc>").area == "Mitte")
        #expect(try played.playing(" ").markedRows == [3, 4, 5])
        #expect(
            try played.playing("f").state.panels.prompt?.field.text == "inside(districts, title = 'Nord')")
        let details = try played.playing("i")
        #expect(details.state.panels.stack == [.areas, .details])
        #expect(try details.playing("<Esc>").state.panels.stack == [.areas])
    }

    @Test func areasAreSearched() throws {
        var played = try Played("A<Enter>t/I<Enter>", columns: 240)
        #expect(played.area == "Mitte")
        try played.play("/sud<Enter>")
        #expect(played.area == "Süd" && played.message.hasPrefix("1 area with “sud”"))
        try played.play("n")
        #expect(played.area == "Süd")
        try played.play("/zz<Enter>")
        #expect(played.message == "No area contains “zz”" && played.area == "Süd")
        #expect(try Played("A<Enter>t/N1<Enter>").area == "Nord")
        #expect(try Played("A<Enter>tn").message.contains("to search the table first"))
    }

    @Test func aClickOnAHeadingSorts() throws {
        var played = try Played("A<Enter>t", columns: 240)
        let area = try #require(played.state.layout.panel)
        let answer = try #require(played.state.areaAnswer)
        let columns = AreaTableColumns(answer, width: area.width).places
        func click(_ column: AreaColumn) throws {
            let place = try #require(columns.first { $0.column == column })
            played.headless.play([
                .mouse(
                    MouseEvent(
                        kind: .press, button: .left,
                        point: CellPoint(column: area.column + place.start + 1, row: area.row))),
                .mouse(
                    MouseEvent(
                        kind: .release, button: .left,
                        point: CellPoint(column: area.column + place.start + 1, row: area.row))),
            ])
        }
        try click(.name)
        #expect(names(played) == ["Insel", "Leer", "Mitte", "Nord", "Süd"])
        try click(.rows)
        #expect(names(played).first == "Nord")
    }

    @Test func afterAFilterTheTableIsSortedAgain() throws {
        let played = try Played("A<Enter>t:filter kind = cafe<Enter>")
        #expect(names(played) == ["Mitte", "Nord", "Süd", "Insel", "Leer"])
        #expect(played.frame.contains("3 in areas + 0 outside = 3 rows"))
    }

    @Test func withoutAreasTheTableIsClosed() throws {
        let played = try Played("A<Enter>t:areas none<Enter>")
        #expect(played.state.panels.current == nil && played.state.areaAnswer == nil)
    }

    @Test func keysWaitForTheAreas() throws {
        var story = Story(try Played("A<Enter>").state)
        story.play("t")
        #expect(story.state.awaitsResults)
        let mapper = InputMapper(keyMap: .standard)
        #expect(mapper.waits(.key(.down, []), in: story.state))
        #expect(!mapper.waits(.key(.character("q"), []), in: story.state))
    }

    /// By brute force: any numbers of rows, in every order.
    @Test(arguments: 0..<20 as Range<UInt64>) func ordersAreRight(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let districts = (0..<random.number(1...40)).map { index in
            let south = Double(random.number(-80...70))
            return Districts.District(
                name: ["Ä", "a", "b", "", "Z"][random.number(0...4)], code: "\(index % 3)",
                boxes: index % 4 == 0 ? [] : [(south, 0, south + 10, 10)])
        }
        let set = Districts(districts: districts).set
        let tree = QuadTree(
            places: (0..<200).map { _ in (random.fraction(-85...85), random.fraction(-5...15)) })
        let assignment = try #require(AreaAssignment(of: tree, in: set.geometry))
        let answer = AreaAnswer(set, assignment)
        for isDescending in [true, false] {
            let sort = AreaSort(column: .rows, isDescending: isDescending)
            let question = AreaQuestion(answer: answer, generation: 1, sort: sort)
            let order = try #require(AreaListing(question) { false }?.order.map { Int($0) })
            #expect(order.sorted() == Array(0..<set.count))
            for (first, second) in zip(order, order.dropFirst()) {
                let (left, right) = (answer.counts[first], answer.counts[second])
                #expect(left == right ? first < second : (left > right) == isDescending)
            }
        }
        #expect(answer.rowsInside + answer.outside == 200)
    }
}
