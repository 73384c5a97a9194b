import App
import ArgumentParser
import Basemaps
import CellGraphics
import DataSets
import MapModel
import RowValues
import Rows

/// The command line.
struct Options: ParsableCommand {
    @Argument(
        help: ArgumentHelp(
            """
            CSV, GeoJSON, NDJSON, GPX, KML, SQLite, GeoPackage or any format that GDAL reads, also \
            compressed; - for standard input; the URL of a PostgreSQL or ClickHouse database; or tcp://HOST:PORT for \
            aircraft, ships and other things that move. Several files become layers (default: the bundled airports).
            """, valueName: "file"), completion: .file())
    var files: [String] = []

    @Flag(help: "Open the bundled airports, even where standard input is a file or pipe.")
    var demo = false

    @OptionGroup(title: "Source") var source: SourceFlags

    // MARK: Columns
    @Option(help: ArgumentHelp("Latitude column: a name, or a number from 1.", valueName: "column"))
    var lat: String?
    @Option(help: ArgumentHelp("Longitude column.", valueName: "column"))
    var lon: String?
    @Option(help: ArgumentHelp("Column with both, such as \"47.38, 8.54\".", valueName: "column"))
    var latlon: String?
    @Option(help: ArgumentHelp("Column with the name to show on the map.", valueName: "column"))
    var label: String?
    @Option(help: ArgumentHelp("Column that identifies a row.", valueName: "column"))
    var id: String?
    @Flag(help: "Swap latitude and longitude.")
    var swap = false
    @Flag(help: "Print which columns were detected and why, and exit.")
    var columns = false
    @Flag(
        help: ArgumentHelp(
            """
            Print how many rows were read, shown, left out by filters and skipped, by file and reason, \
            and exit: with 2 if they do not add up or a file is cut off or damaged.
            """))
    var audit = false
    @Option(
        name: [.customShort("d"), .long],
        help: ArgumentHelp("Field delimiter: one character, or tab.", valueName: "char"))
    var delimiter: String?
    @Flag(help: "Treat the first line as data, not as a header.")
    var noHeader = false

    @OptionGroup(title: "Places") var place: PlaceFlags
    @OptionGroup(title: "Addresses") var address: AddressFlags

    // MARK: View
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start at the name of a place, LAT,LON, a geo: URI or the URL of a web map.", valueName: "place"))
    var at: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Start at LAT,LON.", valueName: "lat,lon"))
    var center: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start with this bounding box; it crosses 180° if west is greater than east.",
            valueName: "w,s,e,n"))
    var bbox: String?
    @Option(
        name: [.customShort("z"), .long], parsing: .unconditional,
        help: ArgumentHelp("Web map zoom level, 0 to 22.", valueName: "zoom"))
    var zoom: String?
    @Option(
        help: ArgumentHelp(
            """
            Street map to draw under the rows: a PMTiles or MBTiles file, the URL of a PMTiles file, a TileJSON or \
            a template with {z}/{x}/{y}; or builtin, or none.
            """, valueName: "file|url"), completion: .file())
    var basemap: BasemapChoice = .builtin
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep at most this much of the tiles of servers, such as 512M or 2G (default: 256M).",
            valueName: "size"))
    var cacheSize: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Save at most this much of the columns of large files that filters, colours and figures have read, such as \
            512M; 0 saves none (default: 1G).
            """, valueName: "size"))
    var cacheColumns: String?

    @Flag(
        inversion: .prefixedNo, exclusivity: .chooseLast,
        help: "Save the index of a large file, and use it the next time.")
    var cache = true

    @Flag(help: "Start with shades for the density of rows instead of clusters.")
    var density = false

    // MARK: Rows
    @Option(
        name: .customLong("where"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Show only the rows that match, such as "country = 'FR' AND elevation > 1000"; without a terminal, \
            or with -o, print them. Given more than once, all must match.
            """, valueName: "filter"))
    var filters: [String] = []

    /// All filters: those of `--where`, `--inside`, and `--near` with a file.
    var allFilters: [String] {
        filters + area.filters(files.map(AreaSet.name(ofPath:))) + [nearFileFilter].compactMap(\.self)
    }

    /// The filters as one; nil without any. See `checkFilters`.
    var filter: String? {
        let filters = allFilters
        return filters.count > 1 ? filters.map { "(\($0))" }.joined(separator: " AND ") : filters.first
    }

    @Flag(help: "Print rows without a place, too (with -o csv, ndjson, lines or id).")
    var allRows = false

    @OptionGroup(title: "Time") var time: TimeOptions

    @OptionGroup(title: "Journeys") var journeys: JourneyOptions

    @OptionGroup(title: "Changes") var changes: ChangeOptions

    @OptionGroup(title: "Things that move") var feed: FeedFlags

    // MARK: Colours
    @OptionGroup(title: "Colours and figures") var colors: ColorOptions

    @OptionGroup(title: "Areas") var area: AreaOptions

    // MARK: Nearby
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "List the rows near a place, LAT,LON or the shapes of a file; without a terminal, or with -o, print them.",
            valueName: "place|file"), completion: .file())
    var near: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Search within this distance, such as 5km, 20mi, 3nm or 800m.", valueName: "radius"))
    var within: String?
    @Option(
        help: ArgumentHelp("Unit of distances (default: from the locale).", valueName: "unit"))
    var units: UnitChoice?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print at most N rows (default: all; with --near and without --within 10).", valueName: "n"))
    var limit: String?
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp(
            """
            Print the rows, or those of the view that --bbox, --at, --center or --zoom ask for, as csv (each row \
            as in the file), ndjson, geojson (features as in the file), id (its identifier alone) or lines (of a log, byte for byte); \
            with --near the nearest first.
            """,
            valueName: "format"))
    var output: OutputFormat?

    // MARK: Picker
    @OptionGroup(title: "Picker") var picker: PickOptions

    // MARK: Position
    @OptionGroup(title: "Your position") var position: PositionOptions

    // MARK: Output
    @Flag(help: "Print one frame and exit; needs no terminal.")
    var once = false
    @Flag(help: "Print what is in view as tab-separated text and exit; needs no terminal.")
    var list = false
    @Flag(
        help: "Say in lines of text what is on the map and what each key changes, for screen readers.")
    var spoken = false
    @Option(
        help: ArgumentHelp(
            "Screen size for --once and --list (default: 80x24).", valueName: "CxR"))
    var size: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Type keys first: characters, <Enter>, <Tab>, <Esc>, <Up>, <C-l> …", valueName: "keys"))
    var keys: String?
    @OptionGroup var film: FilmOptions

    // MARK: Terminal
    @Option(help: ArgumentHelp("When to use colours, and how many.", valueName: "when"))
    var color = ColorChoice.auto
    @Option(help: ArgumentHelp("Theme: one of these, or one of your settings.", valueName: "theme"))
    var theme = ThemeChoice.auto
    @Option(help: ArgumentHelp("Characters to draw the map with.", valueName: "set"))
    var charset = CharsetChoice.auto
    @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Turn mouse support on or off.")
    var mouse = true
    @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Turn animation on or off.")
    var animation = true
    @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Let alerts ring the bell.")
    var bell = true
    @Flag(
        inversion: .prefixedNo, exclusivity: .chooseLast,
        help: "Keep bookmarks and the last views of each file.")
    var history = true
    @Option(help: ArgumentHelp("Keys as in another program.", valueName: "profile"))
    var keymap = KeyProfile.standard
    @Option(
        help: ArgumentHelp(
            "File of settings, or none (default: ~/.config/termmap/config.toml).", valueName: "file"),
        completion: .file())
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Log what the program does, with times, without values of rows: sources, jobs, failures.",
            valueName: "file"), completion: .file())
    var log: String?

    // MARK: Lock
    @OptionGroup(title: "Lock") var lock: LockFlags

    // MARK: Meta
    @Flag(help: ArgumentHelp("Print what a key costs, in milliseconds.", visibility: .hidden))
    var measure = false
    @Flag(help: ArgumentHelp("Hand ncurses every frame whole, to compare.", visibility: .hidden))
    var wholeFrames = false
    @Flag(help: "Print data sources and licences, and exit.")
    var credits = false
    @Flag(help: "Print the keys and exit.")
    var printKeys = false
    @Flag(help: "Print the settings in force as a file of settings, and exit.")
    var printConfig = false
    @Option(
        help: ArgumentHelp("Print what the shell needs to complete options, and exit.", valueName: "shell"))
    var completion: CompletionShell?
    @Flag(
        name: [.customShort("V"), .long], help: "Print the version and the editions of the data, and exit.")
    var version = false
}

