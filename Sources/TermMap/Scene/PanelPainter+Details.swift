import CellGraphics
import MapModel

extension PanelPainter {
    /// Narrowest column of names before it gives way to the values.
    private static let keyColumns = 12

    /// Returns how far the columns can be scrolled.
    func drawDetails(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) -> Int {
        guard let selection = state.selection.current else {
            drawTitle("Nothing selected", "", area, &frame)
            put(&frame, "Press Tab to select the nearest place", area.column + 2, area.row + 3, .panelDim)
            return 0
        }
        let title = state.title(ofRow: selection.row)
        let remarks = remarks(on: selection)
        let room = area.width - 6 - title.width
        let remark = remarks.first { $0.width <= room } ?? remarks.last ?? ""
        let isRemarkShown = drawTitle(title, remark, area, &frame)
        let isTall = area.height > 8
        let top = area.row + (isTall ? 4 : 2)
        if isTall {
            let place = place(of: selection)
            put(&frame, place, area.column + 2, area.row + 2, .panelDim)
            if !isRemarkShown, place.width + 2 + remark.width <= area.width - 4 {
                put(&frame, remark, area.endColumn - 2 - remark.width, area.row + 2, .panelDim)
            }
        }
        let fields = CellRect(column: area.column, row: top, width: area.width, height: area.endRow - top)
        return drawRecord(scroll, fields, &frame)
    }

    /// The coordinate with the digits that it has.
    private func place(of selection: Selection) -> DisplayText {
        let place = selection.coordinate.coordinate
        return "\(place.latitude.trimmed(7)), \(place.longitude.trimmed(7))"
    }

    /// Where the row stands among those at its mark and in the file; the longer remark first.
    private func remarks(on selection: Selection) -> [DisplayText] {
        if let annotation = state.selectedAnnotation, !annotation.isPlace {
            let here: DisplayText = "one of \(annotation.count.grouped) here"
            return [here + " · o lists them", here]
        }
        guard case .success(let record) = state.selection.record else { return [] }
        // A server's rows are numbered as they are met: that says nothing.
        guard state.data.origin.numbersRows else { return [] }
        let source = state.data.source(ofRow: record.row)
        let row = state.data.numberText(ofRow: record.row)
        let line = record.line.map { row + " · line \($0.grouped)" } ?? row
        guard let source else { return [line, row] }
        let file = DisplayText(sanitising: DataState.fileName(of: source.name), limit: 200)
        return [file + " · " + line, file, line, row]
    }

    /// The columns of the row that was read; returns how far they can be scrolled.
    @discardableResult
    func drawRecord(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) -> Int {
        switch state.selection.record {
        case nil: put(&frame, "loading …", area.column + 2, area.row, .panelDim)
        case .failure(let error):
            let lines = DisplayText(sanitising: error.message).wrapped(to: area.width - 4)
            for (index, line) in lines.prefix(area.height).enumerated() {
                put(&frame, line, area.column + 2, area.row + index, .error)
            }
        case .success(let record): return drawFields(record.fields, scroll, area, &frame)
        }
        return 0
    }

    private struct FieldLine {
        var key: DisplayText
        var value: DisplayText
    }

    /// All columns, their values wrapped: in two columns where everything fits into them, else in one that scrolls.
    func drawFields(
        _ all: [RowRecord.Field], _ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer
    ) -> Int {
        let isWide = !state.layout.isSidePanel && area.width >= 70
        if isWide {
            let width = (area.width - 6) / 2
            let fields = all.map { fieldLines($0, of: all, width: width) }
            let left = fields.prefix((fields.count + 1) / 2).flatMap { $0 }
            let right = fields.dropFirst((fields.count + 1) / 2).flatMap { $0 }
            if max(left.count, right.count) <= area.height {
                draw(left[...], at: area.column + 2, area.row, keyWidth(all, width), &frame)
                draw(right[...], at: area.column + 4 + width, area.row, keyWidth(all, width), &frame)
                return 0
            }
        }
        let width = area.width - 4
        let lines = all.flatMap { fieldLines($0, of: all, width: width) }
        let shown = scrolled(lines.count, scroll, area, &frame)
        draw(lines[shown], at: area.column + 2, area.row, keyWidth(all, width), &frame)
        return lines.count - shown.count
    }

    private func draw(
        _ lines: ArraySlice<FieldLine>, at column: Int, _ row: Int, _ keyWidth: Int, _ frame: inout CellBuffer
    ) {
        for (index, line) in lines.enumerated() {
            put(&frame, line.key, column, row + index, .panelDim)
            put(&frame, line.value, column + keyWidth + 2, row + index, .panelText)
        }
    }

    /// As wide as the longest name, but no wider than a third of the room.
    private func keyWidth(_ fields: [RowRecord.Field], _ width: Int) -> Int {
        let longest = fields.map { DisplayText(sanitising: $0.name, limit: 200).width }.max() ?? 0
        return min(longest, max(min(Self.keyColumns, width / 2), width / 3))
    }

    /// The lines of one field; line breaks in its value are line breaks here.
    private func fieldLines(_ field: RowRecord.Field, of fields: [RowRecord.Field], width: Int) -> [FieldLine]
    {
        let keyWidth = keyWidth(fields, width)
        let key = DisplayText(sanitising: field.name, limit: 200).clipped(to: keyWidth, ellipsis: ellipsis)
        let paragraphs = field.value.split(omittingEmptySubsequences: false) { $0.isNewline }
        let lines = paragraphs.flatMap { paragraph in
            DisplayText(sanitising: String(paragraph.map { $0 == "\t" ? " " : $0 }))
                .wrapped(to: max(width - keyWidth - 2, 1))
        }
        let values = field.value.isEmpty ? [isASCII ? "-" : "–"] : lines
        return values.enumerated().map { FieldLine(key: $0.offset == 0 ? key : .empty, value: $0.element) }
    }
}
