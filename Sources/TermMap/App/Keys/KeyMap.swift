import TerminalInput

/// A key as it is bound: what was pressed, with what held.
package struct KeyStroke: Hashable, Sendable {
    package var key: Key
    var modifiers: Modifiers = []

    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    package init(_ character: Character, _ modifiers: Modifiers = []) {
        self.init(.character(character), modifiers)
    }
}

extension KeyStroke: CustomStringConvertible {
    /// The stroke as people write it: `d`, `Ctrl-x`, `Alt-→`, `F5`.
    package var description: String {
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

/// Where a key may mean something of its own; what means nothing there means what it means on the map.
package enum KeyPlace: Hashable, CaseIterable, Sendable {
    case map
    case table
    case members
    case nearby
    /// The values of a row, of a cluster, or of all rows.
    case values
    /// A tool on the map, before all others.
    case tool(ToolKind)

    package static var allCases: [KeyPlace] {
        [.map, .table, .members, .nearby, .values] + ToolKind.allCases.map { .tool($0) }
    }

    /// The place of an open panel; nil where all keys are those of the map.
    package init?(_ panel: Panel) {
        switch panel {
        case .table: self = .table
        case .members: self = .members
        case .nearby: self = .nearby
        case .details, .summary: self = .values
        case .layers, .columns, .search, .skipped, .about, .place, .position, .spot: return nil
        }
    }
}

/// One line of the key table: the keys, what they do, and how the help says it.
package struct KeyBinding: Sendable {
    package enum Group: String, CaseIterable, Sendable {
        case move = "MOVE"
        case rows = "ROWS"
        case table = "TABLE"
        case panels = "VALUES, LISTS"
        case tools = "TOOLS"
        case find = "FIND"
        case show = "SHOW"
        case program = "PROGRAM"
    }

    /// Bindings that share one line of the help have the same text; without strokes it has a name alone.
    package var strokes: [KeyStroke]
    /// What it is called after `:`.
    package var name: String
    package var command: Command
    /// After the prefix `g`.
    package var isAfterPrefix = false
    package var places: Set<KeyPlace> = [.map]
    package var group: Group
    var shownKeys: String
    package var help: String
}

/// The table of keys: dispatch, help, the palette of commands and the manual are made from it. Keys of prompts and of
/// lists in panels are in code beside it, and hints but those of tools are written by hand.
package struct KeyMap: Sendable {
    /// The only prefix key.
    package static let prefix = KeyStroke("g")

    package static let standard = KeyMap()

    package let bindings: [KeyBinding]
    /// Whether the bindings are not the standard ones.
    package let isChanged: Bool
    let direct: [KeyPlace: [KeyStroke: Command]]
    private let prefixed: [KeyStroke: Command]

    package init(bindings: [KeyBinding]? = nil) {
        isChanged = bindings != nil
        let bindings = bindings ?? Self.standardBindings
        self.bindings = bindings
        func table(_ isIncluded: (KeyBinding) -> Bool) -> [KeyStroke: Command] {
            let pairs = bindings.filter(isIncluded)
                .flatMap { binding in binding.strokes.map { ($0, binding.command) } }
            return Dictionary(pairs) { first, _ in first }
        }
        let tables = KeyPlace.allCases.map { place in
            (place, table { !$0.isAfterPrefix && $0.places.contains(place) })
        }
        direct = Dictionary(uniqueKeysWithValues: tables)
        prefixed = table(\.isAfterPrefix)
    }

    /// The command of a stroke on the map.
    package func command(for stroke: KeyStroke) -> Command? { direct[.map]?[stroke] }

    /// The command of a stroke after the prefix.
    func prefixedCommand(for stroke: KeyStroke) -> Command? { prefixed[stroke] }

    /// The command of a stroke while a panel is open: lists take the keys that move on the map.
    func panelCommand(for stroke: KeyStroke, _ panel: Panel) -> Command? {
        if let place = KeyPlace(panel), let command = direct[place]?[stroke] { return command }
        switch (stroke.key, panel) {
        case (.up, _) where stroke.modifiers.isEmpty: return .moveCursor(rows: -1)
        case (.down, _) where stroke.modifiers.isEmpty: return .moveCursor(rows: 1)
        case (.pageUp, _): return .movePage(pages: -1)
        case (.pageDown, _): return .movePage(pages: 1)
        case (.home, _): return .cursorToStart
        case (.end, _): return .cursorToEnd
        case (.character(" "), .layers), (.enter, .layers): return .toggle
        case (.enter, .details): return .enlargePanel
        default: return command(for: stroke)
        }
    }
}
