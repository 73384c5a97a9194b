import App
import CellGraphics
import MapModel
import Streams

/// Draws the panel beside or below the map: details, members, layers, skipped rows.
struct PanelPainter {
    let state: AppState
    let keyMap: KeyMap

    /// Below this width lists show names alone.
    static let roomyWidth = 36

    var isASCII: Bool { state.screen.appearance.charset == .ascii }
    var ellipsis: Ellipsis { isASCII ? .tilde : .unicode }

    func words(_ text: KeyedText) -> DisplayText { keyMap.words(text, in: state) }

    func draw(_ panel: Panel, into frame: inout CellBuffer, area: CellRect) {
        frame.fill(area, paper: Role.panel.index)
        if !state.layout.isSidePanel, panel != .table, panel != .areas {
            let edge = DisplayText(sanitising: String(repeating: isASCII ? "-" : "▔", count: area.width))
            put(&frame, edge, area.column, area.row, .panelRule)
        }
        let scroll = state.panels.scroll
        switch panel {
        case .details: drawDetails(scroll, area, &frame)
        case .list(let kind): draw(kind, area, &frame)
        case .skipped: drawSkipped(scroll, area, &frame)
        case .about, .place, .position, .spot, .journey: drawFields(of: panel, area, &frame)
        case .summary:
            if let subject = state.summarySubject { drawSummary(of: subject, scroll, area, &frame) }
        }
    }

    func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ role: Role,
        _ attributes: Attributes = [],
        on paper: Role = .panel
    ) {
        frame.put(text, at: CellPoint(column: column, row: row), style: Style(role, on: paper, attributes))
    }

    /// The title at the left and, where there is room beside it, a remark at the right; on the panel's second row.
    @discardableResult
    func drawTitle(
        _ title: DisplayText, _ remark: DisplayText, _ area: CellRect, _ frame: inout CellBuffer
    ) -> Bool {
        let row = area.row + 1
        let room = area.width - 4
        put(&frame, title.clipped(to: room, ellipsis: ellipsis), area.column + 2, row, .panelStrong, .bold)
        guard title.width + 2 + remark.width <= room else { return false }
        put(&frame, remark, area.endColumn - 2 - remark.width, row, .panelDim)
        return true
    }

    /// What is typed into a list, on the panel's second row: a sign before it, and at the right, where there is room,
    /// a remark and what turns while one waits.
    func drawField(
        _ field: TextField, after sign: DisplayText, ink: Role, remark: DisplayText, spinner: DisplayText,
        _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let row = area.row + 1
        let line = CellRect(column: area.column + 1, row: row, width: area.width - 2, height: 1)
        frame.fill(line, paper: Role.inputField.index)
        put(&frame, sign, area.column + 2, row, ink, .bold, on: .inputField)
        let start = area.column + 2 + sign.width + 1
        let right = remark.width + (spinner.isEmpty ? 0 : spinner.width + 1)
        let isRoomy = area.width - (start - area.column) - 3 - right >= 12
        let end = line.endColumn - 1 - (isRoomy ? right + 1 : spinner.width + 1)
        let text = CellRect(column: start, row: row, width: max(end - start, 1), height: 1)
        FieldPainter(paper: .inputField, isASCII: isASCII).draw(field, in: text, into: &frame)
        var column = line.endColumn - 1
        if isRoomy {
            column -= remark.width
            put(&frame, remark, column, row, .panelDim, on: .inputField)
            column -= 1
        }
        put(&frame, spinner, column - spinner.width, row, .warning, on: .inputField)
    }

    func drawRule(_ row: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        let line = DisplayText(
            sanitising: String(repeating: isASCII ? "-" : "─", count: max(area.width - 4, 0)))
        put(&frame, line, area.column + 2, row, .panelRule)
    }

    /// The sign of a marked row.
    func drawMark(_ column: Int, _ row: Int, on paper: Role, _ frame: inout CellBuffer) {
        put(&frame, BadgePainter.markSign(isASCII: isASCII), column, row, .mark, .bold, on: paper)
    }

    // MARK: - Skipped rows

    private func drawSkipped(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        drawTitle("\(state.data.skipped.total.counted("row")) skipped", "", area, &frame)
        let body = PanelMetrics.listBody(of: area)
        let lines = state.skippedLines(width: area.width)
        let page = ScrollPage(of: lines.count, height: body.height, scroll: scroll)
        drawRange(page, body, &frame)
        for (index, line) in lines[page.shown].enumerated() {
            put(&frame, line.text, area.column + 2, body.row + index, line.kind.role)
        }
    }

    /// Where not all lines fit, the last row says which are shown.
    func drawRange(_ page: ScrollPage, _ area: CellRect, _ frame: inout CellBuffer) {
        guard page.isPaged else { return }
        let arrows: DisplayText = isASCII ? "" : page.shown.upperBound < page.count ? " ↓" : " ↑"
        let range = "\(page.shown.lowerBound + 1)\(isASCII ? "-" : "–")\(page.shown.upperBound)"
        let text: DisplayText = "lines \(range) of \(page.count)" + arrows
        put(&frame, text, area.endColumn - 2 - text.width, area.endRow - 1, .panelKey)
    }
}

extension AppState.SkippedLine {
    fileprivate var role: Role {
        switch self {
        case .notice: .warning
        case .reason: .panelText
        case .example: .panelDim
        case .none: .good
        }
    }
}
