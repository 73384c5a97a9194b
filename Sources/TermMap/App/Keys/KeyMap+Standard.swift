extension KeyMap {
    /// The keys as they come; `z` is zoom out and never a prefix, `Esc` never quits.
    package static let standardBindings: [KeyBinding] =
        moveBindings + rowBindings + tableBindings + panelBindings + toolBindings + findBindings + askBindings
        + showBindings + programBindings

    private static func bind(
        _ strokes: [KeyStroke], _ name: String, _ command: Command, _ group: KeyBinding.Group,
        _ shownKeys: String, _ help: String, afterPrefix: Bool = false
    ) -> KeyBinding {
        KeyBinding(
            strokes: strokes, name: name, command: command, isAfterPrefix: afterPrefix, group: group,
            shownKeys: shownKeys, help: help)
    }

    private static func pans(
        _ eighths: Int, _ prefix: String, _ letters: [Character?], _ arrows: [KeyStroke], _ shownKeys: String,
        _ help: String
    ) -> [KeyBinding] {
        let moves = [("left", -eighths, 0), ("down", 0, eighths), ("up", 0, -eighths), ("right", eighths, 0)]
        return zip(moves, zip(letters, arrows)).map { move, keys in
            bind(
                [keys.0.map { KeyStroke($0) }, keys.1].compactMap { $0 }, prefix + move.0,
                .pan(eastEighths: move.1, southEighths: move.2), .move, shownKeys, help)
        }
    }

    private static let moveBindings: [KeyBinding] =
        pans(
            1, "", ["h", "j", "k", "l"],
            [KeyStroke(.left), KeyStroke(.down), KeyStroke(.up), KeyStroke(.right)],
            "arrows  hjkl", "pan 1/8 view")
        + pans(
            4, "half-", ["H", "J", "K", nil],
            [
                KeyStroke(.left, .shift), KeyStroke(.down, .shift), KeyStroke(.up, .shift),
                KeyStroke(.right, .shift),
            ], "Shift-arrows", "pan 1/2 view")
        + [
            bind(
                [KeyStroke(.pageUp)], "page-up", .pan(eastEighths: 0, southEighths: -8), .move, "PgUp PgDn",
                "pan one view"),
            bind(
                [KeyStroke(.pageDown)], "page-down", .pan(eastEighths: 0, southEighths: 8), .move,
                "PgUp PgDn",
                "pan one view"),
            bind(
                [KeyStroke("u", .control)], "half-up", .pan(eastEighths: 0, southEighths: -4), .move,
                "Ctrl-u Ctrl-d",
                "pan 1/2 view"),
            bind(
                [KeyStroke("d", .control)], "half-down", .pan(eastEighths: 0, southEighths: 4), .move,
                "Ctrl-u Ctrl-d",
                "pan 1/2 view"),
            bind(
                [KeyStroke("+"), KeyStroke("="), KeyStroke("a")], "zoom-in", .zoom(steps: 1), .move, "+ = a",
                "zoom in"),
            bind(
                [KeyStroke("-"), KeyStroke("_"), KeyStroke("z")], "zoom-out", .zoom(steps: -1), .move,
                "- _ z", "zoom out"
            ),
            bind([KeyStroke("0")], "all", .fitData, .move, "0", "show all data"),
            bind([KeyStroke("W")], "world", .fitWorld, .move, "W", "show the world"),
            bind([KeyStroke("Z")], "fit", .fitSelection, .move, "Z", "fit selection"),
            bind([KeyStroke("c")], "centre", .centerSelection, .move, "c", "centre selection"),
            bind(
                [KeyStroke(.backspace), KeyStroke(.left, .alt)], "back", .viewBack, .move, "Backspace",
                "previous view"),
            bind([KeyStroke(.right, .alt)], "forward", .viewForward, .move, "Alt-→", "next view"),
            bind([KeyStroke("m")], "bookmark", .bookmark(.set), .move, "m", "bookmark with a letter"),
            bind([KeyStroke("'")], "go-bookmark", .bookmark(.goTo), .move, "'", "go to a bookmark"),
        ]

    private static let rowBindings: [KeyBinding] = [
        bind([KeyStroke(.tab)], "next", .nextAnnotation, .rows, "Tab", "select next"),
        bind([KeyStroke(.backTab)], "previous", .previousAnnotation, .rows, "Shift-Tab", "select previous"),
        bind([KeyStroke(.enter)], "open", .open, .rows, "Enter", "open"),
        bind([KeyStroke("i")], "details", .details, .rows, "i", "details"),
        bind([KeyStroke("o")], "members", .members, .rows, "o", "members of a cluster"),
        bind([KeyStroke("t")], "table", .table(.toggle), .rows, "t", "table of rows"),
        bind([KeyStroke(" ")], "mark", .mark, .rows, "Space", "mark"),
        bind([KeyStroke("*")], "invert", .invertMarks, .rows, "*  u", "invert, clear marks"),
        bind([KeyStroke("u")], "unmark", .clearMarks, .rows, "*  u", "invert, clear marks"),
        bind([KeyStroke("y")], "copy", .copyCoordinate, .rows, "y  Y", "copy coordinate, row"),
        bind([KeyStroke("Y")], "copy-row", .copyRow, .rows, "y  Y", "copy coordinate, row"),
        bind([KeyStroke(.escape)], "close", .cancel, .rows, "Esc", "close, clear"),
    ]

    private static let findBindings: [KeyBinding] = [
        bind([KeyStroke("/")], "search", .search, .find, "/", "search rows, places"),
        bind([KeyStroke("n")], "next-match", .nextMatch, .find, "n N", "next, previous match"),
        bind([KeyStroke("N")], "previous-match", .previousMatch, .find, "n N", "next, previous match"),
        bind([KeyStroke("P")], "place", .findPlace, .find, "gp  P", "find a place"),
        bind([KeyStroke("p")], "place", .findPlace, .find, "gp  P", "find a place", afterPrefix: true),
        bind([KeyStroke("r")], "near", .nearby, .find, "r", "nearby rows"),
        bind([KeyStroke("G")], "follow", .follow, .find, "G", "follow position"),
        bind([KeyStroke("s")], "position", .positionPanel, .find, "gs", "position, track", afterPrefix: true),
        bind(
            [KeyStroke("l")], "go-to", .goToCoordinate, .find, "gl", "go to a coordinate", afterPrefix: true
        ),
    ]

    private static let askBindings: [KeyBinding] =
        [
            bind([KeyStroke("f")], "filter", .filter, .find, "f", "filter rows"),
            bind([KeyStroke("F")], "all-rows", .clearFilter, .find, "F", "clear the filter"),
            bind([KeyStroke("C")], "colour", .colorBy, .show, "C", "colour by a column"),
            bind([KeyStroke("V")], "value", .figure, .show, "V", "mean, sum … on badges"),
            bind([], "separate", .keepClassesApart, .show, ":separate", "badges of one class"),
            bind([], "sizes", .sizeByFigure, .show, ":sizes", "size by the figure"),
            bind([KeyStroke("S")], "summary", .summary, .show, "S", "summary of all rows"),
            bind([KeyStroke("E")], "scale", .classMethod, .show, "E", "other classes, shades"),
            bind([KeyStroke("x")], "legend", .legend, .show, "x", "legend on, off"),
        ]
        + (1...9).map { line in
            bind(
                [KeyStroke(Character("\(line)"))], "class-\(line)", .toggleClass(line), .show, "1–9",
                "show, hide a class")
        }
        // Shift with a digit types a sign, which one depends on the keyboard's language. Alt arrives everywhere.
        + (1...9).map { line in
            bind(
                [KeyStroke(.character(Character("\(line)")), .alt)], "only-\(line)", .onlyClass(line), .show,
                "Alt-1–9", "show a class alone")
        }

    private static let showBindings: [KeyBinding] = [
        bind([KeyStroke("d")], "display", .nextDisplay, .show, "d", "clusters, density, dots"),
        bind([], "clusters", .display(.clusters), .show, "d", "clusters, density, dots"),
        bind([], "density", .display(.density), .show, "d", "clusters, density, dots"),
        bind([], "points", .display(.dots), .show, "d", "clusters, density, dots"),
        bind([KeyStroke("e")], "palette", .densityRamp, .show, "e", "colours of density"),
        bind([], "graticule", .graticule, .show, ":graticule", "meridians, parallels"),
        bind([KeyStroke("<")], "finer", .clusterSize(step: -1), .show, "<", "finer clusters"),
        bind([KeyStroke(">")], "coarser", .clusterSize(step: 1), .show, ">", "coarser clusters"),
        bind([KeyStroke("L")], "layers", .layers, .show, "L", "layers"),
        bind([KeyStroke("R")], "reload", .reload, .show, "R", "reload the data"),
        bind([KeyStroke("b")], "charset", .charset, .show, "b", "braille, block, ASCII"),
        bind([KeyStroke("B")], "basemap", .basemap, .show, "B", "street map, builtin map"),
        bind([KeyStroke("M")], "mouse", .mouse, .show, "M", "mouse on, off"),
        bind([KeyStroke("T")], "theme", .theme, .show, "T", "dark, light"),
    ]

    private static let programBindings: [KeyBinding] = [
        bind([KeyStroke("?"), KeyStroke(.function(1))], "help", .help, .program, "?  F1", "this help"),
        bind([KeyStroke(":")], "command", .commandLine, .program, ":", "run a command"),
        bind([], "swap", .swapCoordinates, .program, ":swap", "swap lat and lon"),
        bind([], "bad", .skipped, .program, ":bad", "skipped rows"),
        bind(
            [], "save", .savePicture(replaces: false), .program, ":save FILE",
            "save a picture, or rows"),
        bind(
            [], "save!", .savePicture(replaces: true), .program, ":save! FILE", "save over the file"),
        bind([], "about", .about, .program, ":about", "about termmap"),
        bind([KeyStroke("l", .control)], "repaint", .repaint, .program, "Ctrl-L", "repaint"),
        bind([KeyStroke("z", .control)], "suspend", .suspend, .program, "Ctrl-Z", "suspend"),
        bind([KeyStroke("q")], "quit", .quit, .program, "q", "quit, print picks"),
        bind(
            [KeyStroke("Q"), KeyStroke("c", .control)], "abandon", .abandon, .program, "Q  Ctrl-C",
            "quit, print nothing"),
    ]
}
