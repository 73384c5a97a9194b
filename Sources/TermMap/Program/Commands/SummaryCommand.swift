import App
import ArgumentParser
import CellGraphics
import MapModel
import MapSources
import Runtime
import Streams

/// `termmap summary`: what the columns of a source hold.
struct SummaryCommand: SourceCommand {
    static let name = "summary"

    static let configuration = CommandConfiguration(
        commandName: "termmap summary", abstract: "Summarise the columns of a file or table.",
        usage: "termmap summary [<options>] [<file> ...]",
        discussion: """
            Prints one line for each column, as tab-separated text with a header line: its type, rows without a \
            value, values of another type, different values, and the least, greatest, mean and median number or \
            date, or the most frequent words. The last line counts the rows and gives their box as \
            WEST,SOUTH,EAST,NORTH. --json prints an object.

            All options for sources and columns apply (see termmap --help). To open a file called summary, run termmap ./summary.

            Exit status: 0 success, 1 no rows, 2 usage or input error.
            """)

    static let listedOptions = [
        "--where", "--json", "--format", "--table", "--sql", "--lat", "--lon", "--delimiter",
    ]

    @OptionGroup(visibility: .hidden) var options: Options
    /// Print an object: `--json` is an option of events as well, and no option may be there twice.
    private var json: Bool { options.feed.json }

    func report() throws(UsageError) {
        let given = [
            ("--limit", options.limit != nil), ("--near", options.near != nil),
            ("--bbox", options.bbox != nil),
            ("-o", options.output != nil),
        ]
        if let option = given.first(where: \.1)?.0 { throw UsageError("summary does not take \(option)") }
        try options.checkFilters()
        let program = Program(options)
        try options.lock.enter(program.lockPolicy())
        let (rows, name) = try program.openedRows()
        let summary = try SourceReport(RowPrinter(options: options, dataSet: rows, name: name))
        if summary.matchingCount == 0 {
            Output.fail(
                options.noMatch ?? "\(name): no rows", code: .nothing)
        }
        Output.write(json ? summary.json : summary.text)
    }
}
