import App
import CellGraphics

/// What a frame says in place of a map, or of rows.
extension FramePainter {
    func drawNotice(_ state: AppState, _ frame: inout CellBuffer) {
        let lines = DisplayText("termmap needs 20x8, has \(state.screen.columns)x\(state.screen.rows)")
            .wrapped(to: max(frame.width, 1))
        for (row, line) in lines.enumerated() {
            frame.put(line, at: CellPoint(column: 0, row: row), style: Style(.text))
        }
    }

    /// Shows a message in the place of the rows where a filter matches none.
    func drawNoMatch(_ state: AppState, _ frame: inout CellBuffer) {
        let query = state.data.answeredQuery
        guard state.data.tree.isEmpty, state.data.rowTotal == 0, state.data.unfilteredTotal > 0,
            !query.asksForAll
        else { return }
        let area = state.visibleMap
        let guess = state.data.suggestion.map { " (" + $0 + "?)" } ?? DisplayText.empty
        let isEqual = state.data.hasNoDifferences
        let window = query.filter.isEmpty && query.hiddenClasses.isEmpty ? query.time?.text ?? "" : ""
        let text: DisplayText =
            isEqual
            ? " no differences "
            : !window.isEmpty
                ? DisplayText(sanitising: " no rows in \(window) ", limit: 60)
                : state.data.hidesAllClasses ? " all classes are hidden " : " no row matches" + guess + " "
        var lines: [(DisplayText, Role)] = [(text, .panelStrong)]
        // In the prompt F is a letter.
        if state.panels.prompt == nil, !isEqual, !isFilm {
            let words: KeyedText =
                !window.isEmpty && state.data.rows.timeline != nil && state.map.band != nil
                ? " \(key: .band(.row(by: 1))) next row "
                : !window.isEmpty
                    ? " \(key: .clearFilter) shows all "
                    : state.data.hidesAllClasses
                        ? " \(key: .clearFilter) shows them " : " \(key: .clearFilter) clears "
            lines.append((keyMap.words(words, in: state), .panelDim))
        }
        for (offset, line) in lines.enumerated() {
            let column = area.middle.column - line.0.width / 2
            frame.put(
                line.0, at: CellPoint(column: column, row: area.middle.row + offset),
                style: Style(line.1, on: .panel, offset == 0 ? .bold : []), within: area)
        }
    }
}
