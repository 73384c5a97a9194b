extension KeyMap {
    /// The keys that mean something else on a value and in a list.
    static let panelBindings: [KeyBinding] = [
        bind("f", "only-value", .filterByValue(isNegated: false), .values, "f  F", "only, not this value"),
        bind("F", "not-value", .filterByValue(isNegated: true), .values, "f  F", "only, not this value"),
        bind("C", "colour-value", .colorByColumn, .values, "C  V", "colour by it, its mean"),
        bind("V", "mean-value", .figureOfColumn, .values, "C  V", "colour by it, its mean"),
        bind("s", "sort-members", .sortMembers, .members, "s", "sort the members"),
        bind("f", "filter-members", .filterMembers, .members, "f", "filter the members"),
        bind("<", "radius-less", .radius(step: -1), .nearby, "< >", "radius of nearby rows"),
        bind(">", "radius-more", .radius(step: 1), .nearby, "< >", "radius of nearby rows"),
    ]

    private static func bind(
        _ key: Character, _ name: String, _ command: Command, _ place: KeyPlace, _ shownKeys: String,
        _ help: String
    ) -> KeyBinding {
        KeyBinding(
            strokes: [KeyStroke(key)], name: name, command: command, places: [place], group: .panels,
            shownKeys: shownKeys, help: help)
    }
}
