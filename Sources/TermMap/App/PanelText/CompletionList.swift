import CellGraphics
import RowValues

/// What can follow in the prompt: a list above the status row, of which one line may be chosen.
package struct CompletionList {
    package struct Line {
        package var label: String
        /// What the line means, beside its label.
        package var meaning = ""
        /// At the right end.
        package var detail = ""
        /// How often a value occurs: drawn as a bar, instead of the detail.
        package var count: Int?

        package init(label: String, meaning: String = "", detail: String = "", count: Int? = nil) {
            self.label = label
            self.meaning = meaning
            self.detail = detail
            self.count = count
        }
    }

    package var title = ""
    package var summary = ""
    package var lines: [Line] = []
    package var chosen: Int?
    /// The column of the list, counted from the start of the prompt's text.
    package var column = 0
    package var width = 44
}

extension AppState {
    /// The list of the prompt that is open; nil where there is nothing to propose.
    package var completionList: CompletionList? {
        guard let prompt = panels.prompt, panels.help == nil else { return nil }
        switch prompt.purpose {
        case .rows: return filterCompletion.flatMap { Self.list(of: $0, prompt) }
        case .command: return paletteList(prompt)
        case .coordinate, .radius, .filter, .table: return nil
        }
    }

    private static func list(of completion: FilterCompletion, _ prompt: Prompt) -> CompletionList? {
        guard !completion.title.isEmpty || prompt.completion != nil else { return nil }
        let typed = String(
            decoding: Array(prompt.field.text.utf8).prefix(completion.range.lowerBound), as: UTF8.self)
        return CompletionList(
            title: completion.title, summary: completion.summary,
            lines: completion.candidates.map {
                CompletionList.Line(label: $0.label, detail: $0.detail, count: $0.count)
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
                CompletionList.Line(
                    label: $0.name + ($0.command.argument.map { " \($0)" } ?? ""), meaning: $0.help,
                    detail: isASCII ? $0.keys.withArrowsSpelled : $0.keys)
            }, chosen: prompt.completion ?? (text.isEmpty ? nil : 0), width: 64)
    }
}
