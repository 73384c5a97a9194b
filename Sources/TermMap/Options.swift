import ArgumentParser
import CellGraphics
import MapModel
import MapSources

/// The command line.
struct Options: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "termmap", abstract: "Opens files and tables of places on a map in the terminal.",
        discussion: """
            Coordinates on the command line are LAT,LON; a box is WEST,SOUTH,EAST,NORTH, in degrees. Without a file, \
            and with nothing on standard input, the airports of the world are shown. Press ? for the keys.

            Exit status: 0 done, 1 nothing to show, 2 wrong usage or input, else the signal that ended it.
            """)

    @Argument(
        help: ArgumentHelp(
            """
            CSV, GeoJSON, NDJSON, GPX, KML, SQLite, GeoPackage or whatever GDAL reads, also compressed; - for standard \
            input; several are layers; or the URL of a PostgreSQL database (default: the airports that we ship).
            """, valueName: "file"))
    var files: [String] = []

    @OptionGroup(title: "Source") var source: SourceFlags

    // MARK: Columns
    @Option(help: ArgumentHelp("Column of the latitude: a name, or a number from 1.", valueName: "column"))
    var lat: String?
    @Option(help: ArgumentHelp("Column of the longitude.", valueName: "column"))
    var lon: String?
    @Option(help: ArgumentHelp("One column with both, as \"47.38, 8.54\".", valueName: "column"))
    var latlon: String?
    @Option(help: ArgumentHelp("Column of the name shown on the map.", valueName: "column"))
    var label: String?
    @Option(help: ArgumentHelp("Column that identifies a row.", valueName: "column"))
    var id: String?
    @Flag(help: "Latitude and longitude are exchanged in the file.")
    var swap = false
    @Flag(help: "Print which columns were found and why, and exit.")
    var columns = false
    @Option(
        name: [.customShort("d"), .long],
        help: ArgumentHelp("Character between fields: one character, or tab.", valueName: "char"))
    var delimiter: String?
    @Flag(help: "The first line is a row, not a header.")
    var noHeader = false

    // MARK: View
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start at a place by its name, LAT,LON, a geo: URI or a map's URL.", valueName: "place"))
    var at: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The same, LAT,LON only.", valueName: "lat,lon"))
    var center: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start with this box: west, south, east, north; across 180° if west is greater.",
            valueName: "w,s,e,n"))
    var bbox: String?
    @Option(
        name: [.customShort("z"), .long], parsing: .unconditional,
        help: ArgumentHelp("Zoom as in web maps, 0 to 22.", valueName: "zoom"))
    var zoom: String?
    @Option(help: ArgumentHelp("builtin or none.", valueName: "which"))
    var basemap = BasemapChoice.builtin

    // MARK: Nearby
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Find the rows near a place or LAT,LON; without a terminal, or with -o, print them.",
            valueName: "place"))
    var near: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Within this distance, as 5km, 20mi, 3nm or 800m.", valueName: "radius"))
    var within: String?
    @Option(help: ArgumentHelp("km, mi or nm (default: as road signs where you live).", valueName: "unit"))
    var units: UnitChoice?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Print at most this many rows (default: 10 without --within).", valueName: "n"))
    var limit: String?
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            "Print rows, nearest first, as csv (as they are in the file), ndjson or geojson.",
            valueName: "format"))
    var output: RowFormat?

    // MARK: Position
    @OptionGroup(title: "Your position") var position: PositionOptions

    // MARK: Output
    @Flag(help: "Print one frame and exit; needs no terminal.")
    var once = false
    @Flag(help: "Print what is in view as tab-separated text and exit; needs no terminal.")
    var list = false
    @Option(
        help: ArgumentHelp(
            "Size of the screen for --once and --list, as 100x30 (default: 80x24).", valueName: "CxR"))
    var size: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Type these keys first: characters, and <Enter> <Tab> <Esc> <Up> <C-l> …", valueName: "keys"))
    var keys: String?

    // MARK: Terminal
    @Option(help: ArgumentHelp("auto, always, never, 16, 256 or truecolor.", valueName: "when"))
    var color = ColorChoice.auto
    @Option(help: ArgumentHelp("auto, dark or light.", valueName: "theme"))
    var theme = ThemeChoice.auto
    @Option(help: ArgumentHelp("auto, braille, block or ascii.", valueName: "set"))
    var charset = CharsetChoice.auto
    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false
    @Flag(help: "Show changes at once.")
    var noAnimation = false

    // MARK: Meta
    @Flag(help: ArgumentHelp("Print what a key costs, in milliseconds.", visibility: .hidden))
    var measure = false
    @Flag(help: ArgumentHelp("Hand ncurses every frame whole, to compare.", visibility: .hidden))
    var wholeFrames = false
    @Flag(help: "Where the data comes from, and its licences.")
    var credits = false
    @Flag(help: "Print the key table as text and exit.")
    var printKeys = false
    @Flag(name: [.customShort("V"), .long], help: "Print the version and exit.")
    var version = false
}

