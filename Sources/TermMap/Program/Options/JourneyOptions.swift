import App
import ArgumentParser
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

    /// All rows are one track: what `--track-by` means before another option, a file or the end.
    static let all = "*"

    /// Nil where rows are points.
    var grouping: TrackGrouping? {
        trackBy.map { $0 == Self.all ? .all : .column($0) }
    }
}
