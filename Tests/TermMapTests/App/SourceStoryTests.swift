import CellGraphics
import DataSets
import Foundation
import MapModel
import MapSources
import Streams
import TestSupport
import Testing

@testable import App
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// Several sources shown together, and sources that are reloaded.
@Suite struct SourceStoryTests {
    private static let first = "id,name,lat,lon\n1,Alpha,10,20\n2,Beta,12,24\n3,Gamma,14,28\n"
    private static let second = "id,name,lat,lon\n1,Delta,-10,20\n2,Epsilon,-12,24\n"

    private func program(_ files: TemporaryFiles, _ keys: String = "") throws -> (Headless, DataWork) {
        let state = AppState(columns: 100, rows: 30, filePath: files.paths[0], appearance: .plain)
        let work = DataWork(try SourceOpener(SourceOptions()).open(files.paths))
        var headless = Headless(state: state, work: work, basemap: Repository.basemap, keyMap: KeyMap())
        #expect(headless.load() == nil)
        work.identifyRows()
        headless.play(try KeyScript.events(in: keys))
        return (headless, work)
    }

    private func toggled(_ headless: Headless, _ keys: String) throws -> AppState {
        var headless = headless
        headless.play(try KeyScript.events(in: keys))
        return headless.state
    }

    @Test func eachSourceHasALineAndCanBeHidden() throws {
        let files = try TemporaryFiles([Self.first, Self.second])
        let (headless, _) = try program(files, "L")
        #expect(headless.state.data.sources.map(\.placeCount) == [3, 2])
        #expect(headless.state.layerEntries.prefix(3) == [.source(0), .source(1), .map(.terrain)])
        #expect(headless.frame(colored: false).contains("3 rows"))
        #expect(headless.state.annotations.rowsInView == 5)
        let hidden = try toggled(headless, " ")
        #expect(
            hidden.data.tree.count == 2 && hidden.annotations.rowsInView == 2
                && hidden.data.hiddenSources == [0])
        let none = try toggled(headless, " <Down> ")
        #expect(none.data.tree.isEmpty && none.annotations.rowsInView == 0)
        let again = try toggled(headless, " <Down> <Up>   ")
        #expect(again.annotations.rowsInView == headless.state.annotations.rowsInView - 2)
    }

    @Test(arguments: [
        (["a/x.csv", "b/x.csv", "y.csv"], ["a/x.csv", "b/x.csv", "y.csv"]),
        (
            ["postgresql://u@h/d/places", "clickhouse://k:8123/default/places"],
            ["d/places", "default/places"]
        ),
        (["/one/a/x.csv", "/two/a/x.csv", "-"], ["one/a/x.csv", "two/a/x.csv", "stdin"]),
        (["/x.csv", "/x.csv"], ["x.csv", "x.csv"]), (["/", ""], ["/", ""]),
    ])
    func namesAreAsLongAsTheyMustBe(names: [String], titles: [String]) {
        var story = Story([])
        var data = LoadedData.places([])
        data.sources = names.map {
            SourceLayer(name: $0, firstRow: 0, recordCount: 1, placeCount: 1)
        }
        story.apply(.data(.success(data)))
        #expect(names.indices.map { story.state.title(of: .source($0)).text } == titles)
    }

    /// Numbers of the second file have a decimal comma.
    @Test func columnsHaveTheTypesOfTheirOwnFile() throws {
        let prices = "nr;lat;lon;preis\n1;40,5;5,5;12,5\n2;41,5;5,5;1.012,5\n"
        let files = try TemporaryFiles([Self.first, prices])
        let (headless, _) = try program(files, "C")
        let price = try #require(headless.state.data.columns.first { $0.name == "preis" })
        #expect(price.kind == .number)
        // By its value, not its text: 12,5 before 1.012,5.
        let sorted = try program(files, "0t>>>>>").0.state
        let listing = try #require(sorted.panels.table.listing)
        #expect(
            (0..<2).map { listing.row(at: $0) } == [3, 4],
            "\(sorted.panels.table.columns?.columns.map(\.name.text) ?? [])")
        let filtered = try program(files, "0t>>>>>=<Down><Up>i<Down><Down><Down>f").0.state
        #expect(filtered.data.query.filter == "preis = 1012.5", "\(filtered.data.query.filter)")
    }

    /// A row counts at one point, but all of its line is to be seen.
    @Test func linesAndAreasFitTheView() throws {
        let line = #"{"type":"LineString","coordinates":[[7,46],[8,46.5],[9,47.5]]}"#
        let feature = #"{"type":"Feature","properties":{"name":"A"},"geometry":"# + line + "}"
        let files = try TemporaryFiles([feature])
        let whole = GeoBounds(south: 46, west: 7, north: 47.5, east: 9)
        for keys in ["", "+++0"] {
            let state = try program(files, keys).0.state
            #expect(state.map.holds(whole, in: state.visibleMap) && state.map.viewport.zoom > 6)
        }
    }

    /// The whole of an area or a line can be clicked, not only the point at which it counts.
    @Test func aClickOnAnAreaOrALineSelectsItsRow() throws {
        func feature(_ name: String, _ geometry: String) -> String {
            #"{"type":"Feature","properties":{"name":"\#(name)"},"geometry":"# + geometry + "}"
        }
        let area = #"{"type":"Polygon","coordinates":[[[0,40],[20,40],[20,50],[0,50],[0,40]]]}"#
        let line = #"{"type":"LineString","coordinates":[[-20,30],[20,30]]}"#
        let files = try TemporaryFiles([feature("A", area) + "\n" + feature("B", line) + "\n"])
        let (headless, _) = try program(files)
        func clicked(_ latitude: Double, _ longitude: Double, _ keys: String = "") throws -> AppState {
            var state = try toggled(headless, keys)
            let dot = state.map.viewport.dot(
                of: WebMercator.project(Coordinate(latitude: latitude, longitude: longitude)))
            _ = state.update(.clicked(dot.cell))
            return state
        }
        #expect(try clicked(42, 17).selection.current?.row == 0)
        #expect(try clicked(30, -15).selection.current?.row == 1)
        #expect(try clicked(35, 17).selection.current == nil)
        #expect(try clicked(42, 17, "fname = B<Enter>").selection.current == nil)
        #expect(try clicked(42, 17, "fname = A<Enter>").selection.current?.row == 0)
    }

    @Test func hiddenRowsAreNotFound() throws {
        let files = try TemporaryFiles([Self.first, Self.second])
        let (headless, _) = try program(files, "/alpha")
        #expect(headless.state.search.session?.rows?.total == 1)
        let hidden = try toggled(try program(files, "L <Esc>").0, "/alpha")
        #expect(hidden.search.session?.rows?.total == 0)
        let shown = try toggled(try program(files, "L <Esc>").0, "/epsilon")
        #expect(shown.search.session?.rows?.total == 1)
    }

    @Test func aSelectionIsFollowedWhenTheFileIsReloaded() throws {
        let files = try TemporaryFiles([Self.first])
        var (headless, _) = try program(files, "/beta<Enter><Esc>")
        let view = headless.state.map.viewport
        #expect(headless.state.selection.current?.row == 1)
        try files.write("id,name,lat,lon\n9,New,1,1\n3,Gamma,14,28\n2,Beta moved,12.5,24.5\n")
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.map.viewport == view)
        #expect(headless.state.selection.current?.row == 2)
        #expect(
            headless.state.selection.current?.coordinate.coordinate
                == Coordinate(latitude: 12.5, longitude: 24.5))
        #expect(headless.state.screen.message?.text.text.hasPrefix("+1 −1 · 1 moved: ") == true)
        #expect(headless.state.texts.labels[2]?.text == "Beta moved")
    }

    /// By their values, as in a comparison of two sources; a place that a row gained is a change.
    @Test func rowsWithoutAPlaceAreComparedLikeAllOthers() throws {
        let files = try TemporaryFiles(["id,name,lat,lon\n1,A,1,1\n2,B,2,2\n3,Nowhere,,\n"])
        var (headless, _) = try program(files, "")
        func message(_ text: String) throws -> String {
            try files.write(text)
            headless.play(try KeyScript.events(in: "R"))
            return headless.state.screen.message?.text.text ?? ""
        }
        #expect(
            try message("id,name,lat,lon\n1,A,1,1\n2,B,2,2\n4,New,,\n").hasPrefix("+1 −1: "))
        #expect(try message("id,name,lat,lon\n2,B,2,2\n4,New,3,3\n").hasPrefix("−1 · 1 changed: "))
    }

    @Test func aSelectedRowThatIsGoneIsSaid() throws {
        let files = try TemporaryFiles([Self.first])
        var (headless, _) = try program(files, "/beta<Enter>")
        try files.write("id,name,lat,lon\n3,Gamma,14,28\n")
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.selection.current == nil)
        #expect(headless.state.screen.message?.text.text.contains("the selected row is gone") == true)
        #expect(headless.state.panels.current == nil)
    }

    @Test func rowsStayWhenTheFileCannotBeReloaded() throws {
        let files = try TemporaryFiles([Self.first])
        var (headless, _) = try program(files)
        try files.write("")
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.data.tree.count == 3 && headless.state.screen.message?.kind == .error)
        #expect(!headless.state.data.isReloading)
    }

    /// It would be waited for, and no later reload would be read.
    @Test func aPipeInPlaceOfTheFileIsNotWaitedFor() throws {
        let files = try TemporaryFiles([Self.first])
        var (headless, _) = try program(files)
        try FileManager.default.removeItem(atPath: files.paths[0])
        #expect(mkfifo(files.paths[0], 0o600) == 0)
        headless.play(try KeyScript.events(in: "R"))
        #expect(
            headless.state.screen.message?.text.text.hasSuffix("is a pipe, which cannot be read again")
                == true)
        #expect(headless.state.data.tree.count == 3 && !headless.state.data.isReloading)
        try FileManager.default.removeItem(atPath: files.paths[0])
        try files.write(Self.second)
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.data.tree.count == 2)
    }

    @Test func hiddenSourcesStayHiddenAfterAReload() throws {
        let files = try TemporaryFiles([Self.first, Self.second])
        var (headless, _) = try program(files, "L <Esc>")
        try files.write(Self.second + "3,Zeta,0,0\n", 1)
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.data.hiddenSources == [0])
        #expect(headless.state.data.tree.count == 3)
    }

    @Test func streamsAreShownWhileTheyArrive() throws {
        var story = Story([])
        story.state.data.loading = .reading(fraction: nil)
        story.apply(.dataGrew(.places([(10, 20), (11, 21)]), fraction: nil))
        #expect(story.state.annotations.rowsInView == 2)
        let view = story.state.map.viewport
        story.apply(.dataGrew(.places([(10, 20), (11, 21), (-40, 150)]), fraction: nil))
        #expect(story.state.map.viewport != view && story.state.annotations.rowsInView == 3)
        story.play("+")
        let moved = story.state.map.viewport
        story.apply(.dataGrew(.places([(10, 20), (11, 21), (-40, 150), (60, -100)]), fraction: nil))
        #expect(story.state.map.viewport == moved, "the user has moved the map")
    }

    @Test func aSelectedRowOfAStreamIsFollowedToItsNewPlace() throws {
        var story = Story([])
        story.apply(.dataGrew(.places([(10, 20), (11, 21)]), fraction: nil))
        story.play("<Tab>")
        let row = try #require(story.state.selection.current?.row)
        let places = row == 0 ? [(40.0, 50.0), (11, 21)] : [(10, 20), (40, 50)]
        story.apply(.dataGrew(.places(places), fraction: nil))
        #expect(
            story.state.selection.current?.coordinate.coordinate == Coordinate(latitude: 40, longitude: 50))
    }

    // MARK: - Out of order

    @Test func theLastOfTwoQuickTogglesCounts() throws {
        let files = try TemporaryFiles([Self.first, Self.second])
        let (headless, work) = try program(files, "L")
        var state = headless.state
        let first = state.update(.command(.toggle))
        state.panels.layers.index = 1
        let second = state.update(.command(.toggle))
        #expect(
            first == [.chooseRows(RowQuery(hiddenSources: [0]))]
                && second == [.chooseRows(RowQuery(hiddenSources: [0, 1]))])
        // Both answers come, whatever their order.
        let answers = try [[0], [0, 1]].map { try work.choose(RowQuery(hiddenSources: Set($0))) }
        #expect(answers.count == 2)
        for answer in answers { _ = state.update(answer) }
        #expect(state.data.tree.isEmpty && state.data.hiddenSources == [0, 1])
        #expect(!state.data.hasNoPlaces)
        #expect(state.reasonForEmptyView.text.contains("hidden"))
        _ = state.update(.command(.toggle))
        _ = state.update(try work.choose(RowQuery(hiddenSources: [0])))
        #expect(state.data.tree.count == 2)
    }

    @Test func hiddenSourcesStayHiddenWhileOthersAreRead() throws {
        let files = try TemporaryFiles([Self.first, Self.second])
        let (headless, _) = try program(files, "L ")
        var state = headless.state
        #expect(
            state.update(.dataGrew(.places([(1, 2)]), fraction: 0.5)).contains(
                .chooseRows(RowQuery(hiddenSources: [0]))))
        #expect(
            state.update(.data(.success(.places([(1, 2)])))).contains(
                .chooseRows(RowQuery(hiddenSources: [0]))))
    }

    @Test func aRowSelectedDuringAReloadIsFollowed() throws {
        let files = try TemporaryFiles([Self.first])
        let (headless, work) = try program(files)
        var state = headless.state
        #expect(state.update(.command(.reload)) == [.reload])
        try files.write("id,name,lat,lon\n0,New,1,1\n" + Self.first.dropFirst(15))
        let answer = try work.reload()
        let place = FixedCoordinate(Coordinate(latitude: 14, longitude: 28))
        state.selection.current = Selection(row: 2, at: place)
        _ = state.update(answer)
        #expect(state.selection.current == Selection(row: 3, at: place))
    }

    /// `:swap` reads the file with latitude and longitude swapped, R keeps that, and `:swap` undoes it.
    @Test func swappedColumnsAreSwapped() throws {
        let text = "name,latitude,longitude\n" + (0..<30).map { "a\($0),\(100 + $0),\($0)\n" }.joined()
        let files = try TemporaryFiles([text])
        let state = AppState(columns: 80, rows: 24, filePath: files.paths[0], appearance: .plain)
        let paths = files.paths
        let work = DataWork(
            try SourceOpener(SourceOptions()).open(paths),
            reopening: { isSwapped throws(SourceError) in
                var options = SourceOptions()
                options.csv.columns.isSwapped = isSwapped
                guard case .loader(let loader, _) = try SourceOpener(options).open(paths) else {
                    throw .refused(name: "", words: "")
                }
                return loader
            })
        var headless = Headless(state: state, work: work, basemap: Repository.basemap, keyMap: KeyMap())
        #expect(headless.load() == nil && headless.state.data.tree.isEmpty)
        // The fix comes first: there is room for it in the narrowest window.
        #expect(
            headless.state.screen.message?.text.text.hasPrefix("try :swap or --swap: ") == true)
        headless.play(try KeyScript.events(in: ":swap<Enter>"))
        #expect(headless.state.data.tree.count == 30 && headless.state.rowsInView == 30)
        #expect(
            headless.state.screen.message?.text.text
                == "Latitude and longitude swapped: 30 rows (:swap undoes it)")
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.data.tree.count == 30)
        headless.play(try KeyScript.events(in: ":swap<Enter>"))
        #expect(headless.state.data.tree.isEmpty)
    }

    @Test func aMapAloneHasNoRowsToSelect() {
        var story = Story([])
        story.state.data.isMapAlone = true
        story.play("<Tab>")
        #expect(story.state.screen.message?.text.text.contains("start termmap with a file") == true)
    }

    @Test func rowsThatCannotBeRecognisedAreNotSaidToBeTheSame() throws {
        let files = try TemporaryFiles([Self.first])
        let state = AppState(columns: 100, rows: 30, filePath: files.paths[0], appearance: .plain)
        let work = DataWork(try SourceOpener(SourceOptions()).open(files.paths))
        var headless = Headless(state: state, work: work, basemap: Repository.basemap, keyMap: KeyMap())
        #expect(headless.load() == nil)
        // It changes before anybody could gather what its rows are known by.
        try files.write("id,name,lat,lon\n9,New,1,1\n1,Alpha,10,20\n")
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.screen.message?.text.text == "Reloaded: 2 rows")
    }

    @Test func aFileThatBeganEmptyHasNewRows() throws {
        let files = try TemporaryFiles(["id,name,lat,lon\n"])
        var (headless, _) = try program(files)
        try files.write(Self.first)
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.screen.message?.text.text == "Reloaded: 3 rows added, 0 removed")
        #expect(headless.state.data.tree.count == 3)
    }

    @Test func whatChangesWhileTheDataIsReadIsReadAfterwards() throws {
        var story = Story([(1, 2)])
        story.state.data.loading = .reading(fraction: 0.5)
        story.apply(.sourceChanged)
        #expect(!story.effects.contains(.reload))
        story.apply(.data(.success(.places([(1, 2)]))))
        #expect(story.effects.last == .reload && story.state.data.isReloading)
        story.apply(.sourceChanged)
        story.apply(.reload(.success(ReloadedData(.places([(1, 2)]), Reload()))))
        #expect(story.effects.filter { $0 == .reload }.count == 2)
    }

    @Test func aListOfMembersIsRebuiltWhenTheRowsChange() throws {
        let places = [(10.0, 20.0), (10, 20), (10, 20), (40, 60)]
        var story = Story(places).playing("<Tab>o<Enter>")
        guard story.state.panels.stack == [.members, .details] else {
            Issue.record("a member's details are open")
            return
        }
        story.apply(.reload(.success(ReloadedData(.places([(40, 60)]), Reload()))))
        story.play("<Esc><Esc>")
        #expect(story.state.panels.current == nil || story.state.selection.current != nil)
        story = Story(places).playing("<Tab>o<Enter>")
        var more = LoadedData.places([(0, 0)] + places)
        more.rows.generation = 5
        story.apply(.data(.success(more)))
        story.play("<Esc>")
        if let list = story.state.panels.members {
            #expect(story.state.memberRows(of: list).allSatisfy { $0 < 5 } && list.generation == 5)
        }
    }

    @Test func hidingTheSelectedRowsSourceMarksNoOtherCluster() throws {
        let files = try TemporaryFiles([Self.first, Self.first])
        let (headless, _) = try program(files, "/alpha<Enter><Esc>")
        let row = try #require(headless.state.selection.current?.row)
        let hidden = try toggled(headless, row < 3 ? "L " : "L<Down> ")
        #expect(hidden.selectedAnnotation == nil && hidden.selection.current?.row == row)
    }
}
