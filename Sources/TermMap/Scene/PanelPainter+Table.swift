import App
import CellGraphics
import MapModel
import Streams

extension PanelPainter {
    /// The rows of a table below its header; the columns stand where the state has placed them.
    func drawTable(_ area: CellRect, _ frame: inout CellBuffer) {
        let table = state.panels.table
        let metrics = TableMetrics(area: area, hasSigns: state.tableHasSigns)
        frame.fill(
            CellRect(column: area.column, row: area.row, width: area.width, height: 1),
            paper: Role.statusBar.index)
        guard let listing = table.listing, listing.count > 0 else {
            let reason = table.isAwaited ? "Listing the rows …" : emptyTableReason
            put(
                &frame, reason.clipped(to: area.width - 3, ellipsis: ellipsis), metrics.textStart,
                area.row + 1,
                .panelDim)
            return
        }
        let places = table.columns?.places(in: metrics.textWidth, scrolled: table.scrolledColumns) ?? []
        drawHeader(places, metrics, &frame)
        let rows = ListKind.table.type.pageRows(state)
        for position in table.cursor.top..<min(table.cursor.top + rows, listing.count) {
            drawRow(
                position, listing, places, row: area.row + 1 + position - table.cursor.top, metrics, &frame)
        }
        drawThumb(table.cursor, of: listing.count, rows, area, &frame)
    }

    private var emptyTableReason: DisplayText {
        if state.tableScope == .near {
            return words(
                "No rows in range: \(key: .table(.toggle)) goes back, where \(key: .radius(step: 1)) widens it"
            )
        }
        let more = state.rowsNotListed
        guard more > 0 else { return words(state.reasonForEmptyView) }
        return state.panels.table.fetched?.awaitedTicket == nil
            ? words("\(more.counted("row")) on the server: \(key: .nearby) asks for them again")
            : "Asking the server for \(more.counted("row")) …"
    }

    // MARK: - Header

    private func drawHeader(
        _ places: [TableColumns.Place], _ metrics: TableMetrics, _ frame: inout CellBuffer
    ) {
        let table = state.panels.table
        guard let columns = table.columns?.columns else { return }
        for place in places {
            let column = columns[place.position]
            let isSorted = table.sort?.column == column.index
            let sign: DisplayText = !isSorted ? "" : table.sort?.isDescending == true ? " ↓" : " ↑"
            let text = column.name.clipped(to: place.width - sign.width, ellipsis: ellipsis) + sign
            let indent = column.isNumber ? max(place.width - text.width, 0) : 0
            put(
                &frame, text, metrics.textStart + place.start + indent, metrics.area.row,
                isSorted ? .barKey : .barDim, isSorted ? .bold : [], on: .statusBar)
        }
        if table.scrolledColumns > 0 {
            put(
                &frame, isASCII ? "<" : "‹", metrics.area.column, metrics.area.row, .barKey, .bold,
                on: .statusBar)
        }
        if let last = places.last, last.position < columns.count - 1 {
            put(
                &frame, isASCII ? ">" : "›", metrics.area.endColumn - 1, metrics.area.row, .barKey, .bold,
                on: .statusBar)
        }
    }

    // MARK: - Rows

    private func drawRow(
        _ position: Int, _ listing: TableListing, _ places: [TableColumns.Place], row: Int,
        _ metrics: TableMetrics, _ frame: inout CellBuffer
    ) {
        let table = state.panels.table
        let area = metrics.area
        let number = listing.row(at: position)
        let isCurrent = position == table.cursor.index
        let paper: Role = isCurrent ? .currentRow : .panel
        if isCurrent {
            frame.fill(
                CellRect(column: area.column, row: row, width: area.width, height: 1), paper: paper.index)
            put(&frame, isASCII ? ">" : "▌", area.column, row, .barKey, on: paper)
        }
        if let sign = ThingPainter(state)?.sign(ofRow: number) {
            put(&frame, sign.text, area.column + 1, row, sign.role, .bold, on: paper)
        } else if metrics.hasSigns {
            let hue = hue(ofRow: number)
            put(&frame, isASCII ? hue.plainSign : hue.sign, area.column + 1, row, hue.line, on: paper)
        }
        if state.marks.contains(number) { drawMark(area.column + 1, row, on: paper, &frame) }
        guard let values = table.cells.rows[number], let columns = table.columns?.columns else {
            put(&frame, "…", metrics.textStart, row, .panelDim, on: paper)
            return
        }
        let isFound =
            table.search?.found.map {
                $0.capacity == listing.question.tree.count
                    && $0.contains(Int(listing.order[position]))
            } ?? false
        for place in places {
            let column = columns[place.position]
            let value = column.index < values.count ? column.text(of: values[column.index]) : .empty
            let isFirst = place.position == 0
            let isStrong = isFirst || table.sort?.column == column.index
            let text = value.isEmpty ? "–" : value.clipped(to: place.width, ellipsis: ellipsis)
            let indent = column.isNumber ? max(place.width - text.width, 0) : 0
            let ink: Role =
                value.isEmpty
                ? .panelDim : isFirst && isCurrent ? .panelStrong : isStrong ? .panelText : .panelDim
            let start = metrics.textStart + place.start + indent
            put(&frame, text, start, row, ink, isFirst && isCurrent ? .bold : [], on: paper)
            if isFound, let query = table.search?.query {
                emphasize(query, in: text, start, row, paper, &frame)
            }
        }
    }

    /// How the row looks on the map.
    private func hue(ofRow row: UInt32) -> LayerHue {
        guard let classes = state.data.coloring?.classes.byRow, let palette = ClassPalette(state) else {
            return LayerPalette.hue(of: state.data.layerRows.layer(of: row))
        }
        return palette.hue(of: row < classes.count ? Int(classes[Int(row)]) : 0)
    }

    /// The letters that were searched for.
    func emphasize(
        _ query: SearchQuery, in text: DisplayText, _ start: Int, _ row: Int, _ paper: Role,
        _ frame: inout CellBuffer
    ) {
        for range in MatchRanges.ranges(of: query, in: text.text) {
            let before = DisplayText(sanitising: String(text.text[..<range.lowerBound]))
            put(
                &frame, DisplayText(sanitising: String(text.text[range])), start + before.width, row,
                .matchedLetters, .bold, on: paper)
        }
    }

    /// Where the rows on the screen are among all of them.
    func drawThumb(
        _ cursor: ListCursor, of count: Int, _ rows: Int, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        guard count > rows, rows > 1 else { return }
        let length = max(rows * rows / count, 1)
        let limit = count - rows
        let start = (cursor.top * (rows - length) + limit / 2) / limit
        for row in start..<start + length {
            let paper: Role = cursor.index - cursor.top == row ? .currentRow : .panel
            put(&frame, "▐", area.endColumn - 1, area.row + 1 + row, .panelDim, on: paper)
        }
    }
}
