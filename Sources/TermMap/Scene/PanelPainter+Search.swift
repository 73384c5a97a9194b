import App
import CellGraphics
import MapModel
import Streams

extension PanelPainter {
    /// The field, and below it what was found: rows first, then places.
    func drawSearch(_ area: CellRect, _ frame: inout CellBuffer) {
        guard let search = state.search.session else { return }
        let isRows = search.scope == .rows
        drawField(
            search.field, after: isRows ? "/" : isASCII ? "place" : "▼", ink: isRows ? .barKey : .placemark,
            remark: remark(on: search), spinner: search.isWaiting ? state.spinner : .empty, area, &frame)
        let list = ResultList(state: state)
        for entry in list.entries { draw(entry, search, area, &frame) }
        if let row = list.placesHead { drawPlacesHead(search, row, area, &frame) }
        if list.entries.isEmpty { drawAdvice(search, list.area, &frame) }
    }

    /// How much was found.
    private func remark(on search: Search) -> DisplayText {
        guard search.query.isLongEnough else { return .empty }
        switch search.scope {
        case .rows:
            return search.rows.map { "\(state.foundText($0)) of \(state.data.rowTotal.grouped)" } ?? .empty
        case .places:
            return search.places.map { "\(($0.total + $0.streets.count).counted("place"))" } ?? .empty
        }
    }

    // MARK: - The list

    private func draw(
        _ entry: ResultList.Entry, _ search: Search, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let isCurrent = entry.section == search.section && entry.index == search.cursor.index
        let paper: Role = isCurrent ? .currentRow : .panel
        frame.fill(
            CellRect(column: area.column, row: entry.row, width: area.width, height: entry.height),
            paper: paper.index)
        if isCurrent {
            for row in entry.row..<entry.row + entry.height {
                put(&frame, isASCII ? ">" : "▌", area.column, row, .barKey, on: paper)
            }
        }
        if case .row(let match) = entry.result, state.marks.contains(match.row) {
            drawMark(area.column + 1, entry.row, on: paper, &frame)
        }
        let text = entry.text
        let ink: Role = isCurrent ? .panelStrong : .panelText
        for (index, line) in text.title.prefix(entry.height).enumerated() {
            draw(line, ink, area.column + 2, entry.row + index, paper, &frame)
        }
        put(&frame, text.code, area.endColumn - 2 - text.code.width, entry.row, .panelDim, on: paper)
        let detailRow = entry.row + text.title.count
        let end = entry.row + entry.height
        for (index, line) in text.detail.enumerated() where detailRow + index < end {
            draw(line, .panelDim, area.column + 2, detailRow + index, paper, &frame)
        }
        if detailRow < end, !text.detail.isEmpty {
            put(&frame, text.remark, area.endColumn - 2 - text.remark.width, detailRow, .panelDim, on: paper)
        }
    }

    private func draw(
        _ line: EmphasizedLine, _ ink: Role, _ column: Int, _ row: Int, _ paper: Role,
        _ frame: inout CellBuffer
    ) {
        var column = column
        for piece in line.pieces {
            let role = piece.isEmphasized ? .matchedLetters : ink
            put(
                &frame, piece.text, column, row, role, piece.isEmphasized ? [.bold, .underline] : [],
                on: paper)
            column += piece.text.width
        }
    }

    private func drawPlacesHead(
        _ search: Search, _ row: Int, _ area: CellRect, _ frame: inout CellBuffer
    ) {
        let total = search.places.map { $0.total + $0.streets.count } ?? 0
        let title: DisplayText = "PLACES "
        let remark: DisplayText = " \(total.grouped)"
        put(&frame, title, area.column + 2, row, .panelDim, .bold)
        let width = area.width - 4 - title.width - remark.width
        let line = DisplayText(sanitising: String(repeating: isASCII ? "-" : "─", count: max(width, 0)))
        put(&frame, line, area.column + 2 + title.width, row, .panelRule)
        put(&frame, remark, area.endColumn - 2 - remark.width, row, .panelDim)
    }

    /// What to do, where there is nothing to list.
    private func drawAdvice(_ search: Search, _ area: CellRect, _ frame: inout CellBuffer) {
        let lines = advice(search).flatMap { $0.wrapped(to: area.width - 4) }
        for (index, line) in lines.prefix(area.height).enumerated() {
            put(&frame, line, area.column + 2, area.row + index, .panelDim)
        }
    }

    private func advice(_ search: Search) -> [DisplayText] {
        if !search.query.isLongEnough {
            let what: DisplayText =
                search.scope == .rows
                ? "Type at least three letters of a name or address in your rows, or of a place."
                : "Type at least three letters of a town, region or country, in any language. More words narrow the search (paris texas)."
            return [what]
                + (state.search.history.isEmpty
                    ? [] : ["", words("\(key: .moveCursor(rows: -1)) recalls earlier searches.")])
        }
        if search.isWaiting {
            if case .running(let fraction) = state.search.nameIndexing, search.rowQuestion.isWaiting {
                return ["Indexing your rows: \(Int(fraction * 100))%"]
            }
            if search.rowQuestion.isWaiting, state.data.loading != .done {
                return ["Your rows can be searched after loading"]
            }
            return []
        }
        if let target = try? CoordinateText(search.field.text) {
            let place = PlaceText.coordinate(target.coordinate, zoom: 7)
            return [words("Press \(key: .edit(.accept)) to go to \(place)")]
        }
        if search.scope == .rows, case .failed(let reason) = state.search.nameIndexing {
            return ["Your rows cannot be searched:", words(reason)]
        }
        return ["No matches"] + (state.shipped.atlasError.map { ["", DisplayText(sanitising: $0)] } ?? [])
    }
}
