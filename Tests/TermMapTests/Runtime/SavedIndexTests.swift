import DataSets
import Foundation
import MapModel
import Synchronization
import TestSupport
import Testing

@testable import App
@testable import MapSources
@testable import Rows
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import Streams

/// A run with what an earlier one saved shows what a run without it shows.
@Suite struct SavedIndexTests {
    /// A source and a cache, removed with the value.
    private final class Setting: Sendable {
        private let temporary: ScratchFolder
        var folder: String { temporary.path }
        let path: String
        let notes = Mutex<[String]>([])

        init(_ text: String, named name: String = "places.csv") throws {
            temporary = try ScratchFolder()
            path = try temporary.file(name, text)
        }

        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

        var cache: SavedFolder { SavedFolder(cacheFolder: folder + "/cache") }
        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: cache.path)) ?? [] }

        func saved(
            _ source: OpenedSource, version: String = "1", cache: SavedFolder? = nil,
            columnLimit: Int = 1 << 30
        )
            -> SavedIndex?
        {
            SavedIndex(
                of: source.loader, in: cache ?? self.cache, version: version, saves: true, smallestSource: 1,
                settling: .zero, columnLimit: columnLimit,
                note: { line in self.notes.withLock { $0.append(line) } })
        }

        /// One run: what it shows, and whether it used what was saved.
        func run(
            _ options: SourceOptions = SourceOptions(), version: String = "1", cache: SavedFolder? = nil,
            isCached: Bool = true
        ) throws -> (shown: String, isRestored: Bool) {
            notes.withLock { $0 = [] }
            let source = try SourceOpener(options).open([path])
            let saved = isCached ? saved(source, version: version, cache: cache) : nil
            let work = DataWork(source, saved: saved)
            var headless = Headless(
                state: AppState(columns: 100, rows: 30, filePath: path, appearance: .plain), work: work,
                basemap: Repository.basemap, keyMap: KeyMap())
            let error = headless.load()
            let data = headless.state.data
            var shown = (error ?? "") + headless.list() + headless.frame(colored: true)
            shown += data.notices.joined(separator: "\n") + data.skipped.summary
            shown += data.skipped.examples.map { $0.message(file: "") }.joined(separator: "\n")
            shown += "\(data.rowTotal) rows"
            headless.play(try KeyScript.events(in: "<Tab>i"))
            shown += headless.frame(colored: false)
            headless.play(try KeyScript.events(in: "<Esc><Esc>/na<Enter>"))
            shown += headless.frame(colored: false)
            saved?.finish()
            let table = work.loaded?.table
            if let table, table.recordCount > 0 {
                let row = try? table.namedRow(UInt32(table.recordCount - 1))
                shown += "\(String(describing: row)) \(table.roles) \(table.columnNames)"
            }
            return (shown, notes.withLock { $0.contains { $0.hasPrefix("saved index read") } })
        }
    }

    private static let places =
        "id,name,latitude,longitude\n"
        + (1...300).map { "\($0),Name \($0),\(Double($0) / 4 - 40),\(Double($0) - 150)\n" }.joined()
        + "301,\"Two\nlines\",12,13\n302,Nowhere,north,5\n303,Pole,89.5,10\n304,Zero,0,0\n305,Far,10,500\n"
        + "306,,,\n307,South,-90,7\n"

    private static let features = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"name":"A","n":1},"geometry":{"type":"Point","coordinates":[8,47]}},
        {"type":"Feature","properties":{"name":"Line","b":null},"geometry":{"type":"LineString","coordinates":[[8,47],[170,50],[-170,48]]}},
        {"type":"Feature","properties":{"name":"Area","o":{"a":[1]}},"geometry":{"type":"Polygon","coordinates":[[[0,0],[20,0],[20,20],[0,20],[0,0]],[[5,5],[5,9],[9,9],[5,5]]]}},
        {"type":"Feature","properties":{"name":"None"},"geometry":null}]}
        """

    private static let sources: [(name: String, text: String)] = [
        ("a.csv", places),
        ("b.tsv", places.replacing(",", with: "\t")),
        ("c.csv", places.replacing("\n", with: "\r\n")),
        ("d.csv", "\u{FEFF}name;lat;lon\nZürich;47,3769;8,5417\nBern;46,948;7,4474\n"),
        (
            "e.csv",
            "name,wkt\nA,POINT(8 47)\nB,\"LINESTRING(8 47, 9 48, 10 40)\"\nC,\"POLYGON((0 0,9 0,9 9,0 0))\"\n"
        ),
        ("f.csv", "name,position\nA,\"47.3, 8.5\"\nB,\"46.9, 7.4\"\n"),
        ("g.csv", "47.3,8.5,A\n46.9,7.4,B\n"),
        ("h.csv", "name,lat,lon\nopen,1,2\n\"never closed,3,4\n"),
        ("i.geojson", features),
        (
            "j.ndjson",
            "{\"name\":\"A\",\"lat\":1,\"lon\":2}\n{\"name\":\"B\",\"lat\":3,\"lon\":4}\nnot json\n"
        ),
        (
            "k.gpx",
            "<gpx version=\"1.1\"><wpt lat=\"47\" lon=\"8\"><name>A</name></wpt><trk><name>T</name><trkseg>"
                + "<trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"3\" lon=\"4\"/></trkseg></trk></gpx>"
        ),
        (
            "l.kml",
            "<kml><Document><Placemark><name>A</name><Point><coordinates>8,47</coordinates></Point></Placemark>"
                + "</Document></kml>"
        ),
        ("m.csv", "name,lat,lon\nalone,1,2\n"),
        ("n.csv", "name,lat,lon\n" + String(repeating: "same,1.5,2.5\n", count: 1000)),
    ]

    @Test(arguments: sources) func showsTheSame(name: String, text: String) throws {
        let setting = try Setting(text, named: name)
        let (plain, _) = try setting.run(isCached: false)
        #expect(setting.names.isEmpty)
        let (first, wasRestored) = try setting.run()
        #expect(first == plain && !wasRestored)
        // The index and the names, which were searched.
        #expect(setting.names.count == 2)
        let (second, isRestored) = try setting.run()
        #expect(second == plain && isRestored)
        #expect(setting.notes.withLock { $0.contains { $0.hasPrefix("saved names read") } })
        #expect(setting.names.count == 2)
    }

    /// What is kept in memory because it was decoded is not saved.
    @Test func decodedTextIsReadAgain() throws {
        let setting = try Setting("")
        try Data([0xFF, 0xFE] + "name,lat,lon\nA,1,2\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
            .write(to: URL(fileURLWithPath: setting.path))
        let (plain, _) = try setting.run(isCached: false)
        for _ in 0..<2 { #expect(try setting.run() == (plain, false)) }
    }

    @Test func otherOptionsAreSavedBesides() throws {
        let setting = try Setting("name,lat,lon,x,y\nA,1,2,3,4\nB,5,6,7,8\n")
        var swapped = SourceOptions()
        swapped.csv.columns.isSwapped = true
        var named = SourceOptions()
        (named.csv.columns.latitude, named.csv.columns.longitude) = ("x", "y")
        for options in [SourceOptions(), swapped, named] {
            let (plain, _) = try setting.run(options, isCached: false)
            #expect(try setting.run(options) == (plain, false))
            #expect(try setting.run(options) == (plain, true))
        }
        #expect(setting.names.count == 6)
        let (_, isRestored) = try setting.run(version: "2")
        #expect(!isRestored)
    }

    @Test func aChangedSourceIsReadAgain() throws {
        let setting = try Setting("name,lat,lon\nA,1,2\n")
        _ = try setting.run()
        try setting.write("name,lat,lon\nB,3,4\nC,5,6\n")
        let (plain, _) = try setting.run(isCached: false)
        #expect(try setting.run() == (plain, false))
        #expect(try setting.run() == (plain, true))
    }

    /// Its size and its time are as before.
    @Test func aSourceThatIsChangedUnseenIsReadAgain() throws {
        let setting = try Setting("name,lat,lon\nA,1,2\n")
        _ = try setting.run()
        let before = try FileManager.default.attributesOfItem(atPath: setting.path)
        let handle = try #require(FileHandle(forUpdatingAtPath: setting.path))
        try handle.seek(toOffset: 13)
        try handle.write(contentsOf: Data("B".utf8))
        try handle.close()
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(before[.modificationDate])], ofItemAtPath: setting.path)
        let (plain, _) = try setting.run(isCached: false)
        #expect(try setting.run() == (plain, false))
    }

    @Test func damageChangesNothing() throws {
        let setting = try Setting(Self.places)
        let (plain, _) = try setting.run(isCached: false)
        _ = try setting.run()
        for name in setting.names {
            let path = setting.cache.path + "/" + name
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            for number in 0..<24 {
                var changed = bytes
                if number < 8 {
                    changed = changed.prefix(bytes.count * number / 8)
                } else {
                    changed[bytes.count * (number - 8) / 16] ^= 1 << UInt8(number % 8)
                }
                try changed.write(to: URL(fileURLWithPath: path))
                #expect(try setting.run().shown == plain, "\(number)")
            }
        }
    }

    @Test func aFolderThatCannotBeUsedChangesNothing() throws {
        let setting = try Setting(Self.places)
        let (plain, _) = try setting.run(isCached: false)
        let folder = setting.folder + "/file"
        try Data([1]).write(to: URL(fileURLWithPath: folder))
        for cache in ["/proc/none", folder] {
            #expect(try setting.run(cache: SavedFolder(cacheFolder: cache)) == (plain, false))
            #expect(setting.notes.withLock { $0.contains { $0.hasPrefix("index not saved") } })
        }
        #expect(
            try setting.run(cache: SavedFolder(cacheFolder: setting.folder, byteLimit: 10)) == (plain, false))
    }

    @Test func manyAtOnceShowTheSame() async throws {
        let setting = try Setting(Self.places)
        let (plain, _) = try setting.run(isCached: false)
        let shown = await withTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { (try? setting.run().shown) ?? "" } }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(shown == [plain])
        #expect(setting.names.count == 2)
        #expect(try setting.run().isRestored)
    }

    @Test func aFileThatWasJustWrittenIsWaitedFor() throws {
        let setting = try Setting(Self.places)
        let source = try SourceOpener(SourceOptions()).open([setting.path])
        let saved = SavedIndex(
            of: source.loader, in: setting.cache, version: "1", saves: true, smallestSource: 1,
            settling: .seconds(60), note: { _ in })
        let work = DataWork(source, saved: saved)
        _ = try work.load { _ in }
        // The program ends meanwhile.
        saved?.abandon()
        saved?.finish()
        #expect(setting.names.isEmpty)
    }

    @Test func smallFilesAndStreamsAreNotSaved() throws {
        let setting = try Setting(Self.places)
        let source = try SourceOpener(SourceOptions()).open([setting.path])
        let small = SavedIndex(
            of: source.loader, in: setting.cache, version: "1", saves: true, note: { _ in })
        #expect(small == nil)
        let several = try SourceOpener(SourceOptions()).open([setting.path, setting.path])
        #expect(setting.saved(several) == nil)
    }

    @Test func columnsThatWereUsedAreSaved() throws {
        let words = ["", "Zürich", "true", "Bern"]
        let setting = try Setting(
            "name,lat,lon,small,large,decimal,date,flag,word\n"
                + (0..<400).map {
                    "N\($0),1,2,\($0 % 100),\($0 * 70_000),\(Double($0) / 8),2026-01-0\($0 % 9 + 1),"
                        + "\($0 % 2 == 0),\(words[$0 % 4])\n"
                }.joined())
        func values(cached: Bool) throws -> [String?] {
            setting.notes.withLock { $0 = [] }
            let source = try SourceOpener(SourceOptions()).open([setting.path])
            let saved = cached ? setting.saved(source) : nil
            let work = DataWork(source, saved: saved)
            _ = try work.load { _ in }
            let loaded = try #require(work.loaded)
            let columns = try ColumnStore().values(of: Array(0..<9), loaded)
            saved?.finish()
            return (0..<9).flatMap { column -> [String?] in
                let values = columns[column]
                let counts =
                    "\(values?.kind as Any) \(values?.filledCount ?? -1) \(values?.misfitCount ?? -1)"
                return [counts] + (0..<400).map { values?.text(at: $0) }
            }
        }
        let plain = try values(cached: false)
        #expect(try values(cached: true) == plain)
        #expect(setting.names.count == 10)
        #expect(try values(cached: true) == plain)
        let restored = setting.notes.withLock {
            $0.count { $0.hasPrefix("saved column") && $0.contains("read in") }
        }
        #expect(restored == 9)
    }

    /// The columns that were used least recently give way to others; one that is larger than all of them may be is not saved.
    @Test(arguments: [(0, 0), (5_000, 1), (9_000, 2), (1 << 30, 4)])
    func savedColumnsTakeNoMoreThanTheUserAllows(limit: Int, expected: Int) throws {
        let setting = try Setting(
            "lat,lon,a,b,c,d\n"
                + (0..<400).map { "1,2,\(Double($0) / 8),\($0).25,\($0).5,\($0).125\n" }.joined())
        let source = try SourceOpener(SourceOptions()).open([setting.path])
        let saved = setting.saved(source, columnLimit: limit)
        let work = DataWork(source, saved: saved)
        _ = try work.load { _ in }
        saved?.finish()
        let loaded = try #require(work.loaded)
        for column in 2..<6 {
            _ = try ColumnStore().values(of: [column], loaded)
            saved?.finish()
        }
        let files = try setting.cache.files(layout: SavedSource.layout)
        let columns = files.filter { $0.header?.options.contains(" column ") ?? false }
        #expect(columns.count == expected && columns.reduce(0) { $0 + $1.byteCount } <= limit)
        #expect(files.count == expected + 1)
    }

    /// A reload reads the file, whatever was saved.
    @Test func reloadReadsTheSource() throws {
        let setting = try Setting("name,lat,lon\nA,1,2\n")
        _ = try setting.run()
        let source = try SourceOpener(SourceOptions()).open([setting.path])
        let work = DataWork(source, saved: setting.saved(source))
        _ = try work.load { _ in }
        try setting.write("name,lat,lon\nB,3,4\nC,5,6\n")
        guard case .reload(.success(let reloaded)) = try work.reload() else {
            Issue.record("not reloaded")
            return
        }
        let count = reloaded.data.recordCount
        #expect(count == 2)
    }
}
