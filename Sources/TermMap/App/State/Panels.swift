import CellGraphics
import MapModel
import RowValues
import Streets

/// What lies over the map: a panel, the help, and the question on the last row.
package struct Panels: Sendable {
    /// Which field the keys are typed into.
    package enum TextFocus: Equatable { case prompt, help, list(ListKind) }

    /// The open panel last, below it those that Esc goes back to.
    package var stack: [Panel] = [] {
        didSet {
            if !showsDetails { isEnlarged = false }
            if !isTableOpen { table.close() }
            if !stack.contains(.members) { members = nil }
            if !stack.contains(.columns) { columns = nil }
            if !stack.contains(.areaSets) { areaSets = nil }
            if !stack.contains(.areas) { areas.close() }
            if !stack.contains(.addresses) { addresses.close() }
            if let current, list == nil, !oldValue.contains(current) { scroll = 0 }
        }
    }
    /// The open panel; set, it is the only one.
    package var current: Panel? {
        get { stack.last }
        set { stack = newValue.map { [$0] } ?? [] }
    }
    /// The first line on the screen of a panel of text.
    package private(set) var scroll = 0
    /// The list of members and that of columns, while they are open.
    package var members: MemberList?
    package var columns: ColumnPicker?
    /// The list of sets of areas, while it is open, and the table of areas.
    package var areaSets: AreaPicker?
    package var areas = AreaTable()
    /// The lists of a comparison.
    package var changes = ChangeLines()
    package var changedColumns = ChangedColumnLines()
    /// The panel of addresses.
    package var addresses = AddressTable()
    package var layers = ListCursor()
    /// Alerts and events.
    package var alerts = ListCursor()
    /// The legs that were measured, and the stops of a journey.
    package var legs = ListCursor()
    package var stops = ListCursor()
    /// The names without a place, and what the one under the cursor may mean.
    package var skippedNames = ListCursor()
    package var candidates = ListCursor()
    /// Details take the whole map, where they would have a few rows below it.
    var isEnlarged = false
    /// The table of rows, while it is open.
    package var table = TableState()
    package private(set) var help: HelpState?
    /// The key table, for the help.
    package let helpText: HelpText
    package var prompt: Prompt?
    /// The line of a summary, or the field of a row, that keys are about.
    package var valueCursor = 0
    /// Of the newest request to sort or filter a list.
    var arrangementTicket = 0
    private var promptHistory: [Prompt.Purpose: [String]] = [:]

    package init(helpText: HelpText) { self.helpText = helpText }

    /// The open list; nil where another panel is, or none.
    package var list: ListKind? { if case .list(let kind) = current { kind } else { nil } }
    /// The panel shows the selected row, also the one that represents a cluster.
    package var showsDetails: Bool { current == .details }
    /// The list of what is near is open, or is gone back to; so is the table.
    var isNearbyOpen: Bool { stack.contains(.nearby) }
    var isTableOpen: Bool { stack.contains(.table) }

    /// How the table is shown; nil where another panel is, or none.
    var tableForm: ScreenLayout.TableForm? {
        switch current {
        case .table: table.isAlone ? .alone : .withMap
        case .areas: areas.isAlone ? .alone : .withMap
        default: nil
        }
    }

    /// The spot that the panel is about.
    package var spot: Spot? { if case .spot(let spot) = current { spot } else { nil } }

    // MARK: - Help

    mutating func toggleHelp() { help = help == nil ? HelpState() : nil }
    mutating func closeHelp() { help = nil }

    /// Where the help is spoken, the next lines; behind the last ones it is closed.
    mutating func readOn(upTo pages: Int) {
        guard let help else { return }
        if help.page + 1 < pages { self.help?.page += 1 } else { closeHelp() }
    }

    mutating func filterHelp(_ edit: TextEdit) {
        if edit == .cancel || edit == .accept { return closeHelp() }
        help?.filter.apply(edit)
        help?.scroll = 0
        help?.page = 0
    }

    // MARK: - Commands

    /// Other words for commands.
    static let synonyms = [
        "color": "colour", "colors": "colour", "colours": "colour", "center": "centre", "csv": "save",
        "export": "save", "write": "save", "heat": "density", "heatmap": "density",
        "find": "search", "exit": "quit",
    ]

    /// The commands whose names begin with `text`, else the one that it is another word for.
    package func commands(beginning text: String) -> [NamedCommand] {
        let found = helpText.commands.filter { $0.name.hasPrefix(text) }
        guard found.isEmpty, let name = Self.synonyms[text] else { return found }
        return helpText.commands.filter { $0.name == name }
    }

    /// The commands for the palette: names that begin with the text, then those that contain it, then meanings.
    package func commands(matching text: String) -> [NamedCommand] {
        let word = text.split(separator: " ", maxSplits: 1).first.map { $0.lowercased() } ?? ""
        if text.contains(" "), let command = command(named: word) { return [command] }
        let ranks = helpText.commands.compactMap { command -> (rank: Int, command: NamedCommand)? in
            if command.name == word { return (0, command) }
            if command.name.hasPrefix(word) { return (1, command) }
            if command.name.contains(word) { return (2, command) }
            return command.help.lowercased().contains(word) ? (3, command) : nil
        }
        let found = (0...3).flatMap { rank in ranks.filter { $0.rank == rank }.map(\.command) }
        guard let name = Self.synonyms[word],
            let command = helpText.commands.first(where: { $0.name == name })
        else { return found }
        return [command] + found.filter { $0 != command }
    }

    /// The command with a name, or the only one whose name begins so.
    package func command(named text: String) -> NamedCommand? {
        let commands = commands(beginning: text)
        return commands.first { $0.name == text } ?? (commands.count == 1 ? commands[0] : nil)
    }

    // MARK: - Scrolling

    /// Scrolls the help, or a panel of text.
    package mutating func scroll(by rows: Int, upTo limit: Int) {
        if let help {
            self.help?.scroll = help.scroll.moved(by: rows, upTo: limit)
        } else {
            scroll = scroll.moved(by: rows, upTo: limit)
        }
    }

    /// Scrolls a panel of text so that some of its lines are on the screen.
    mutating func keepInSight(_ lines: ClosedRange<Int>, height: Int, upTo limit: Int) {
        scroll = min(scroll, limit)
        if lines.lowerBound < scroll || lines.lowerBound == 1 {
            scroll = lines.lowerBound <= 1 ? 0 : lines.lowerBound
        } else if lines.upperBound >= scroll + height {
            scroll = min(lines.upperBound - height + 1, lines.lowerBound)
        }
    }

    // MARK: - The prompt

    /// Puts what was typed before into the field.
    mutating func recallPrompt(older: Bool) {
        guard let purpose = prompt?.purpose else { return }
        prompt?.recall(older: older, from: promptHistory[purpose] ?? [])
    }

    mutating func remember(_ text: String, for purpose: Prompt.Purpose) {
        promptHistory[purpose, default: []].removeAll { $0 == text }
        promptHistory[purpose, default: []].append(text)
    }
}

