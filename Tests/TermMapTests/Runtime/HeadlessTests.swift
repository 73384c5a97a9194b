import CellGraphics
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport

@Suite struct HeadlessTests {
    /// A file with given text, removed when the value is let go.
    private final class TemporaryFile {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("termmap-\(UUID().uuidString).csv").path

        init(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func headless(_ path: String, columns: Int = 80, rows: Int = 24) -> (Headless, String?) {
        let state = AppState(columns: columns, rows: rows, filePath: "places.csv", appearance: .plain)
        var headless = Headless(
            state: state, work: DataWork(loader: CSVLoader(path: path)), basemap: Repository.basemap,
            keyMap: KeyMap())
        let error = headless.load()
        return (headless, error)
    }

    private static let airports = Repository.root + "/data/airports.csv"

    /// Read once for all tests.
    private static let loaded = HeadlessTests().headless(airports)

    private func played(_ keys: String) throws -> Headless {
        var (headless, error) = Self.loaded
        #expect(error == nil)
        headless.play(try KeyScript.events(in: keys))
        return headless
    }

    @Test(arguments: ["", "++<Tab>", "gl48,2<Enter><Tab>i"])
    func sameKeysGiveTheSameBytes(keys: String) throws {
        let first = try played(keys)
        var (second, _) = headless(Self.airports)
        second.play(try KeyScript.events(in: keys))
        #expect(first.frame(colored: true) == second.frame(colored: true))
        #expect(first.frame(colored: false) == second.frame(colored: false))
        #expect(first.list() == second.list())
        #expect(
            first.frame(colored: false).split(separator: "\n", omittingEmptySubsequences: false).count == 25)
    }

    private func film(_ keys: String, _ format: PictureFormat) throws -> String {
        var headless = Self.loaded.0
        return headless.film(of: try KeyScript.steps(in: keys), each: .milliseconds(250), format)
    }

    @Test func aFilmHasAFrameForEachKeyAndPausesBetween() throws {
        let lines = try film("W<2s>gl48,2<Enter>", .cast).split(separator: "\n")
        let head = "{\"version\":2,\"width\":80,\"height\":24,\"title\":\"places.csv – termmap\"}"
        #expect(lines.first == head[...])
        let times = lines.dropFirst().map { $0.dropFirst().prefix { $0 != "," } }
        #expect(times == ["0.000", "0.250", "2.500", "2.750", "3.000", "3.250", "3.500", "3.750", "4.000"])
    }

    @Test func aFilmEndsWithTheFrameOfItsKeysAndWithAQuit() throws {
        let keys = "gl48,2<Enter><Tab>"
        let frames = try film(keys, .ansi)
        #expect(frames.hasSuffix(try played(keys).frame(colored: true)))
        #expect(try film(keys + "q+++", .ansi).hasPrefix(frames))
        #expect(try film(keys, .svg) == film(keys, .svg))
    }

    @Test func captionsAreTheKeysSinceTheLastPause() throws {
        let svg = try film("W<1s>gl48,2<Enter><Tab>+", .svg)
        for caption in ["W", "g", "gl48,2", "gl48,2 Enter", "gl48,2 Enter Tab", "gl48,2 Enter Tab +"] {
            #expect(svg.contains(">\(caption)</text>"), "\(caption)")
        }
        #expect(!svg.contains(">Wg"))
    }

    @Test(arguments: ["", "W", "+", "gl48,2<Enter>", "gl40,-100<Enter>--", "W++hh", "gl0,0<Enter>"])
    func listAddsUpToTheRowsInView(keys: String) throws {
        let headless = try played(keys)
        let lines = headless.list().split(separator: "\n").map(String.init)
        #expect(lines.first == "kind\tcount\tlatitude\tlongitude\tlabel")
        let rows = lines.dropFirst().dropLast().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(rows.allSatisfy { $0.count == 5 && ["cluster", "place"].contains($0[0]) })
        let sum = rows.reduce(0) { $0 + (Int($1[1]) ?? -1) }
        let total = headless.state.data.tree.count
        #expect(lines.last == "# in view \(sum) of \(total) rows, 0 skipped")
        let state = headless.state
        #expect(sum == state.data.tree.count(in: state.map.viewport.window(of: state.visibleMap.dots)))
    }

