import CellGraphics
import DataSets
import MapModel
import MapSources
import Rows
import Streams
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport
@testable import TerminalInput

/// Rows counted in areas: choosing them, what lies above, and what keys do with an area.
@Suite struct AreaStoryTests {
    /// The program with its rows and districts, and keys played.
    struct Played {
        var headless: Headless
        let work: DataWork
        let files: TemporaryFiles

        init(
            _ keys: String = "", columns: Int = 120, rows: Int = 40, texts: [String] = [Districts.rows],
            sets: [Districts] = [Districts()], query: RowQuery = RowQuery()
        ) throws {
            files = try TemporaryFiles(texts)
            var state = AppState(columns: columns, rows: rows, filePath: files.paths[0], appearance: .plain)
            state.data.query = query
            state.screen.hasClipboard = true
            work = DataWork(
                try SourceOpener(SourceOptions()).open(files.paths), areaSets: AreaSets(sets))
            headless = Headless(state: state, work: work, basemap: Repository.basemap, keyMap: KeyMap())
            #expect(headless.load() == nil)
            work.identifyRows()
            try play(keys)
        }

        mutating func play(_ keys: String) throws { headless.play(try KeyScript.events(in: keys)) }

        func playing(_ keys: String) throws -> Played {
            var played = self
            try played.play(keys)
            return played
        }

        var state: AppState { headless.state }
        var frame: String { headless.frame(colored: false) }
        var message: String { state.screen.message?.text.text ?? "" }
        /// The name of the selected area.
        var area: String? { state.selectedArea.map { state.name(ofArea: $0).text } }
        var counts: [Int]? { state.areaAnswer?.counts }
        var markedRows: [UInt32] { state.marks.rows.rows }
    }

    // MARK: - Choosing

    @Test func aSetIsChosenFromTheList() throws {
        var played = try Played("A")
        #expect(played.frame.contains("districts") && played.frame.contains("1 set"))
        #expect(!played.frame.contains("none"))
        try played.play("<Enter>")
        #expect(played.counts == Districts.counts && played.state.areaAnswer?.outside == 1)
        #expect(played.state.annotations.placed.isEmpty, "no badges")
        #expect(played.message == "districts: 7 of 8 rows in 4 of 5 areas")
        #expect(played.frame.contains("7 in areas of 8"))
    }

    @Test func theOnlySetOfOnesOwnIsTakenByEnter() throws {
        let shipped = ["countries", "regions"].map { Districts(name: $0, kind: .shipped) }
        let one = try Played("A<Enter>", sets: shipped + [Districts()])
        #expect(one.state.data.query.areas?.set == "districts")
        let two = try Played("A<Enter>", sets: [Districts(name: "first")] + [Districts()])
        #expect(two.state.data.query.areas?.set == "first")
    }

    @Test(arguments: [
        ("Areg<Enter>", "regions"), (":areas regions<Enter>", "regions"), ("A<Down><Enter>", "regions"),
    ])
    func typingNarrowsTheList(keys: String, set: String) throws {
        let sets = ["countries", "regions"].map { Districts(name: $0, kind: .shipped) }
        #expect(try Played(keys, sets: sets).state.data.query.areas?.set == set)
    }

    @Test func anUnknownSetIsSaid() throws {
        let played = try Played(":areas nowhere<Enter>")
        #expect(played.message == "No set of areas contains “nowhere”")
        #expect(played.state.data.query.areas == nil && played.state.panels.current == .areaSets)
    }

    @Test(arguments: ["A<Up><Enter>", "Anone<Enter>", ":areas none<Enter>", "<Esc>"])
    func areasAreLeft(keys: String) throws {
        var played = try Played("A<Enter>")
        try played.play(keys)
        #expect(played.state.areaAnswer == nil && played.state.data.query.isPlain)
        #expect(!played.state.annotations.placed.isEmpty && played.state.panels.current == nil)
    }

    @Test func noneIsHarmlessWithoutAreas() throws {
        let played = try Played(":areas none<Enter>")
        #expect(played.state.panels.current == nil && played.state.data.query.isPlain)
    }

    @Test func escClosesTheListAndChangesNothing() throws {
        #expect(try Played("Adis<Esc>").state.data.query.isPlain)
        #expect(try Played("A<BS>").state.panels.current == nil)
    }

    @Test func withoutSetsTheKeySaysSo() throws {
        let played = try Played("A", sets: [])
        #expect(played.message.contains("no areas") && played.state.panels.current == nil)
    }

    @Test func rowsOfAServerHaveNoAreas() {
        var story = Story([])
        story.state.data.origin = .server(ServerView(limit: 10))
        story.play("A")
        #expect(story.state.screen.message?.text.text.contains("rows in memory") == true)
    }

