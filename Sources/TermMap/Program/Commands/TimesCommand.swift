import App
import ArgumentParser
import DataSets
import MapSources
import RowValues
import Rows
import Runtime
import Streams

/// `termmap times`: when the rows of a source are.
struct TimesCommand: SourceCommand {
    static let name = "times"

    static let configuration = CommandConfiguration(
        commandName: "termmap times", abstract: "Count the rows of a file by time.",
        usage: "termmap times [<options>] [<file> ...]",
        discussion: """
            Without --per and --fold, prints one line for each column with times, as tab-separated text: how they are written, \
            rows with a time, without one and with another value, the first and last time, the longest gap. With --per, prints \
            FROM, UNTIL and the rows of each unit of the calendar, those without rows included; with --fold, the rows by two \
            parts of their times. The last line says how many rows have a time. -o csv and -o ndjson print the same for \
            programs.

            All options for sources and columns apply (see termmap --help). To open a file called times, run termmap ./times.

            Exit status: 0 success, 1 no row, 2 no times, usage or input error.
            """)

    static let listedOptions = [
        "--where", "--time", "--time-column", "--time-format", "--zone", "--json", "--output", "--format",
    ]

    @OptionGroup(visibility: .hidden) var options: Options
    @Option(
        help: ArgumentHelp(
            "Count by second, minute, hour, day, week, month, quarter, year, decade, or several: 15min, 6h, 2weeks.",
            valueName: "unit"))
    var per: String?
    @Option(
        help: ArgumentHelp(
            "Count by two of hour, weekday, day, month and year, such as weekday,hour.",
            valueName: "part,part"))
    var fold: String?
    /// Print an object: `--json` is an option of events as well, and no option may be there twice.
    private var json: Bool { options.feed.json }

    func report() throws(UsageError) {
        let given = [
            ("--limit", options.limit != nil), ("--near", options.near != nil),
            ("--bbox", options.bbox != nil), ("--utc", options.time.utc),
            ("--per and --fold", per != nil && fold != nil),
        ]
        if let option = given.first(where: \.1)?.0 { throw UsageError("times does not take \(option)") }
        try options.checkFilters()
        let format = try format()
        let question = try options.time.question(always: true)
        let step = try per.map { (text) throws(UsageError) in try Self.step(text) }
        let parts = try fold.map { (text) throws(UsageError) in try Self.parts(text) }
        let program = Program(options)
        try options.lock.enter(program.lockPolicy())
        let (rows, name) = try program.openedRows()
        let printer = RowPrinter(options: options, dataSet: rows, name: name)
        if step == nil, parts == nil {
            if options.testsRows {
                throw UsageError("times: --where and --time need --per or --fold")
            }
            guard let dataSet = rows as? LoadedDataSet else {
                throw UsageError("\(name): times needs --per or --fold where rows stay on a server")
            }
            let columns = try printer.asking { () throws(SourceError) in
                try dataSet.timeColumns(question, printer.demand)
            }
            let list = TimeColumnList(columns, zone: question.shownZone)
            if let problem = list.problem { throw UsageError("\(name): \(problem)") }
            return Output.write(list.text(as: format))
        }
        let filter = try printer.asking { () throws(SourceError) in try rows.columnNames(printer.demand) }
        let wanted = try options.filter(columns: filter)
        let times = try printer.filtering { () throws(FilterFailure) in
            // Since 1972 all bars and hours of all zones begin with a quarter of an hour, or with a bar of less.
            try rows.times(
                question, matching: wanted, per: min(step?.shortestMilliseconds ?? .max, 900_000),
                printer.demand)
        }
        if !options.testsRows { Output.report(times.times.notices) }
        let report = TimeReport(times, zone: question.shownZone)
        if report.isEmpty { Output.fail(options.noMatch ?? "\(name): no times", code: .nothing) }
        let text = try step.map { (step) throws(UsageError) in try report.series(step, as: format) }
        let folded = try parts.map { (parts) throws(UsageError) in try report.fold(parts, as: format) }
        Output.write(text ?? folded ?? "")
        if format != .text { Output.writeError(report.totals) }
    }

    private func format() throws(UsageError) -> TimeReport.Format {
        if json {
            if options.output != nil { throw UsageError("times takes --json or -o") }
            return .json
        }
        switch options.output?.rowFormat {
        case nil where options.output == nil: return .text
        case .csv: return .csv
        case .ndjson: return .ndjson
        default: throw UsageError("times takes -o csv or ndjson")
        }
    }

    private static func step(_ text: String) throws(UsageError) -> CalendarStep {
        guard let step = CalendarStep(text) else {
            throw UsageError(
                "--per: not a unit: \(quoted(text)) (expected hour, day, week, month, year, 15min …)")
        }
        return step
    }

    private static func parts(_ text: String) throws(UsageError) -> (TimeFold.Part, TimeFold.Part) {
        let parts = text.split(whereSeparator: { ",×".contains($0) }).map {
            TimeFold.Part(rawValue: String($0))
        }
        guard parts.count == 2, let first = parts[0], let second = parts[1], first != second else {
            let names = TimeFold.Part.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--fold: not two parts: \(quoted(text)) (expected two of \(names))")
        }
        return (first, second)
    }
}
