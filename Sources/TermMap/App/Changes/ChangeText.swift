import CellGraphics
import DataSets
import MapModel
import RowValues
import Rows

/// What is said of the changes of rows.
extension AppState {
    /// What became of rows is what their colours say.
    package var showsChanges: Bool {
        data.rows.changes != nil && data.answeredQuery.colorsChanges && data.coloring != nil
    }

    /// The rows of two sources are compared, whatever is shown of them.
    package var isComparison: Bool { data.rows.changes != nil }

    /// `2025`, `2026`: what differs in the names of the two sources.
    package func names(of changes: ShownChanges) -> (old: DisplayText, new: DisplayText) {
        if data.readings?.areShown == true { return ("before", "now") }
        let names = changes.difference.shortNames
        return (
            DisplayText(sanitising: names.old, limit: 60), DisplayText(sanitising: names.new, limit: 60)
        )
    }

    /// "moved 111 m E".
    package func verdict(ofRow row: UInt32, _ changes: ShownChanges) -> DisplayText {
        switch changes.change(ofRow: row) {
        case .moved:
            guard let move = changes.move(ofRow: row) else { return "moved" }
            let distance = screen.distanceUnit.text(meters: move.meters)
            return "moved \(distance) \(move.direction.symbol)"
        case .changed:
            let count = changes.difference.changedColumns(ofRow: row).count
            return "changed: \(count.counted("column"))"
        case .added, .removed, .unchanged:
            return DisplayText(sanitising: changes.change(ofRow: row).name)
        }
    }

    /// What changed of a row, in a few words: `771 → 772`, `name`, `795 m`.
    package func shortChange(ofRow row: UInt32, _ changes: ShownChanges) -> DisplayText {
        if let move = changes.move(ofRow: row) {
            return DisplayText(sanitising: screen.distanceUnit.text(meters: move.meters))
        }
        guard changes.change(ofRow: row) == .changed, let values = selection.near.values[row] else {
            return ""
        }
        let record = ChangedRecord(row, names: data.columnNames, values: values, changes)
        guard let field = record.changed.first else { return "" }
        let name = DisplayText(sanitising: field.name, limit: 40)
        let (old, new) = (Self.oneLine(field.old), Self.oneLine(field.new))
        let usual = changes.difference.frequentColumns.first?.name
        let pair = (field.name == usual ? "" : name + " ") + old + " → " + new
        // A name that is said beside its row needs no second one.
        let isLabel = new == texts.labels[row]
        return isLabel || pair.width > Self.shortWidth ? name : pair
    }

    private static let shortWidth = 20

    /// A value on one line; a dash where there is none.
    static func oneLine(_ value: String?) -> DisplayText {
        guard let value, !value.isEmpty else { return "–" }
        return RowTexts.oneLine(value)
    }

    /// The row whose details are open, as it was and is; nil for clusters, and while it is read.
    package var selectedChange: ChangedRecord? {
        guard isComparison, panels.showsDetails, summarySubject == nil, let changes = data.rows.changes,
            case .success(let record) = selection.record
        else { return nil }
        return ChangedRecord(
            record.row, names: record.fields.map(\.name), values: record.fields.map(\.value.text), changes)
    }

    /// The columns of the selected row in the order of the panel.
    var recordFields: [NamedRow.Field] {
        guard case .success(let record) = selection.record else { return [] }
        guard let changed = selectedChange else { return record.fields }
        let known = Dictionary(record.fields.map { ($0.name, $0.value) }) { first, _ in first }
        return changed.fields.map {
            NamedRow.Field(name: $0.name, value: known[$0.name] ?? .missing)
        }
    }

    /// Its columns, with what those were that changed.
    package var changedFields: [PanelField]? {
        selectedChange?.fields.map { field in
            PanelField(
                name: field.name,
                value: field.isChanged
                    ? "\(Self.oneLine(field.new).text), was \(Self.oneLine(field.old).text)" : field.value)
        }
    }

    /// How many rows of the sources, or of their differences, are in view: "404 of 2,283 changes".
    package var changesStatus: (count: DisplayText, rest: DisplayText)? {
        guard let changes = data.rows.changes, data.answeredQuery.filter.isEmpty,
            data.answeredQuery.time == nil, panels.current != .table, nearby == nil,
            search.session?.rows == nil
        else { return nil }
        let count: DisplayText = "\(rowsInView.grouped)"
        let names = names(of: changes)
        switch data.answeredQuery.comparison {
        case .changes where showsChanges:
            let hidden = data.answeredQuery.hiddenClasses
            let isUsual = hidden == RowQuery.changes().hiddenClasses
            let total = changes.difference.counts.differences
            return (
                count,
                isUsual ? " of \(total.counted("change"))" : " of \(data.rowTotal.grouped) shown"
            )
        case .changes: return nil
        case .old:
            return (count, " of \(data.rowTotal.counted("row")), " + names.old.clipped(to: 12))
        case .new, nil:
            return (count, " of \(data.rowTotal.counted("row")), " + names.new.clipped(to: 12))
        }
    }
}
