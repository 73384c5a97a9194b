import CellGraphics
import Rows

/// Draws a filter being typed, each word in the colour of what it is, and what can follow in a list above it.
struct FilterPainter {
    let columns: [String]
    let isASCII: Bool

    /// Draws the text into the last row and returns the columns that it takes.
    func draw(_ prompt: Prompt, in rect: CellRect, into frame: inout CellBuffer) -> Int {
        let used = FieldPainter(paper: .hintBar, isASCII: isASCII).draw(prompt.field, in: rect, into: &frame)
        let text = prompt.field.text
        let before = DisplayText(sanitising: prompt.field.textBeforeCaret)
        let shift = max(before.width - (rect.width - 1), 0)
        for piece in FilterText.roles(of: text, columns: columns) {
            color(
                piece.range, of: text, piece.role.ink, piece.role == .keyword ? .bold : [], rect, shift,
                &frame)
        }
        if let range = prompt.errorRange {
            color(range, of: text, .error, .underline, rect, shift, &frame)
        }
        return used
    }

    /// Gives the cells of a range of bytes another ink.
    private func color(
        _ range: Range<Int>, of text: String, _ ink: Role, _ attributes: Attributes, _ rect: CellRect,
        _ shift: Int, _ frame: inout CellBuffer
    ) {
        let bytes = Array(text.utf8)
        guard range.upperBound <= bytes.count else { return }
        func width(_ end: Int) -> Int {
            DisplayText(sanitising: String(decoding: bytes[..<end], as: UTF8.self)).width
        }
        let start = rect.column + width(range.lowerBound) - shift
        let end = rect.column + width(range.upperBound) - shift
        for column in max(start, rect.column)..<max(min(end, rect.endColumn), max(start, rect.column)) {
            // The caret is in reverse.
            let old = frame[column, rect.row].style.attributes.intersection(.reverse)
            frame[column, rect.row].style.ink = ink.index
            frame[column, rect.row].style.attributes = attributes.union(old)
        }
    }
}

extension FilterText.Role {
    var ink: Role {
        switch self {
        case .column: .barText
        case .keyword: .barKey
        case .text: .category3
        case .number: .category1
        case .sign: .barDim
        }
    }
}

/// The list of what can follow in a filter, above the status row.
struct CompletionPainter {
    let state: AppState

    private static let width = 44
    private static let mostRows = 9

    private var isASCII: Bool { state.screen.appearance.charset == .ascii }

    /// The cells of the list: its left edge is under the first letter of the word.
    func rect(_ completion: FilterCompletion, _ prompt: Prompt) -> CellRect? {
        let map = state.layout.map
        let rows = min(completion.candidates.count, Self.mostRows - 1, map.height - 3) + 1
        let width = min(Self.width, map.width)
        guard rows > 1, !completion.title.isEmpty || prompt.completion != nil else { return nil }
        let typed = String(
            decoding: Array(prompt.field.text.utf8).prefix(completion.range.lowerBound), as: UTF8.self)
        let column = min(3 + DisplayText(sanitising: typed).width - 2, map.width - width)
        return CellRect(column: max(column, 0), row: map.endRow - rows, width: width, height: rows)
    }

    /// The cells that the list covers now; nil while there is none.
    var covered: CellRect? {
        guard let prompt = state.panels.prompt, prompt.purpose == .rows, state.panels.help == nil,
            let completion = state.filterCompletion
        else { return nil }
        return rect(completion, prompt)
    }

    func draw(into frame: inout CellBuffer) {
        guard let prompt = state.panels.prompt, let rect = covered, let completion = state.filterCompletion
        else {
            return
        }
        frame.fill(rect, paper: Role.panel.index)
        put(
            &frame, DisplayText(sanitising: completion.title, limit: 60).clipped(to: rect.width - 20),
            rect.column + 2, rect.row, .panelStrong, .bold)
        let summary = DisplayText(sanitising: completion.summary)
        put(&frame, summary, rect.endColumn - 2 - summary.width, rect.row, .panelDim)
        let room = rect.height - 1
        let chosen = prompt.completion
        let first = max((chosen ?? 0) - room + 1, 0)
        let most = completion.candidates.compactMap(\.count).max() ?? 0
        for (index, candidate) in completion.candidates.enumerated().dropFirst(first).prefix(room) {
            draw(
                candidate, most: most, isCurrent: index == chosen,
                CellRect(
                    column: rect.column, row: rect.row + 1 + index - first, width: rect.width, height: 1),
                &frame)
        }
    }

    private static let barColumn = 22
    private static let barWidth = 10

    private func draw(
        _ candidate: FilterCompletion.Candidate, most: Int, isCurrent: Bool, _ rect: CellRect,
        _ frame: inout CellBuffer
    ) {
        let paper: Role = isCurrent ? .currentRow : .panel
        frame.fill(rect, paper: paper.index)
        if isCurrent { put(&frame, isASCII ? ">" : "▌", rect.column, rect.row, .barKey, on: paper) }
        let hasCount = candidate.count != nil
        let label = DisplayText(sanitising: candidate.label, limit: 200)
            .clipped(
                to: hasCount ? Self.barColumn - 3 : rect.width - 20, ellipsis: isASCII ? .tilde : .unicode)
        put(&frame, label, rect.column + 2, rect.row, isCurrent ? .panelStrong : .panelText, on: paper)
        let detail = DisplayText(sanitising: candidate.count.map(\.grouped) ?? candidate.detail)
        put(&frame, detail, rect.endColumn - 2 - detail.width, rect.row, .panelDim, on: paper)
        if let count = candidate.count, most > 0 {
            let cells = max(count * Self.barWidth / most, 1)
            let bar = String(repeating: isASCII ? "=" : "▄", count: cells)
            put(
                &frame, DisplayText(sanitising: bar), rect.column + Self.barColumn, rect.row, .badge4,
                on: paper)
        }
    }

    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ ink: Role,
        _ attributes: Attributes = [], on paper: Role = .panel
    ) {
        frame.put(text, at: CellPoint(column: column, row: row), style: Style(ink, on: paper, attributes))
    }
}
