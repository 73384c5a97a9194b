import CellGraphics
import MapModel
import Streets

/// What lies over the map: a panel, the help, and the question on the last row.
package struct Panels: Sendable {
    /// Which field the keys are typed into.
    package enum TextFocus: Equatable { case prompt, help, search, columns(TextField) }

    package var current: Panel? {
        didSet {
            if !showsDetails { isEnlarged = false }
            if !isTableOpen { table.close() }
        }
    }
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

    package var textFocus: TextFocus? {
        if help != nil { return .help }
        if prompt != nil { return .prompt }
        switch current {
        case .search: return .search
        case .columns(let picker): return .columns(picker.field)
        default: return nil
        }
    }

    var isSearchOpen: Bool { if case .search = current { true } else { false } }
    /// The panel shows the selected row, also the one that represents a cluster.
    package var showsDetails: Bool { if case .details = current { true } else { false } }

    /// The list of what is near is open, or a table of it.
    var isNearbyOpen: Bool {
        isOpen(.nearby) || isTableOpen && table.isOfNearby
    }

    var isTableOpen: Bool { isOpen(.table) }

    /// Whether a panel is shown, or is gone back to.
    private func isOpen(_ panel: Panel) -> Bool {
        guard let current else { return false }
        return sequence(first: current, next: \.back).contains(panel)
    }

    /// How the table is shown; nil where another panel is, or none.
    var tableForm: ScreenLayout.TableForm? {
        guard current == .table else { return nil }
        return table.isAlone ? .alone : .withMap
    }

    /// The spot that the panel is about.
    package var spot: Spot? { if case .spot(let spot, _) = current { spot } else { nil } }

    // MARK: - Help

    mutating func toggleHelp() { help = help == nil ? HelpState() : nil }
    mutating func closeHelp() { help = nil }

    mutating func filterHelp(_ edit: TextEdit) {
        if edit == .cancel || edit == .accept { return closeHelp() }
        help?.filter.apply(edit)
        help?.scroll = 0
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
        func moved(_ scroll: Int) -> Int { scroll.moved(by: rows, upTo: limit) }
        if let help {
            self.help?.scroll = moved(help.scroll)
            return
        }
        switch current {
        case .details(let scroll, let back): current = .details(scroll: moved(scroll), back: back)
        case .place(let scroll): current = .place(scroll: moved(scroll))
        case .position(let scroll): current = .position(scroll: moved(scroll))
        case .spot(let spot, let scroll): current = .spot(spot, scroll: moved(scroll))
        case .skipped(let scroll): current = .skipped(scroll: moved(scroll))
        case .about(let scroll): current = .about(scroll: moved(scroll))
        case .summary(let scroll): current = .summary(scroll: moved(scroll))
        case .members, .layers, .search, .nearby, .table, .columns, nil: break
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
package indirect enum Panel: Equatable, Sendable {
    /// `back` is the list that Esc goes back to.
    case details(scroll: Int, back: Panel?)
    case members(MemberList)
    case layers(cursor: Int)
    case skipped(scroll: Int)
    /// The program, the data and the terminal.
    case about(scroll: Int)
    case search
    case nearby
    /// The rows in view in columns.
    case table
    case place(scroll: Int)
    case position(scroll: Int)
    case spot(Spot, scroll: Int)
    /// What all rows have in common.
    case summary(scroll: Int)
    /// The columns, one of which is chosen.
    case columns(ColumnPicker)
}

extension Panel {
    /// The panel that Esc goes back to; nil where that closes all.
    package var back: Panel? {
        switch self {
        case .details(_, let back): back
        case .columns(let picker): picker.back
        default: nil
        }
    }

    var isDetails: Bool {
        if case .details = self { true } else { false }
    }
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
}

/// The question on the last row.
package struct Prompt: Equatable, Sendable {
    package enum Purpose: Equatable, Sendable {
        /// `filter` is about the open list of members, `rows` about all rows.
        case coordinate, radius, command, filter, rows, table
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
