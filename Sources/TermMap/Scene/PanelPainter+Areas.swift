import App
import CellGraphics
import DataSets
import MapModel
import Streams

/// The table of areas, and the summary of one.
extension PanelPainter {
    /// The areas below the names of their columns, and the sum of all below them.
    func drawAreas(_ area: CellRect, _ frame: inout CellBuffer) {
        let table = state.panels.areas
        for row in [area.row, area.endRow - 1] {
            frame.fill(
                CellRect(column: area.column, row: row, width: area.width, height: 1),
                paper: Role.statusBar.index)
        }
        guard let listing = table.listing, let answer = state.areaAnswer, listing.count == answer.set.count
        else {
            put(&frame, "Listing the areas …", area.column + 3, area.row + 1, .panelDim)
            return
        }
        let columns = AreaTableColumns(answer, width: area.width)
        drawHeader(columns, answer, area, &frame)
        let rows = ListKind.areas.type.pageRows(state)
        let most = answer.counts.max() ?? 0
        for position in table.cursor.top..<min(table.cursor.top + rows, listing.count) {
            let row = area.row + 1 + position - table.cursor.top
            drawArea(position, listing, answer, columns, most, row, area, &frame)
        }
        drawSum(answer, columns, area, &frame)
        let body = CellRect(
            column: area.column, row: area.row, width: area.width, height: area.height - 1)
        drawThumb(table.cursor, of: listing.count, rows, body, &frame)
    }

    private func drawHeader(
        _ columns: AreaTableColumns, _ answer: AreaAnswer, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let sort = state.panels.areas.sort
        for place in columns.places {
            let isSorted = sort.column == place.column
            let sign: DisplayText = !isSorted ? "" : sort.isDescending ? " ↓" : " ↑"
            let name = state.title(of: place.column, answer)
            let text = name.clipped(to: place.width - sign.width, ellipsis: ellipsis) + sign
            put(
                &frame, text, area.column + place.start + indent(of: text, place), area.row,
                isSorted ? .barKey : .barDim, isSorted ? .bold : [], on: .statusBar)
        }
    }

    /// Numbers stand at the right.
    private func indent(of text: DisplayText, _ place: AreaTableColumns.Place) -> Int {
        let isText = place.column == .name || place.column == .code
        return isText ? 0 : max(place.width - text.width, 0)
    }

    private func drawArea(
        _ position: Int, _ listing: AreaListing, _ answer: AreaAnswer, _ columns: AreaTableColumns,
        _ most: Int, _ row: Int, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let number = Int(listing.order[position])
        let isCurrent = position == state.panels.areas.cursor.index
        let paper: Role = isCurrent ? .currentRow : .panel
        if isCurrent {
            frame.fill(
                CellRect(column: area.column, row: row, width: area.width, height: 1), paper: paper.index)
            put(&frame, isASCII ? ">" : "▌", area.column, row, .barKey, on: paper)
        }
        let ink = ink(ofClass: Int(answer.classes.classOfArea[number]), answer)
        put(&frame, isASCII ? "#" : "█", area.column + 1, row, ink, on: paper)
        for place in columns.places {
            let start = area.column + place.start
            guard place.column != .bar else {
                drawBar(answer.counts[number], of: most, place.width, ink, start, row, paper, &frame)
                continue
            }
            let text = state.text(of: place.column, area: number, answer)
                .clipped(to: place.width, ellipsis: ellipsis)
            let isName = place.column == .name
            let isStrong = isName || place.column == state.panels.areas.sort.column
            let role: Role = isName && isCurrent ? .panelStrong : isStrong ? .panelText : .panelDim
            put(
                &frame, text, start + indent(of: text, place), row, role, isName && isCurrent ? .bold : [],
                on: paper)
            if isName, let search = listing.question.search, listing.found?.contains(number) == true {
                emphasize(SearchQuery(search), in: text, start, row, paper, &frame)
            }
        }
    }

