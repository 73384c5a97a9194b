extension KeyMap {
    /// The keys as they come; `z` is zoom out and never a prefix, `Esc` never quits.
    package static let standardBindings: [KeyBinding] =
        moveBindings + rowBindings + listBindings + tableBindings + toolBindings + timeBindings
        + journeyBindings
        + changeBindings + addressBindings + findBindings + showBindings
        + classBindings + programBindings + fieldBindings

    static func bind(
        _ keys: String, _ name: String, _ command: Command, _ help: String, hint: String? = nil
    ) -> KeyBinding {
        KeyBinding(
            strokes: keys.split(separator: " ").compactMap { BoundStroke(String($0)) }, name: name,
            command: command, help: help, hint: hint ?? help)
    }

    static func group(
        _ group: KeyBinding.Group, in places: Set<KeyPlace> = [.map], _ bindings: [KeyBinding]
    ) -> [KeyBinding] {
        bindings.map { binding in
            var binding = binding
            (binding.group, binding.places) = (group, places)
            return binding
        }
    }

    private static func pan(
        _ keys: String, _ name: String, _ east: Int, _ south: Int, _ help: String
    ) -> KeyBinding {
        bind(keys, name, .pan(eastEighths: east, southEighths: south), help, hint: "pan")
    }

    private static let moveBindings = group(
        .move,
        [
            pan("← h", "left", -1, 0, "pan 1/8 view"),
            pan("↓ j", "down", 0, 1, "pan 1/8 view"),
            pan("↑ k", "up", 0, -1, "pan 1/8 view"),
            pan("→ l", "right", 1, 0, "pan 1/8 view"),
            pan("Shift-← H", "half-left", -4, 0, "pan 1/2 view"),
            pan("Shift-↓ J", "half-down", 0, 4, "pan 1/2 view"),
            pan("Shift-↑ K", "half-up", 0, -4, "pan 1/2 view"),
            pan("Shift-→", "half-right", 4, 0, "pan 1/2 view"),
            pan("PgUp", "page-up", 0, -8, "pan one view"),
            pan("PgDn", "page-down", 0, 8, "pan one view"),
            pan("Ctrl-u", "half-up", 0, -4, "half a view up, down"),
            pan("Ctrl-d", "half-down", 0, 4, "half a view up, down"),
            bind("+ = a", "zoom-in", .zoom(steps: 1), "zoom in", hint: "zoom"),
            bind("- _ z", "zoom-out", .zoom(steps: -1), "zoom out"),
            bind("0", "all", .fitData, "show all data", hint: "all data"),
            bind("W", "world", .fitWorld, "show the world", hint: "world"),
            bind("Z", "fit", .fitSelection, "fit selection"),
            bind("c", "centre", .centerSelection, "centre selection", hint: "centre"),
            bind("Backspace Alt-←", "back", .viewBack, "previous view", hint: "back"),
            bind("Alt-→", "forward", .viewForward, "next view"),
            bind("gw", "whereabouts", .whereabouts, "say where this is", hint: "where"),
            bind("m", "bookmark", .bookmark(.set), "bookmark with a letter"),
            bind("'", "go-bookmark", .bookmark(.goTo), "go to a bookmark"),
        ])

    private static let rowBindings =
        group(
            .rows,
            [
                bind("Tab", "next", .nextAnnotation, "select next", hint: "select"),
                bind("Shift-Tab", "previous", .previousAnnotation, "select previous"),
                bind("Enter", "open", .open, "open"),
                bind("i", "details", .details, "details"),
                bind("o", "members", .members, "members of a cluster", hint: "members"),
                bind("t", "table", .table(.toggle), "table of rows"),
                bind("Space", "mark", .mark, "mark"),
                bind("*", "invert", .invertMarks, "invert, clear marks"),
                bind("u", "unmark", .clearMarks, "invert, clear marks"),
                bind("y", "copy", .copyCoordinate, "copy coordinate, row"),
                bind("Y", "copy-row", .copyRow, "copy coordinate, row"),
                bind("", "notation", .notation, "copy as MGRS, H3 …"),
                bind("Esc", "close", .cancel, "close, clear", hint: "close"),
            ])
        + group(
            .rows, in: [.question],
            [
                bind("y", "yes", .answer(true), "yes, no to a question", hint: "yes"),
                bind("n Esc", "no", .answer(false), "yes, no to a question", hint: "no"),
            ])

    private static let tableBindings =
        group(
            .table,
            in: [
                .list(.table), .list(.members), .list(.nearby), .list(.layers), .list(.skippedNames),
                .list(.candidates), .list(.areas), .list(.changes), .list(.changedColumns), .list(.alerts),
                .list(.addresses), .list(.legs), .list(.stops),
            ],
            [
                bind("j", "row-down", .moveCursor(rows: 1), "row"),
                bind("k", "row-up", .moveCursor(rows: -1), "row"),
            ])
        + group(
            .table, in: [.list(.table), .list(.areas)],
            [
                bind("<", "sort-left", .table(.sortColumn(step: -1)), "sort column"),
                bind(">", "sort-right", .table(.sortColumn(step: 1)), "sort column"),
                bind("=", "turn", .table(.turn), "turn the order", hint: "turn"),
                bind("[", "ascending", .table(.order(isDescending: false)), "ascend, descend"),
                bind("]", "descending", .table(.order(isDescending: true)), "ascend, descend"),
                bind("← h", "columns-left", .table(.scroll(columns: -1)), "scroll columns", hint: "columns"),
                bind("→ l", "columns-right", .table(.scroll(columns: 1)), "scroll columns"),
                bind("/", "search-table", .table(.search), "search inside", hint: "search"),
                bind("n", "next-row", .table(.match(forward: true)), "next, previous match", hint: "matches"),
                bind("N", "previous-row", .table(.match(forward: false)), "next, previous match"),
                bind("Enter", "centre-row", .table(.center), "centre the row", hint: "centre"),
                bind("z", "alone", .table(.alone), "without the map", hint: "alone"),
                bind("o", "table-members", .table(.members), "only its cluster", hint: "members"),
            ])

    /// The keys that mean something else on a value and in a list.
    private static let listBindings =
        group(
            .lists, in: Set([.panels, .help] + ListKind.allCases.map { .list($0) }),
            [
                bind("↑", "cursor-up", .moveCursor(rows: -1), "move the cursor", hint: "choose"),
                bind("↓", "cursor-down", .moveCursor(rows: 1), "move the cursor"),
                bind("PgUp", "list-up", .movePage(pages: -1), "by a page"),
                bind("PgDn", "list-down", .movePage(pages: 1), "by a page"),
            ])
        + group(
            .lists, in: [.panels],
            [
                bind("Home", "first", .cursorToStart, "to the first, last"),
                bind("End", "last", .cursorToEnd, "to the first, last"),
            ])
        + group(.lists, in: [.details], [bind("Enter", "enlarge", .enlargePanel, "whole screen")])
        + group(
            .lists, in: [.list(.layers)], [bind("Space Enter", "toggle-layer", .toggle, "show, hide a layer")]
        )
        + group(
            .lists, in: [.list(.alerts)],
            [
                bind("Space", "toggle-alert", .toggle, "alert on, off", hint: "on, off"),
                bind("Del", "remove-alert", .removeAlert, "remove the alert", hint: "remove"),
            ])
        + group(
            .lists, in: [.values],
            [
                bind(
                    "f", "only-value", .filterByValue(isNegated: false), "only, not this value",
                    hint: "only this"),
                bind(
                    "F", "not-value", .filterByValue(isNegated: true), "only, not this value",
                    hint: "not this"),
                bind("C", "colour-value", .colorByColumn, "colour by it, its mean", hint: "colour by it"),
                bind("V", "mean-value", .figureOfColumn, "colour by it, its mean", hint: "its mean"),
            ])
        + group(
            .lists, in: [.list(.members)],
            [
                bind("s", "sort-members", .sortMembers, "sort the members", hint: "sort"),
                bind("f", "filter-members", .filterMembers, "filter the members", hint: "filter"),
            ])
        + group(
            .lists, in: [.list(.skippedNames)],
            [bind("u", "undo-place", .undoPlace, "take a chosen place back", hint: "take back")])
        + group(
            .lists, in: [.list(.nearby)],
            [
                bind("<", "radius-less", .radius(step: -1), "radius of nearby rows", hint: "radius"),
                bind(">", "radius-more", .radius(step: 1), "radius of nearby rows"),
            ])

    private static let timeBindings =
        group(
            .time,
            [
                bind("gt", "time", .band(.toggle), "rows over time", hint: "time"),
                bind("gT", "fold", .band(.fold), "by hour, weekday …", hint: "fold"),
            ])
        + group(
            .time, in: [.fold],
            [
                bind("Shift-↑", "fold-end-up", .band(.moveEndRow(by: -1)), "in the grid: choose more"),
                bind("Shift-↓", "fold-end-down", .band(.moveEndRow(by: 1)), "in the grid: choose more"),
                bind("Enter", "fold-only", .band(.restrict), "only these", hint: "only these"),
                bind("f", "fold-filter", .band(.filter), "as a filter", hint: "as a filter"),
            ])
        + group(
            .time, in: [.windows],
            [bind("Tab", "other-window", .band(.otherWindow), "A or B moves", hint: "A, B")])
        + group(
            .time, in: [.band],
            [
                bind("←", "window-back", .band(.move(steps: -1)), "window by a step", hint: "window"),
                bind("→", "window-on", .band(.move(steps: 1)), "window by a step", hint: "window"),
                bind("PgUp", "window-before", .band(.moveByLength(later: false)), "by its length"),
                bind("PgDn", "window-after", .band(.moveByLength(later: true)), "by its length"),
                bind("Home", "first-window", .band(.moveToEnd(last: false)), "first, last window"),
                bind("End", "last-window", .band(.moveToEnd(last: true)), "first, last window"),
                bind("Shift-←", "window-end-back", .band(.moveEnd(steps: -1)), "its end", hint: "longer"),
                bind("Shift-→", "window-end-on", .band(.moveEnd(steps: 1)), "its end", hint: "longer"),
                bind("<", "finer-step", .band(.step(by: -1)), "finer, coarser step", hint: "step"),
                bind(">", "coarser-step", .band(.step(by: 1)), "finer, coarser step", hint: "step"),
                bind("↑", "time-closer", .band(.closer), "closer, wider, speed", hint: "closer"),
                bind("↓", "time-wider", .band(.wider), "closer, wider, speed", hint: "wider"),
                bind(".", "row-on", .band(.row(by: 1)), "next, previous row", hint: "next row"),
                bind(",", "row-back", .band(.row(by: -1)), "next, previous row"),
                bind("Space", "play", .band(.play), "play, stop", hint: "play"),
                bind("p", "play-rows", .band(.playKind), "by the clock, by rows", hint: "by rows"),
                bind("x", "compare", .band(.compare), "two windows, one", hint: "compare"),
                bind("w", "time-mode", .band(.mode), "window, so far, all", hint: "so far, all"),
                bind("E", "time-scale", .band(.scale), "scale of the bars"),
            ])

    private static let findBindings = group(
        .find,
        [
            bind("/", "search", .search, "search rows, places", hint: "search"),
            bind("n", "next-match", .nextMatch, "next, previous match", hint: "matches"),
            bind("N", "previous-match", .previousMatch, "next, previous match"),
            bind("gp P", "place", .findPlace, "find a place", hint: "place"),
            bind("r", "near", .nearby, "nearby rows", hint: "near"),
            bind("G", "follow", .follow, "follow position, thing", hint: "follow"),
            bind("w", "trails", .trails, "trails of things", hint: "trails"),
            bind("ga", "alert", .alert, "alert in a ring", hint: "alert"),
            bind("gA", "alerts", .alerts, "alerts and events", hint: "alerts"),
            bind("", "pause", .pause, "hold the picture"),
            bind("gs", "position", .positionPanel, "position, track", hint: "position"),
            bind("gl", "go-to", .goToCoordinate, "go to a coordinate", hint: "go to"),
            bind("f", "filter", .filter, "filter rows", hint: "filter"),
            bind("F", "all-rows", .clearFilter, "clear the filter"),
        ])

    private static let showBindings = group(
        .show,
        [
            bind("A", "areas", .areas, "rows by areas", hint: "areas"),
            bind("C", "colour", .colorBy, "colour by a column", hint: "colour"),
            bind("V", "value", .figure, "mean, sum … on badges", hint: "figures"),
            bind("", "separate", .keepClassesApart, "badges of one class"),
            bind("", "sizes", .sizeByFigure, "size by the figure"),
            bind("S", "summary", .summary, "summary of all rows", hint: "summary"),
            bind("E", "scale", .classMethod, "other classes, shades", hint: "classes"),
            bind("x", "legend", .legend, "legend on, off", hint: "legend"),
            bind("d", "display", .nextDisplay, "clusters, density, dots"),
            bind("", "clusters", .display(.clusters), "clusters, density, dots"),
            bind("", "density", .display(.density), "clusters, density, dots"),
            bind("", "points", .display(.dots), "clusters, density, dots"),
            bind("e", "palette", .densityRamp, "colours of density", hint: "palette"),
            bind("", "graticule", .graticule, "meridians, parallels"),
            bind("<", "finer", .clusterSize(step: -1), "finer clusters", hint: "cluster size"),
            bind(">", "coarser", .clusterSize(step: 1), "coarser clusters"),
            bind("L", "layers", .layers, "layers"),
            bind("R", "reload", .reload, "reload the data"),
            bind("b", "charset", .charset, "braille, block, ASCII"),
            bind("B", "basemap", .basemap, "street map, builtin map"),
            bind("M", "mouse", .mouse, "mouse on, off"),
            bind("T", "theme", .theme, "dark, light", hint: "theme"),
        ])

    /// Shift with a digit types a sign, which one depends on the keyboard's language. Alt arrives everywhere.
    private static let classBindings = group(
        .show,
        (1...9).map { bind("\($0)", "class-\($0)", .toggleClass($0), "show, hide a class") }
            + (1...9).map { bind("Alt-\($0)", "only-\($0)", .onlyClass($0), "show a class alone") })

    private static let programBindings = group(
        .program,
        [
            bind("? F1", "help", .help, "this help", hint: "help"),
            bind(":", "command", .commandLine, "run a command"),
            bind("", "swap", .swapCoordinates, "swap lat and lon"),
            bind("", "bad", .skipped, "skipped rows"),
            bind("", "save", .savePicture(replaces: false), "save a picture, or rows"),
            bind("", "save!", .savePicture(replaces: true), "save over the file"),
            bind("", "about", .about, "about termmap"),
            bind("Ctrl-l", "repaint", .repaint, "repaint"),
            bind("Ctrl-z", "suspend", .suspend, "suspend"),
            bind("q", "quit", .quit, "quit, print picks", hint: "quit"),
            bind("Q Ctrl-c", "abandon", .abandon, "quit, print nothing", hint: "print nothing"),
        ])

    /// Text fields edit like a shell line.
    private static let fieldBindings =
        group(
            .fields, in: [.fields],
            [
                bind("Enter", "accept", .edit(.accept), "take it"),
                bind("Esc Ctrl-g", "cancel", .edit(.cancel), "cancel"),
                bind("← Ctrl-b", "caret-left", .edit(.left), "move"),
                bind("→ Ctrl-f", "caret-right", .edit(.right), "move"),
                bind("Home Ctrl-a", "caret-start", .edit(.start), "to the start"),
                bind("End Ctrl-e", "caret-end", .edit(.end), "to the end"),
                bind("Backspace Ctrl-h", "delete-back", .edit(.deleteBackward), "delete back"),
                bind("Del Ctrl-d", "delete", .edit(.deleteForward), "delete"),
                bind("Ctrl-w", "delete-word", .edit(.deleteWord), "delete a word"),
                bind("Ctrl-u", "delete-before", .edit(.deleteToStart), "delete before, after"),
                bind("Ctrl-k", "delete-after", .edit(.deleteToEnd), "delete before, after"),
                bind("Ctrl-p", "earlier", .edit(.previous), "earlier, later text"),
                bind("Ctrl-n", "later", .edit(.next), "earlier, later text"),
            ])
        // In the help it quits, as on the map.
        + group(
            .fields, in: [.prompt, .list(.search), .list(.columns), .list(.areaSets)],
            [bind("Ctrl-c", "cancel", .edit(.cancel), "cancel")])
        + group(
            .fields, in: [.prompt],
            [
                bind("↑", "line-up", .edit(.previous), "choose, recall"),
                bind("↓", "line-down", .edit(.next), "choose, recall"),
            ])
        + group(
            .fields, in: [.prompt, .list(.columns)],
            [bind("Tab", "complete", .edit(.complete), "complete")])
        + group(
            .fields, in: [.list(.search)],
            [
                bind("Tab Shift-Tab", "section", .switchSection, "rows, places"),
                bind("Ctrl-Space", "mark-result", .mark, "mark a result"),
            ])
}
