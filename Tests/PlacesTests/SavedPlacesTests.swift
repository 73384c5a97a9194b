import DataSets
import Foundation
import MapModel
import PlaceNames
import RowValues
import Synchronization
import TestSupport
import Testing

@testable import MapSources
@testable import Places
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// A table that an earlier run saved is the one that a run without it reads.
@Suite struct SavedPlacesTests {
    /// A source, a table of keys and a cache, removed with the value.
    private final class Setting: Sendable {
        private let temporary: ScratchFolder
        var folder: String { temporary.path }
        let path: String
        let keys: String
        private let notes = Mutex<[String]>([])

        init(_ text: String, named ending: String) throws {
            temporary = try ScratchFolder()
            path = try temporary.file("table." + ending, text)
            keys = try temporary.file(
                "keys.csv", "plz,ort,lat,lon\n8001,Zurich,47.37,8.54\n3000,Bern,46.95,7.45\n")
        }

        func write(_ text: String, to path: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }

        /// What one run reads, and whether it is what was saved.
        func run(
            _ options: PlaceOptions = PlaceOptions(), atlas: PlaceAtlas? = nil,
            choosing fixes: [PlaceFix] = [], isCached: Bool = true
        ) throws -> (read: Read, isRestored: Bool) {
            notes.withLock { $0 = [] }
            let places = atlas.map { Places(options: options, atlas: $0) } ?? ShippedPlaces.finder(options)
            let source = try SourceOpener(SourceOptions(), places: places).open([path])
            let saved = SavedIndex(
                of: isCached ? source.loader : nil, in: SavedFolder(cacheFolder: folder + "/cache"),
                version: "1", saves: true, smallestSource: 1, settling: .zero,
                note: { line in self.notes.withLock { $0.append(line) } })
            let loader = try #require(source.loader)
            (loader as? any PlaceFixing)?.fixes?.set(fixes)
            let data = LoadedDataSet(loader: loader, saved: saved)
            let read = try Read(data.read(isCancelled: { false }, progress: { _ in }), data)
            saved?.finish()
            return (read, notes.withLock { $0.contains { $0.hasPrefix("saved index read") } })
        }
    }

    /// All that is shown of a source.
    private struct Read: Equatable {
        let words: [String]
        let skipped: SkippedRows
        let vague: VagueRows?
        let sources: [SourceLayer]
        let places: [UInt32: FixedCoordinate]
        let written: [String]