/// What the map is drawn on.
enum BasemapChoice: Equatable, ExpressibleByArgument {
    case builtin, none
    /// The file or address of vector tiles.
    case tiles(String)

    init(argument: String) {
        switch argument {
        case "builtin": self = .builtin
        case "none": self = .none
        default: self = .tiles(argument)
        }
    }

    var defaultValueDescription: String { "builtin" }
    static var allValueStrings: [String] { [] }
    static var defaultCompletionKind: CompletionKind { .file() }
}
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never, truecolor
    case sixteen = "16"
    case indexed = "256"
}
extension KeyProfile: ExpressibleByArgument {}

/// The colours of the map.
enum ThemeChoice: Equatable, ExpressibleByArgument {
    case auto, dark, light
    /// For terminals with 16 colours, or without any.
    case sixteen, mono
    /// One of the user's own, by its name.
    case own(String)

    private static let builtins: [(name: String, choice: ThemeChoice)] = [
        ("auto", .auto), ("dark", .dark), ("light", .light), ("16", .sixteen), ("mono", .mono),
    ]

    static func builtin(named name: String) -> ThemeChoice? { builtins.first { $0.name == name }?.choice }

    init?(argument: String) {
        guard let first = argument.first, first.isLetter || first.isNumber else { return nil }
        self = Self.builtin(named: argument) ?? .own(argument)
    }

    static var allValueStrings: [String] { builtins.map(\.name) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    var defaultValueDescription: String { "auto" }
}
/// The shells whose scripts of completion can be printed.
enum CompletionShell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

enum CharsetChoice: String, ExpressibleByArgument, CaseIterable { case auto, braille, block, ascii }

extension Options {
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
        var csv = CSVOptions(
            delimiter: byte, hasHeader: noHeader ? false : nil,
            columns: ColumnOptions(
                latitude: lat, longitude: lon, combined: latlon, geometry: source.geom, label: label, id: id,
                isSwapped: swap))
        csv.encoding = try source.knownEncoding()
        csv.coordinateSystem = try source.coordinateSystem()
        csv.wanted = try wantedColumns()
        return csv
    }

    func sourceOptions() throws(UsageError) -> SourceOptions {
        var options = SourceOptions(
            csv: try csvOptions(), format: source.format, table: source.table, sql: source.sql,
            layer: source.layer, asks: source.ask)
        options.keptLines = try source.keptLines()
        // What changed from one reading to the next is said, and features have heights.
        options.csv.keepsHeights = source.watchSeconds != nil || output?.rowFormat == .geojson
        if source.keep != nil { options.keptRecords = options.keptLines }
        return options
    }
}
