import CellGraphics
import MapModel
import DataSets
import RowValues

/// What keys do with the value under the cursor of details or of a summary.
extension AppState {
    mutating func toggleSummary() -> [Effect] {
        if panels.current == .summary { return closePanel() }
        if let reason = data.reasonForFailure {
            report(reason, .error)
            return []
        }
        panels.valueCursor = 0
        return open(.summary)
    }

    /// The column or value under the cursor; nil where there is none.
    var valueTarget: ValueTarget? {
        if summarySubject != nil {
            let lines = summaryLines
            return lines.indices.contains(valueLine) ? lines[valueLine].target : nil
        }
        let fields = recordFields
        guard panels.showsDetails, !fields.isEmpty else { return nil }
        let field = fields[min(panels.valueCursor, fields.count - 1)]
        let kind = kind(ofColumn: field.name, field.value)
        let mark = selection.current.map { data.decimalMark(ofRow: $0.row) } ?? UInt8(ascii: ".")
        let number = kind == .number ? ColumnText(field.value.text).number(decimalMark: mark) : nil
        return ValueTarget(
            column: field.name, kind: kind,
            value: number.map { ColumnKind.text(of: $0, kind: .number) } ?? field.value.text)
    }

    /// The line of the summary that the cursor is on: the nearest one at or after it with a column or a value.
    package var valueLine: Int {
        let lines = summaryLines
        let targets = lines.indices.filter { lines[$0].target != nil }
        return targets.first { $0 >= panels.valueCursor } ?? targets.last ?? 0
    }

    private func kind(ofColumn name: String, _ value: FieldValue) -> ColumnKind {
        if let index = FilterColumns(data.columnNames).index(of: name) {
            if let values = data.columnValues[index] { return values.kind }
            if index < data.columns.count { return data.columns[index].kind }
        }
        return value.kind == .number ? .number : value.kind == .boolean ? .boolean : .text
    }

    /// Moves the cursor and scrolls so that it is on the screen; false where there is nothing to choose.
    mutating func moveValueCursor(by rows: Int) -> Bool {
        let shown: ClosedRange<Int>
        if summarySubject != nil {
            let lines = summaryLines
            let targets = lines.indices.filter { lines[$0].target != nil }
            guard let index = targets.firstIndex(of: valueLine) else { return false }
            panels.valueCursor = targets[index.moved(by: rows, upTo: targets.count - 1)]
            // The lines below a value, up to the next one, come along.
            shown = panels.valueCursor...(targets.first { $0 > panels.valueCursor } ?? lines.count) - 1
        } else {
            let fields = selectedFields
            guard !fields.isEmpty, let area = layout.panel else { return false }
            panels.valueCursor = min(panels.valueCursor, fields.count - 1).moved(
                by: rows, upTo: fields.count - 1)
            let body = textBody(of: area)
            let lines =
                changePanel(in: body)?.lines(ofField: panels.valueCursor)
                ?? layOut(fields, in: body).lines(ofField: panels.valueCursor)
            shown = lines.lowerBound...max(lines.upperBound - 1, lines.lowerBound)
        }
        if let area = layout.panel {
            let height = max(textBody(of: area).height - 1, 1)
            panels.keepInSight(shown, height: height, upTo: scrollLimit)
        }
        return true
    }

    // MARK: - Keys

    /// Only the rows with the value, or all others, among those of the present filter.
    mutating func filterByValue(isNegated: Bool) -> [Effect] {
        guard let target = valueTarget, let value = target.value else {
            report("Move to a value with \(key: .moveCursor(rows: -1)) \(key: .moveCursor(rows: 1)) first")
            return []
        }
        let filter = FilterText.adding(
            to: data.query.filter.text, column: target.column, kind: target.kind,
            value: value.isEmpty ? nil : value,
            isNegated: isNegated)
        report(
            "\(key: .filter) \(DisplayText(sanitising: filter, limit: 200))    \(key: .clearFilter) on the map clears it"
        )
        return setFilter(RowFilter(filter))
    }

    mutating func colorByColumn() -> [Effect] {
        guard let target = valueTarget else { return chooseColumn(for: .coloring) }
        var query = data.query
        query.coloring =
            query.coloring?.column == target.column ? nil : RowQuery.Coloring(column: target.column)
        query.hiddenClasses = HiddenClasses()
        return ask(query)
    }

    mutating func showFigureOfColumn() -> [Effect] {
        guard let target = valueTarget else { return chooseColumn(for: .figure) }
        let function: RowQuery.Figure.Function =
            target.kind == .number || target.kind == .time ? .mean : .count
        let figure = RowQuery.Figure(function: function, argument: target.column)
        var query = data.query
        query.figure = query.figure == figure ? nil : figure
        return ask(query)
    }
}
