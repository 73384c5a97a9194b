import App
import CellGraphics
import MapModel
import Streams

extension PanelPainter {
    /// The rows of a cluster, a page of them; beside the map also the columns of the chosen one.
    func drawMembers(_ list: MemberList, _ area: CellRect, _ frame: inout CellBuffer) {
        let rows = state.memberRows(of: list)
        let last = list.cursor.top + rows.count
        let dash = isASCII ? "-" : "–"
        drawTitle(
            title(of: list), remark(on: list, "\((list.cursor.top + 1).grouped)\(dash)\(last.grouped)"), area,
            &frame
        )
        if list.count == 0, list.fetched != nil {
            if list.fetched?.isComplete == true {
                put(&frame, "No rows", area.column + 2, area.row + PanelMetrics.listTop, .panelDim)
            }
            return
        }
        if list.count == 0 {
            put(
                &frame, "None contains “\(DisplayText(sanitising: list.arrangement.filter, limit: 40))”",
                area.column + 2, area.row + PanelMetrics.listTop, .panelDim)
            return
        }
        for (index, row) in rows.enumerated() {
            let isCurrent = list.cursor.top + index == list.cursor.index
            drawLine(
                state.title(ofRow: row), state.data.numberText(ofRow: row), isCurrent: isCurrent,
                area.row + PanelMetrics.listTop + index, area, &frame, isMarked: state.marks.contains(row))
        }
        let bottom = area.row + PanelMetrics.listTop + ListKind.members.type.pageRows(state)
        guard state.layout.isSidePanel, bottom + 3 < area.endRow else { return }
        drawRule(bottom, area, &frame)
        let details = CellRect(
            column: area.column, row: bottom + 1, width: area.width, height: area.endRow - bottom - 1)
        guard let selection = state.selection.current else { return }
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

    private func title(of list: MemberList) -> DisplayText {
        list.count == list.total || list.fetched != nil
            ? "\(list.total.grouped) here" : "\(list.count.grouped) of \(list.total.grouped) here"
    }

    private func remark(on list: MemberList, _ range: DisplayText) -> DisplayText {
        if list.awaitedTicket != nil { return "sorting …" }
        if list.fetched?.awaitedTicket != nil { return "asking …" }
        if list.count == 0 { return .empty }
        if !list.arrangement.filter.isEmpty {
            return "“\(DisplayText(sanitising: list.arrangement.filter, limit: 20))” " + range
        }
        guard let order = list.arrangement.sorting.remark else { return range }
        return order + " " + range
    }
}
