import FileSources
import Foundation

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

    /// Opening tables of rows without coordinates, beside the same with coordinates.
    static func runPlaces(_ rows: Int, _ program: String, into table: inout ComparisonTable) {
        let folder = FileManager.default.temporaryDirectory
        let paths = ["towns", "coordinates", "cells"].map {
            folder.appending(path: "termmap-bench-\(getpid())-\($0).csv").path
        }
        defer { for path in paths { unlink(path) } }
        guard PlaceTables.writeTowns(rows, names: paths[0], coordinates: paths[1]),
            PlaceTables.writeCells(rows, to: paths[2])
        else { return print("  tables of places cannot be written: run this from the checkout") }
        let what = ["open, towns with region and country", "the same with coordinates", "open, H3 cells"]
        for (what, path) in zip(what, paths) {
            measure(what, [program, "--list", "--no-cache", "--config", "none", path], &table)
        }
    }

    private static func measure(_ what: String, _ arguments: [String], _ table: inout ComparisonTable) {
        table.ours(
            what, Timing.best(of: 3) { ChildProcess.run(arguments) },
            memory: ChildProcess.highestMemory(arguments))
    }
}
