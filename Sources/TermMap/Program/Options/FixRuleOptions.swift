import App
import ArgumentParser
import MapModel

/// Which fixes are to be trusted, as options.
struct FixRuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Accept out-of-order fixes up to this much older than the newest: 1s, 500ms (default: 0).",
            valueName: "time"))
    var late: String?
    @Flag(help: "Drop fixes without an accuracy.")
    var requireAccuracy = false
    @Option(help: ArgumentHelp("Drop fixes less accurate than this many metres.", valueName: "metres"))
    var maxAccuracy: String?
    @Option(help: ArgumentHelp("Drop fixes within this many metres of 0, 0.", valueName: "metres"))
    var nullIsland: String?
    @Option(help: ArgumentHelp("Drop fixes that imply a higher speed than this.", valueName: "m/s"))
    var maxSpeed: String?
    @Flag(help: "Drop fixes at exactly the position of an earlier dropped one.")
    var dropRepeats = false
    @Option(
        help: ArgumentHelp(
            "Of several receivers, follow this one (default: the first with a fix).", valueName: "path"))
    var device: String?
    @Flag(help: "Accept a receiver clock that is wrong by years.")
    var acceptStale = false
    @Option(
        help: ArgumentHelp("Log each fix and whether it was kept or dropped, as NDJSON.", valueName: "file"),
        completion: .file())
    var gpsLog: String?

    /// The rules that the options ask for.
    func rules() throws(UsageError) -> FixRules {
        var rules = FixRules()
        rules.requiresAccuracy = requireAccuracy
        rules.accuracyLimitMeters = try Self.number(maxAccuracy, "--max-accuracy", "metres")
        rules.nullIslandRadiusMeters = try Self.number(nullIsland, "--null-island", "metres")
        rules.speedLimitMetersPerSecond = try Self.number(maxSpeed, "--max-speed", "metres per second")
        rules.dropsRepeatsOfDropped = dropRepeats
        rules.acceptsStale = acceptStale
        rules.device = device
        if let late { rules.lateToleranceMilliseconds = try Self.milliseconds(late) }
        return rules
    }

    private static func number(_ text: String?, _ flag: String, _ unit: String) throws(UsageError) -> Double?
    {
        guard let text else { return nil }
        guard let value = Double(text), value.isFinite, value >= 0 else {
            throw UsageError("\(flag): not a number: \"\(text)\" (expected \(unit), 0 or more)")
        }
        return value
    }

    /// A longer tolerance would hold fixes back for longer than anyone wants to see them late.
    private static let longestLate = 60_000.0

    private static func milliseconds(_ text: String) throws(UsageError) -> Int64 {
        let units: [(suffix: String, milliseconds: Double)] = [("ms", 1), ("s", 1000), ("", 1000)]
        for unit in units where text.hasSuffix(unit.suffix) {
            guard let value = Double(text.dropLast(unit.suffix.count)), value.isFinite,
                (0...longestLate).contains(value * unit.milliseconds)
            else { break }
            return Int64((value * unit.milliseconds).rounded())
        }
        throw UsageError("--late: not a time: \"\(text)\" (expected 0 to 60s, as 1s or 500ms)")
    }
}
