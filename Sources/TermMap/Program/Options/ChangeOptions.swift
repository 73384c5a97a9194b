import App
import ArgumentParser
import DataSets
import MapModel
import Streams

/// What changed between two sources.
struct ChangeOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            """
            Show what changed from the first source to the second: two files, servers or standard input. Without a \
            terminal, print how many rows were added, removed, moved and changed; with -o, print them. Exit status: 0 \
            no difference, 1 some, 2 trouble.
            """))
    var diff = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Identify rows by these columns (default: a column that identifies them in both).",
            valueName: "column[,column]"))
    var key: String?
    @Flag(help: "Match rows by place and values, not by a key.")
    var noKey = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Count rows as moved beyond this distance, such as 5m; 0: any distance (default: 1m).",
            valueName: "distance"))
    var tolerance: String?
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Do not compare these columns.", valueName: "column[,column]"))
    var ignore: [String] = []
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Compare a column with one that has another name in the second source.", valueName: "old=new"))
    var rename: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show and print only these: added, removed, moved, changed, unchanged (default: all but unchanged).",
            valueName: "class[,class]"))
    var only: String?

    /// The classes that are shown and printed.
    func classes() throws(UsageError) -> Set<ChangeClass> {
        guard let only else { return Set(ChangeClass.allCases).subtracting([.unchanged]) }
        var classes: Set<ChangeClass> = []
        for name in Self.list(only) {
            guard let found = ChangeClass(name: name) else {
                let names = ChangeClass.allCases.map(\.name).joined(separator: ", ")
                throw UsageError("--only: no class \(quoted(name)) (expected \(names))")
            }
            classes.insert(found)
        }
        if classes.isEmpty { throw UsageError("--only: expected a class") }
        return classes
    }

    /// How the sources are compared; nil where nothing is.
    func question(id: String?) throws(UsageError) -> DifferenceOptions? {
        guard diff else {
            let others = [
                ("--key", key != nil), ("--no-key", noKey), ("--tolerance", tolerance != nil),
                ("--ignore", !ignore.isEmpty), ("--rename", !rename.isEmpty), ("--only", only != nil),
            ]
            if let option = others.first(where: \.1)?.0 { throw UsageError("\(option) needs --diff") }
            return nil
        }
        if key != nil, noKey { throw UsageError("--key and --no-key cannot be combined") }
        var question = DifferenceOptions()
        if noKey {
            question.key = .none
        } else if let names = key ?? id {
            let columns = Self.list(names)
            if columns.isEmpty { throw UsageError("--key: expected a column") }
            question.key = .columns(columns)
        }
        question.toleranceMeters = try toleranceMeters() ?? question.toleranceMeters
        question.ignored = ignore.flatMap(Self.list)
        for text in rename {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw UsageError("--rename: expected OLD=NEW: \(quoted(text))")
            }
            question.renamed.append(DifferenceOptions.Renaming(old: parts[0], new: parts[1]))
        }
        return question
    }

    private func toleranceMeters() throws(UsageError) -> Double? {
        guard let tolerance else { return nil }
        do throws(DistanceText.Failure) {
            return try DistanceText(tolerance, defaultUnit: .meters).meters
        } catch {
            throw UsageError("--tolerance: \(error)")
        }
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0.trimmingPrefix(" ")) }
    }
}
