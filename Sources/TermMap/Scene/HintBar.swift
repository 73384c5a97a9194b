import App
import CellGraphics

/// The last row: the keys that matter now, or a message, or the prompt; never two of them.
struct HintBar {
    let state: AppState
    let keyMap: KeyMap
    /// Nobody presses a key.
    var isFilm = false

    private var isASCII: Bool { state.screen.appearance.charset == .ascii }

    func draw(into frame: inout CellBuffer, row: Int) {
        frame.fill(CellRect(column: 0, row: row, width: frame.width, height: 1), paper: Role.hintBar.index)
        if let prompt = state.panels.prompt, state.panels.help == nil {
            draw(prompt, row, &frame)
        } else if let question = state.marks.question {
            draw(question, row, &frame)
        } else if let message = state.screen.message {
            draw(message, row, &frame)
        } else if !state.screen.appearance.isSketch, !isFilm {
            drawHints(row, &frame)
        }
    }

    @discardableResult
    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ role: Role,
        _ attributes: Attributes = []
    ) -> Int {
        column
            + frame.put(
                text, at: CellPoint(column: column, row: row), style: Style(role, on: .hintBar, attributes))
    }

    private func draw(_ message: Message, _ row: Int, _ frame: inout CellBuffer) {
        var column = 1
        if message.kind != .information {
            column = put(&frame, "!", column, row, message.kind == .error ? .error : .warning, .bold) + 1
        }
        let text = keyMap.words(message.text, in: state)
        put(&frame, text.clipped(to: frame.width - column - 1), column, row, .barText)
    }

    private func draw(_ question: MarkQuestion, _ row: Int, _ frame: inout CellBuffer) {
        var column = put(&frame, question.words, 1, row, .barText) + 2
        for hint in keyMap.answerHints {
            column = put(&frame, DisplayText(sanitising: hint.keys), column, row, .barKey, .bold) + 1
            column = put(&frame, DisplayText(sanitising: hint.text), column, row, .barDim) + 2
        }
    }

    private func draw(_ prompt: Prompt, _ row: Int, _ frame: inout CellBuffer) {
        let start =
            put(&frame, keyMap.words(title(of: prompt.purpose), in: state), 1, row, .barKey, .bold) + 1
        let field = CellRect(column: start, row: row, width: max(frame.width - start - 1, 1), height: 1)
        let used =
            prompt.purpose == .rows
            ? FilterPainter(columns: state.data.columnNames, isASCII: isASCII).draw(
                prompt, in: field, into: &frame)
            : FieldPainter(paper: .hintBar, isASCII: isASCII).draw(prompt.field, in: field, into: &frame)
        let error = prompt.error.map { keyMap.words($0, in: state) }
        if prompt.purpose == .rows, drawFilterHelp(prompt, error, field, used, &frame) { return }
        let helpColumn = start + used + 4
        if helpColumn + 10 < frame.width {
            put(
                &frame,
                (error ?? keyMap.words(help(on: prompt), in: state)).clipped(
                    to: frame.width - helpColumn - 1),
                helpColumn, row, error == nil ? .barDim : .error)
        } else if let error {
            put(&frame, error.clipped(to: field.width), start, row, .error)
        }
    }

    /// The error at the right end, else the first completion behind the caret.
    private func drawFilterHelp(
        _ prompt: Prompt, _ error: DisplayText?, _ field: CellRect, _ used: Int, _ frame: inout CellBuffer
    ) -> Bool {
        let row = field.row
        if let error {
            let text = error.clipped(to: max(field.width - 4, 1))
            let column = field.endColumn - text.width - 2
            if column >= field.column + used + 2 {
                put(&frame, "! ", column, row, .error, .bold)
                put(&frame, text, column + 2, row, .error)
            }
            return true
        }
        guard prompt.field.caret == prompt.field.characters.count, !prompt.field.text.isEmpty,
            let completion = state.filterCompletion, let first = completion.candidates.first
        else { return !prompt.field.text.isEmpty }
        let typed = prompt.field.text.utf8.count - completion.range.lowerBound
        let rest = String(decoding: Array(first.insertion.utf8).dropFirst(max(typed, 0)), as: UTF8.self)
        guard !rest.isEmpty, typed >= 0,
            first.insertion.lowercased().hasPrefix(
                String(decoding: Array(prompt.field.text.utf8).suffix(typed), as: UTF8.self).lowercased())
        else { return true }
        let room = field.width - used - 2
        put(
            &frame, DisplayText(sanitising: rest).clipped(to: max(room, 0)), field.column + used + 1, row,
            .panelDim,
            state.screen.appearance.hasItalic ? .italic : [])
        return true
    }

    private func title(of purpose: Prompt.Purpose) -> KeyedText {
        switch purpose {
        case .coordinate: "go to"
        case .radius: "within"
        case .command: "\(key: .commandLine)"
        case .filter: "filter"
        case .rows: "\(key: .filter)"
        case .table: "search the table"
        case .alert: "alert within"
        }
    }

    /// What can be typed, and which keys take it.
    func help(on prompt: Prompt) -> KeyedText {
        let (accept, cancel) = (Command.edit(.accept), Command.edit(.cancel))
        switch prompt.purpose {
        case .coordinate: return "LAT,LON · geo: URI · map URL    \(key: accept) goes, \(key: cancel) closes"
        case .alert: return "40km · 20 mi · 5 nm    \(key: accept) sets it, \(key: cancel) closes"
        case .radius: return "5km · 20 mi · 3 nm    \(key: accept) keeps the list"
        case .table:
            return "words in any column    \(key: accept) goes to the next row, \(key: cancel) closes"
        case .rows:
            return prompt.field.text.isEmpty
                ? "country = 'FR' AND elevation > 1000 · name LIKE 'Al%'    \(key: .edit(.complete)) completes"
                : ""
        case .filter:
            return "words that rows contain    \(key: accept) keeps the list, \(key: cancel) lists all"
        case .command:
            let commands = state.panels.commands(matching: prompt.field.text)
            if commands.isEmpty { return "no such command" }
            // Without the list, the line says what would run.
            let isListed = state.completionList != nil || prompt.field.text.isEmpty
            return isListed
                ? "\(key: .edit(.previous)) \(key: .edit(.next)) choose · \(key: .edit(.complete)) completes · \(key: accept) runs"
                : KeyedText(commands[0].name)
        }
    }

    private func drawHints(_ row: Int, _ frame: inout CellBuffer) {
        var end = frame.width - 1
        if let help = keyMap.helpHint(for: state) {
            let key = DisplayText(sanitising: help.keys)
            end -= key.width + 1 + help.text.count
            if end > 1 {
                let column = put(&frame, key, end, row, .barKey, .bold) + 1
                put(&frame, DisplayText(sanitising: help.text), column, row, .barDim)
            }
        }
        if let database = state.databaseRemark {
            end -= database.width + 3
            put(&frame, database, end, row, .barDim)
        }
        var column = 1
        for hint in keyMap.hints(for: state) {
            let key = DisplayText(sanitising: isASCII ? hint.keys.withArrowsSpelled : hint.keys)
            let text = DisplayText(sanitising: hint.text)
            guard column + key.width + 1 + text.width + 2 <= end else {
                // On the narrowest screens one hint that is shorter is better than none.
                if column > 1 { break }
                continue
            }
            column = put(&frame, key, column, row, .barKey, .bold) + 1
            column = put(&frame, text, column, row, .barDim) + 2
        }
    }
}

extension MarkQuestion {
    /// "Mark 12 rows?"
    var words: DisplayText {
        let verb: DisplayText =
            switch change {
            case .mark: "Mark"
            case .unmark: "Unmark"
            case .invert: "Invert the marks of"
            }
        return verb + " \(count.counted("row"))?"
    }
}
