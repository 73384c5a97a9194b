import App
import ArgumentParser
import Rows
import Runtime

/// Rows that are picked on the screen and printed at the end.
struct PickOptions: ParsableArguments {
    @Flag(help: "Print the row picked with Enter, and exit; the screen is drawn on the terminal.")
    var pick = false
    @Flag(
        name: [.customShort("m"), .customLong("multi")],
        help: "Pick several rows: Space marks them, q or Enter prints them.")
    var multi = false
    @Flag(
        name: [.customShort("1"), .customLong("select-1")],
        help: "Print the only row that matches --where without a screen.")
    var selectOne = false
    @Flag(name: .customLong("exit-0"), help: "Exit at once if no row matches --where.")
    var exitZero = false
    @Flag(name: .customLong("print0"), help: "End printed records with NUL instead of a newline.")
    var endsInNull = false

    /// Rows are to be picked.
    var picks: Bool { pick || multi || selectOne || exitZero }

    var picking: MarkState.Picking { multi ? .several : picks ? .one : .none }
}

/// How rows are printed, or the frame as a picture.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case csv, ndjson, geojson, id, lines
    case svg, html, ansi, cast

    /// Nil for rows.
    var picture: PictureFormat? { PictureFormat(rawValue: rawValue) }

    /// Nil for pictures and identifiers.
    var rowFormat: RowFormat? { if case .rows(let format) = content, picture == nil { format } else { nil } }

    var content: RowWriter.Content {
        switch self {
        case .csv, .svg, .html, .ansi, .cast: .rows(.csv)
        case .ndjson: .rows(.ndjson)
        case .geojson: .rows(.geojson)
        case .id: .identifiers
        case .lines: .lines
        }
    }
}

extension Options {
    /// What prints rows.
    var rowWriter: RowWriter {
        RowWriter(output?.content ?? .rows(nil), endsInNull: picker.endsInNull) { count in
            Output.report(["\(count.counted("row")) without an id: an empty line each"])
        }
    }

    /// - Throws: where options contradict each other.
    func checkPicker() throws(UsageError) {
        if let picture = output?.picture, list || picker.picks || picker.endsInNull || limit != nil {
            throw UsageError(
                "-o \(picture.rawValue) is a picture of the map (rows: csv, ndjson, geojson, lines or id)")
        }
        if picker.picks, once || list || measure {
            throw UsageError("--pick cannot be combined with --once or --list")
        }
        if spoken, list || measure || output != nil {
            throw UsageError("--spoken cannot be combined with --list or -o")
        }
        if allRows {
            if output == .geojson || output?.picture != nil || list || once || picker.picks {
                throw UsageError("--all-rows needs -o csv, ndjson, lines or id")
            }
            if hasView || near != nil {
                throw UsageError("--all-rows cannot be combined with a view or --near")
            }
        }
        if output == .lines, near != nil || area.byArea != nil || changes.diff {
            throw UsageError("-o lines prints rows as they are (not with --near, --by-area or --diff)")
        }
        if picker.picks, limit != nil { throw UsageError("--limit cannot be combined with --pick") }
        guard picker.endsInNull else { return }
        if output == .geojson { throw UsageError("--print0 needs records (-o csv, ndjson, lines or id)") }
        if !picker.picks, output == nil, filter == nil, near == nil {
            throw UsageError("--print0 needs --pick, -o, --where or --near")
        }
    }
}
