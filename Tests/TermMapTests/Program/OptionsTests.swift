import MapModel
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport
@testable import TermMap

@Suite struct OptionsTests {
    private let size = DotSize(columns: 80, rows: 22)

    private func view(_ arguments: [String]) throws -> Viewport? {
        let options = try Options.parse(arguments)
        var beginning = Beginning(
            columns: 80, rows: 24, filePath: "", appearance: .plain, helpText: KeyMap().helpText)
        beginning.view = try options.startView(names: DataFolder(path: nil))
        let map = AppState(beginning).map
        return map.isViewChosen ? map.viewport : nil
    }

    private func message(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? UsageError)?.description
        }
    }

    @Test func withoutAViewTheDataDecides() throws {
        #expect(try view([]) == nil)
        #expect(try Options.parse([]).screenSize() == nil)
    }

    @Test func allFiltersMustMatch() throws {
        #expect(try Options.parse([]).filter == nil)
        #expect(try Options.parse(["--where", "a = 1 OR b"]).filter == "a = 1 OR b")
        #expect(
            try Options.parse(["--where", "a OR b", "--where", "-c < 1"]).filter == "(a OR b) AND (-c < 1)")
    }

    @Test func eachFilterIsWhole() throws {
        let joined = try Options.parse(["--where", "a = 'x') OR (b", "--where", "c = 1"])
        #expect(message { try joined.checkFilters() }?.hasPrefix("--where: ") == true)
        #expect(
            message { try Options.parse(["--where", "a OR b", "--where", "c = 1"]).checkFilters() } == nil)
    }

    /// Columns have double quotes in filters, so they may have them here.
    @Test(arguments: [
        ("mean(price)", "price"), ("mean(\"Height (m)\")", "Height (m)"), ("sum(\"a \"\"b\"\"\")", "a \"b\""),
        ("max(\")", "\""), ("share(\"in\" = yes)", "\"in\" = yes"), ("share(\"a\" = \"b\")", "\"a\" = \"b\""),
    ])
    func figuresNameTheirColumn(text: String, argument: String) throws {
        #expect(try Options.parse(["--value", text]).colors.figure()?.argument == argument)
    }

    @Test(arguments: [
        (["--center", "48.85,2.35"], 48.85, 2.35, 10.0),
        (["--center", "-33.9,151.2", "--zoom", "5"], -33.9, 151.2, 5),
        (["--at", "geo:48.85,2.35?z=12"], 48.85, 2.35, 12),
        (["--at", "https://www.openstreetmap.org/#map=7/48.85/2.35", "-z", "6"], 48.85, 2.35, 6),
        (["--bbox", "-10,40,10,50", "--zoom", "4"], 45.2, 0, 4),
        (["--bbox", "170,-10,-170,10", "-z", "4"], 0, 180, 4),
    ])
    func viewsAreTaken(arguments: [String], latitude: Double, longitude: Double, zoom: Double) throws {
        let view = try #require(try view(arguments))
        let middle = WebMercator.unproject(view.center)
        #expect(view.zoom == zoom)
        #expect(abs(middle.latitude - latitude) < 0.1)
        #expect(abs(Coordinate.wrapped(longitude: middle.longitude - longitude)) < 0.1)
    }

    @Test func boxFillsTheView() throws {
        let view = try #require(try view(["--bbox", "0,40,20,50"]))
        let west = view.dot(of: WebMercator.project(Coordinate(latitude: 45, longitude: 0)))
        let east = view.dot(of: WebMercator.project(Coordinate(latitude: 45, longitude: 20)))
        let north = view.dot(of: WebMercator.project(Coordinate(latitude: 50, longitude: 10)))
        let south = view.dot(of: WebMercator.project(Coordinate(latitude: 40, longitude: 10)))
        // The box touches two sides of the view, within a cell.
        let fillsWidth = abs(west.x) <= 2 && abs(east.x - 160) <= 2
        let fillsHeight = abs(north.y) <= 4 && abs(south.y - 88) <= 4
        #expect(fillsWidth || fillsHeight)
        #expect(west.x > -2 && east.x < 162 && north.y > -4 && south.y < 92)
    }

    @Test(arguments: [
        ["--center", "91,0"], ["--center", ""], ["--center", "1"], ["--center", "a,b"],
        ["--center", "nan,0"],
        ["--center", "1,inf"], ["--at", "geo:1"], ["--at", "https://example.org"], ["--zoom", "23"],
        ["--zoom", "-1"], ["--zoom", "x"], ["--zoom", "nan"], ["--zoom", ""], ["--bbox", "1,2,3"],
        ["--bbox", ""],
        ["--bbox", "1,2,3,4,5"], ["--bbox", "0,50,10,40"], ["--bbox", "0,-91,10,40"],
        ["--bbox", "0,0,nan,1"], ["--bbox", "1 2,0,1,1 x"], ["--bbox", "0,0x,1,1"], ["--bbox", "0N,0,1,1"],
        ["--bbox", "-361,0,10,1"], ["--bbox", "a,b,c,d"], ["--bbox", "0,0,1e999,1"],
    ])
    func badViewsAreOneLine(arguments: [String]) throws {
        let text = try #require(message { _ = try view(arguments) })
        #expect(text.hasPrefix("\(arguments[0]): "))
        #expect(!text.contains("\n") && text.count < 200)
    }

    @Test(arguments: [("100x30", 100, 30), ("20X8", 20, 8), ("1x1", 1, 1), ("1000x500", 1000, 500)])
    func sizesAreTaken(text: String, columns: Int, rows: Int) throws {
        let size = try #require(try Options.parse(["--size", text]).screenSize())
        #expect(size == (columns, rows))
    }

    @Test(arguments: ["80", "80x", "x24", "0x24", "80x0", "1001x24", "80x501", "80x24x1", "-80x24", "axb"])
    func badSizesAreOneLine(size: String) throws {
        let options = try Options.parse(["--size=" + size])
        let text = try #require(message { _ = try options.screenSize() })
        #expect(text.hasPrefix("--size: not a size: \"\(size)\""))
        #expect(!text.contains("\n"))
    }

    @Test(arguments: [
        (";", 59 as UInt8?), ("tab", 9), ("\\t", 9), ("pipe", 124), ("comma", 44), ("ab", nil),
        ("\"", nil), ("\n", nil), ("é", nil),
    ])
    func delimitersAreOneByte(text: String, byte: UInt8?) throws {
        let options = try Options.parse(["--delimiter=" + text])
        if let byte {
            #expect(try options.csvOptions().delimiter == byte)
        } else {
            #expect(
                message { _ = try options.csvOptions() }?.hasPrefix("--delimiter: not one character") == true)
        }
    }

    @Test(arguments: [
        ["--nope"], ["--format", "doc"], ["--color", "pink"], ["--charset", "x"], ["--theme", ""],
    ])
    func unknownOptionsAreErrors(arguments: [String]) {
        #expect(throws: (any Error).self) { try Options.parse(arguments) }
    }

    @Test func sourceFlagsReachTheReaders() throws {
        let options = try Options.parse([
            "--geom", "shape", "--table", "t", "--sql", "SELECT 1", "--layer", "l", "--format", "gpx", "a",
            "b",
        ]).sourceOptions()
        #expect(options.csv.columns.geometry == "shape")
        #expect(options.table == "t" && options.sql == "SELECT 1" && options.layer == "l")
        #expect(options.format?.name == "gpx")
    }

    @Test(arguments: [("--watch=0", false), ("--watch=x", false), ("--watch=0.5", true), ("--watch", true)])
    func watchTakesSeconds(argument: String, isRight: Bool) throws {
        let source = try Options.parse(OptionalValue.completed([argument])).source
        #expect(((try? source.watchInterval()) != nil) == isRight)
    }

    @Test(arguments: [("EPSG:25832", "EPSG:25832"), ("25832", "EPSG:25832"), ("esri:54030", "ESRI:54030")])
    func coordinateSystemsAreTaken(text: String, system: String) throws {
        let options = try Options.parse(["--crs", text]).csvOptions()
        #expect(options.coordinateSystem == system && options.columns.isProjected)
    }

    @Test(arguments: ["", "UTM", "EPSG:", ":1", "a:b:c", "EPSG:1 2", "+proj=utm"])
    func otherSystemsAreOneLine(text: String) throws {
        let said = message { _ = try Options.parse(["--crs", text]).csvOptions() }
        #expect(said?.hasPrefix("--crs: not a coordinate system: ") == true)
    }

    @Test func encodingsAreThoseOfTheLibrary() throws {
        #expect(try Options.parse(["--encoding", "shift_jis"]).csvOptions().encoding == "shift_jis")
        for name in ["", "klingon", "UTF-8//IGNORE"] {
            let said = message { _ = try Options.parse(["--encoding", name]).csvOptions() }
            #expect(said?.hasPrefix("--encoding: unknown encoding: ") == true)
        }
    }

    @Test(arguments: [("geojson", "json"), ("NDJSON", "json"), ("xlsx", "gdal"), ("nmea", "nmea")])
    func formatsHaveOtherNames(name: String, kind: String) throws {
        #expect(try Options.parse(["--format", name]).source.format?.name == kind)
    }

    @Test(arguments: [("--separate", "--separate needs --by"), ("--sizes", "--sizes needs --value")])
    func formsNeedWhatTheyShow(flag: String, message: String) throws {
        let options = try Options.parse([flag, "places.csv"])
        let error = #expect(throws: UsageError.self) { try options.colors.figure() }
        #expect(error?.description == message)
    }

    /// Databases of addresses name some languages with their country.
    @Test(arguments: [
        ("pt_BR.UTF-8", ["pt-BR", "pt"]), ("zh_CN", ["zh-CN", "zh"]), ("de", ["de"]), ("C.UTF-8", []),
        ("", []),
        ("POSIX", []), ("sr_RS@latin", ["sr-RS", "sr"]),
    ])
    func languagesAreThoseOfTheLocale(locale: String, languages: [String]) {
        #expect(Options.languages(of: locale) == languages)
    }
}
