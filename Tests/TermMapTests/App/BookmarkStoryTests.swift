import CellGraphics
import Foundation
import MapModel
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport

/// Views with a letter, and what is kept of a file between runs.
@Suite struct BookmarkStoryTests {
    private let places = [(47.0, 8.0), (10.0, -60.0)]

    @Test func aBookmarkReturnsToItsView() {
        let story = Story(places).playing("++ll")
        let there = story.state.map.viewport
        let back = story.playing("maWhh'a").state
        #expect(back.map.viewport.zoom == there.zoom)
        #expect(abs(back.map.viewport.center.x - there.center.x) < 1e-9)
        // It is a move like any other.
        #expect(back.map.history.canGoBack)
    }

    @Test func theLetterIsNoKey() {
        let state = Story(places).playing("mq").state
        #expect(!state.isQuitting && state.map.bookmarks.keys.sorted() == ["q"])
        #expect(Story(places).playing("m<Esc>W").state.map.bookmarks.isEmpty)
        #expect(Story(places).playing("m<Esc>").state.screen.bookmarkDeed == nil)
        #expect(Story(places).playing("mam<C-c>").state.isQuitting)
    }

    @Test func whatIsNotThereIsSaid() {
        #expect(
            Story(places).playing("'").state.screen.message?.text.text
                == "No bookmarks yet: press m and a letter or digit")
        #expect(Story(places).playing("ma'b").state.screen.message?.text.text == "No bookmark b (set: a)")
        #expect(Story(places).playing("m;").state.screen.message?.text == "Bookmarks are letters and digits")
    }

    @Test func hintsListTheBookmarks() {
        let state = Story(places).playing("ma'").state
        #expect(KeyMap().hints(for: state).map(\.keys) == ["a–z 0–9", "a", "Esc"])
    }

    // MARK: - Between runs

    private func scratch() throws -> (environment: [String: String], folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "termmap-views-\(UUID().uuidString)")
        return (["XDG_STATE_HOME": folder.path], folder)
    }

    /// A window of time is kept with its view; a damaged one is no view.
    @Test func windowsAreKeptForTheNextRun() throws {
        let (environment, folder) = try scratch()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try #require(ViewFile(["/data/a.csv"], environment: environment))
        let window: Range<Int64> = 1_750_032_000_000..<1_752_451_200_000
        let place = Coordinate(latitude: 47, longitude: 8)
        let kept = KeptViews(bookmarks: [
            "a": KeptView(center: place, zoom: 5, window: window), "b": KeptView(center: place, zoom: 5),
        ])
        #expect(file.write(kept) == nil)
        #expect(file.read().bookmarks["a"]?.window == window)
        #expect(file.read().bookmarks["b"]?.window == nil && file.read().bookmarks["b"] != nil)
        let path = try #require(
            FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.first {
                $0.hasSuffix(".toml")
            })
        let url = folder.appending(path: path)
        let text = try String(contentsOf: url, encoding: .utf8)
        #expect(text.contains("2025-06-16T00:00:00.000Z/2025-07-14T00:00:00.000Z"))
        try Data(text.replacing("2025-07-14", with: "2024-07-14").utf8).write(to: url)
        #expect(file.read().bookmarks["a"] == nil && file.read().bookmarks["b"] != nil)
    }

    @Test func viewsAreKeptForTheNextRun() throws {
        let (environment, folder) = try scratch()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try #require(ViewFile(["/data/a \"b\".csv"], environment: environment))
        #expect(file.read() == KeptViews())
        let state = Story(places).playing("++llmaWmé").state
        #expect(file.write(state.keptViews) == nil)
        let read = file.read()
        #expect(read.bookmarks.count == 2 && read.history.count == state.keptViews.history.count)
        for (kept, wanted) in zip(read.history, state.keptViews.history) {
            #expect(
                abs(kept.center.latitude - wanted.center.latitude) < 1e-7
                    && abs(kept.zoom - wanted.zoom) < 1e-4)
        }
        var next = Story(places).state
        next.take(read)
        _ = next.update(.command(.viewBack))
        #expect(abs(next.map.viewport.zoom - state.map.viewport.zoom) < 1e-3)
        // Another file has its own, and a run without a move keeps what was there.
        #expect(ViewFile(["/data/b.csv"], environment: environment)?.read() == KeptViews())
        var unmoved = Story(places).state
        unmoved.take(read)
        #expect(file.write(unmoved.keptViews) == nil && file.read().history == read.history)
        let path = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".toml") })
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)[
            .posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    /// The only file below a folder with this ending.
    private func path(in folder: URL, _ ending: String) throws -> String {
        let name = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .first { $0.hasSuffix(ending) }
        return folder.path + "/" + (try #require(name))
    }

    @Test func damagedFilesAreSetAside() throws {
        let (environment, folder) = try scratch()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try #require(ViewFile(["/data/a.csv"], environment: environment))
        #expect(file.open().views == KeptViews() && file.open().damage == nil)
        #expect(file.write(Story(places).playing("+ma").state.keptViews) == nil)
        #expect(file.open().damage == nil)
        let path = try path(in: folder, ".toml")
        let damaged = try String(contentsOfFile: path, encoding: .utf8) + "x = [\n"
        try damaged.write(toFile: path, atomically: false, encoding: .utf8)
        let words = try #require(file.open().damage)
        #expect(words.contains(path) && words.hasSuffix("(kept as \(path).bad)"))
        #expect(try String(contentsOfFile: path + ".bad", encoding: .utf8) == damaged)
        #expect(file.read() == KeptViews() && file.open().damage == nil)
    }

    @Test func linksAreNotFollowed() throws {
        let (environment, folder) = try scratch()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try #require(ViewFile(["/data/a.csv"], environment: environment))
        let kept = Story(places).playing("+ma").state.keptViews
        #expect(file.write(kept) == nil)
        let path = try path(in: folder, ".toml")
        let other = folder.path + "/other"
        try "precious".write(toFile: other, atomically: false, encoding: .utf8)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
        #expect(file.write(kept)?.hasSuffix("is a link (expected a file)") == true)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "precious")
    }

    @Test func streamsAndHomelessUsersKeepNothing() {
        #expect(ViewFile(["-"], environment: ["HOME": "/tmp"]) == nil)
        #expect(ViewFile(["/dev/null"], environment: ["HOME": "/tmp"]) == nil)
        #expect(ViewFile([], environment: ["HOME": "/tmp"]) == nil)
        #expect(ViewFile(["a.csv"], environment: [:]) == nil)
        #expect(
            ViewFile(["a.csv"], environment: ["HOME": "/dev/null"])?.write(
                Story(places).playing("+").state.keptViews) != nil)
    }

    @Test(arguments: [
        "history = [\"91,0,3\", \"x\", \"1,2\", \"1,2,99\", \"nan,0,3\", 5]",
        "history = 3\n[bookmarks]\na = [1]\n", "[[",
        "\u{0}\u{1}", "[bookmarks]\na = \"1e400,0,3\"",
    ])
    func damagedFilesAreNothing(text: String) throws {
        let (environment, folder) = try scratch()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try #require(ViewFile(["/data/a.csv"], environment: environment))
        #expect(file.write(Story(places).playing("+ma").state.keptViews) == nil)
        let name = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".toml") })
        try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
        #expect(file.read() == KeptViews())
    }
}
