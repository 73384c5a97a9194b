import App
import ArgumentParser
import MapModel
import Platform
import Runtime

/// The command line of `termmap geocode`.
struct GeocodeOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "termmap geocode",
        abstract: "Find places by name or by coordinate, offline.",
        discussion: """
            Prints tab-separated text with a header line, or one JSON object per line. Without TEXT, or with \
            -, each line of standard input is a query: its best match is printed after the query. A query \
            without a match prints empty columns, so there is one output line per input line. To open a file \
            called geocode, run termmap ./geocode.

            Exit status: 0 found, 1 nothing found, 2 usage error.
            """)

    @Argument(help: "Name of a place; several words form one name. - for standard input.")
    var text: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Find the places nearest to LAT,LON; - reads coordinates from standard input.",
            valueName: "lat,lon"))
    var reverse: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Prefer places near LAT,LON and print their distance.", valueName: "lat,lon"))
    var near: String?
    @Option(
        help: ArgumentHelp(
            "Print at most N places (default: 10 for a name, 1 for --reverse and standard input).",
            valueName: "n"))
    var limit: Int?
    @Flag(help: "Print one JSON object per line.")
    var json = false
    @OptionGroup(title: "Lock") var lock: LockFlags
}

/// The program `termmap geocode`.
enum Geocode {
    /// The first argument that selects it.
    static let name = "geocode"

    static func run(_ options: GeocodeOptions) throws(UsageError) {
        let request = try options.request()
        var policy = LockPolicy()
        policy.readShipped()
        try options.lock.enter(policy)
        let gazetteer = try DataFolder.find().readGazetteer()
        if Geocoding(request, gazetteer).run() { return }
        let name = options.text.joined(separator: " ")
        Output.fail(name.isEmpty ? "no match" : "no match for \"\(name)\"", code: .nothing)
    }
}

extension GeocodeOptions {
    /// A person at a shell chooses from a few; a script that sends many lines wants one answer each, and what is
    /// at a place is one place.
    private static let limitForOneName = 10
    private static let largestLimit = 1_000

    func request() throws(UsageError) -> GeocodeRequest {
        let limit = try checkedLimit()
        let format: GeocodeWriter.Format = json ? .json : .table
        let near = try near.map { (text) throws(UsageError) in try Self.coordinate(text, of: "--near") }
        if let reverse {
            if !text.isEmpty { throw UsageError("--reverse cannot be combined with a name: \"\(text[0])\"") }
            if near != nil { throw UsageError("--near and --reverse cannot be combined") }
            let question =
                reverse == "-"
                ? nil : GeocodeRequest.Question.place(try Self.coordinate(reverse, of: "--reverse"))
            return GeocodeRequest(
                question: question, isReverse: true, near: nil, limit: limit ?? 1, format: format)
        }
        let isInput = text.isEmpty || text == ["-"]
        let question = isInput ? nil : GeocodeRequest.Question.name(text.joined(separator: " "))
        return GeocodeRequest(
            question: question, isReverse: false, near: near,
            limit: limit ?? (isInput ? 1 : Self.limitForOneName),
            format: format)
    }

    private func checkedLimit() throws(UsageError) -> Int? {
        guard let limit else { return nil }
        guard (1...Self.largestLimit).contains(limit) else {
            throw UsageError("--limit: not a limit: \"\(limit)\" (expected 1 to \(Self.largestLimit))")
        }
        return limit
    }

    private static func coordinate(_ text: String, of option: String) throws(UsageError) -> Coordinate {
        do throws(CoordinateText.Failure) {
            return try CoordinateText(text).coordinate
        } catch {
            throw UsageError("\(option): \(error)")
        }
    }
}