enum BasemapChoice: String, ExpressibleByArgument, CaseIterable { case builtin, none }
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never, truecolor
    case sixteen = "16"
    case indexed = "256"
}
enum ThemeChoice: String, ExpressibleByArgument, CaseIterable { case auto, dark, light }
enum CharsetChoice: String, ExpressibleByArgument, CaseIterable { case auto, braille, block, ascii }

/// What is wrong with the command line, in one line.
struct UsageError: Error, Equatable, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

extension Options {
    /// The view that the options ask for; nil when they ask for none, so that the data decides.
    func startView(size: DotSize, visible: DotRect) throws(UsageError) -> Viewport? {
        let zoom = try startZoom()
        if let bbox {
            let view = Viewport.wholeWorld(size: size)
            let fitted = view.fitted(
                to: try Self.bounds(bbox), within: visible, maximumZoom: Viewport.maximumZoom)
            return zoom.map { Viewport(center: fitted.center, zoom: $0, size: size) } ?? fitted
        }
        guard let place = at ?? center else {
            guard let zoom else { return nil }
            return Viewport(center: Viewport.wholeWorld(size: size).center, zoom: zoom, size: size)
        }
        do throws(CoordinateText.Failure) {
            let target = try CoordinateText(place)
            let point = WebMercator.project(target.coordinate)
            return Viewport(center: point, zoom: zoom ?? target.zoom ?? 10, size: size)
        } catch {
            throw UsageError("\(at == nil ? "--center" : "--at"): \(error)")
        }
    }

    /// The place whose name `--at` gives; nil for a coordinate, or without it.
    func startPlace(names: @autoclosure () -> DataFolder) throws(UsageError) -> Place? {
        guard bbox == nil, let at,
            case .place(let place) = try Self.resolvePlace(at, flag: "--at", names: names())
        else { return nil }
        return place
    }

    func startZoom() throws(UsageError) -> Double? {
        guard let zoom else { return nil }
        guard let value = Double(zoom), value.isFinite, (0...Viewport.maximumZoom).contains(value) else {
            throw UsageError("--zoom: not a zoom: \"\(zoom)\" (expected 0 to 22)")
        }
        return value
    }

    private static func bounds(_ text: String) throws(UsageError) -> GeoBounds {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.filter { $0 != " " }) }
        let numbers = parts.compactMap { $0 }.filter(\.isFinite)
        guard parts.count == 4, numbers.count == 4 else {
            throw UsageError("--bbox: not four numbers: \"\(text)\" (expected WEST,SOUTH,EAST,NORTH)")
        }
        guard abs(numbers[1]) <= 90, abs(numbers[3]) <= 90, numbers[1] <= numbers[3] else {
            throw UsageError(
                "--bbox: south \(numbers[1]) and north \(numbers[3]) must ascend within -90 to 90")
        }
        guard abs(numbers[0]) <= 360, abs(numbers[2]) <= 360 else {
            throw UsageError("--bbox: west \(numbers[0]) and east \(numbers[2]) must lie within -360 to 360")
        }
        if numbers[2] - numbers[0] >= 360 {
            return GeoBounds(south: numbers[1], west: -180, north: numbers[3], east: 180)
        }
        return GeoBounds(
            south: numbers[1], west: Coordinate.wrapped(longitude: numbers[0]), north: numbers[3],
            east: Coordinate.wrapped(longitude: numbers[2]))
    }

    /// Columns and rows of `--size`; nil without it.
    func screenSize() throws(UsageError) -> (columns: Int, rows: Int)? {
        guard let size else { return nil }
        let parts = size.lowercased().split(separator: "x").map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...1000).contains(columns),
            (1...500).contains(rows)
        else { throw UsageError("--size: not a size: \"\(size)\" (expected COLUMNSxROWS, at most 1000x500)") }
        return (columns, rows)
    }

    func csvOptions() throws(UsageError) -> CSVOptions {
        var byte: UInt8?
        if let delimiter {
            let names: [String: UInt8] = [
                "tab": 9, "\\t": 9, "comma": 44, "semicolon": 59, "pipe": 124, "space": 32,
            ]
            byte = names[delimiter] ?? (delimiter.utf8.count == 1 ? delimiter.utf8.first : nil)
            guard let byte, byte != 34, byte != 10, byte != 13 else {
                throw UsageError("--delimiter: not one character: \"\(delimiter)\" (expected , ; | or tab)")
            }
        }
        return CSVOptions(
            delimiter: byte, hasHeader: noHeader ? false : nil,
            columns: ColumnOptions(
                latitude: lat, longitude: lon, combined: latlon, geometry: source.geom, label: label, id: id,
                isSwapped: swap))
    }

    func sourceOptions() throws(UsageError) -> SourceOptions {
        SourceOptions(
            csv: try csvOptions(), format: source.format, table: source.table, sql: source.sql,
            layer: source.layer)
    }
}
