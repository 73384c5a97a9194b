import CellGraphics
import DataSets
import Foundation
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import MapSources
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// `:save` with the name of a file of rows.
@Suite struct SaveRowsStoryTests {
    private static let shops =
        "id,name,kind,lat,lon\n1,Alpha,cafe,48,2\n2,\"Beta, B\",bar,48.5,2.5\n3,Gamma,cafe,45,4\n"

    private func played(_ keys: String, saving: String? = nil) throws -> Headless {
        let files = try TemporaryFiles([Self.shops])
        var state = AppState(columns: 100, rows: 30, filePath: files.paths[0], appearance: .plain)
        state.screen.rowFile = saving.map { RowFile(path: $0) }
        var headless = Headless(
            state: state, work: DataWork(try SourceOpener(SourceOptions()).open(files.paths)),
            basemap: BasemapData(labels: []), keyMap: KeyMap())
        #expect(headless.load() == nil)
        headless.play(try KeyScript.events(in: keys))
        return headless
    }

    private func message(_ headless: Headless) -> String { headless.state.screen.message?.text.text ?? "" }

    /// A line that is cut near a pole is one point in a file of the rows, and the message says so; others are written.
    @Test(arguments: [
        ("shape\n\"LINESTRING(7 46, 9 88)\"\n\"POINT(7 46)\"\n", true),
        ("shape\n\"LINESTRING(7 46, 9 47)\"\n\"POINT(7 46)\"\n", false),
        ("shape\nPOINT(7 46)\nPOINT(8 46)\n", false),
        ("F\nF\n", false), (#"{"type":"FeatureCollection","features":[F]}"#, false), ("[F,F]", false),
    ])
    func linesThatBecomePointsAreSaid(text: String, areLost: Bool) throws {
        let line = #"{"type":"LineString","coordinates":[[7,46],[9,47]]}"#
        let feature = #"{"type":"Feature","properties":{},"geometry":\#(line)}"#
        let text =
            text.hasPrefix("shape")
            ? text
            : text.replacing("F\n", with: feature + "\n")
                .replacing("[F", with: "[" + feature).replacing(",F]", with: "," + feature + "]")
        let files = try TemporaryFiles([text])
        let work = DataWork(try SourceOpener(SourceOptions()).open(files.paths))
        var headless = Headless(
            state: AppState(columns: 100, rows: 30, filePath: files.paths[0], appearance: .plain), work: work,
            basemap: Repository.basemap, keyMap: KeyMap())
        #expect(headless.load() == nil)
        headless.perform(Action.answered(.savedRows("a.geojson", count: 2, problem: nil)))
        let words = message(headless)
        #expect(words.hasSuffix(", lines and areas as points") == areLost, "\(words)")
        headless.perform(Action.answered(.savedRows("a.csv", count: 2, problem: nil)))
        #expect(message(headless).hasSuffix("a.csv"))
    }

    @Test(arguments: [
        (
            "", "csv", "3 rows",
            "id,name,kind,lat,lon\n1,Alpha,cafe,48,2\n2,\"Beta, B\",bar,48.5,2.5\n3,Gamma,cafe,45,4\n"
        ),
        (
            "fkind = cafe<Enter>", "csv", "2 rows",
            "id,name,kind,lat,lon\n1,Alpha,cafe,48,2\n3,Gamma,cafe,45,4\n"
        ),
        (
            "/beta<Enter><Esc> fkind = cafe<Enter>", "csv", "1 row",
            "id,name,kind,lat,lon\n2,\"Beta, B\",bar,48.5,2.5\n"
        ),
        (
            "fname = Gamma<Enter>", "jsonl", "1 row",
            #"{"id":"3","name":"Gamma","kind":"cafe","lat":"45","lon":"4"}"# + "\n"
        ),
    ])
    func theRowsThatAreShownOrMarkedAreWritten(keys: String, ending: String, count: String, text: String)
        throws
    {
        let folder = try ScratchFolder()
        let path = folder.path + "/some." + ending
        let headless = try played(keys + ":save \(path)<Enter>")
        #expect(message(headless) == "Saved \(count) as \(path)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func nothingIsReplacedUnasked() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/some.csv"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        #expect(message(try played(":save \(path)<Enter>")) == "\(path) exists already (:save! replaces it)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(message(try played(":save! \(path)<Enter>")).hasPrefix("Saved 3 rows"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.shops)
        let missing = message(try played(":save \(folder.path)/no/x.geojson<Enter>"))
        #expect(missing.contains("no such folder"), "\(missing)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["some.csv"])
    }

    /// While one file is written, no other is begun, and the status line says so.
    @Test func oneFileIsWrittenAtATime() throws {
        var headless = try played("", saving: "a.csv")
        #expect(headless.frame(colored: false).contains("saving 0%"))
        headless.perform(Action.savingRows(share: 0.4))
        #expect(headless.frame(colored: false).contains("saving 40%"))
        headless.play(try KeyScript.events(in: ":save /tmp/never.csv<Enter>"))
        #expect(message(headless) == "Still writing a.csv")
        headless.perform(Action.answered(.savedRows("a.csv", count: 3, problem: nil)))
        #expect(headless.state.screen.rowFile == nil)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/never.csv"))
    }

    @Test func escCancels() throws {
        var headless = try played("i", saving: "a.csv")
        headless.play(try KeyScript.events(in: "<Esc>"))
        #expect(headless.state.panels.current == nil && headless.state.screen.rowFile != nil)
        headless.play(try KeyScript.events(in: "<Esc>"))
        #expect(headless.state.screen.rowFile == nil && message(headless) == "a.csv: not written")
        headless.perform(Action.answered(.savedRows("a.csv", count: 3, problem: nil)))
        #expect(message(headless) == "Saved 3 rows as a.csv", "it was too late")
    }

    @Test func nothingIsLeftOfAFileThatIsCancelled() async throws {
        let folder = try ScratchFolder()
        let files = try TemporaryFiles([Self.shops])
        let work = DataWork(try SourceOpener(SourceOptions()).open(files.paths))
        _ = try work.load { _ in }
        let request = SaveRequest(path: folder.path + "/a.csv", replaces: false)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            do throws(CancellationError) {
                _ = try work.save(.shown, as: request) { _ in }
                return false
            } catch {
                return true
            }
        }
        task.cancel()
        #expect(await task.value)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        guard
            case .savedRows(_, count: 3, problem: nil) = try work.save(
                .shown, as: request, progress: { _ in })
        else {
            Issue.record("nothing was written without cancelling")
            return
        }
    }

