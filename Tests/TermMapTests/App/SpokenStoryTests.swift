import CellGraphics
import DataSets
import MapSources
import Rows
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport

/// What a screen reader is told: first what there is, then what each key changed.
@Suite struct SpokenStoryTests {
    private static let towns = """
        name,kind,people,lat,lon
        Lyon,city,520774,45.75,4.85
        Villeurbanne,city,150659,45.766,4.88
        Vienne,town,29583,45.525,4.875
        Grenoble,city,158454,45.19,5.72
        Valence,city,64749,44.93,4.89
        Nowhere,town,1,,
        """

    /// The names of places: they take seconds to read.
    private static let names = SearchWork().readAtlas(DataFolder(path: Repository.root + "/data"))

    /// What is said at first and after the keys.
    private static func spoken(_ keys: String, of text: String = towns) throws -> [String] {
        let files = try TemporaryFiles([text])
        let appearance = Appearance(
            charset: .ascii, theme: Theme(background: .dark, mode: .mono), animates: false, hasItalic: false,
            isSpoken: true)
        let beginning = Beginning(
            columns: 120, rows: 30, filePath: "towns.csv", appearance: appearance,
            helpText: KeyMap().helpText)
        let work = DataWork(try SourceOpener(SourceOptions()).open(files.paths))
        var headless = Headless(
            state: AppState(beginning), work: work, basemap: Repository.basemap, keyMap: KeyMap())
        headless.perform(.answered(names))
        headless.perform(.said(nil))
        #expect(headless.load() == nil)
        return headless.speak(try KeyScript.events(in: keys))
    }

    /// What is said after the keys, without the lines of the beginning.
    private static func answer(to keys: String, after before: String = "", of text: String = towns) throws
        -> [String]
    {
        let start = try spoken(before, of: text)
        return Array(try spoken(before + keys, of: text).dropFirst(start.count))
    }

