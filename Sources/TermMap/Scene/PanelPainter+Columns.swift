import App
import CellGraphics
import RowValues

extension PanelPainter {
    /// The columns with their types, from which one is chosen.
    func drawColumns(_ picker: ColumnPicker, _ area: CellRect, _ frame: inout CellBuffer) {
        let isFigure = picker.purpose == .figure
        let title: DisplayText =
            isFigure
            ? DisplayText(sanitising: picker.function.rawValue)
                + (picker.changesBadges ? " and size of badges" : " on badges")
            : picker.changesBadges ? "Badges by" : "Colour by"
        let names = state.data.columnNames
        let lines = picker.lines(of: names)
        let count = lines.count { $0 != nil }
        let total: DisplayText = "\(names.count.counted("column"))"
        drawField(
            picker.field, after: title, ink: .panelStrong,
            remark: count == names.count ? total : "\(count.grouped) of \(total)", spinner: .empty, area,
            &frame)
        let first = picker.cursor.top
        let room = area.height - PanelMetrics.listTop
        let none: DisplayText = isFigure ? "counts" : "no column"
        for (index, line) in lines.enumerated().dropFirst(first).prefix(room) {
            drawLine(
                line.map { DisplayText(sanitising: names[$0]) } ?? none,
                line.map { remark(onColumn: $0) } ?? .empty, isCurrent: index == picker.cursor.index,
                area.row + PanelMetrics.listTop + index - first, area, &frame)
        }
        if lines.isEmpty, room > 0 {
            put(
                &frame, "No column contains this", area.column + 2, area.row + PanelMetrics.listTop, .panelDim
            )
        }
    }

    private func remark(onColumn index: Int) -> DisplayText {
        guard index < state.data.columns.count else { return .empty }
        let column = state.data.columns[index]
        let percent = Int((column.missingShare * 100).rounded())
        let missing = percent > 0 ? "\(percent) % without  " : ""
        return DisplayText(sanitising: missing + column.kind.noun)
    }
}

extension ColumnKind {
    /// For lists of columns.
    var noun: String {
        switch self {
        case .number: "number"
        case .time: "date"
        case .boolean: "true, false"
        case .text: "text"
        }
    }
}
