import Addresses
import CellGraphics
import DataSets
import MapModel
import MapSources
import Places
import Streams
import TestSupport
import Testing

@testable import App
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// Logs on the screen, as they are read from a file.
@Suite struct LogStoryTests {
    /// A log, read and played.
    private struct Played {
        var headless: Headless
        let file: TemporaryFile

        init(
            _ text: String, _ keys: String = "", hasDatabase: Bool = false, columns: Int = 120, rows: Int = 40
        ) throws {
            file = try TemporaryFile(Array(text.utf8), extension: "log")
            let atlas = PlaceAtlas(keepsNames: false) { () throws(PlaceAtlas.Missing) in
                throw PlaceAtlas.Missing("not asked")
            }
            let places = Places(
                options: PlaceOptions(), atlas: atlas, databases: try Self.databases(hasDatabase))
            let source = try SourceOpener(SourceOptions(), places: places).open([file.path])
            headless = Headless(
                state: AppState(
                    columns: columns, rows: rows, filePath: file.path, appearance: .plain),
                work: DataWork(source), basemap: Repository.basemap, keyMap: KeyMap())
            #expect(headless.load() == nil)
            headless.play(try KeyScript.events(in: keys))
        }

        private static func databases(_ isThere: Bool) throws -> AddressDatabases {
            var city = AddressDatabaseFile(isIPv6: true, recordSize: 28)
            city.add([9, 0, 0, 0], bits: 8, .city("Zurich", "CH", 47.3686, 8.5391))
            city.add([8, 0, 0, 0], bits: 8, .city("", "US", 37.751, -97.822, radius: 1_000))
            let finder = AddressFinder([try AddressDatabase(city.encoded(), name: "city.mmdb")])
            return AddressDatabases(paths: isThere ? ["city.mmdb"] : [], place: "~/termmap") { _ in
                (finder, [])
            }
        }

        var state: AppState { headless.state }
        var frame: String { headless.frame(colored: false) }
        var message: String { state.screen.message?.text.text ?? "" }
        /// The rows that the table lists.
        var listed: [UInt32] {
            let listing = state.panels.table.listing
            return (0..<(listing?.count ?? 0)).compactMap { listing?.row(at: $0) }
        }
    }

    private static func line(_ address: String, _ path: String, _ status: Int) -> String {
        "\(address) - - [26/Nov/2026:14:03:10 +0000] \"GET \(path) HTTP/1.1\" \(status) 512 \"-\" \"curl/8.5\"\n"
    }

    private static let log =
        line("9.1.1.1", "/a", 200) + line("9.1.1.2", "/b", 401) + line("9.1.1.2", "/c", 401)
        + line("8.8.8.8", "/d", 200) + line("10.0.0.7", "/e", 401) + line("9.1.1.1", "/f", 404)

    // MARK: - Without a place

    @Test func withoutADatabaseTheLinesAreATable() throws {
        let played = try Played(Self.log)
        #expect(played.state.data.isUnplaced && played.state.data.tree.isEmpty)
        #expect(played.message.contains("lists the 6 lines: no database of addresses: --geoip FILE"))
        #expect(played.frame.contains("0 of 6 lines") && played.frame.contains("no database of addresses"))
        #expect(!played.frame.contains("skipped"))
        let table = try Played(Self.log, "t")
        #expect(table.listed == [0, 1, 2, 3, 4, 5])
        #expect(table.frame.contains("row 1 of 6") && table.frame.contains("/d"))
    }

    @Test func linesWithoutAddressesAreATable() throws {
        let log = (1...5).map { "Nov 26 14:03:1\($0) pi cron[812]: job \($0) has ended\n" }.joined()
        let played = try Played(log, "t")
        #expect(played.listed == [0, 1, 2, 3, 4] && played.frame.contains("job 3 has ended"))
        #expect(!played.frame.contains("skipped"))
    }

    @Test(
        arguments: [
            ("fstatus = 401<Enter>t", [1, 2, 4]), ("tfstatus = 404<Enter>", [5]),
            ("t/d<Enter>", [0, 1, 2, 3, 4, 5]), ("o<Enter>", [5, 0]), ("of<Esc>t", [0, 5]),
        ] as [(String, [UInt32])])
    func theLinesAreFilteredAndListed(keys: String, rows: [UInt32]) throws {
        #expect(try Played(Self.log, keys).listed.sorted() == rows.sorted())
    }

    @Test func theyAreSearchedSummarizedAndMarked() throws {
        let found = try Played(Self.log, "/8.8.8.8<Enter>")
        #expect(found.state.panels.current == .table && found.state.panels.table.cursor.index == 3)
        #expect(found.message.contains("1 row with"))
        #expect(try Played(Self.log, "t  ").state.marks.rows.rows == [0, 1])
        let none = try Played(Self.log, "fstatus = 500<Enter>")
        #expect(none.frame.contains("no row matches"))
        #expect(try Played(Self.log, "t<Enter>").message.contains("have no place on the map"))
        let summary = try Played(Self.log, "S")
        guard case .success(let columns)? = summary.state.selection.summary else {
            return #expect(Bool(false), "no summary")
        }
        #expect(columns.columns.first { $0.name == "status" }?.rowCount == 6)
    }

