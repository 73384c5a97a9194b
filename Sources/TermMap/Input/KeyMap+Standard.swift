extension KeyMap {
    /// The keys as they come; `z` is zoom out and never a prefix, `Esc` never quits.
    static let standardBindings: [KeyBinding] =
        moveBindings + rowBindings + findBindings + showBindings
        + programBindings

    private static func bind(
        _ strokes: [KeyStroke], _ command: Command, _ group: KeyBinding.Group, _ shownKeys: String,
        _ help: String,
        afterPrefix: Bool = false
    ) -> KeyBinding {
        KeyBinding(
            strokes: strokes, command: command, isAfterPrefix: afterPrefix, group: group,
            shownKeys: shownKeys,
            help: help)
    }

    private static func pans(
        _ eighths: Int, _ letters: [Character?], _ arrows: [KeyStroke], _ shownKeys: String, _ help: String
    ) -> [KeyBinding] {
        let moves = [(-eighths, 0), (0, eighths), (0, -eighths), (eighths, 0)]
        return zip(moves, zip(letters, arrows)).map { move, keys in
            bind(
                [keys.0.map { KeyStroke($0) }, keys.1].compactMap { $0 },
                .pan(eastEighths: move.0, southEighths: move.1), .move, shownKeys, help)
        }
    }

    private static let moveBindings: [KeyBinding] =
        pans(
            1, ["h", "j", "k", "l"], [KeyStroke(.left), KeyStroke(.down), KeyStroke(.up), KeyStroke(.right)],
            "arrows  hjkl", "pan 1/8 view")
        + pans(
            4, ["H", "J", "K", nil],
            [
                KeyStroke(.left, .shift), KeyStroke(.down, .shift), KeyStroke(.up, .shift),
                KeyStroke(.right, .shift),
            ], "Shift-arrows", "pan 1/2 view")
        + [
            bind(
                [KeyStroke(.pageUp)], .pan(eastEighths: 0, southEighths: -8), .move, "PgUp PgDn",
                "pan one view"),
            bind(
                [KeyStroke(.pageDown)], .pan(eastEighths: 0, southEighths: 8), .move, "PgUp PgDn",
                "pan one view"),
            bind(
                [KeyStroke("u", .control)], .pan(eastEighths: 0, southEighths: -4), .move, "Ctrl-u Ctrl-d",
                "pan 1/2 view"),
            bind(
                [KeyStroke("d", .control)], .pan(eastEighths: 0, southEighths: 4), .move, "Ctrl-u Ctrl-d",
                "pan 1/2 view"),
            bind(
                [KeyStroke("+"), KeyStroke("="), KeyStroke("a")], .zoom(steps: 1), .move, "+ = a", "zoom in"),
            bind(
                [KeyStroke("-"), KeyStroke("_"), KeyStroke("z")], .zoom(steps: -1), .move, "- _ z", "zoom out"
            ),
            bind([KeyStroke("0")], .fitData, .move, "0", "show all data"),
            bind([KeyStroke("W")], .fitWorld, .move, "W", "show the world"),
            bind([KeyStroke("c")], .centerSelection, .move, "c", "centre selection"),
            bind(
                [KeyStroke(.backspace), KeyStroke(.left, .alt)], .viewBack, .move, "Backspace",
                "previous view"),
            bind([KeyStroke(.right, .alt)], .viewForward, .move, "Alt-→", "next view"),
        ]

    private static let rowBindings: [KeyBinding] = [
        bind([KeyStroke(.tab)], .nextAnnotation, .rows, "Tab", "select next"),
        bind([KeyStroke(.backTab)], .previousAnnotation, .rows, "Shift-Tab", "select previous"),
        bind([KeyStroke(.enter)], .open, .rows, "Enter", "open"),
        bind([KeyStroke("i")], .details, .rows, "i", "details"),
        bind([KeyStroke("o")], .members, .rows, "o", "members of a cluster"),
        bind([KeyStroke(.escape)], .cancel, .rows, "Esc", "close, clear"),
    ]

    private static let findBindings: [KeyBinding] = [
        bind([KeyStroke("/")], .search, .find, "/", "search rows, places"),
        bind([KeyStroke("n")], .nextMatch, .find, "n N", "next, previous match"),
        bind([KeyStroke("N")], .previousMatch, .find, "n N", "next, previous match"),
        bind([KeyStroke("P")], .findPlace, .find, "gp  P", "find a place"),
        bind([KeyStroke("p")], .findPlace, .find, "gp  P", "find a place", afterPrefix: true),
        bind([KeyStroke("r")], .nearby, .find, "r", "nearby rows"),
        bind([KeyStroke("G")], .follow, .find, "G", "follow position"),
        bind([KeyStroke("s")], .positionPanel, .find, "gs", "position, track", afterPrefix: true),
        bind(
            [KeyStroke("l")], .goToCoordinate, .find, "gl", "go to a coordinate", afterPrefix: true
        ),
    ]

    private static let showBindings: [KeyBinding] = [
        bind([KeyStroke("d")], .points, .show, "d", "clusters, points"),
        bind([KeyStroke("<")], .clusterSize(step: -1), .show, "<", "finer clusters"),
        bind([KeyStroke(">")], .clusterSize(step: 1), .show, ">", "coarser clusters"),
        bind([KeyStroke("L")], .layers, .show, "L", "layers"),
        bind([KeyStroke("R")], .reload, .show, "R", "reload the data"),
        bind([KeyStroke("b")], .charset, .show, "b", "braille, block, ASCII"),
        bind([KeyStroke("B")], .basemap, .show, "B", "street map, builtin map"),
        bind([KeyStroke("T")], .theme, .show, "T", "dark, light"),
    ]

    private static let programBindings: [KeyBinding] = [
        bind([KeyStroke("?"), KeyStroke(.function(1))], .help, .program, "?  F1", "this help"),
        bind([KeyStroke(":")], .commandLine, .program, ":bad", "skipped rows"),
        bind([KeyStroke("l", .control)], .repaint, .program, "Ctrl-L", "repaint"),
        bind([KeyStroke("z", .control)], .suspend, .program, "Ctrl-Z", "suspend"),
        bind(
            [KeyStroke("q"), KeyStroke("Q"), KeyStroke("c", .control)], .quit, .program, "q  Ctrl-C", "quit"),
    ]
}
