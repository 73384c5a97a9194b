/// A key as it is bound: what was pressed, with what held.
struct KeyStroke: Hashable, Sendable {
    var key: Key
    var modifiers: Modifiers = []

    init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    init(_ character: Character, _ modifiers: Modifiers = []) { self.init(.character(character), modifiers) }
}

extension KeyStroke: CustomStringConvertible {
    /// The stroke as people write it: `d`, `Ctrl-x`, `Alt-→`, `F5`.
    var description: String {
        let held = [(Modifiers.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-")]
            .filter { modifiers.contains($0.0) }.map(\.1).joined()
        return held + key.name
    }
}

extension Key {
    fileprivate var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .function(let number): "F\(number)"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .escape: "Esc"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .left: "←"
        case .right: "→"
        case .up: "↑"
        case .down: "↓"
        }
    }
}

/// One line of the key table: the keys, what they do, and how the help says it.
struct KeyBinding: Sendable {
    enum Group: String, CaseIterable, Sendable {
        case move = "MOVE"
        case rows = "ROWS"
        case table = "TABLE"
        case find = "FIND"
        case show = "SHOW"
        case program = "PROGRAM"
    }

    /// Bindings that share one line of the help have the same text; without strokes it has a name alone.
    var strokes: [KeyStroke]
    /// What it is called after `:`.
    var name: String
    var command: Command
    /// After the prefix `g`.
    var isAfterPrefix = false
    /// While the table is open; there other keys mean what they mean on the map.
    var isInTable = false
    var group: Group
    var shownKeys: String
    var help: String
}

/// The one table of keys: dispatch, hints, help and the manual are made from it.
struct KeyMap: Sendable {
    /// The only prefix key.
    static let prefix = KeyStroke("g")

    static let standard = KeyMap()

    let bindings: [KeyBinding]
    /// Whether the bindings are not the standard ones.
    let isChanged: Bool
    private let direct: [KeyStroke: Command]
    private let prefixed: [KeyStroke: Command]
    private let inTable: [KeyStroke: Command]

    init(bindings: [KeyBinding]? = nil) {
        isChanged = bindings != nil
        let bindings = bindings ?? Self.standardBindings
        self.bindings = bindings
        func table(_ isIncluded: (KeyBinding) -> Bool) -> [KeyStroke: Command] {
            let pairs = bindings.filter(isIncluded)
                .flatMap { binding in binding.strokes.map { ($0, binding.command) } }
            return Dictionary(pairs) { first, _ in first }
        }
        direct = table { !$0.isAfterPrefix && !$0.isInTable }
        prefixed = table(\.isAfterPrefix)
        inTable = table(\.isInTable)
    }

    /// The command of a stroke on the map.
    func command(for stroke: KeyStroke) -> Command? { direct[stroke] }

    /// The command of a stroke after the prefix.
    func prefixedCommand(for stroke: KeyStroke) -> Command? { prefixed[stroke] }

    /// The command of a stroke while a panel is open: lists take the keys that move on the map.
    func panelCommand(for stroke: KeyStroke, _ panel: Panel) -> Command? {
        if panel == .table, let command = inTable[stroke] { return command }
        switch (stroke.key, panel) {
        case (.up, _) where stroke.modifiers.isEmpty, (.character("k"), .members), (.character("k"), .nearby):
            return .moveCursor(rows: -1)
        case (.down, _) where stroke.modifiers.isEmpty, (.character("j"), .members),
            (.character("j"), .nearby):
            return .moveCursor(rows: 1)
        case (.pageUp, _): return .movePage(pages: -1)
        case (.pageDown, _): return .movePage(pages: 1)
        case (.home, _): return .cursorToStart
        case (.end, _): return .cursorToEnd
        case (.character(" "), .layers), (.enter, .layers), (.enter, .columns): return .toggle
        case (.left, .columns), (.right, .columns): return .nextFunction(stroke.key == .right ? 1 : -1)
        case (.character("s"), .members) where stroke.modifiers.isEmpty && !isBound(.sortMembers):
            return .sortMembers
        case (.character("f"), .members) where stroke.modifiers.isEmpty && !isBound(.filterMembers):
            return .filterMembers
        case (.enter, .details): return .enlargePanel
        case (.character("f"), .details), (.character("f"), .summary): return .filterByValue(isNegated: false)
        case (.character("F"), .details), (.character("F"), .summary): return .filterByValue(isNegated: true)
        case (.character("C"), .details), (.character("C"), .summary): return .colorByColumn
        case (.character("V"), .details), (.character("V"), .summary): return .figureOfColumn
        case (.character("<"), .nearby): return .radius(step: -1)
        case (.character(">"), .nearby): return .radius(step: 1)
        default: return command(for: stroke)
        }
    }

    /// Whether a command has a key of the user's; the key of its panel is free then.
    private func isBound(_ command: Command) -> Bool {
        bindings.contains { $0.command == command && !$0.strokes.isEmpty }
    }
}
