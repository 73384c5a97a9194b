import App
import CellGraphics
import DataSets
import MapModel
import Rows

/// The panel of a row of a comparison: what it was and is, and the differences around it.
extension PanelPainter {
    /// False where the selected row is none of a comparison, or is not read.
    func drawChange(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) -> Bool {
        guard let record = state.selectedChange, let changes = state.data.rows.changes else { return false }
        let isTall = PanelMetrics.isTall(area)
        // Where there is no line for it, what became of the row matters more than its key.
        let verdict = state.verdict(ofRow: record.row, changes)
        drawTitle(state.title(ofRow: record.row), isTall ? identifier : verdict, area, &frame)
        if isTall { drawVerdict(record.row, changes, area, &frame) }
        let body = PanelMetrics.textBody(of: area)
        guard let panel = state.changePanel(in: body) else { return true }
        let page = ScrollPage(of: panel.lines.count, height: body.height, scroll: scroll)
        drawRange(page, body, &frame)
        let cursor = min(state.panels.valueCursor, record.fields.count - 1)
        for (row, line) in panel.lines[page.shown].enumerated() {
            draw(line, isCurrent: line.field == cursor, body, body.row + row, &frame)
        }
        let rest = CellRect(
            column: body.column, row: body.row + panel.lines.count + 1, width: body.width,
            height: body.height - panel.lines.count - 2)
        if !page.isPaged, state.layout.isSidePanel, rest.height >= 4 { drawNear(changes, rest, &frame) }
        return true
    }

    private var mode: ColorMode { state.screen.appearance.theme.mode }

    /// What identifies the selected row.
    private var identifier: DisplayText {
        guard case .success(let record) = state.selection.record, let changes = state.data.rows.changes
        else { return "" }
        let keys = Set(changes.difference.key)
        let values = record.fields.filter { keys.contains($0.name) }.map(\.value.text)
        return DisplayText(sanitising: values.joined(separator: " "), limit: 60)
    }

    private func drawVerdict(
        _ row: UInt32, _ changes: ShownChanges, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let sign = changes.sign(ofRow: row)
        let text = (isASCII ? sign.texts.plain : sign.texts.sign) + " " + state.verdict(ofRow: row, changes)
        put(&frame, text, area.column + 2, area.row + 2, sign.ink(mode), .bold)
        if changes.difference.uncertain.contains(row) {
            put(&frame, "paired uncertainly", area.column + 4 + text.width, area.row + 2, .warning)
        }
    }

    private func draw(
        _ line: ChangePanel.Line, isCurrent: Bool, _ area: CellRect, _ row: Int, _ frame: inout CellBuffer
    ) {
        let paper: Role = isCurrent ? .currentRow : .panel
        if isCurrent {
            frame.fill(
                CellRect(column: area.column, row: row, width: area.width, height: 1), paper: paper.index)
        }
        if let bar = line.bar {
            put(&frame, isASCII ? "|" : "▌", area.column, row, mode == .mono ? .text : bar, on: paper)
        } else if isCurrent {
            put(&frame, isASCII ? ">" : "▌", area.column, row, .barKey, on: paper)
        }
        for span in line.spans {
            put(&frame, span.text, area.column + 2 + span.column, row, span.role, span.attributes, on: paper)
        }
    }

    /// The differences around it, nearest first, as many as there is room for.
    private func drawNear(_ changes: ShownChanges, _ area: CellRect, _ frame: inout CellBuffer) {
        drawRule(area.row, area, &frame)
        put(&frame, "changes near", area.column + 2, area.row + 1, .panelStrong, .bold)
        let inView: DisplayText = "\(state.rowsInView.grouped) in view"
        put(&frame, inView, area.endColumn - 2 - inView.width, area.row + 1, .panelDim)
        for (index, row) in state.selection.near.rows.prefix(area.height - 2).enumerated() {
            let line = area.row + 2 + index
            let sign = changes.sign(ofRow: row)
            put(
                &frame, isASCII ? sign.texts.plain : sign.texts.sign, area.column + 2, line, sign.ink(mode),
                .bold)
            let remark = state.shortChange(ofRow: row, changes)
            let room = area.width - 6 - (remark.isEmpty ? 0 : remark.width + 2)
            let title = state.title(ofRow: row).clipped(to: max(room, 1), ellipsis: ellipsis)
            put(&frame, title, area.column + 4, line, .panelText)
            put(&frame, remark, area.endColumn - 2 - remark.width, line, .panelDim)
        }
    }
}
