import CellGraphics
import MapModel

/// The help over the map: the key table in columns, filtered as one types, and how to read the map.
struct HelpOverlay {
    let state: AppState
    let keyMap: KeyMap

    private struct Line {
        var keys: DisplayText
        var text: DisplayText
        var isTitle: Bool { keys.isEmpty && !text.isEmpty }
    }

    func draw(_ help: HelpState, into frame: inout CellBuffer, map: CellRect) {
        let width = max(min(frame.width - (frame.width < 60 ? 0 : 8), 112), min(frame.width, 20))
        let columnCount = frame.width >= 118 ? 3 : frame.width >= 78 ? 2 : 1
        let columns = balanced(groups(filter: help.filter.text), into: columnCount)
        let tallest = columns.map(\.count).max() ?? 0
        let height = min(tallest + 5, map.height)
        let area = CellRect(
            column: (frame.width - width) / 2, row: max((map.height - height) / 2, 0), width: width, height: height)
        frame.fill(area, paper: Role.panel.index)
        drawHead(help, area, &frame)
        let room = area.height - 4
        let scroll = min(help.scroll, max(tallest - room, 0))
        let columnWidth = (width - 6 + 3) / columnCount
        for (index, lines) in columns.enumerated() {
            let place = CellRect(
                column: area.column + 3 + index * columnWidth, row: area.row + 4, width: columnWidth - 3, height: room)
            draw(Array(lines.dropFirst(scroll).prefix(room)), keysOf: lines, in: place, &frame)
        }
        if tallest > room {
            let more: DisplayText = scroll + room < tallest ? "↓ more" : "↑ more"
            put(&frame, more, area.endColumn - 3 - more.width, area.endRow - 1, .panelKey)
        }
    }

    @discardableResult
    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ role: Role, _ attributes: Attributes = []
    ) -> Int {
        column + frame.put(text, at: CellPoint(column: column, row: row), style: Style(role, on: .panel, attributes))
    }

    private func drawHead(_ help: HelpState, _ area: CellRect, _ frame: inout CellBuffer) {
        var column = put(&frame, "Keys", area.column + 3, area.row + 1, .panelStrong, .bold) + 2
        let typed = help.filter.text
        column = put(&frame, typed.isEmpty ? "type to filter" : "/\(typed)", column, area.row + 1, typed.isEmpty ? .panelDim : .panelKey)
        let close: DisplayText = "Esc closes"
        if column + close.width + 4 < area.endColumn {
            put(&frame, close, area.endColumn - 3 - close.width, area.row + 1, .panelDim)
        }
        let rule = String(repeating: state.appearance.charset == .ascii ? "-" : "─", count: max(area.width - 6, 0))
        put(&frame, DisplayText(sanitising: rule), area.column + 3, area.row + 2, .panelRule)
    }

    // MARK: - Lines

    /// The groups of the key table, each with its title; lines that do not match the filter are left out.
    private func groups(filter: String) -> [[Line]] {
        let wanted = filter.lowercased()
        var groups = KeyBinding.Group.allCases.map { group -> [Line] in
            var lines: [Line] = []
            for binding in keyMap.bindings where binding.group == group {
                let line = Line(
                    keys: DisplayText(sanitising: binding.shownKeys), text: DisplayText(sanitising: binding.help))
                let isNew = !lines.contains { $0.keys == line.keys && $0.text == line.text }
                let matches = wanted.isEmpty || "\(binding.shownKeys) \(binding.help)".lowercased().contains(wanted)
                if isNew, matches { lines.append(line) }
            }
            return lines.isEmpty ? [] : [Line(keys: .empty, text: DisplayText(sanitising: group.rawValue))] + lines
        }
        if wanted.isEmpty { groups.append(legend + mouse) }
        return groups.filter { !$0.isEmpty }
    }

    private var mouse: [Line] {
        [
            Line(keys: .empty, text: .empty), Line(keys: .empty, text: "MOUSE"),
            Line(keys: "wheel", text: "zoom at the pointer"), Line(keys: "drag", text: "pan"),
            Line(keys: "click", text: "select"), Line(keys: "double click", text: "open"),
        ]
    }

    private var legend: [Line] {
        let isASCII = state.appearance.charset == .ascii
        return [
            Line(keys: .empty, text: "READING THE MAP"),
            Line(keys: isASCII ? "o" : "●", text: "one row"),
            Line(keys: isASCII ? ">@<" : "[●]", text: "the selected row"),
            Line(keys: isASCII ? "(42)" : "▐42▌", text: "42 rows here"),
            Line(keys: isASCII ? "[317]" : "▐317▌", text: "100 rows or more: bright"),
            Line(keys: isASCII ? "{1.2k}" : "▐1.2k▌", text: "1,000 or more: taller"),
            Line(keys: isASCII ? ">317<" : "[317]", text: "holds the selected row"),
        ]
    }

    /// Whole groups spread over columns, each as tall as the rest allows.
    private func balanced(_ groups: [[Line]], into count: Int) -> [[Line]] {
        let total = groups.reduce(0) { $0 + $1.count + 1 }
        var columns: [[Line]] = [[]]
        for group in groups {
            let isFull = columns[columns.count - 1].count + group.count / 2 > total / count
            if isFull, columns.count < count, !columns[columns.count - 1].isEmpty { columns.append([]) }
            let gap = columns[columns.count - 1].isEmpty ? [] : [Line(keys: .empty, text: .empty)]
            columns[columns.count - 1] += gap + group
        }
        return columns
    }

    private func draw(_ lines: [Line], keysOf all: [Line], in area: CellRect, _ frame: inout CellBuffer) {
        let keyWidth = min(all.map(\.keys.width).max() ?? 0, area.width / 2)
        for (index, line) in lines.enumerated() {
            let row = area.row + index
            if line.isTitle {
                put(&frame, line.text, area.column, row, .panelDim, .bold)
                continue
            }
            let keys = line.keys.clipped(to: keyWidth)
            put(&frame, keys, area.column + keyWidth - keys.width, row, .panelKey, .bold)
            put(&frame, line.text.clipped(to: area.width - keyWidth - 2), area.column + keyWidth + 2, row, .panelText)
        }
    }
}
