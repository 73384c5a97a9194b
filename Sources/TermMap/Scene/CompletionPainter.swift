import App
import CellGraphics

/// The list of what can follow in the prompt, above the status row.
struct CompletionPainter {
    let state: AppState

    private static let mostRows = 9

    private var isASCII: Bool { state.screen.appearance.charset == .ascii }

    /// The cells of the list: its left edge is under the first letter of the word.
    private func rect(_ list: CompletionList) -> CellRect? {
        let map = state.layout.map
        let rows = min(list.lines.count, Self.mostRows - 1, map.height - 3) + 1
        let width = min(list.width, map.width)
        guard rows > 1 else { return nil }
        let column = min(list.column + 1, map.width - width)
        return CellRect(column: max(column, 0), row: map.endRow - rows, width: width, height: rows)
    }

    /// The cells that the list covers now; nil while there is none.
    var covered: CellRect? { state.completionList.flatMap(rect) }

    func draw(into frame: inout CellBuffer) {
        guard let list = state.completionList, let rect = rect(list) else { return }
        frame.fill(rect, paper: Role.panel.index)
        put(
            &frame, DisplayText(sanitising: list.title, limit: 60).clipped(to: rect.width - 20),
            rect.column + 2, rect.row, .panelStrong, .bold)
        let summary = DisplayText(sanitising: list.summary)
        put(&frame, summary, rect.endColumn - 2 - summary.width, rect.row, .panelDim)
        let room = rect.height - 1
        let first = max((list.chosen ?? 0) - room + 1, 0)
        let most = list.lines.compactMap(\.count).max() ?? 0
        for (index, line) in list.lines.enumerated().dropFirst(first).prefix(room) {
            draw(
                line, most: most, isCurrent: index == list.chosen,
                CellRect(
                    column: rect.column, row: rect.row + 1 + index - first, width: rect.width, height: 1),
                &frame)
        }
    }

    private static let middleColumn = 22
    private static let barWidth = 10

    private func draw(
        _ line: CompletionList.Line, most: Int, isCurrent: Bool, _ rect: CellRect, _ frame: inout CellBuffer
    ) {
        let paper: Role = isCurrent ? .currentRow : .panel
        frame.fill(rect, paper: paper.index)
        if isCurrent { put(&frame, isASCII ? ">" : "▌", rect.column, rect.row, .barKey, on: paper) }
        let hasMiddle = line.count != nil || !line.meaning.isEmpty
        let label = clipped(line.label, to: hasMiddle ? Self.middleColumn - 3 : rect.width - 20)
        put(&frame, label, rect.column + 2, rect.row, isCurrent ? .panelStrong : .panelText, on: paper)
        let detail = DisplayText(sanitising: line.count.map(\.grouped) ?? line.detail)
        put(
            &frame, detail, rect.endColumn - 2 - detail.width, rect.row,
            line.meaning.isEmpty ? .panelDim : .panelKey, on: paper)
        let middle = rect.column + Self.middleColumn
        put(
            &frame, clipped(line.meaning, to: rect.endColumn - 4 - detail.width - middle), middle, rect.row,
            .panelDim, on: paper)
        if let count = line.count, most > 0 {
            let cells = max(count * Self.barWidth / most, 1)
            let bar = String(repeating: isASCII ? "=" : "▄", count: cells)
            put(&frame, DisplayText(sanitising: bar), middle, rect.row, .histogram, on: paper)
        }
    }

    private func clipped(_ text: String, to width: Int) -> DisplayText {
        DisplayText(sanitising: text, limit: 200)
            .clipped(to: max(width, 0), ellipsis: isASCII ? .tilde : .unicode)
    }

    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ ink: Role,
        _ attributes: Attributes = [], on paper: Role = .panel
    ) {
        frame.put(text, at: CellPoint(column: column, row: row), style: Style(ink, on: paper, attributes))
    }
}