        init(_ data: LoadedData, _ set: LoadedDataSet) throws {
            let loaded = try #require(set.current)
            let table = loaded.table
            (skipped, vague, sources) = (data.skipped, data.vague, data.sources)
            let tree = loaded.tree
            places = Dictionary(
                uniqueKeysWithValues: (0..<tree.count).map {
                    (tree.row(at: $0), tree.fixedCoordinate(at: $0))
                })
            let rows = (0..<UInt32(table.recordCount)).map { $0 }
            var values: [String] = []
            try table.visitRows(rows) { values.append("\($0)") }
            let columns = try table.readColumns(Array(table.columnNames.indices), isCancelled: { false })
            let texts = columns.map { column in rows.map { column.text(at: Int($0)) ?? "-" } }
            words =
                values + texts.flatMap(\.self) + table.columnNames + data.columnNames + data.notices
                + ["\(table.roles) \(table.recordCount) \(data.recordCount) \(data.decimalMarks)"]
                + ["\(data.writesShapes) \(table.writesShapes) \(table.ownFormat)"]
            let placed = places.sorted { $0.key < $1.key }.map { ExportedRow(row: $0.key, place: $0.value) }
            written = try [RowFormat.csv, .ndjson, .geojson].map { format in
                var bytes: [UInt8] = []
                try RowWriter(.rows(format)).write(
                    count: placed.count, row: { placed[$0] }, of: table
                ) { bytes += $0 }
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    private static let shops = """
        shop,city,state,country
        A,Springfield,Illinois,US
        B,Lyonn,,FR
        C,Nowhereville,,US
        D,,Bavaria,DE
        E,,,DE
        shop,city,state,country
        F,Springfield,,US
        G,Berlin,,XX
        H,,,
        I,"Paris
        ",,FR

        """

    private static let sources: [(ending: String, text: String)] = [
        ("csv", shops),
        ("tsv", shops.replacing(",", with: "\t")),
        (
            "ndjson",
            #"""
            {"shop":"A","city":"Lyon","country":"FR"}
            {"shop":"B","country":"DE"}
            {"shop":"C","city":"Nowhereville","country":"US"}
            not json

            """#
        ),
        ("csv", "flight,origin\n1,ZRH\n2,JFK\n3,\n4,LHR\n"),
        ("csv", "name,h3\nA,85283473fffffff\nB,8928308280fffff\nC,none\nD,\nE,8928308280fffff\n"),
        ("csv", "name,zone,easting,northing\nA,32N,465000,5247000\nB,32N,x,5247000\nC,,,\n"),
        ("csv", "name,zone,easting,northing\nA,29S,487890,4285969\nB,33U,391779,5820072\n"),
        ("csv", "name,lat,lon\nA,1,2\nB,3,north\n"),
        (
            "gpx",
            "<gpx version=\"1.1\"><wpt lat=\"47\" lon=\"8\"><name>A</name></wpt></gpx>"
        ),
    ]

    @Test(arguments: sources) func readsTheSame(ending: String, text: String) throws {
        let setting = try Setting(text, named: ending)
        let (plain, _) = try setting.run(isCached: false)
        let (first, wasRestored) = try setting.run()
        #expect(first == plain && !wasRestored)
        let (second, isRestored) = try setting.run()
        #expect(second == plain && isRestored)
        #expect(!plain.places.isEmpty)
    }

    @Test func aSavedTableHasNamesWithoutPlaceAndRowsInAreas() throws {
        let setting = try Setting(Self.shops, named: "csv")
        _ = try setting.run()
        let (read, isRestored) = try setting.run()
        #expect(isRestored)
        #expect(
            read.skipped.names.map(\.text).sorted() == ["Berlin, XX", "Nowhereville, US", "Springfield, US"])
        #expect(read.skipped.names.contains { $0.candidates.count > 5 })
        #expect(read.vague?.areas.rows == [3, 4] && read.vague?.rough.rows == [4])
    }

    @Test func otherFlagsAreSavedBesides() throws {
        let setting = try Setting(
            "shop,city,place,country\nA,Lyon,Berlin,FR\nB,Paris,Bonn,FR\n", named: "csv")
        var named = PlaceOptions()
        named.country = "FR"
        var off = PlaceOptions()
        off.town = "city"
        for options in [PlaceOptions(), named, off] {
            #expect(try !setting.run(options).isRestored)
            #expect(try setting.run(options).isRestored)
        }
        #expect(try setting.run().isRestored)
    }

    @Test func aTableOfKeysThatChangesIsAskedAgain() throws {
        let setting = try Setting("shop,plz\nA,8001\nB,3000\nC,9999\n", named: "csv")
        var options = PlaceOptions()
        options.tables = [PlaceTableName(setting.keys)]
        let (plain, _) = try setting.run(options, isCached: false)
        _ = try setting.run(options)
        #expect(try setting.run(options) == (plain, true))
        try setting.write("plz,ort,lat,lon\n8001,Zurich,47.37,8.54\n9999,Ende,46,7\n", to: setting.keys)
        let (changed, _) = try setting.run(options, isCached: false)
        #expect(changed != plain)
        #expect(try setting.run(options) == (changed, false))
        #expect(try setting.run(options) == (changed, true))
    }

    @Test func otherNamesAreAskedAgain() throws {
        let setting = try Setting(Self.shops, named: "csv")
        let copy = setting.folder + "/gazetteer.tmg"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: Repository.root + "/data/gazetteer.tmg"))
        let gazetteer = try Gazetteer([UInt8](bytes))
        try setting.write("1", to: copy)
        let atlas = PlaceAtlas(path: copy) { gazetteer }
        _ = try setting.run(atlas: atlas)
        #expect(try setting.run(atlas: atlas).isRestored)
        try setting.write("22", to: copy)
        #expect(try !setting.run(atlas: atlas).isRestored)
    }

    @Test func placesThatTheUserHasChosenAreNotSaved() throws {
        let setting = try Setting(Self.shops, named: "csv")
        let (plain, _) = try setting.run(isCached: false)
        let name = try #require(plain.skipped.names.first { $0.text == "Springfield, US" })
        let place = try #require(name.candidates.last)
        let (chosen, _) = try setting.run(choosing: [PlaceFix(name, place)])
        #expect(chosen.places.count == plain.places.count + 1)
        #expect(try setting.run() == (plain, false))
        #expect(try setting.run() == (plain, true))
    }

    // MARK: - Damage

    private struct Saved {
        let base: any RowTable
        let layout: [UInt8]
        let codes: [UInt32]
    }

    private func saved(_ text: String) throws -> Saved {
        let table = try ShippedPlaces.load(text).table
        if let placed = table as? PlacedTable {
            return Saved(base: placed.base, layout: placed.savedLayout, codes: placed.codes)
        }
        let coded = try #require(table as? CodedTable)
        return Saved(base: coded.base, layout: coded.savedLayout, codes: [])
    }

    private static let damaged = [shops, sources[4].text, sources[5].text]

    @Test(arguments: damaged) func damagedAnswersAreRefusedOrRead(text: String) throws {
        let saved = try saved(text)
        var refused = 0
        for index in saved.layout.indices {
            for bit in 0..<8 {
                var layout = saved.layout
                layout[index] ^= 1 << bit
                do throws(SavedFault) {
                    let table = try SavedPlaces.table(saved.base, layout: layout, codes: saved.codes)
                    #expect(table.columnNames.count == saved.base.columnNames.count + 5)
                } catch {
                    #expect(error == .damaged)
                    refused += 1
                }
            }
        }
        #expect(refused > saved.layout.count)
        for length in saved.layout.indices {
            #expect(throws: SavedFault.damaged) {
                try SavedPlaces.table(
                    saved.base, layout: Array(saved.layout.prefix(length)), codes: saved.codes)
            }
        }
    }

    @Test func codesOfNoAnswerAreRefused() throws {
        let saved = try saved(Self.shops)
        var wrong = saved.codes
        wrong[0] = 1_000
        for codes in [wrong, Array(saved.codes.dropLast()), saved.codes + [0], []] {
            #expect(throws: SavedFault.damaged) {
                try SavedPlaces.table(saved.base, layout: saved.layout, codes: codes)
            }
        }
    }

    @Test func damagedNamesAreRefusedOrRead() throws {
        let skipped = try ShippedPlaces.load(Self.shops).skipped
        var writer = ByteWriter()
        skipped.append(to: &writer)
        var reader = ByteReader(writer.bytes)
        #expect(SkippedRows(&reader) == skipped && reader.isAtEnd)
        for index in writer.bytes.indices {
            var reader = ByteReader(Array(writer.bytes.prefix(index)))
            #expect(SkippedRows(&reader) == nil)
            var damaged = writer.bytes
            damaged[index] ^= 1 << UInt8(index % 8)
            reader = ByteReader(damaged)
            if let read = SkippedRows(&reader) { #expect(read != skipped || !reader.isAtEnd) }
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 200]) func rowsInAreasAreSetsOfRows(capacity: Int) {
        var random = SeededRandom(UInt64(capacity))
        var set = RowSet(capacity: capacity)
        for row in 0..<capacity where Bool.random(using: &random) { set.insert(UInt32(row)) }
        #expect(RowSet(words: set.words, capacity: capacity) == set)
        #expect(RowSet(words: set.words + [0], capacity: capacity) == nil)
        if capacity & 63 != 0 {
            #expect(RowSet(words: set.words.map { $0 | 1 << 63 }, capacity: capacity) == nil)
        }
        var more = set
        more.formComplement()
        #expect(set.isSubset(of: set) && more.isSubset(of: set) == more.isEmpty)
    }
}
