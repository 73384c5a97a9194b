import App
import ArgumentParser
import MapModel
import MapSources
import Rows
import Runtime
import Streams

extension FileKind: ExpressibleByArgument {
    package init?(argument: String) {
        let name = argument.lowercased()
        let asked = Self.otherNames[name] ?? name
        guard let kind = SourceOpener.kinds.first(where: { $0.name == asked }) else { return nil }
        self = kind
    }

    private static let otherNames = [
        "geojson": "json", "ndjson": "json", "jsonl": "json", "tsv": "csv", "kmz": "kml", "gpkg": "sqlite",
        "geopackage": "sqlite", "shp": "gdal", "shapefile": "gdal", "xlsx": "gdal", "ods": "gdal",
        "fgb": "flatgeobuf", "geoparquet": "parquet",
    ]

    package static var allValueStrings: [String] { SourceOpener.kinds.map(\.name).sorted() }
    package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    package var defaultValueDescription: String { name }
}

/// Where the rows come from, and how they are kept up to date.
struct SourceFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Input format; json includes GeoJSON and NDJSON (default: detected).",
            valueName: "format"))
    var format: FileKind?
    @Option(
        help: ArgumentHelp(
            "Geometry column: WKT, hexadecimal WKB or GeoJSON.", valueName: "column"))
    var geom: String?
    @Option(
        help: ArgumentHelp(
            "Database table to show; schema.table if the database has schemas.", valueName: "table"))
    var table: String?
    @Option(help: ArgumentHelp("SELECT statement that returns the rows to show.", valueName: "statement"))
    var sql: String?
    @Option(help: ArgumentHelp("Layer of a GDAL file to show.", valueName: "layer"))
    var layer: String?
    @Option(
        help: ArgumentHelp(
            "Coordinate system of the coordinates where they are not degrees on WGS 84, such as EPSG:25832.",
            valueName: "system"))
    var crs: String?
    @Option(
        help: ArgumentHelp(
            "Encoding of text, such as windows-1252, iso-8859-2 or shift_jis (default: detected).",
            valueName: "name"))
    var encoding: String?
    @Option(
        name: .customLong("watch"),
        help: ArgumentHelp(
            "Reload when the data changes; check every this many seconds (without a number: 2).",
            valueName: "seconds"))
    var watchSeconds: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Hold the last lines of a log that streams in: so many, such as 500k or 2M, or those of the last 30m, 24h or \
            7d (default: 1M); also the last records of a stream of JSON or delimited text (default: all).
            """, valueName: "lines|age"))
    var keep: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show clusters when more than N rows of a server are in view (default: 300).", valueName: "n"))
    var viewRows: String?
    @Flag(help: "Ask a Parquet file or DuckDB database for each view instead of reading all rows.")
    var ask = false
    @Flag(help: "Print how a database answers --near (and --where), and exit.")
    var explain = false

    static let standardWatch = "2"

    /// The lines of a stream that are held.
    func keptLines() throws(UsageError) -> KeptLines {
        guard let keep else { return .standard }
        guard let lines = KeptLines(keep) else {
            throw UsageError(
                "--keep: neither lines nor an age: \(quoted(keep)) (expected 100000, 500k, 2M, 30m, 24h or 7d)"
            )
        }
        return lines
    }

    func viewLimit() throws(UsageError) -> Int {
        guard let viewRows else { return 300 }
        guard let limit = Int(viewRows), (1...100_000).contains(limit) else {
            throw UsageError("--view-rows: not a count: \"\(viewRows)\" (expected 1 to 100000)")
        }
        return limit
    }

    /// The coordinate system with the name of its authority; nil for degrees on WGS 84.
    func coordinateSystem() throws(UsageError) -> String? {
        guard let crs else { return nil }
        let parts = crs.split(separator: ":", omittingEmptySubsequences: false)
        let isCode = parts.count == 1 && Int(crs) != nil
        // Codes of EPSG are numbers; a converter would read the digits of anything that begins with some.
        let isNamed =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIWord) }
            && (parts[0].uppercased() != "EPSG" || Int(parts[1]) != nil)
        guard isCode || isNamed else {
            throw UsageError(
                "--crs: not a coordinate system: \(quoted(crs)) (expected a code such as EPSG:25832 or ESRI:54030)"
            )
        }
        return isCode ? "EPSG:\(crs)" : crs.uppercased()
    }

    /// - Throws: when the C library does not know the encoding.
    func knownEncoding() throws(UsageError) -> String? {
        guard let encoding else { return nil }
        guard EncodingDecoder(encoding) != nil else {
            throw UsageError(
                "--encoding: unknown encoding: \(quoted(encoding)) (expected utf-8, utf-16le, windows-1252, "
                    + "iso-8859-1, shift_jis …; iconv -l lists all)")
        }
        return encoding
    }

    /// How often to look; nil without `--watch`.
    func watchInterval() throws(UsageError) -> Duration? {
        guard let watchSeconds else { return nil }
        guard let seconds = Double(watchSeconds), seconds.isFinite, (0.1...86_400).contains(seconds) else {
            throw UsageError(
                "--watch: not a number of seconds: \"\(watchSeconds)\" (expected 0.1 to 86400)")
        }
        return .milliseconds(Int64((seconds * 1_000).rounded()))
    }
}

extension Character {
    fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
