import App
import ArgumentParser
import Feeds
import Rows
import Runtime
import Streams

/// Options for things that move: how feeds are read, and alerts.
struct FeedFlags: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Send this text and a line end to tcp://HOST:PORT once it is connected.", valueName: "text"))
    var send: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Read a document such as aircraft.json, a file or URL, again at this interval, such as 1s.",
            valueName: "interval"))
    var poll: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Draw this much of the way of things: 5m, none or all.", valueName: "time"))
    var trail: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Things not heard for this long are silent, such as 30s, or never.", valueName: "time"))
    var silent: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Things not heard for this long are gone, such as 5m, or never.", valueName: "time"))
    var expire: String?
    @Option(
        name: .customLong("alert"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Report things that enter or leave LAT,LON,RADIUS, PLACE,RADIUS or the areas of a file, or that begin or cease \
            to match a filter; a name may stand before it: home=47.4,8.5,5km. Without a terminal, print a line for each event.
            """, valueName: "[name=]where"))
    var alerts: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "End at the first event of this kind: enter, leave, match, unmatch, silent or gone.",
            valueName: "event"))
    var until: String?
    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("End after this much of the time of the feed, such as 90s.", valueName: "time"))
    var length: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Write what is received to a file, which can be opened like any other.", valueName: "file"),
        completion: .file())
    var record: String?
    @Flag(help: "Print JSON: an object for each event, or the result of a command.")
    var json = false

    private static let units: [(String, Double)] = [
        ("ms", 0.001), ("min", 60), ("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400),
    ]

    /// The number of seconds of a text such as `90`, `90s`, `5m`, `2h`, `1d`.
    static func seconds(_ text: String, _ option: String, words: [String: Double] = [:]) throws(UsageError)
        -> Double
    {
        let lower = text.lowercased()
        if let known = words[lower] { return known }
        let unit = units.first { lower.hasSuffix($0.0) }
        let digits = lower.dropLast(unit?.0.count ?? 0)
        guard let number = Double(digits), number.isFinite, number >= 0, let first = digits.utf8.first,
            first &- 0x30 < 10 || first == UInt8(ascii: "."), number * (unit?.1 ?? 1) <= 1e9
        else {
            let others = words.keys.sorted().map { " or \($0)" }.joined()
            throw UsageError("\(option): not a time: \(quoted(text)) (expected such as 30s, 5m, 2h\(others))")
        }
        return number * (unit?.1 ?? 1)
    }

    private func seconds(
        _ text: String?, _ option: String, words: [String: Double] = [:]
    ) throws(UsageError) -> Double? {
        guard let text else { return nil }
        return try Self.seconds(text, option, words: words)
    }

    /// How long things are followed.
    func times() throws(UsageError) -> ThingTimeChoice {
        ThingTimeChoice(
            trailSeconds: try seconds(trail, "--trail", words: ["none": 0, "all": .infinity]),
            silentSeconds: try seconds(silent, "--silent", words: ["never": .infinity]),
            expirySeconds: try seconds(expire, "--expire", words: ["never": .infinity]))
    }

    /// The event that ends the reading; nil for none.
    func ending() throws(UsageError) -> AlertEvent.Kind? {
        guard let until else { return nil }
        guard let kind = AlertEvent.Kind(rawValue: until) else {
            let names = AlertEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--until: no event \(quoted(until)) (expected \(names))")
        }
        return kind
    }

    /// On the map, and where rows are printed, only events are objects; commands print objects of their own.
    func checkObjects() throws(UsageError) {
        if json, alerts.isEmpty { throw UsageError("--json needs --alert (rows: -o ndjson)") }
    }

    /// How feeds are read.
    ///
    /// - Parameter replaySpeed: of recordings on the screen; nil at once.
    func options(replaySpeed: Double?) throws(UsageError) -> FeedOptions {
        var options = FeedOptions()
        options.times = try times()
        options.sending = send
        if let interval = try seconds(poll, "--poll") {
            guard interval >= 0.1 else {
                throw UsageError("--poll: \(poll ?? "") is too often (0.1s or more)")
            }
            options.polling = .milliseconds(Int64(interval * 1000))
        }
        options.recordPath = record
        options.lengthSeconds = try seconds(length, "--for")
        options.replaySpeed = replaySpeed
        if alerts.isEmpty, until != nil { throw UsageError("--until needs --alert") }
        _ = try ending()
        return options
    }
}
