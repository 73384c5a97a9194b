import CellGraphics

/// The last row: the keys that matter now, or a message, or the prompt; never two of them.
struct HintBar {
    let state: AppState
    let keyMap: KeyMap

    func draw(into frame: inout CellBuffer, row: Int) {
        frame.fill(CellRect(column: 0, row: row, width: frame.width, height: 1), paper: Role.hintBar.index)
        if let prompt = state.prompt {
            draw(prompt, row, &frame)
        } else if let message = state.message {
            draw(message, row, &frame)
        } else {
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

    private func draw(_ message: AppState.Message, _ row: Int, _ frame: inout CellBuffer) {
        var column = 1
        if message.kind != .information {
            column = put(&frame, "!", column, row, message.kind == .error ? .error : .warning, .bold) + 1
        }
        put(&frame, message.text.clipped(to: frame.width - column - 1), column, row, .barText)
    }

    private func draw(_ prompt: AppState.Prompt, _ row: Int, _ frame: inout CellBuffer) {
        let title: DisplayText = prompt.purpose == .coordinate ? "go to" : ":"
        let start = put(&frame, title, 1, row, .barKey, .bold) + 1
        let help: DisplayText =
            prompt.error
            ?? (prompt.purpose == .coordinate
                ? "LAT,LON · geo: URI · map URL    Enter goes, Esc closes"
                : "bad · help · quit    Esc closes")
        let before = DisplayText(sanitising: prompt.field.textBeforeCaret)
        let text = DisplayText(sanitising: prompt.field.text)
        // A long text scrolls so that the caret stays on the row.
        let room = max(frame.width - start - 2, 1)
        let shift = max(before.width - room, 0)
        let clip = CellRect(column: start, row: row, width: room, height: 1)
        frame.put(
            text, at: CellPoint(column: start - shift, row: row),
            style: Style(.barStrong, on: .hintBar, .bold),
            within: clip)
        put(
            &frame, state.appearance.charset == .ascii ? "|" : "▏", start + before.width - shift, row, .barKey
        )
        let helpColumn = start + text.width - shift + 4
        if helpColumn + 10 < frame.width {
            put(
                &frame, help.clipped(to: frame.width - helpColumn - 1), helpColumn, row,
                prompt.error == nil ? .barDim : .error)
        } else if let error = prompt.error {
            put(&frame, error.clipped(to: room), start, row, .error)
        }
    }

    private func drawHints(_ row: Int, _ frame: inout CellBuffer) {
        let help = "? help"
        let end = frame.width - help.count - 1
        if end > 1 {
            let column = put(&frame, "?", end, row, .barKey, .bold) + 1
            put(&frame, "help", column, row, .barDim)
        }
        var column = 1
        for hint in keyMap.hints(for: state) {
            let key = DisplayText(sanitising: hint.keys)
            let text = DisplayText(sanitising: hint.text)
            guard column + key.width + 1 + text.width + 2 <= end else { break }
            column = put(&frame, key, column, row, .barKey, .bold) + 1
            column = put(&frame, text, column, row, .barDim) + 2
        }
    }
}
