import ArgumentParser
import MapModel

/// The command line of `termmap geocode`.
struct GeocodeOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "termmap geocode",
        abstract: "Finds places by name, or what is near a place, without a network.",
        discussion: """
            Prints tab-separated text with a header line, or one JSON object a line. Without TEXT, or with -, every \
            line of standard input is a query: its best answer is printed after the query itself, and a line \
            without answer stays empty, so that lines in and out can be counted off. A file called geocode is \
            opened by termmap ./geocode.

            Exit status: 0 something was found, 1 nothing, 2 wrong usage.
            """)

    @Argument(help: "Name of a place; several words are one name. - for standard input.")
    var text: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What is near LAT,LON, nearest first; - for lines of standard input.", valueName: "lat,lon"))
    var reverse: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Prefer places near LAT,LON and print how far they are.", valueName: "lat,lon"))
    var near: String?
    @Option(
        help: ArgumentHelp(
            "Answers at most (default: 10 for a name, 1 for --reverse and for each line of standard input).",
            valueName: "count"))
    var limit: Int?
    @Flag(help: "Print one JSON object a line.")
    var json = false
}

/// The program `termmap geocode`.
enum Geocode {
    /// The first argument that selects it.
    static let name = "geocode"

    static func run(_ options: GeocodeOptions) throws(UsageError) {
        let request = try options.request()
        let gazetteer = try DataFolder.find().readGazetteer()
        if Geocoding(request, gazetteer).run() { return }
        let what = options.text.isEmpty ? "" : " matches \"\(options.text.joined(separator: " "))\""
        TermMap.fail("nothing\(what.isEmpty ? " found" : what)", code: .nothing)
    }
}

/// What `termmap geocode` is to do.
struct GeocodeRequest: Equatable {
    enum Question: Equatable {
        case name(String)
        case place(Coordinate)
    }

    /// Nil for those that standard input asks, a line each.
    var question: Question?
    var isReverse: Bool
    var near: Coordinate?
    var limit: Int
    var format: GeocodeWriter.Format
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
            if !text.isEmpty { throw UsageError("--reverse takes LAT,LON and no name: \"\(text[0])\"") }
            if near != nil { throw UsageError("--near goes with a name, not with --reverse") }
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
