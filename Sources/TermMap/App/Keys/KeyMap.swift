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
    var name: String {
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

/// Where a key may mean something of its own; what means nothing in a place means what it means in the next one.
package enum KeyPlace: Hashable, CaseIterable, Sendable {
    case map
    /// Any panel without a field.
    case panels
    case details
    /// A list, or the field that one has.
    case list(ListKind)
    /// The values of a row, of a cluster, or of all rows.
    case values
    /// Any field, where letters are text; the prompt, the help.
    case fields, prompt, help
    /// A question on the last row.
    case question
    /// The band of time, after panels; the grid in its place, or two windows on it, before it.
    case band, fold, windows
    /// The strip of a journey, in the place of the band.
    case strip
    /// The map, while the rows of two sources are compared.
    case changes
    /// A tool on the map, before all others.
    case tool(ToolKind)

    package static var allCases: [KeyPlace] {
        [
            .map, .panels, .details, .values, .fields, .prompt, .help, .question, .band, .fold, .windows,
            .strip,
            .changes,
        ]
            + ListKind.allCases.map { .list($0) } + ToolKind.allCases.map { .tool($0) }
    }

    /// Commands of these places do something elsewhere, so that they can be run by name.
    static let runnable = Set(
        [.map, .panels, .details, .values, .changes] + ListKind.allCases.map { .list($0) }
    )
    .subtracting(typing)
    /// A letter is text here.
    package static let typing: Set<KeyPlace> = Set(
        [.fields, .prompt, .help] + ListKind.allCases.filter { $0.type.isTyped }.map { .list($0) })
}

extension AppState {
    /// Where keys are looked up, the most special place first.
    package var keyPlaces: [KeyPlace] {
        switch panels.textFocus {
        case .prompt: return [.prompt, .fields]
        case .help: return [.help, .fields]
        case .list(let kind): return [.list(kind), .fields]
        case nil:
            let tool = toolWithKeys.map { [KeyPlace.tool($0)] } ?? []
            return (marks.question == nil ? [] : [.question]) + tool + panelPlaces
                + bandPlaces + (map.journeys.strip == nil ? [] : [.strip]) + mapPlaces
        }
    }

    private var bandPlaces: [KeyPlace] {
        guard let band = map.band else { return [] }
        return (band.fold == nil ? band.comparison == nil ? [] : [.windows] : [.fold]) + [.band]
    }

    private var mapPlaces: [KeyPlace] { isComparison ? [.changes, .map] : [.map] }

    private var panelPlaces: [KeyPlace] {
        switch panels.current {
        case .list(let kind): [.list(kind), .panels]
        case .details: [.details, .values, .panels]
        case .summary: [.values, .panels]
        case .skipped, .about, .place, .position, .spot, .journey: [.panels]
        case nil: []
        }
    }
}

/// One line of the key table: the keys, where they mean it, what they do, and how help and hints say it.
package struct KeyBinding: Sendable {
    package enum Group: String, CaseIterable, Sendable {
        case move = "MOVE"
        case rows = "ROWS"
        case table = "TABLE"
        case lists = "VALUES, LISTS"
        case tools = "TOOLS"
        case time = "TIME"
        case journeys = "JOURNEYS"
        case changes = "CHANGES"
        case find = "FIND"
        case show = "SHOW"
        case program = "PROGRAM"
        case fields = "FIELDS"
    }

    /// The first one is what hints and messages name; without any it has a name alone.
    package var strokes: [BoundStroke]
    /// What it is called after `:`, and in the settings.
    package var name: String
    package var command: Command
    package var places: Set<KeyPlace> = [.map]
    package var group = Group.move
    /// Bindings of a group that say the same share one line of the help.
    package var help: String
    /// What the hint row says of it.
    package var hint: String
}

/// The table of keys: what they do, the help, hints, keys in messages, the palette of commands, the manual and which
/// keys wait for results are all made from it. A tool adds a place and its bindings.
package struct KeyMap: Sendable {
    /// The only prefix key.
    package static let prefix = KeyStroke("g")

    package static let standard = KeyMap()

    package let bindings: [KeyBinding]
    private let commands: [KeyPlace: [BoundStroke: Command]]
    /// The lines of each command: hints and texts look for many of them in each frame.
    private let lines: [Command: [Int]]

    package init(bindings: [KeyBinding] = Self.standardBindings) {
        self.bindings = bindings
        var commands: [KeyPlace: [BoundStroke: Command]] = [:]
        for binding in bindings {
            for place in binding.places {
                for bound in binding.strokes where commands[place]?[bound] == nil {
                    commands[place, default: [:]][bound] = binding.command
                }
            }
        }
        self.commands = commands
        lines = Dictionary(grouping: bindings.indices) { bindings[$0].command }
    }

    /// The first line of a command.
    func line(of command: Command?) -> KeyBinding? {
        command.flatMap { lines[$0]?.first }.map { bindings[$0] }
    }

    /// The command of a key in the first of the places where it has one.
    package func command(for bound: BoundStroke, in places: [KeyPlace] = [.map]) -> Command? {
        func exact(_ bound: BoundStroke, _ places: [KeyPlace]) -> Command? {
            places.lazy.compactMap { commands[$0]?[bound] }.first
        }
        if let command = exact(bound, places) { return command }
        // Lists and fields take Shift-PgUp for PgUp, where it means nothing else.
        if case .character = bound.stroke.key { return nil }
        guard !bound.isAfterPrefix else { return nil }
        return exact(BoundStroke(KeyStroke(bound.stroke.key)), places.filter { $0 != .map })
    }

    /// The first key that means a command in these places, Esc where that is the first of one of them; nil where none does.
    package func key(of command: Command, in places: [KeyPlace]) -> BoundStroke? {
        guard let lines = lines[command] else { return nil }
        let isTyping = places.contains(.fields)
        var found: BoundStroke?
        for place in places {
            for line in lines where bindings[line].places.contains(place) {
                let key = bindings[line].strokes.first {
                    !(isTyping && $0.isText) && self.command(for: $0, in: places) == command
                }
                if key == BoundStroke(KeyStroke(.escape)) { return key }
                found = found ?? key
            }
        }
        return found
    }

    /// The keys of the command with a name.
    package func strokes(of name: String) -> [BoundStroke] {
        bindings.filter { $0.name == name }.flatMap(\.strokes)
    }
}
