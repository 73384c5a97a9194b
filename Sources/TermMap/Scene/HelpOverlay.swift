import CellGraphics
import MapModel

/// The help over the map: the key table in columns, filtered as one types, and how to read the map.
struct HelpOverlay {
    let state: AppState
    let keyMap: KeyMap

    private struct Line {
        var keys: DisplayText
        var text: DisplayText
        /// The keys are drawn as a badge of this many rows, as it looks on the map.
        var sample: Int?

        var isTitle: Bool { keys.isEmpty && !text.isEmpty && sample == nil }
    }

    private struct Column {
        var lines: [Line]

        var keyWidth: Int { lines.map(\.keys.width).max() ?? 0 }
        var width: Int { keyWidth + 2 + (lines.map(\.text.width).max() ?? 0) }
    }

    /// Blanks between columns.
    private static let gap = 3

    /// The part of the map that the help covers.
    func area(_ help: HelpState, screenWidth: Int, map: CellRect) -> CellRect {
        let columns = columns(help, screenWidth: screenWidth)
        let needed = columns.reduce(3) { $0 + $1.width + Self.gap }
        let width = max(min(needed, Self.mostWidth(screenWidth)), min(44, screenWidth))
        let height = min((columns.map(\.lines.count).max() ?? 0) + 5, map.height)
        return CellRect(
            column: (screenWidth - width) / 2, row: max((map.height - height) / 2, 0), width: width,
            height: height)
    }

    /// Returns how far the help can be scrolled.
    func draw(_ help: HelpState, into frame: inout CellBuffer, map: CellRect) -> Int {
        let area = area(help, screenWidth: frame.width, map: map)
        let columns = columns(help, screenWidth: frame.width)
        frame.fill(area, paper: Role.panel.index)
        drawHead(help, area, &frame)
        let tallest = columns.map(\.lines.count).max() ?? 0
        let room = area.height - 4
        let scroll = min(help.scroll, max(tallest - room, 0))
        var x = area.column + 3
        for column in columns {
            let place = CellRect(
                column: x, row: area.row + 4, width: min(column.width, area.endColumn - 3 - x), height: room)
            draw(column, from: scroll, in: place, &frame)
            x += column.width + Self.gap
        }
        if tallest > room {
            let more: DisplayText = scroll + room < tallest ? "↓ more" : "↑ more"
            put(&frame, more, area.endColumn - 3 - more.width, area.endRow - 1, .panelKey)
        }
        return max(tallest - room, 0)
    }

    private static func mostWidth(_ screenWidth: Int) -> Int {
        min(screenWidth - (screenWidth < 60 ? 0 : 4), 124)
    }

    private func columns(_ help: HelpState, screenWidth: Int) -> [Column] {
        columns(groups(filter: help.filter.text), within: Self.mostWidth(screenWidth) - 6)
    }

