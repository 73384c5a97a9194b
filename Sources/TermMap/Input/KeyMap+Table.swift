extension KeyMap {
    /// The keys that mean something else while the table is open.
    static let tableBindings: [KeyBinding] = [
        bind([KeyStroke("k")], "row-up", .moveCursor(rows: -1), "↑ ↓  j k", "row"),
        bind([KeyStroke("j")], "row-down", .moveCursor(rows: 1), "↑ ↓  j k", "row"),
        bind([KeyStroke("<")], "sort-left", .table(.sortColumn(step: -1)), "< >", "sort by the next column"),
        bind([KeyStroke(">")], "sort-right", .table(.sortColumn(step: 1)), "< >", "sort by the next column"),
        bind([KeyStroke("=")], "turn", .table(.turn), "=", "turn the order"),
        bind([KeyStroke("[")], "ascending", .table(.order(isDescending: false)), "[ ]", "ascending, descending"),
        bind([KeyStroke("]")], "descending", .table(.order(isDescending: true)), "[ ]", "ascending, descending"),
        bind(
            [KeyStroke(.left), KeyStroke("h")], "columns-left", .table(.scroll(columns: -1)), "← →  h l",
            "scroll the columns"),
        bind(
            [KeyStroke(.right), KeyStroke("l")], "columns-right", .table(.scroll(columns: 1)), "← →  h l",
            "scroll the columns"),
        bind([KeyStroke("/")], "search-table", .table(.search), "/  n N", "search the table"),
        bind([KeyStroke("n")], "next-row", .table(.match(forward: true)), "/  n N", "search the table"),
        bind([KeyStroke("N")], "previous-row", .table(.match(forward: false)), "/  n N", "search the table"),
        bind([KeyStroke(.enter)], "centre-row", .table(.center), "Enter", "centre the map on the row"),
        bind([KeyStroke("z")], "alone", .table(.alone), "z", "without the map"),
        bind([KeyStroke("o")], "table-members", .table(.members), "o", "rows of one cluster, all"),
    ]

    private static func bind(
        _ strokes: [KeyStroke], _ name: String, _ command: Command, _ shownKeys: String, _ help: String
    ) -> KeyBinding {
        KeyBinding(
            strokes: strokes, name: name, command: command, isInTable: true, group: .table,
            shownKeys: shownKeys, help: help)
    }
}