    @Test func placesAreListedWithTheirNames() throws {
        let file = try TemporaryFile("name,lat,lon\n\"Tab\there\nand \u{1B}[31m\",48.5,2.25\nB,x,1\nC,49,3\n")
        defer { withExtendedLifetime(file) {} }
        let (headless, error) = headless(file.path)
        #expect(error == nil)
        let list = headless.list()
        #expect(list.contains("place\t1\t48.5000000\t2.2500000\tTab"))
        #expect(list.contains("place\t1\t49.0000000\t3.0000000\tC\n"))
        #expect(list.hasSuffix("# in view 2 of 2 rows, 1 skipped\n"))
        #expect(!list.contains("\u{1B}"))
        #expect(list.split(separator: "\n").count == 4)
    }

    @Test func detailsShowTheColumnsOfTheRow() throws {
        let file = try TemporaryFile("name,lat,lon,note\nAlpha,48.5,2.25,first words\n")
        defer { withExtendedLifetime(file) {} }
        var (headless, _) = headless(file.path)
        headless.play(try KeyScript.events(in: "<Tab>i"))
        let frame = headless.frame(colored: false)
        for text in ["Alpha", "note", "first words", "line 2", "48.5"] {
            #expect(frame.contains(text), "\(text)")
        }
    }

    @Test func whatCannotBeReadIsOneLine() throws {
        let file = try TemporaryFile("a,b\n1,2\n")
        defer { withExtendedLifetime(file) {} }
        let error = try #require(headless(file.path).1)
        #expect(error.contains("lat") && !error.contains("\n"))
    }

    @Test(arguments: [("", "empty"), ("lat,lon\n", "only a header")])
    func fileWithoutRowsIsAnEmptyMapThatSaysSo(text: String, part: String) throws {
        let file = try TemporaryFile(text)
        defer { withExtendedLifetime(file) {} }
        let (headless, error) = headless(file.path)
        #expect(error == nil)
        #expect(headless.state.data.tree.isEmpty)
        let notice = try #require(headless.state.data.notices.first)
        #expect(notice.contains(part) && !notice.contains("\n"))
    }

    @Test func missingFileIsNamed() throws {
        let error = try #require(headless("/nowhere/at all.csv").1)
        #expect(error.contains("/nowhere/at all.csv") && !error.contains("\n"))
    }

    @Test func quitEndsTheScript() throws {
        let state = try played("+q+++").state
        #expect(state.isQuitting)
        #expect(state.map.viewport.zoom == (try played("+").state).map.viewport.zoom)
    }

    @Test func tenThousandLettersOfASearchAreOneQuery() throws {
        var headless = try played("")
        let letters = String(repeating: "zurich ", count: 1_500).prefix(10_000)
        headless.play(try KeyScript.events(in: "/" + letters))
        #expect(headless.state.search.session?.field.text.count == 4_096)
        #expect(headless.state.search.session?.isWaiting == false)
        // One question to the places and one to the rows for the empty field, and for the whole text.
        #expect(headless.state.search.ticket <= 4)
    }

    @Test(arguments: ["/zurich", "/zurich<Enter>", "/zur<Down>ich", "/zurichxx<BS><BS>"])
    func lettersTypedOneByOneEndAsTheyWouldPasted(keys: String) throws {
        let rows = (0..<500).map { "\($0 % 7 == 0 ? "Zurich" : "Place") \($0),\($0 % 80),\($0 % 170)\n" }
        let file = try TemporaryFile("name,latitude,longitude\n" + rows.joined())
        var (typed, _) = headless(file.path)
        typed.play(try KeyScript.events(in: keys))
        var (pasted, _) = headless(file.path)
        pasted.play(try KeyScript.events(in: "/"))
        pasted.type(.insert("zurich"))
        pasted.play(try KeyScript.events(in: keys.hasSuffix("<Enter>") ? "<Enter>" : ""))
        #expect(typed.state.search.session?.field.text == "zurich")
        #expect(typed.state.search.session?.rows?.total == pasted.state.search.session?.rows?.total)
        #expect((typed.state.search.session?.rows?.total ?? 0) > 0)
        #expect(typed.state.search.session?.isWaiting == false)
    }
}
