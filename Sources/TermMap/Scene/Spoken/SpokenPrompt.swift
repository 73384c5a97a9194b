import App
import CellGraphics

/// What is said of a field that is typed into: what is asked, what is typed, what could follow.
struct SpokenPrompt: Sendable {
    private let title: DisplayText
    private let text: String
    private let completion: DisplayText
    private let error: DisplayText

    /// Nil where nothing is typed.
    init?(_ state: AppState, keyMap: KeyMap) {
        if let help = state.panels.help {
            // What the help says first says what letters do.
            (title, text) = (.empty, help.filter.text)
            (completion, error) = (.empty, .empty)
        } else if let prompt = state.panels.prompt {
            let hint = HintBar(state: state, keyMap: keyMap).help(on: prompt)
            let words = keyMap.words(hint, in: state).spelled
            title =
                Self.title(of: prompt.purpose)
                + (words.isEmpty || !prompt.field.text.isEmpty ? "" : "; " + words)
            text = prompt.field.text
            completion = state.completionList.map { Self.words($0) } ?? .empty
            error = prompt.error.map { keyMap.words($0, in: state) } ?? .empty
        } else if let kind = state.panels.list, let field = Self.field(of: kind, state) {
            (title, text) = (.empty, field.text)
            (completion, error) = (.empty, .empty)
        } else {
            return nil
        }
    }

    private static func title(of purpose: Prompt.Purpose) -> DisplayText {
        switch purpose {
        case .coordinate: "Go to"
        case .radius: "Within"
        case .command: "Command"
        case .filter: "Filter the list"
        case .rows: "Filter rows"
        case .table: "Search the table"
        case .alert: "Alert within"
        }
    }

    /// What is typed into a list.
    private static func field(of kind: ListKind, _ state: AppState) -> TextField? {
        if kind == .search { return state.search.session?.field }
        return (kind.type as? any LineList.Type)?.head(state).field
    }

    private static func words(_ list: CompletionList) -> DisplayText {
        guard let chosen = list.chosen, list.lines.indices.contains(chosen) else {
            guard let first = list.lines.first else { return .empty }
            let more = list.lines.count - 1
            return list.title + ": " + first.text + (more > 0 ? " and \(more.grouped) more" : "")
        }
        return list.lines[chosen].spoken + ", \((chosen + 1).grouped) of \(list.lines.count.grouped)"
    }

    func lines(after former: SpokenPrompt?) -> [DisplayText] {
        guard let former else {
            return [title, text.isEmpty ? .empty : DisplayText(sanitising: text), completion, error]
        }
        var lines: [DisplayText] = []
        if text != former.text {
            lines.append(DisplayText(sanitising: Self.echo(of: text, after: former.text)))
        }
        if completion != former.completion { lines.append(completion) }
        if error != former.error { lines.append(error) }
        return lines
    }

    /// What was typed or deleted; the whole text after a blank, and where it is another one.
    static func echo(of text: String, after former: String) -> String {
        if text.isEmpty { return "empty" }
        if text.hasPrefix(former), !text.hasSuffix(" ") { return String(text.dropFirst(former.count)) }
        if former.hasPrefix(text), former.count == text.count + 1 {
            return "deleted " + (former.hasSuffix(" ") ? "blank" : String(former.suffix(1)))
        }
        return text
    }
}

extension ListLine {
    /// The row of a list in one line.
    var spoken: DisplayText {
        // The remark of a box says the same.
        let isBox = text.text.hasPrefix("[x] ") || text.text.hasPrefix("[ ] ")
        var parts = [isBox ? DisplayText(sanitising: String(text.text.dropFirst(4))) : text]
        if !meaning.isEmpty { parts.append(meaning) }
        if !remark.isEmpty { parts.append(remark.spelled) }
        if isMarked { parts.append("marked") }
        return .list(parts)
    }
}