    private func drawBar(
        _ count: Int, of most: Int, _ width: Int, _ ink: Role, _ column: Int, _ row: Int, _ paper: Role,
        _ frame: inout CellBuffer
    ) {
        guard count > 0, most > 0 else { return }
        let halves = max(count * width * 2 / most, 1)
        let bar =
            isASCII
            ? String(repeating: "=", count: (halves + 1) / 2)
            : String(repeating: "▄", count: halves / 2) + (halves % 2 == 1 ? "▖" : "")
        put(&frame, DisplayText(sanitising: bar), column, row, ink, on: paper)
    }

    /// The colour of a class of areas, from the fewest rows to the most.
    private func ink(ofClass number: Int, _ answer: AreaAnswer) -> Role {
        guard number > 0 else { return .panelRule }
        let palette = AreaPalette(of: answer, isOther: state.areas.usesOtherPalette)
        return palette.fill(AreaPalette.step(ofClass: number, of: answer.classes.count))
    }

    /// The rows outside, and that all of them add up.
    private func drawSum(
        _ answer: AreaAnswer, _ columns: AreaTableColumns, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let row = area.endRow - 1
        put(&frame, "outside", area.column + 3, row, .barDim, on: .statusBar)
        var end = area.column + 3 + "outside".count
        if let place = columns.places.first(where: { $0.column == .rows }) {
            let text = DisplayText(sanitising: answer.outside.grouped)
            let start = area.column + place.start + indent(of: text, place)
            put(&frame, text, start, row, .barText, on: .statusBar)
            end = start + text.width
        }
        let room = area.endColumn - 2 - (end + 2)
        guard room > 0 else { return }
        let sum = state.areaSum(in: room).clipped(to: room, ellipsis: ellipsis)
        put(&frame, sum, area.endColumn - 2 - sum.width, row, .barDim, on: .statusBar)
    }

    // MARK: - Summary

    /// What is known of an area, then what its rows have in common.
    func drawSummary(
        ofArea number: Int, _ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        guard let answer = state.areaAnswer else { return }
        let remark = words("\(key: .members) lists its rows")
        drawTitle(state.name(ofArea: number), answer.counts[number] > 0 ? remark : .empty, area, &frame)
        if PanelMetrics.isTall(area) {
            let code = DisplayText(sanitising: answer.set.codes[number], limit: 60)
            let set = DisplayText(sanitising: answer.set.name, limit: 60)
            put(&frame, code.isEmpty ? set : code + " · " + set, area.column + 2, area.row + 2, .panelDim)
        }
        let body = PanelMetrics.textBody(of: area)
        drawSummaryLines(scroll, body, &frame)
        let row = body.row + state.summaryLines.count + 1
        guard row < body.endRow, answer.counts[number] > 0 else { return }
        switch state.selection.summary {
        case nil:
            let share = state.selection.summaryProgress.map { " \(Int($0 * 100)) %" } ?? ""
            put(&frame, DisplayText(sanitising: "loading …" + share), body.column + 2, row, .panelDim)
        case .failure(let error):
            drawError(
                error, CellRect(column: body.column, row: row, width: body.width, height: body.endRow - row),
                &frame)
        case .success: break
        }
    }

    /// A name and, after it, its value.
    func draw(_ field: PanelField, _ rect: CellRect, _ frame: inout CellBuffer) {
        let name = DisplayText(sanitising: field.name, limit: 200)
            .clipped(to: max(min(12, rect.width / 3), 1), ellipsis: ellipsis)
        put(&frame, name, rect.column, rect.row, .panelDim)
        let start = min(14, rect.width / 3 + 2)
        let value = DisplayText(sanitising: field.value, limit: 400)
            .clipped(to: max(rect.width - start, 0), ellipsis: ellipsis)
        put(&frame, value, rect.column + start, rect.row, .panelText)
    }
}