    @discardableResult
    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ role: Role,
        _ attributes: Attributes = []
    ) -> Int {
        column
            + frame.put(
                text, at: CellPoint(column: column, row: row), style: Style(role, on: .panel, attributes))
    }

    private func drawHead(_ help: HelpState, _ area: CellRect, _ frame: inout CellBuffer) {
        var column = put(&frame, "Keys", area.column + 3, area.row + 1, .panelStrong, .bold) + 2
        let typed = help.filter.text
        column = put(
            &frame, typed.isEmpty ? "type to filter" : "/\(typed)", column, area.row + 1,
            typed.isEmpty ? .panelDim : .panelKey)
        let close: DisplayText = "Esc closes"
        if column + close.width + 4 < area.endColumn {
            put(&frame, close, area.endColumn - 3 - close.width, area.row + 1, .panelDim)
        }
        let rule = String(
            repeating: state.screen.appearance.charset == .ascii ? "-" : "─", count: max(area.width - 6, 0))
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
                    keys: DisplayText(sanitising: binding.shownKeys),
                    text: DisplayText(sanitising: binding.help))
                let isNew = !lines.contains { $0.keys == line.keys && $0.text == line.text }
                let matches =
                    wanted.isEmpty || "\(binding.shownKeys) \(binding.help)".lowercased().contains(wanted)
                if isNew, matches { lines.append(line) }
            }
            return lines.isEmpty
                ? [] : [Line(keys: .empty, text: DisplayText(sanitising: group.rawValue))] + lines
        }
        if wanted.isEmpty { groups.append(legend + mouse) }
        return groups.filter { !$0.isEmpty }
    }

    private var mouse: [Line] {
        [
            Line(keys: .empty, text: .empty), Line(keys: .empty, text: "MOUSE"),
            Line(keys: "wheel", text: "zoom at pointer"), Line(keys: "drag", text: "pan"),
            Line(keys: "click", text: "select"), Line(keys: "double click", text: "open"),
        ]
    }

    private var legend: [Line] {
        let isASCII = state.screen.appearance.charset == .ascii
        func badge(_ count: Int, _ text: DisplayText) -> Line {
            let width = count == 1 ? 1 : ClusterScale.abbreviatedCount(count).count + 2
            let room = DisplayText(sanitising: String(repeating: " ", count: width))
            return Line(keys: room, text: text, sample: count)
        }
        let gap = Line(keys: .empty, text: .empty)
        return [
            Line(keys: .empty, text: "READING THE MAP"), badge(1, "one row"), badge(7, "2 to 9 rows"),
            badge(42, "10 or more"), badge(317, "100 or more"), gap, badge(1200, "1,000 or more"), gap, gap,
            badge(28_000, "10,000 or more"), gap, Line(keys: isASCII ? ">@<" : "[●]", text: "selected"),
            Line(keys: isASCII ? ">317<" : "[317]", text: "has selection"),
        ]
    }

    /// As many columns, at most three, as fit `width`.
    private func columns(_ groups: [[Line]], within width: Int) -> [Column] {
        for count in [3, 2] {
            let columns = balanced(groups, into: count)
            if columns.reduce(-Self.gap, { $0 + $1.width + Self.gap }) <= width { return columns }
        }
        return balanced(groups, into: 1)
    }

    /// Whole groups spread over columns of about the same height.
    private func balanced(_ groups: [[Line]], into count: Int) -> [Column] {
        let total = groups.reduce(0) { $0 + $1.count + 1 }
        var columns = [Column(lines: [])]
        for group in groups {
            let height = columns[columns.count - 1].lines.count
            if height + group.count / 2 > total / count, columns.count < count, height > 0 {
                columns.append(Column(lines: []))
            }
            let isFirst = columns[columns.count - 1].lines.isEmpty
            columns[columns.count - 1].lines += (isFirst ? [] : [Line(keys: .empty, text: .empty)]) + group
        }
        return columns
    }

    private func draw(_ column: Column, from first: Int, in area: CellRect, _ frame: inout CellBuffer) {
        let keyWidth = min(column.keyWidth, area.width / 2)
        for (index, line) in column.lines.dropFirst(first).prefix(area.height).enumerated() {
            let row = area.row + index
            if line.isTitle {
                put(&frame, line.text, area.column, row, .panelDim, .bold)
                continue
            }
            if let count = line.sample {
                drawSample(count, endColumn: area.column + keyWidth, row, area, &frame)
                put(
                    &frame, line.text.clipped(to: area.width - keyWidth - 2), area.column + keyWidth + 2, row,
                    .panelText)
                continue
            }
            let keys = line.keys.clipped(to: keyWidth)
            put(&frame, keys, area.column + keyWidth - keys.width, row, .panelKey, .bold)
            let text = line.text.clipped(to: area.width - keyWidth - 2)
            put(&frame, text, area.column + keyWidth + 2, row, .panelText)
        }
    }

    /// A badge as on the map; the tall ones only where their three rows are inside.
    private func drawSample(
        _ count: Int, endColumn: Int, _ row: Int, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let isTall =
            ClusterScale.sizeClass(of: count) >= 5 && state.screen.appearance.charset != .ascii
            && row > area.row && row + 1 < area.endRow
        let width = count == 1 ? 1 : ClusterScale.abbreviatedCount(count).count + 2
        let rect = CellRect(
            column: endColumn - width, row: isTall ? row - 1 : row, width: width, height: isTall ? 3 : 1)
        BadgePainter(charset: state.screen.appearance.charset, mode: state.screen.appearance.theme.mode)
            .drawSample(count: count, rect: rect, into: &frame)
    }
}
