import FileSources

/// What a person asks of a table, as whole programs: from the start to the last byte of the answer.
enum QuestionBenchmarks {
    private static let questions: [(what: String, arguments: [String])] = [
        ("rows by a number", ["--list", "--where", "elevation > 2000"]),
        ("rows by words", ["--list", "--by", "country"]),
        ("a figure of a column", ["--list", "--value", "mean(elevation)"]),
        ("rows by words that differ", ["--list", "--where", "name LIKE 'Place number 12%'"]),
        ("rows near a place", ["-o", "csv", "--near", "46.9,7.4", "--within", "50"]),
    ]

    /// The questions about a file that `writeRows` wrote.
    ///
    /// - Parameter program: that was built in release.
    static func run(_ path: String, _ program: String, into table: inout ComparisonTable) {
        let rest = ["--no-cache", "--config", "none", path]
        for question in questions { measure(question.what, [program] + question.arguments + rest, &table) }
        measure("summary of all columns", [program, "summary", path], &table)
    }

    private static func measure(_ what: String, _ arguments: [String], _ table: inout ComparisonTable) {
        table.ours(
            what, Timing.best(of: 3) { ChildProcess.run(arguments) },
            memory: ChildProcess.highestMemory(arguments))
    }
}
