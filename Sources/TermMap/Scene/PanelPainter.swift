import CellGraphics
import MapModel
import MapSources

/// Draws the panel beside or below the map: details, members, layers, skipped rows.
struct PanelPainter {
    let state: AppState

    private static let longestKey = 12
    private static let rowsPerValue = 3

    private var isASCII: Bool { state.appearance.charset == .ascii }
    private var ellipsis: Ellipsis { isASCII ? .tilde : .unicode }

    func draw(_ panel: AppState.Panel, into frame: inout CellBuffer, area: CellRect) {
        frame.fill(area, paper: Role.panel.index)
        if !state.layout.isSidePanel {
            let edge = DisplayText(sanitising: String(repeating: isASCII ? "-" : "▔", count: area.width))
            put(&frame, edge, area.column, area.row, .panelRule)
        }
        switch panel {
        case .details(let scroll): drawDetails(scroll, area, &frame)
        case .members(let list): drawMembers(list, area, &frame)
        case .layers(let cursor): drawLayers(cursor, area, &frame)
        case .skipped(let scroll): drawSkipped(scroll, area, &frame)
        }
    }

    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ role: Role,
        _ attributes: Attributes = [],
        on paper: Role = .panel
    ) {
        frame.put(text, at: CellPoint(column: column, row: row), style: Style(role, on: paper, attributes))
    }

    /// The title at the left, a remark at the right, both on the second row of the panel.
    private func drawTitle(
        _ title: DisplayText, _ remark: DisplayText, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let row = area.row + 1
        let room = area.width - 4 - (remark.isEmpty ? 0 : remark.width + 2)
        put(&frame, title.clipped(to: room, ellipsis: ellipsis), area.column + 2, row, .panelStrong, .bold)
        put(&frame, remark, area.endColumn - 2 - remark.width, row, .panelDim)
    }

    private func drawRule(_ row: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        let line = DisplayText(
            sanitising: String(repeating: isASCII ? "-" : "─", count: max(area.width - 4, 0)))
        put(&frame, line, area.column + 2, row, .panelRule)
    }

    // MARK: - Details

    private func drawDetails(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        guard let selection = state.selection else {
            drawTitle("nothing selected", "", area, &frame)
            put(&frame, "Tab selects the nearest place", area.column + 2, area.row + 3, .panelDim)
            return
        }
        drawTitle(state.title(ofRow: selection.row), remark(on: selection), area, &frame)
        let top = area.row + (area.height > 8 ? 4 : 2)
        if area.height > 8 {
            put(&frame, place(of: selection), area.column + 2, area.row + 2, .panelDim)
        }
        let fields = CellRect(column: area.column, row: top, width: area.width, height: area.endRow - top)
        drawRecord(scroll, fields, &frame)
    }

    private func place(of selection: Selection) -> DisplayText {
        let place = WebMercator.unproject(selection.point)
        return "\(place.latitude.fixed(5)), \(place.longitude.fixed(5))"
    }

    /// Where the row stands among those at its mark, and its line in the file.
    private func remark(on selection: Selection) -> DisplayText {
        if let annotation = state.selectedAnnotation, !annotation.isPlace {
            return "one of \(annotation.count.grouped) here · o lists them"
        }
        if case .success(let record) = state.record { return "line \(record.line.grouped)" }
        return ""
    }

    private func drawRecord(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        switch state.record {
        case nil: put(&frame, "reading …", area.column + 2, area.row, .panelDim)
        case .failure(let error):
            for (index, line) in DisplayText(sanitising: error.message).wrapped(to: area.width - 4)
                .enumerated()
            {
                put(&frame, line, area.column + 2, area.row + index, .error)
            }
        case .success(let record): drawFields(record, scroll, area, &frame)
        }
    }

    private struct FieldLine {
        var key: DisplayText
        var value: DisplayText
    }

    /// All columns; values are wrapped, and on scrolling one sees every line of them.
    private func drawFields(_ record: RowRecord, _ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        let columns = state.layout.isSidePanel || area.width < 70 ? 1 : 2
        let width = (area.width - 4 - (columns - 1) * 2) / columns
        let keyWidth = min(
            record.fields.map { DisplayText(sanitising: $0.name).width }.max() ?? 0, Self.longestKey)
        let lines = record.fields.map { fieldLines($0, keyWidth: keyWidth, width: width) }
        let perColumn = (lines.count + columns - 1) / columns
        var tallest = 0
        for column in 0..<columns {
            let part = lines.dropFirst(column * perColumn).prefix(perColumn).flatMap { $0 }
            tallest = max(tallest, part.count)
            let first = min(scroll, max(part.count - area.height, 0))
            let x = area.column + 2 + column * (width + 2)
            for (index, line) in part.dropFirst(first).prefix(area.height).enumerated() {
                put(&frame, line.key, x, area.row + index, .panelDim)
                put(&frame, line.value, x + keyWidth + 2, area.row + index, .panelText)
            }
        }
        if tallest > area.height { drawMoreMark(scroll, tallest, area, &frame) }
    }

    private func fieldLines(_ field: RowRecord.Field, keyWidth: Int, width: Int) -> [FieldLine] {
        let key = DisplayText(sanitising: field.name, limit: 200).clipped(to: keyWidth, ellipsis: ellipsis)
        let value = DisplayText(sanitising: field.value)
        let lines = value.isEmpty ? [isASCII ? "-" : "–"] : value.wrapped(to: max(width - keyWidth - 2, 1))
        return lines.enumerated().map { FieldLine(key: $0.offset == 0 ? key : .empty, value: $0.element) }
    }

    private func drawMoreMark(_ scroll: Int, _ total: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        let last = min(scroll + area.height, total)
        let text: DisplayText = "\(last) of \(total)\(isASCII ? "" : last < total ? " ↓" : " ↑")"
        put(&frame, text, area.endColumn - 2 - text.width, area.endRow - 1, .panelKey)
    }

    // MARK: - Members

    private func drawMembers(_ list: MemberList, _ area: CellRect, _ frame: inout CellBuffer) {
        let rows = state.memberRows(of: list)
        let last = list.top + rows.count
        let dash = isASCII ? "-" : "–"
        drawTitle(
            "\(list.count.grouped) here",
            "\((list.top + 1).grouped)\(dash)\(last.grouped) of \(list.count.grouped)", area, &frame)
        for (index, row) in rows.enumerated() {
            let isCurrent = list.top + index == list.cursor
            drawLine(
                state.title(ofRow: row), "row \((Int(row) + 1).grouped)", isCurrent: isCurrent,
                area.row + PanelMetrics.listTop + index, area, &frame)
        }
        let bottom = area.row + PanelMetrics.listTop + state.memberPageRows
        guard state.layout.isSidePanel, bottom + 3 < area.endRow else { return }
        drawRule(bottom, area, &frame)
        let details = CellRect(
            column: area.column, row: bottom + 1, width: area.width, height: area.endRow - bottom - 1)
        guard let selection = state.selection else { return }
        put(
            &frame, state.title(ofRow: selection.row).clipped(to: area.width - 4, ellipsis: ellipsis),
            area.column + 2,
            details.row, .panelStrong, .bold)
        drawRecord(
            0,
            CellRect(
                column: area.column, row: details.row + 2, width: area.width, height: details.height - 2),
            &frame)
    }

    /// One line of a list: the bar of the current one, a text, a remark at the right.
    private func drawLine(
        _ text: DisplayText, _ remark: DisplayText, isCurrent: Bool, _ row: Int, _ area: CellRect,
        _ frame: inout CellBuffer
    ) {
        let paper: Role = isCurrent ? .currentRow : .panel
        frame.fill(CellRect(column: area.column, row: row, width: area.width, height: 1), paper: paper.index)
        if isCurrent { put(&frame, isASCII ? ">" : "▌", area.column, row, .barKey, on: paper) }
        let room = area.width - 5 - remark.width - 1
        put(
            &frame, text.clipped(to: room, ellipsis: ellipsis), area.column + 2, row,
            isCurrent ? .panelStrong : .panelText, isCurrent ? .bold : [], on: paper)
        put(&frame, remark, area.endColumn - 2 - remark.width, row, .panelDim, on: paper)
    }

    // MARK: - Layers

    private func drawLayers(_ cursor: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        drawTitle("Layers", "Space shows or hides", area, &frame)
        let first = max(cursor - (area.height - PanelMetrics.listTop) + 1, 0)
        let entries = LayerEntry.allCases.enumerated().dropFirst(first)
        for (index, entry) in entries.prefix(area.height - PanelMetrics.listTop) {
            let isShown = state.layers[keyPath: entry.isShown]
            let mark: DisplayText = isASCII ? (isShown ? "[x] " : "[ ] ") : (isShown ? "● " : "○ ")
            drawLine(
                mark + entry.title, isShown ? "shown" : "hidden", isCurrent: index == cursor,
                area.row + PanelMetrics.listTop + index - first, area, &frame)
        }
    }

    // MARK: - Skipped rows

    private func drawSkipped(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        drawTitle("\(state.skipped.total.grouped) rows skipped", "", area, &frame)
        var lines: [(DisplayText, Role)] = state.notices.flatMap { notice in
            DisplayText(sanitising: notice).wrapped(to: area.width - 4).map { ($0, Role.warning) }
        }
        lines += SkippedRows.Reason.allCases.filter { state.skipped.count(of: $0) > 0 }
            .map { ("\(state.skipped.count(of: $0).grouped) \($0.words)", Role.panelText) }
        if !state.skipped.examples.isEmpty { lines.append((.empty, .panelText)) }
        for example in state.skipped.examples {
            let text = DisplayText(sanitising: example.message(file: state.fileName.text))
            lines += text.wrapped(to: area.width - 4).map { ($0, Role.panelDim) }
        }
        if lines.isEmpty { lines = [("every row has a place", .good)] }
        let room = area.height - PanelMetrics.listTop
        let first = min(scroll, max(lines.count - room, 0))
        for (index, line) in lines.dropFirst(first).prefix(room).enumerated() {
            put(&frame, line.0, area.column + 2, area.row + PanelMetrics.listTop + index, line.1)
        }
        if lines.count > room { drawMoreMark(first, lines.count, area, &frame) }
    }
}

extension AppState {
    /// What a row is called: its label, or its number while that is not known.
    func title(ofRow row: UInt32) -> DisplayText {
        if let label = rowLabels[row], !label.isEmpty { return label }
        return "row \((Int(row) + 1).grouped)"
    }
}
