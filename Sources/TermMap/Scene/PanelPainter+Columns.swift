import CellGraphics
import Rows

extension PanelPainter {
    /// The columns with their types, from which one is chosen.
    func drawColumns(_ picker: ColumnPicker, _ area: CellRect, _ frame: inout CellBuffer) {
        let isFigure = picker.purpose == .figure
        let title: DisplayText =
            isFigure ? DisplayText(sanitising: picker.function.rawValue) + " on badges" : "Colour by"
        drawTitle(title, "\(state.data.columnNames.count.counted("column"))", area, &frame)
        let first = PanelMetrics.firstRow(ofLayers: picker.cursor, height: area.height)
        let room = area.height - PanelMetrics.listTop
        let none: DisplayText = isFigure ? "counts" : "no column"
        let names = [none] + state.data.columnNames.map { DisplayText(sanitising: $0) }
        for (index, name) in names.enumerated().dropFirst(first).prefix(room) {
            drawLine(
                name, index == 0 ? .empty : remark(onColumn: index - 1), isCurrent: index == picker.cursor,
                area.row + PanelMetrics.listTop + index - first, area, &frame)
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
        case .text: "words"
        }
    }
}
