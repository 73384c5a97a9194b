import App
import ArgumentParser
import DataSets
import MapModel
import MapSources
import RowValues
import Rows
import Runtime
import Streams

/// `termmap trip`: the figures of tracks and histories.
struct TripCommand: SourceCommand {
    static let name = "trip"

    static let configuration = CommandConfiguration(
        commandName: "termmap trip", abstract: "Print the figures of tracks and location histories.",
        usage: "termmap trip [<options>] <file> ...",
        discussion: """
            Prints a line for each figure of each track as tab-separated text: name, value, unit; or, with --json, one JSON object in SI units, \
            with null for what cannot be known. Tracks are the lines of GPX, KML, TCX and GeoJSON files, the fixes of receivers' \
            logs, and rows with times: those with the same value of --track-by, or all of a location history. With --stops, or -o \
            csv, prints the stops: where, from when until when.

            All options for sources and columns apply (see termmap --help). To open a file called trip, run termmap ./trip.

            Exit status: 0 success, 1 no track, 2 usage or input error.
            """)

    static let listedOptions = [
        "--track-by", "--time-column", "--time-format", "--zone", "--units", "--json", "--output", "--format",
    ]

    @OptionGroup(visibility: .hidden) var options: Options
    @Flag(help: "Print the stops.")
    var stops = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print the figures of each stretch of this length, such as 1km.", valueName: "distance"))
    var splits: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only from one distance to another, in km or the unit of --units: 27.6..44.9.",
            valueName: "from..to"))
    var range: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Only from this time on.", valueName: "time"))
    var from: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Only up to this time.", valueName: "time"))
    var to: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A stop lasts so long within so far (default: 60s,30m; of histories and with --stops 10min,200m).",
            valueName: "time,distance"))
    var stop: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Average heights over so much of the way to both sides (default: 80m to 160m, by their noise).",
            valueName: "distance"))
    var smooth: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Count a rise or fall from this height on (default: 5m, up to 20m where heights are noisy).",
            valueName: "height"))
    var hysteresis: String?

    /// Print an object: `--json` is an option of events as well, and no option may be there twice.
    private var json: Bool { options.feed.json }

    func report() throws(UsageError) {
        try check()
        let request = try TripRequest(self)
        let program = Program(options)
        let paths = try program.dataPaths()
        try options.lock.enter(program.lockPolicy())
        let list = try journeys(of: paths, request)
        Output.report(list.notices)
        guard !list.journeys.isEmpty else {
            Output.fail(list.reason ?? "no track", code: .nothing)
        }
        let isStopList = stops || options.output != nil
        var report = TripReport(request, isStopList: isStopList)
        for journey in list.journeys {
            let figures = JourneyFigures(
                journey, request.rules(of: journey.kind), stopsAlone: isStopList && !json)
            Output.report(JourneyWords.notices(journey))
            report.add(figures)
        }
        if report.isEmpty { Output.fail("no track has anything of that range", code: .nothing) }
        if json {
            Output.write(report.json)
        } else if options.output != nil {
            Output.write(report.stopsCSV)
        } else {
            Output.write(stops ? report.stopsText : report.text)
        }
        Output.report(report.notices)
    }

    private func check() throws(UsageError) {
        let given = [
            ("--limit", options.limit != nil), ("--near", options.near != nil),
            ("--bbox", options.bbox != nil),
            ("--where", !options.filters.isEmpty), ("--time", !options.time.windows.isEmpty),
            ("--utc", options.time.utc), ("--diff", options.changes.diff),
        ]
        if let option = given.first(where: \.1)?.0 { throw UsageError("trip does not take \(option)") }
        if options.output != nil, options.output?.rowFormat != .csv {
            throw UsageError("trip takes -o csv, or --json")
        }
        if options.output != nil, json { throw UsageError("trip takes --json or -o") }
        if range != nil, from != nil || to != nil {
            throw UsageError("--range and --from or --to cannot be combined")
        }
    }

    /// The journeys of all sources, each read and forgotten before the next.
    private func journeys(of paths: [String], _ request: TripRequest) throws(UsageError) -> JourneyList {
        let reader = JourneyReader(try options.sourceOptions(), by: request.grouping, request.question)
        var all = JourneyList()
        for path in paths {
            let list: JourneyList
            do throws(SourceError) {
                list = try reader.read([path], isCancelled: { false })
            } catch .empty {
                list = JourneyList(reason: "no rows")
            } catch {
                throw UsageError(error.description)
            }
            all.journeys += list.journeys
            all.notices += list.notices
            if let reason = list.reason {
                let words = "\(printable(path)): \(reason)"
                if paths.count > 1 { all.notices.append(words) }
                all.reason = all.reason ?? words
            }
        }
        if request.grouping == .all, all.journeys.count > 1 {
            all.journeys = [Journey(joining: all.journeys)]
        }
        return all
    }
}