    @Test func atFirstTheFileTheHelpAndTheViewAreSaid() throws {
        #expect(
            try Self.spoken("") == [
                "1 row skipped (:bad lists them): 1 without coordinates",
                "towns.csv: 5 rows, 1 skipped; ? lists the keys, q quits",
                "16.9 km west of Rives, Auvergne-Rhône-Alpes, France; view 215 km wide; "
                    + "5 rows in view: 3 single, 1 cluster",
            ])
    }

    @Test func tabSaysWhatIsSelectedAndWhere() throws {
        #expect(
            try Self.answer(to: "<Tab>") == [
                "Grenoble; 38.4 km south-east; kind: city, people: 158454; 1 of 4"
            ])
        let cluster = try Self.answer(to: "<Tab>", after: "<Tab><Tab><Tab>")
        #expect(cluster.count == 1)
        #expect(
            cluster[0].hasPrefix("1.7 km north-east of Lyon, Auvergne-Rhône-Alpes, France; cluster of 2; "))
        #expect(cluster[0].hasSuffix("; 4 of 4"))
    }

    @Test func enterReadsTheRowOneColumnALine() throws {
        #expect(
            try Self.answer(to: "<Enter>", after: "<Tab>") == [
                "Grenoble; 38.4 km south-east", "name: Grenoble", "kind: city", "people: 158454",
                "lat: 45.19", "lon: 5.72",
            ])
        #expect(try Self.answer(to: "<Down>", after: "<Tab><Enter>") == ["kind: city"])
        #expect(try Self.answer(to: "<Esc>", after: "<Tab><Enter>").first == "Map")
    }

    @Test func aZoomSaysTheWidthAndTheRows() throws {
        let lines = try Self.answer(to: "+")
        #expect(lines.count == 1 && lines[0].contains("view 107 km wide; ") && lines[0].contains("in view"))
        #expect(try Self.answer(to: "-", after: "+").count == 1)
    }

    @Test func whatDidNotChangeIsNotSaidAgain() throws {
        #expect(try Self.answer(to: "M", after: "x") == ["This terminal does not report the mouse"])
        let pan = try Self.answer(to: "l", after: "<Tab>")
        #expect(!pan.contains { $0.contains("Grenoble; ") }, "\(pan)")
        #expect(!pan.contains { $0.contains("view 215 km wide") }, "\(pan)")
    }

    @Test func aFilterIsEchoedCountedAndNamed() throws {
        let lines = try Self.answer(to: "fkind = 'town'<Enter>")
        #expect(lines.first?.hasPrefix("Filter rows; ") == true)
        #expect(lines.contains("k") && lines.contains("columns: kind") && lines.contains("kind = "))
        #expect(lines.contains("1 of 5 rows match"))
        #expect(lines.suffix(2) == ["Filter kind = 'town': 1 of 5 rows match", "1 row in view"])
        #expect(try Self.answer(to: "fkinx = 3").contains { $0.hasPrefix("no column kinx") })
        #expect(try Self.answer(to: "<Backspace>", after: "fki") == ["deleted i"])
    }

    @Test func aSearchCountsAndReadsWhatIsChosen() throws {
        let lines = try Self.answer(to: "/gren")
        #expect(lines[0] == "Search rows and places" && lines[1] == "gren")
        #expect(lines[2].hasPrefix("Search rows and places: 1 row"))
        #expect(lines[3].hasPrefix("1: Grenoble, city, "))
    }

    private static let days =
        "name,lat,lon,seen\n"
        + (1...20).map { "Day \($0),45.\($0),4.5,2025-03-\($0 < 10 ? "0" : "")\($0)T1\($0 % 10):00:00Z\n" }
        .joined()

    @Test func theBandOfTimeSaysItsWindowAndTheGridItsCell() throws {
        let opened = try Self.answer(to: "gt", of: Self.days)
        #expect(
            opened.contains { $0.hasPrefix("time seen, 1 Mar 2025 11:00 – 20 Mar 2025 10:00, 19 days") },
            "\(opened)")
        let moved = try Self.answer(to: "<Right>", after: "gt", of: Self.days)
        #expect(moved.contains { $0.contains("1 Mar 2025") && $0.hasPrefix("time seen, ") }, "\(moved)")
        #expect(!moved.contains { $0.hasPrefix("Time ") })
        #expect(
            try Self.answer(to: "<Esc><Esc>", after: "gt<Right>", of: Self.days).contains(
                "Band of time closed"))
        let grid = try Self.answer(to: "gT", of: Self.days)
        #expect(grid.contains { $0.hasPrefix("fold seen, everything") }, "\(grid)")
        let cell = try Self.answer(to: "<Right><Down>", after: "gT", of: Self.days)
        #expect(
            cell.contains { $0.hasPrefix("fold seen, ") && $0.contains("day") && $0.contains(":00") },
            "\(cell)")
    }

    @Test func keysThatAreFollowedByOthersAndEndsAreSaid() throws {
        #expect(try Self.answer(to: "m").first?.contains("bookmark this view") == true)
        #expect(try Self.answer(to: "<Esc>", after: "<Tab>") == ["Nothing selected"])
        #expect(try Self.answer(to: "<Esc>", after: "f") == ["Map"])
    }

    @Test func aTableIsReadRowByRow() throws {
        let lines = try Self.answer(to: "t")
        #expect(lines == ["Table", "1 of 5: Lyon, kind: city, people: 520,774, lat: 45.75, lon: 4.85"])
        #expect(try Self.answer(to: "<Down>", after: "t").last?.hasPrefix("2 of 5: Villeurbanne, ") == true)
        #expect(try Self.answer(to: ">", after: "t").contains("Table, sorted by name"))
    }

    @Test func membersAndLayersAreLists() throws {
        let members = try Self.answer(to: "o", after: "<Tab><Tab><Tab><Tab>")
        #expect(members == ["Rows of the cluster, 2 here", "1 of 2: Lyon, row 1"])
        #expect(try Self.answer(to: "<Space>", after: "L<Down>") == ["2 of 7: land, sea and lakes, hidden"])
    }

    @Test func whereaboutsAreSaidInMoreWords() throws {
        let line = "16.9 km west of Rives, Auvergne-Rhône-Alpes, France; "
        #expect(try Self.answer(to: "gw").first?.hasPrefix(line) == true)
        #expect(try Self.answer(to: "gw", after: "gw") == Self.answer(to: "gw"))
        #expect(try Self.answer(to: ":whereabouts<Enter>").last == Self.answer(to: "gw").first)
    }

    @Test func skippedRowsAndMarksAreSaid() throws {
        let bad = try Self.answer(to: ":bad<Enter>")
        #expect(bad.contains("1 row skipped") && bad.last?.contains("latitude is missing") == true)
        #expect(try Self.answer(to: "<Space>", after: "<Tab>").contains("1 row marked"))
    }

    @Test func theHelpIsAListOfKeys() throws {
        let lines = try Self.answer(to: "?")
        #expect(lines.count == 9 && lines[0].hasPrefix("Help, "), "\(lines)")
        #expect(lines[0].hasSuffix(" keys: ? reads on, letters find a key, Esc closes"))
        let found = try Self.answer(to: "where", after: "?")
        #expect(found.contains("gw: say where this is") || found.last == "e", "\(found)")
    }

    @Test func theHelpReadsOnAPageAtATime() throws {
        let second = try Self.answer(to: "?", after: "?")
        #expect(second.count == 9 && second.last?.hasPrefix("lines 1 to 8 of ") == true, "\(second)")
        let third = try Self.answer(to: "?", after: "??")
        #expect(third.last?.hasPrefix("lines 9 to 16 of ") == true, "\(third)")
        let all = try Self.answer(to: String(repeating: "?", count: 40))
        #expect(all.contains("gw: say where this is") && all.contains("Map"))
    }

    @Test func aListCountsWhatCanBeChosen() throws {
        let lines = try Self.answer(to: "C")
        #expect(lines.last?.hasPrefix("2 of 5: kind, ") == true, "\(lines)")
        #expect(try Self.answer(to: "<Up><Up>", after: "C").last == "no column")
        #expect(try Self.answer(to: "<Down>", after: "C<Up><Up>").last?.hasPrefix("1 of 5: name") == true)
    }

    @Test func theFigureOfAClusterIsSaid() throws {
        let lines = try Self.answer(to: "<Tab>", after: "Vpeople<Enter><Tab><Tab><Tab>")
        #expect(lines.count == 1 && lines[0].contains("; cluster of 2; mean people 335,717; "), "\(lines)")
    }

    /// A screen reader would read signs one by one, and a terminal would obey the others.
    @Test(arguments: [
        "<Tab>io", "t<Down>>", "?", "S", "L", "Ckind<Enter>", "A<Enter><Tab>t", "/lyon", "r<Down>", "d<Tab>",
        ":about<Enter>", "gm<Enter>ll<Enter>", "v<Enter>ll<Enter>", "*", "fname LIKE 'V%'<Enter><Tab>",
    ])
    func linesHoldNothingDrawn(keys: String) throws {
        let names = Self.towns.replacing("Vienne", with: "\"Vi\u{1B}[31menne\n\u{7}\u{202E}\"")
        for line in try Self.spoken(keys, of: names) {
            #expect(
                line.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\u{202E}"
                        && !(0x2500...0x259F).contains($0.value) && !(0x2800...0x28FF).contains($0.value)
                }, "\(keys): \(line)")
        }
    }

    @Test func echoSaysWhatWasTypedOrDeleted() {
        #expect(SpokenPrompt.echo(of: "ab", after: "a") == "b")
        #expect(SpokenPrompt.echo(of: "ab ", after: "ab") == "ab ")
        #expect(SpokenPrompt.echo(of: "a", after: "ab") == "deleted b")
        #expect(SpokenPrompt.echo(of: "ab", after: "ab ") == "deleted blank")
        #expect(SpokenPrompt.echo(of: "", after: "ab") == "empty")
        #expect(SpokenPrompt.echo(of: "xyz", after: "ab") == "xyz")
    }
}