    @Test func aSourceThatHasChangedIsNotSaved() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/a.csv"
        var played = try QueryStoryTests.Played(Self.shops)
        try played.files.write("name,lat,lon\nOther,1,2\n")
        try played.play(":save \(path)<Enter>")
        let message = played.state.screen.message?.text.text ?? ""
        #expect(
            message.hasPrefix("\(path): not written: ") && message.contains("has changed on disk"),
            "\(message)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func whatIsNotThereIsNotWritten() throws {
        #expect(
            message(try played("fname = X<Enter>:save /tmp/never.csv<Enter>")).contains("No row matches"))
        #expect(!FileManager.default.fileExists(atPath: "/tmp/never.csv"))
    }

    /// All rows that match, in view or not, of servers and of files beside them.
    @Test func rowsOfAServerAreWritten() throws {
        let folder = try ScratchFolder()
        let places: [(Double, Double)] = (0..<400).map { row in
            let latitude = 45 + Double(row / 20) / 10
            let longitude = 5 + Double(row % 20) / 10
            return (latitude, longitude)
        }
        let server = MemoryServer(places)
        let files = try TemporaryFiles([Self.shops])
        let loader = CSVLoader(path: files.paths[0])
        let source = LayeredSource(
            files: LoadedLayer(LoadedDataSet(loader: loader), paths: files.paths), servers: [server])
        for (keys, expected) in [("", 403), ("L<Down><Space><Esc>", 3), ("L<Space><Esc>", 400)] {
            var state = AppState(columns: 100, rows: 30, filePath: "memory", appearance: .plain)
            state.data.origin = .server(ServerView(limit: 50))
            var headless = Headless(
                state: state, work: DataWork(server: source), basemap: BasemapData(labels: []),
                keyMap: KeyMap())
            #expect(headless.load() == nil)
            headless.play(try KeyScript.events(in: keys + ":save! \(folder.path)/rows.csv<Enter>"))
            let lines = try String(contentsOfFile: folder.path + "/rows.csv", encoding: .utf8)
                .split(separator: "\n")
            #expect(lines.count == expected + 1, "\(keys)")
        }
    }
}