    @Test func theirDetailsAreShown() throws {
        let played = try Played(Self.log, "tjji")
        #expect(played.state.selection.current?.row == 2 && played.state.panels.showsDetails)
        #expect(played.frame.contains("/c") && played.frame.contains("no place"))
        #expect(played.frame.contains("line 3") && !played.frame.contains("0, 0"))
        // The map is where it was, and says nothing of the place that stands for none.
        #expect(played.state.selectedPoint == nil)
        #expect(try Played(Self.log).frame.contains("24.00, 10.00") && played.frame.contains("24.00, 10.00"))
        let back = try Played(Self.log, "tjji<Esc>j")
        #expect(back.state.panels.current == .table && back.state.selection.current?.row == 3)
        for keys in ["tjZ", "tjy"] {
            #expect(try Played(Self.log, keys).message.contains("have no place on the map"))
        }
    }

    @Test(arguments: ["", "a database"]) func aLineIsCopiedAsItIs(database: String) throws {
        let hasDatabase = !database.isEmpty
        let played = try Played(Self.log, hasDatabase ? "<Tab>" : "tj", hasDatabase: hasDatabase)
        let row = try #require(played.state.selection.current?.row)
        let line = Self.log.split(separator: "\n")[Int(row)]
        let work = played.headless.work
        #expect(try work.writeRow(row, at: nil) == .success(Array(line.utf8)))
    }

    @Test func addressesAreCountedWithoutADatabase() throws {
        let played = try Played(Self.log, "o")
        #expect(played.state.panels.addresses.groups?.lines.map(\.count) == [2, 2, 1, 1])
        #expect(played.frame.contains("6 lines here"))
    }

    // MARK: - With places

    @Test func theNewestLineOfAnAddressIsSelected() throws {
        var played = try Played(Self.log, "<Tab>o<Enter>", hasDatabase: true)
        let badge = try Played(Self.log, "<Tab>", hasDatabase: true).state.selection.current
        let list = try #require(played.state.panels.members)
        let first = list.rows(played.state.data, offset: 0, limit: 1)
        #expect(played.state.selection.current?.row == first.first)
        #expect(played.frame.contains("2 lines here"))
        // Back in the list of addresses, it is about the badge again.
        played.headless.play(try KeyScript.events(in: "<Esc>"))
        #expect(played.state.panels.list == .addresses && played.state.selection.current == badge)
    }

    @Test(arguments: ["<Tab>of", "<Tab>ojf"])
    func theBadgeStaysSelectedWhereItsRowIsFilteredOut(keys: String) throws {
        let played = try Played(Self.log, keys, hasDatabase: true)
        #expect(played.state.selectedAnnotation?.count == 2 && !played.message.contains("filtered out"))
        #expect(played.state.panels.addresses.groups?.rowCount == 2)
    }

    @Test func aSearchShowsARoughRowWhereItIsOnTheMap() throws {
        let played = try Played(Self.log, "/8.8.8.8<Enter>", hasDatabase: true)
        #expect(played.state.selection.current?.row == 3 && played.state.map.viewport.zoom < 7)
        #expect(played.state.selectedAnnotation != nil && !played.message.contains("filtered out"))
    }

    // MARK: - The panel

    @Test func addressesBelowTheMapLeaveItAsLargeAsItWas() throws {
        let before = try Played(Self.log, hasDatabase: true, columns: 80, rows: 24)
        let open = try Played(Self.log, "Cst<Enter>o", hasDatabase: true, columns: 80, rows: 24)
        #expect(open.state.map.viewport.zoom == before.state.map.viewport.zoom)
        #expect(open.state.legend?.form != .whole)
    }

    @Test func longAddressesAndManyOfThemAreShown() throws {
        let long = "2a02:8071:b284:5a00:1c2d:3e4f:5a6b:7c8d"
        let log = (1...30).map { Self.line("9.1.1.\($0)", "/", 200) }.joined() + Self.line(long, "/", 200)
        let played = try Played(log, "o", columns: 200, rows: 50)
        #expect(AddressList.pageRows(played.state) == 20 && played.frame.contains("9.1.1.20"))
        #expect(try AddressList.pageRows(Played(log, "o").state) == 10)
        #expect(try Played(log, "o", columns: 80, rows: 24).frame.contains(long))
    }

    @Test func theDatabaseIsNamedBesideThePanel() throws {
        let played = try Played(Self.log, "o", hasDatabase: true)
        #expect(played.frame.contains("city database of "))
    }
}
