import App
import CellGraphics
import MapModel
import Streams

extension PanelPainter {
    func drawDetails(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        if let number = state.selectedArea { return drawSummary(ofArea: number, scroll, area, &frame) }
        guard let selection = state.selection.current else {
            drawTitle("Nothing selected", "", area, &frame)
            let hint = words("Press \(key: .nextAnnotation) to select the nearest place")
            put(&frame, hint, area.column + 2, area.row + 3, .panelDim)
            return
        }
        if let subject = state.summarySubject { return drawSummary(of: subject, scroll, area, &frame) }
        if drawChange(scroll, area, &frame) { return }
        let title = state.title(ofRow: selection.row)
        let head = state.thingHead
        let id = head.flatMap { $0.id == title ? nil : $0.id }
        let remarks = id.map { [$0] } ?? remarks(on: selection)
        let room = area.width - 6 - title.width
        let remark = remarks.first { $0.width <= room } ?? remarks.last ?? ""
        let isRemarkShown = drawTitle(title, remark, area, &frame)
        if PanelMetrics.isTall(area) {
            let place = head?.kind ?? place(of: selection)
            put(&frame, place, area.column + 2, area.row + 2, .panelDim)
            let street =
                state.data.isUnplaced
                ? nil : state.street(at: selection.coordinate.coordinate).map { DisplayText(sanitising: $0) }
            if let street, place.width + 3 + street.width <= area.width - 4 {
                put(&frame, " · " + street, area.column + 2 + place.width, area.row + 2, .panelText)
            } else if !isRemarkShown, street == nil, place.width + 2 + remark.width <= area.width - 4 {
                put(&frame, remark, area.endColumn - 2 - remark.width, area.row + 2, .panelDim)
            }
            if let street, place.width + 3 + street.width > area.width - 4 {
                put(&frame, street.clipped(to: area.width - 4), area.column + 2, area.row + 3, .panelText)
            }
        }
        drawThing(area, &frame)
        drawRecord(scroll, state.textBody(of: area), &frame)
    }

    /// The coordinate with the digits that it has; of an address its place and how exact that is.
    private func place(of selection: Selection) -> DisplayText {
        if !selection.isCluster, let fact = state.data.addresses?.fact(ofRow: selection.row),
            !fact.place.isEmpty
        {
            let text = "\(fact.place) · \(fact.precision)" + (fact.isForwarded ? " · from forwarded" : "")
            return DisplayText(sanitising: text, limit: 200)
        }
        if state.data.isUnplaced { return "no place" }
        let place = selection.coordinate.coordinate
        return "\(place.latitude.trimmed(7)), \(place.longitude.trimmed(7))"
    }

    /// Where the row stands among those at its mark and in the file; the longer remark first.
    private func remarks(on selection: Selection) -> [DisplayText] {
        if let annotation = state.selectedAnnotation, !annotation.isPlace {
            let here: DisplayText = "one of \(annotation.count.grouped) here"
            return [words("\(here) · \(key: .members) lists them"), here]
        }
        guard case .success(let record) = state.selection.record else { return [] }
        let file = state.data.sourceIndex(ofRow: record.row).map {
            DisplayText(sanitising: state.data.title(ofSource: $0), limit: 200)
        }
        // A server's rows are numbered in the order they arrive, which means nothing to users.
        guard state.data.origin.numbersRows else { return file.map { [$0] } ?? [] }
        let row = state.data.numberText(ofRow: record.row)
        let line = record.line.map { row + " · line \($0.grouped)" } ?? row
        guard let file else { return [line, row] }
        return [file + " · " + line, file, line, row]
    }

    /// The columns of the row that was read.
    func drawRecord(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        switch state.selection.record {
        case nil: put(&frame, "loading …", area.column + 2, area.row, .panelDim)
        case .failure(let error): drawError(error, area, &frame)
        case .success:
            drawFields(state.selectedFields, scroll, area, cursor: state.panels.valueCursor, &frame)
        }
    }

    /// Why something could not be read, wrapped.
    func drawError(_ error: SourceError, _ area: CellRect, _ frame: inout CellBuffer) {
        let lines = words(state.data.words(of: error)).wrapped(to: area.width - 4)
        for (index, line) in lines.prefix(area.height).enumerated() {
            put(&frame, line, area.column + 2, area.row + index, .error)
        }
    }

    func drawFields(
        _ fields: [PanelField], _ scroll: Int, _ area: CellRect, cursor: Int? = nil, _ frame: inout CellBuffer
    ) {
        let cursor = cursor.map { min($0, fields.count - 1) }
        let layout = state.layOut(fields, in: area)
        let page = layout.page(scroll: scroll)
        drawRange(page, area, &frame)
        for (index, lines) in layout.columns.enumerated() {
            let column = area.column + layout.offset(of: index)
            for (row, line) in lines.dropFirst(page.shown.lowerBound).prefix(page.shown.count).enumerated() {
                let isCurrent = line.field == cursor
                let paper: Role = isCurrent ? .currentRow : .panel
                if isCurrent {
                    let left = column - 2
                    let width = min(layout.width + 3, area.endColumn - left)
                    frame.fill(
                        CellRect(column: left, row: area.row + row, width: width, height: 1),
                        paper: paper.index)
                    put(&frame, isASCII ? ">" : "▌", left, area.row + row, .barKey, on: paper)
                }
                put(&frame, line.key, column, area.row + row, .panelDim, on: paper)
                put(&frame, line.value, column + layout.keyWidth + 2, area.row + row, .panelText, on: paper)
            }
        }
    }
}
