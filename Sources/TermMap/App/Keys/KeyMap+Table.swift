extension KeyMap {
    private static let lists: Set<KeyPlace> = [.members, .nearby]

    /// The keys that mean something else while the table is open.
    static let tableBindings: [KeyBinding] = [
        bind([KeyStroke("k")], "row-up", .moveCursor(rows: -1), "↑ ↓  j k", "row", besides: lists),
        bind([KeyStroke("j")], "row-down", .moveCursor(rows: 1), "↑ ↓  j k", "row", besides: lists),
        bind([KeyStroke("<")], "sort-left", .table(.sortColumn(step: -1)), "< >", "sort column"),
        bind([KeyStroke(">")], "sort-right", .table(.sortColumn(step: 1)), "< >", "sort column"),
        bind([KeyStroke("=")], "turn", .table(.turn), "=", "turn the order"),
        bind(
            [KeyStroke("[")], "ascending", .table(.order(isDescending: false)), "[ ]", "ascend, descend"
        ),
        bind(
            [KeyStroke("]")], "descending", .table(.order(isDescending: true)), "[ ]", "ascend, descend"
        ),
        bind(
            [KeyStroke(.left), KeyStroke("h")], "columns-left", .table(.scroll(columns: -1)), "← →  h l",
            "scroll columns"),
        bind(
            [KeyStroke(.right), KeyStroke("l")], "columns-right", .table(.scroll(columns: 1)), "← →  h l",
            "scroll columns"),
        bind([KeyStroke("/")], "search-table", .table(.search), "/  n N", "search inside"),
        bind([KeyStroke("n")], "next-row", .table(.match(forward: true)), "/  n N", "search inside"),
        bind([KeyStroke("N")], "previous-row", .table(.match(forward: false)), "/  n N", "search inside"),
        bind([KeyStroke(.enter)], "centre-row", .table(.center), "Enter", "centre the row"),
        bind([KeyStroke("z")], "alone", .table(.alone), "z", "without the map"),
        bind([KeyStroke("o")], "table-members", .table(.members), "o", "only its cluster"),
    ]

    private static func bind(
        _ strokes: [KeyStroke], _ name: String, _ command: Command, _ shownKeys: String, _ help: String,
        besides places: Set<KeyPlace> = []
    ) -> KeyBinding {
        KeyBinding(
            strokes: strokes, name: name, command: command, places: places.union([.table]), group: .table,
            shownKeys: shownKeys, help: help)
    }

    /// In ASCII the arrows would look like the keys that sort.
    func tableHints(_ state: AppState) -> [KeyHint] {
        let isASCII = state.screen.appearance.charset == .ascii
        return [
            KeyHint(isASCII ? "j k" : "↑ ↓", "row"), KeyHint("< >", "sort column"), KeyHint("=", "turn"),
            KeyHint(isASCII ? "h l" : "← →", "columns"), KeyHint("/", "search"),
        ] + (state.panels.table.search == nil ? [] : [KeyHint("n N", "matches")]) + [
            KeyHint("Enter", "centre"),
            KeyHint("z", state.panels.table.isAlone ? "with map" : "alone"), KeyHint("i", "details"),
            KeyHint("o", "members"), KeyHint("Esc", "close"),
        ]
    }
}
