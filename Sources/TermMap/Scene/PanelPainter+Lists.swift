import App
import CellGraphics
import MapModel

extension PanelPainter {
    func draw(_ kind: ListKind, _ area: CellRect, _ frame: inout CellBuffer) {
        switch kind {
        case .table: drawTable(area, &frame)
        case .search: drawSearch(area, &frame)
        case .areas: drawAreas(area, &frame)
        case .addresses: drawAddresses(area, &frame)
        case .stops: drawStops(area, &frame)
        default: if let list = kind.type as? any LineList.Type { draw(list, area, &frame) }
        }
        if kind == .members { drawChosenMember(area, &frame) }
        if kind == .layers { drawMixture(area, &frame) }
    }

    /// A list of rows that take a line each, below its title or its field.
    private func draw(_ list: any LineList.Type, _ area: CellRect, _ frame: inout CellBuffer) {
        let head = list.head(state)
        let remark = words(head.remark)
        if let field = head.field {
            drawField(
                field, after: head.title, ink: .panelStrong, remark: remark, spinner: .empty, area, &frame)
        } else {
            // A long title leaves room for the remark.
            let room = area.width - 6 - remark.width
            drawTitle(
                room < 8 ? head.title : head.title.clipped(to: room, ellipsis: ellipsis), remark, area, &frame
            )
        }
        let note = head.note.clipped(to: max(area.width - 4, 0), ellipsis: ellipsis)
        put(&frame, note, area.column + 2, area.row + 2, .panelDim)
        let (shown, cursor) = (list.shown(state), state[keyPath: list.cursor].index)
        let top = area.row + list.headRows
        for (index, line) in zip(shown, list.lines(shown, state)) {
            draw(line, isCurrent: index == cursor, top + index - shown.lowerBound, area, &frame)
        }
        if shown.isEmpty, top < area.endRow {
            put(&frame, words(list.emptyText(state)), area.column + 2, top, .panelDim)
        }
    }

    /// The bar of the current line, its text, and its remark at the right.
    private func draw(
        _ line: ListLine, isCurrent: Bool, _ row: Int, _ area: CellRect, _ frame: inout CellBuffer,
        mostCounted: Int = 0
    ) {
        let paper: Role = isCurrent ? .currentRow : .panel
        frame.fill(CellRect(column: area.column, row: row, width: area.width, height: 1), paper: paper.index)
        if isCurrent { put(&frame, isASCII ? ">" : "▌", area.column, row, .barKey, on: paper) }
        if line.isMarked { drawMark(area.column + 1, row, on: paper, &frame) }
        let remark = area.width >= Self.roomyWidth ? line.remark : .empty
        let middle = area.column + Self.middleColumn
        let hasMiddle = line.count != nil || !line.meaning.isEmpty
        let room = hasMiddle ? Self.middleColumn - 3 : area.width - (remark.isEmpty ? 4 : 5 + remark.width)
        put(
            &frame, line.text.clipped(to: room, ellipsis: ellipsis), area.column + 2, row,
            isCurrent ? .panelStrong : .panelText, isCurrent ? .bold : [], on: paper)
        put(&frame, remark, area.endColumn - 2 - remark.width, row, line.remarkRole, on: paper)
        let end = area.endColumn - 4 - remark.width
        put(
            &frame, line.meaning.clipped(to: max(end - middle, 0), ellipsis: ellipsis), middle, row,
            .panelDim, on: paper)
        if let count = line.count, mostCounted > 0 {
            let bar = String(
                repeating: isASCII ? "=" : "▄", count: max(count * Self.barWidth / mostCounted, 1))
            put(&frame, DisplayText(sanitising: bar), middle, row, .histogram, on: paper)
        }
        if let change = line.change {
            let texts = change.texts
            put(
                &frame, isASCII ? texts.plain : texts.sign, area.column + 2, row,
                change.ink(state.screen.appearance.theme.mode), .bold, on: paper
            )
        }
        if let sign = line.sign {
            // As single rows of the layer look on the map.
            let hue = LayerPalette.hue(of: min(sign.layer, LayerRows.maximumCount - 1))
            put(
                &frame, isASCII ? hue.plainSign : hue.sign, area.column + 2 + sign.column, row, hue.line,
                on: paper)
        }
    }

    /// Where the meaning of a line stands, or the bar of its count.
    private static let middleColumn = 22
    private static let barWidth = 10

    /// What can follow in the prompt, above the status row.
    func drawCompletions(into frame: inout CellBuffer) {
        guard let list = state.completionList, let area = list.area(over: state.layout.map) else { return }
        frame.fill(area, paper: Role.panel.index)
        let title = list.title.clipped(to: area.width - 20)
        put(&frame, title, area.column + 2, area.row, .panelStrong, .bold)
        put(&frame, list.summary, area.endColumn - 2 - list.summary.width, area.row, .panelDim)
        let first = max((list.chosen ?? 0) - area.height + 2, 0)
        let most = list.lines.compactMap(\.count).max() ?? 0
        for (index, line) in list.lines.enumerated().dropFirst(first).prefix(area.height - 1) {
            draw(
                line, isCurrent: index == list.chosen, area.row + 1 + index - first, area, &frame,
                mostCounted: most)
        }
    }

    // MARK: - Below lists

    /// Beside the map also the columns of the chosen member.
    private func drawChosenMember(_ area: CellRect, _ frame: inout CellBuffer) {
        let bottom = area.row + PanelMetrics.listTop + ListKind.members.type.pageRows(state)
        guard state.layout.isSidePanel, bottom + 3 < area.endRow,
            ListKind.members.type.count(state) > 0
        else { return }
        drawRule(bottom, area, &frame)
        guard let selection = state.selection.current else { return }
        put(
            &frame, state.title(ofRow: selection.row).clipped(to: area.width - 4, ellipsis: ellipsis),
            area.column + 2, bottom + 1, .panelStrong, .bold)
        let body = CellRect(
            column: area.column, row: bottom + 3, width: area.width, height: area.endRow - bottom - 3)
        drawRecord(0, body, &frame)
    }

    /// What a badge without the colour of a layer means, where there is room for it.
    private func drawMixture(_ area: CellRect, _ frame: inout CellBuffer) {
        let row = area.row + PanelMetrics.listTop + ListKind.layers.type.shown(state).count + 1
        guard state.data.sources.count > 1, row < area.endRow else { return }
        let appearance = state.screen.appearance
        let badge = CellRect(column: area.column + 2, row: row, width: 4, height: 1)
        BadgePainter(charset: appearance.charset, theme: appearance.theme)
            .drawSample(count: 12, rect: badge, into: &frame)
        put(&frame, "rows of several layers", badge.endColumn + 1, row, .panelDim)
    }
}
