import CellGraphics
import RowValues

/// What can follow in the prompt: a list above the status row, of which one line may be chosen.
package struct CompletionList {
    package var title = DisplayText.empty
    package var summary = DisplayText.empty
    package var lines: [ListLine] = []
    package var chosen: Int?
    /// The column of the list, counted from the start of the prompt's text.
    package var column = 0
    package var width = 44

    /// The cells that it covers: its left edge is under the first letter of the word; nil where it has no room.
    package func area(over map: CellRect) -> CellRect? {
        // On a high screen some of the map stays visible above it.
        let rows = min(lines.count, max(8, map.height - 24), map.height - 3) + 1
        let width = min(width, map.width)
        guard rows > 1 else { return nil }
        let left = max(min(column + 1, map.width - width), 0)
        return CellRect(column: left, row: map.endRow - rows, width: width, height: rows)
    }
}

extension AppState {
    /// The list of the prompt that is open; nil where there is nothing to propose.
    package var completionList: CompletionList? {
        guard let prompt = panels.prompt, panels.help == nil else { return nil }
        switch prompt.purpose {
        case .rows: return filterCompletion.flatMap { Self.list(of: $0, prompt) }
        case .command: return paletteList(prompt)
        case .coordinate, .radius, .filter, .table, .alert: return nil
        }
    }

    private static func list(of completion: FilterCompletion, _ prompt: Prompt) -> CompletionList? {
        guard !completion.title.isEmpty || prompt.completion != nil else { return nil }
        let typed = String(
            decoding: Array(prompt.field.text.utf8).prefix(completion.range.lowerBound), as: UTF8.self)
        return CompletionList(
            title: DisplayText(sanitising: completion.title, limit: 60),
            summary: DisplayText(sanitising: completion.summary),
            lines: completion.candidates.map {
                ListLine(
                    text: DisplayText(sanitising: $0.label, limit: 200),
                    remark: DisplayText(sanitising: $0.count.map(\.grouped) ?? $0.detail), count: $0.count)
            }, chosen: prompt.completion, column: DisplayText(sanitising: typed).width)
    }

    /// The commands that fit what was typed, with their keys.
    private func paletteList(_ prompt: Prompt) -> CompletionList? {
        let text = prompt.field.text
        let commands = panels.commands(matching: text)
        guard !commands.isEmpty, !screen.appearance.isSlow else { return nil }
        let isASCII = screen.appearance.charset == .ascii
        return CompletionList(
            title: "Commands", summary: "\(commands.count)",
            lines: commands.map {
                ListLine(
                    text: DisplayText(sanitising: $0.name + ($0.command.argument.map { " \($0)" } ?? "")),
                    remark: DisplayText(sanitising: isASCII ? $0.keys.withArrowsSpelled : $0.keys),
                    remarkRole: .panelKey, meaning: DisplayText(sanitising: $0.help))
            }, chosen: prompt.completion ?? (text.isEmpty ? nil : 0), width: 64)
    }
}