    /// The list stays open while the screen changes its size, however small.
    @Test func aResizeKeepsTheList() throws {
        let sets = (0..<40).map { Districts(name: "set \($0)") }
        var played = try Played("A<Down><Down><Down>", sets: sets)
        for (columns, rows) in [(40, 12), (20, 8), (240, 64), (80, 24)] {
            played.headless.play([.resize(columns: columns, rows: rows)])
            #expect(played.state.panels.current == .areaSets)
            #expect(played.state.panels.areaSets?.cursor.index == 3)
        }
        try played.play("<Enter>")
        #expect(played.state.data.query.areas?.set == "set 3")
    }

    @Test func rowsThatLieInNoAreaAreSaid() throws {
        let swapped = "name,lat,lon\nA,2.5,48.5\n"
        let played = try Played("A<Enter>", texts: [swapped])
        #expect(
            played.message == "No row lies in an area: areas are at 47–50° N, rows at 2–3° N (:swap?)")
    }

    // MARK: - Other questions

    @Test func aFilterCountsAgain() throws {
        let played = try Played("A<Enter>fkind = bar<Enter>")
        #expect(played.counts == [1, 1, 0, 1, 0] && played.state.areaAnswer?.outside == 1)
        #expect(played.frame.contains("f 3 in areas of 4 of 8"))
        #expect(try played.playing("F").counts == Districts.counts)
        // Whichever comes first.
        #expect(try Played("fkind = bar<Enter>A<Enter>").counts == [1, 1, 0, 1, 0])
    }

    @Test func aHiddenSourceIsNotCounted() throws {
        let played = try Played(
            "A<Enter>L<Space><Esc>", texts: [Districts.rows, "name,lat,lon\nZ,49.5,2.5\n"])
        #expect(played.counts == [0, 1, 0, 0, 0])
        #expect(try played.playing("L<Space>").counts == [2, 4, 1, 1, 0])
    }

    @Test func aFigureColoursAreas() throws {
        let played = try Played("A<Enter>Vprice<Enter>")
        #expect(played.state.areaAnswer?.values == [15, 50, 80, 30, nil])
        #expect(played.state.areaAnswer?.figure == "mean(price)" && played.counts == Districts.counts)
    }

    @Test func aReloadCountsAgainAndKeepsTheSelection() throws {
        var played = try Played("A<Enter><Tab>")
        let area = try #require(played.area)
        try played.files.write(Districts.rows + "\n9,I,bar,1,47.2,2.2\n")
        try played.play("R")
        #expect(played.counts == [2, 3, 2, 1, 0] && played.area == area)
        #expect(played.message.hasPrefix("+1: "))
    }

    @Test func aStreamThatGrowsKeepsTheAreasUntilTheyAreCounted() throws {
        var story = Story([(48.2, 2.2)])
        let set = Districts().set
        func answer(_ count: Int, _ generation: Int) -> RowSnapshot {
            let places = (0..<count).map { (48.2 + Double($0) / 100, 2.2) }
            var rows = RowSnapshot(QuadTree(places: places), generation: generation)
            rows.areas = AreaAssignment(of: rows.tree, in: set.geometry).map { AreaAnswer(set, $0) }
            return rows
        }
        var query = RowQuery()
        query.areas = RowQuery.Areas(set: "districts")
        story.state.data.query = query
        story.apply(.rows(.success(.known(answer(1, 2))), of: query))
        #expect(story.state.areaAnswer?.counts == [1, 0, 0, 0, 0])
        story.play("<Tab>")
        var more = LoadedData.places([(48.2, 2.2), (48.21, 2.2), (48.22, 2.2)])
        more.rows.generation = 3
        story.apply(.dataGrew(more, fraction: nil))
        #expect(story.effects.last { if case .chooseRows = $0 { true } else { false } } == .chooseRows(query))
        #expect(story.state.areaAnswer?.counts == [1, 0, 0, 0, 0] && story.state.areas.selected == 0)
        #expect(story.state.annotations.placed.isEmpty, "no badges between")
        #expect(story.playing(" ").state.marks.count == 0, "old indices mark nothing")
        story.apply(.rows(.success(.known(answer(3, 4))), of: query))
        #expect(story.state.areaAnswer?.counts == [3, 0, 0, 0, 0] && story.state.areas.selected == 0)
        #expect(story.playing(" ").state.marks.count == 3)
    }

    /// Areas that were read again have other numbers: the one of the same code and name is selected.
    @Test func aSelectionSurvivesOtherNumbersOfAreas() throws {
        var played = try Played("A<Enter>")
        while played.area != "Nord" { try played.play("<Tab>") }
        var story = Story(played.state)
        func read(_ districts: [Districts.District], _ reading: Int) {
            let set = Districts(districts: districts, reading: 100 + reading).set
            var rows = story.state.data.rows
            rows.generation += 1
            rows.areas = AreaAssignment(of: rows.tree, in: set.geometry).map { AreaAnswer(set, $0) }
            story.apply(.rows(.success(.known(rows)), of: story.state.data.query))
        }
        read(Districts.usual.reversed(), 1)
        #expect(story.state.areas.selected == 3)
        read(Districts.usual.filter { $0.name != "Nord" }, 2)
        #expect(story.state.areas.selected == nil)
    }

    @Test func aSetThatCannotBeReadLeavesTheRowsAsTheyWere() {
        var story = Story([(48.2, 2.2)])
        var query = RowQuery()
        query.areas = RowQuery.Areas(set: "districts")
        story.state.data.query = query
        var failure = QueryFailure(message: "districts.geojson has no areas (3 points)")
        failure.part = .areas
        story.apply(.rows(.failure(failure), of: query))
        #expect(story.state.data.query.isPlain && story.state.areaAnswer == nil)
        #expect(story.state.screen.message?.text.text == "districts.geojson has no areas (3 points)")
        #expect(!story.state.annotations.placed.isEmpty)
    }

    @Test func escCancelsTheCounting() {
        var story = Story([(48.2, 2.2)])
        var query = RowQuery()
        query.areas = RowQuery.Areas(set: "districts")
        story.state.data.query = query
        story.play("<Esc>")
        #expect(story.effects.last == .chooseRows(RowQuery()) && story.state.data.query.isPlain)
    }

    // MARK: - What lies above

    @Test func oneKeyGoesRoundWhatLiesAbove() throws {
        var played = try Played("A<Enter>")
        for covering in [AreaState.Covering.clusters, .dots, .nothing] {
            try played.play("d")
            #expect(played.state.areas.covering == covering)
            #expect(played.state.annotations.placed.isEmpty == (covering == .nothing))
            #expect(played.state.rowsInView == 8)
        }
        try played.play(":points<Enter>")
        #expect(played.state.areas.covering == .dots)
        try played.play(":density<Enter>")
        #expect(played.message.contains("A puts them away") && !played.state.isDensity)
    }

    @Test func whatWasShownBeforeComesBack() throws {
        let played = try Played("dA<Enter>")
        #expect(!played.state.isDensity)
        #expect(try played.playing("<Esc>").state.isDensity)
        #expect(try played.playing("dd<Esc>").state.isDensity)
    }

    @Test func escGoesBackStepByStep() throws {
        var played = try Played("fkind = bar<Enter>Ckind<Enter>A<Enter><Tab>")
        #expect(played.area != nil)
        try played.play("<Esc>")
        #expect(played.area == nil && played.state.areaAnswer != nil)
        try played.play("<Esc>")
        #expect(played.state.areaAnswer == nil && played.state.data.query.coloring != nil)
        try played.play("<Esc>")
        #expect(played.state.data.query.coloring == nil && !played.state.data.query.filter.isEmpty)
    }

    // MARK: - Classes

    @Test func classesAreDividedInOtherWays() throws {
        var played = try Played("A<Enter>")
        let first = try #require(played.state.areaAnswer?.classes.method)
        try played.play("E")
        #expect(played.state.areaAnswer?.classes.method == first.next)
        #expect(played.message.contains("E for \(first.next.next.rawValue)"))
    }

    @Test func digitsHideClasses() throws {
        let rows = (0..<40).map { "r\($0),\($0 < 1 ? 47.5 : $0 < 10 ? 48.2 : 49.5),2.2\n" }.joined()
        var played = try Played("A<Enter>1", texts: ["name,lat,lon\n" + rows])
        #expect(played.state.areas.hiddenClasses == [1] && played.counts == [9, 30, 1, 0, 0])
        try played.play("1<M-1>")
        let count = try #require(played.state.areaAnswer?.classes.count)
        #expect(count > 1 && played.state.areas.hiddenClasses == Set(2...count))
        try played.play("<M-1>")
        #expect(played.state.areas.hiddenClasses.isEmpty)
        // A class that there is not hides nothing.
        #expect(try played.playing("9<M-9>").state.areas.hiddenClasses.isEmpty)
    }

    /// Other values have other classes.
    @Test func anotherFigureShowsAllClasses() throws {
        let played = try Played("A<Enter>1")
        #expect(played.state.areas.hiddenClasses == [1])
        #expect(try played.playing("Vprice<Enter>").state.areas.hiddenClasses.isEmpty)
        #expect(try played.playing("E").state.areas.hiddenClasses.isEmpty)
    }

    @Test func theLegendIsPutAway() throws {
        #expect(try !Played("A<Enter>x").state.annotations.showsLegend)
        #expect(try Played("A<Enter>xx").state.annotations.showsLegend)
    }
}
