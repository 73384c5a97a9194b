import ArgumentParser
import MapModel
import MapSources

extension SourceFormat: ExpressibleByArgument {}

/// Where the rows come from, and how they are kept up to date.
struct SourceFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "csv, json (GeoJSON, NDJSON too), gpx, kml, sqlite or gdal (default: found out).",
            valueName: "format"))
    var format: SourceFormat?
    @Option(
        help: ArgumentHelp(
            "Column of geometries: WKT, WKB in hexadecimal digits, or GeoJSON.", valueName: "column"))
    var geom: String?
    @Option(help: ArgumentHelp("Table of a database: schema.table where it has schemas.", valueName: "table"))
    var table: String?
    @Option(help: ArgumentHelp("Rows of a database: one SELECT.", valueName: "statement"))
    var sql: String?
    @Option(help: ArgumentHelp("Layer of a file that GDAL reads.", valueName: "layer"))
    var layer: String?
    @Option(
        name: .customLong("watch"),
        help: ArgumentHelp(
            "Look every so many seconds whether the data has changed, and read it anew (without a number: 2).",
            valueName: "seconds"))
    var watchSeconds: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "More rows of a server in view than this come as clusters (default: 300).", valueName: "n"))
    var viewRows: String?
    @Flag(help: "Print how a database answers --near, and exit.")
    var explain = false

    static let standardWatch = "2"

    /// `--watch` needs no number.
    static func completed(_ arguments: [String]) -> [String] {
        arguments.map { $0 == "--watch" ? "--watch=\(standardWatch)" : $0 }
    }

    func viewLimit() throws(UsageError) -> Int {
        guard let viewRows else { return 300 }
        guard let limit = Int(viewRows), (1...100_000).contains(limit) else {
            throw UsageError("--view-rows: not a count: \"\(viewRows)\" (expected 1 to 100000)")
        }
        return limit
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