/// What the right or bottom panel shows.
package enum Panel: Equatable, Sendable {
    case list(ListKind)
    case details
    case skipped
    /// The program, the data and the terminal.
    case about
    case place
    case position
    case spot(Spot)
    /// The figures of the strip.
    case journey
    /// What all rows have in common.
    case summary

    package static let table = Panel.list(.table)
    package static let members = Panel.list(.members)
    package static let nearby = Panel.list(.nearby)
    package static let search = Panel.list(.search)
    package static let columns = Panel.list(.columns)
    package static let layers = Panel.list(.layers)
    package static let skippedNames = Panel.list(.skippedNames)
    package static let candidates = Panel.list(.candidates)
    package static let areaSets = Panel.list(.areaSets)
    package static let areas = Panel.list(.areas)
    package static let addresses = Panel.list(.addresses)
    package static let legs = Panel.list(.legs)
    package static let stops = Panel.list(.stops)
}

/// A spot of the street map that was asked about.
package struct Spot: Equatable, Sendable {
    package let coordinate: Coordinate
    /// The name on the map that was clicked.
    package var label: String?
    /// What is there; nil while it is looked up.
    package var findings: [MVTInspector.Finding]?
}

/// The help overlay: how far it is scrolled, and what was typed to filter it.
package struct HelpState: Equatable, Sendable {
    /// Rows that a page of the help scrolls by.
    static let pageRows = 10

    package var scroll = 0
    package var filter = TextField()
    /// How often `?` was pressed again where the help is spoken.
    package var page = 0
}

/// The question on the last row.
package struct Prompt: Equatable, Sendable {
    package enum Purpose: Equatable, Sendable {
        /// `filter` is about the open list of members, `rows` about all rows.
        case coordinate, radius, command, filter, rows, table
        /// The radius of an alert.
        case alert
    }

    package var purpose: Purpose
    package var field = TextField()
    package var error: KeyedText?
    /// Why the text cannot be accepted as it is; said on Enter, since more may be typed.
    package var refusal: (text: KeyedText, range: Range<Int>?)? {
        get { refusalText.map { ($0, refusalRange) } }
        set { (refusalText, refusalRange) = (newValue?.text, newValue?.range) }
    }
    private var refusalText: KeyedText?
    private var refusalRange: Range<Int>?
    /// Which of the earlier inputs was recalled, counted from the newest.
    private var recalled: Int?
    /// Whether the field shows an earlier input.
    var isRecalling: Bool { recalled != nil }
    /// What was near before a radius was typed.
    package var before: Nearby?
    /// The filter of rows before one was typed.
    var filterBefore = ""
    /// What is wrong with a filter: the bytes of the text.
    package var errorRange: Range<Int>?
    /// What can follow in a filter.
    var offer: FilterCompletion?
    /// The chosen line of the list of completions; nil until one is chosen by the arrows.
    package var completion: Int?

    package init(purpose: Purpose, before: Nearby? = nil) {
        self.purpose = purpose
        self.before = before
    }

    /// Puts what was typed before into the field, the newest first.
    fileprivate mutating func recall(older: Bool, from history: [String]) {
        guard older || recalled != nil else { return }
        let next = (recalled ?? -1) + (older ? 1 : -1)
        guard next < history.count else { return }
        recalled = next < 0 ? nil : next
        field = TextField(next < 0 ? "" : history[history.count - 1 - next])
        error = nil
    }
}

extension Int {
    /// This position moved by `rows`, in 0…`limit`; rows may be so many that the sum overflows.
    func moved(by rows: Int, upTo limit: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(rows)
        return Swift.min(Swift.max(overflow ? (rows > 0 ? limit : 0) : sum, 0), limit)
    }
}
