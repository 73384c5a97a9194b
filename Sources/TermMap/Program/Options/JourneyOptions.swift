import App
import ArgumentParser
import Platform
import Rows
import Streams

/// Which rows are the points of one track.
struct JourneyOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Join the rows with the same value of this column to a line, in the order of their times; without a column, \
            all rows.
            """, valueName: "column"))
    var trackBy: String?

    /// Stands for all rows.
    private static let all = "*"

    /// `--track-by` needs no column: before another option, a file or the end it means all rows.
    static func completed(_ arguments: [String]) -> [String] {
        arguments.enumerated().map { index, argument in
            guard argument == "--track-by" else { return argument }
            let next = index + 1 < arguments.count ? arguments[index + 1] : "-"
            let isColumn = !next.hasPrefix("-") && !FilePath.allows(.knowing, next)
            return isColumn ? argument : "--track-by=\(all)"
        }
    }

    /// Nil where rows are points.
    var grouping: TrackGrouping? {
        trackBy.map { $0 == Self.all ? .all : .column($0) }
    }
}
