import CellGraphics
import DataSets
import MapModel
import RowValues

extension AppState {
    /// From this width on the legend has room for figures.
    private static let columnsForFigures = 100

    /// The classes of a comparison with a figure of each; nil unless their colours are shown.
    func changesLegend(_ classes: RowClasses) -> Legend? {
        guard showsChanges, let changes = data.rows.changes, case .categories(let categories) = classes.scheme
        else { return nil }
        let hidden = data.answeredQuery.hiddenClasses
        let isWide = screen.columns >= Self.columnsForFigures
        let names = names(of: changes)
        let entries = categories.enumerated().map { index, category in
            var entry = Legend.Entry(
                classNumber: index + 1, label: DisplayText(sanitising: category.value), count: category.count,
                isHidden: classes.isHidden(index + 1, by: hidden))
            if isWide, !entry.isHidden { entry.note = figure(ofClass: index + 1, changes) }
            return entry
        }
        var legend = Legend(
            title: isWide ? names.old.clipped(to: 14) + " → " + names.new.clipped(to: 14) : "changes",
            note: "rows", entries: inWindow(entries), ranges: nil, kind: .text, canHide: true)
        legend.fixedWidth = isWide ? 38 : 24
        legend.isOfChanges = true
        if annotations.moves.others > 0 {
            let lines = annotations.moves.lines.count.grouped
            let more = "\(annotations.moves.isOpen ? "over " : "")\(annotations.moves.others.grouped) more"
            legend.remark = "\(lines) lines, and \(DisplayText(sanitising: more))"
        }
        return legend
    }

    /// The median distance, or the column that changed most often.
    private func figure(ofClass number: Int, _ changes: ShownChanges) -> DisplayText {
        switch ChangeClass(number: number) {
        case .moved:
            return changes.difference.medianMovedMeters.map {
                DisplayText(sanitising: "median \(screen.distanceUnit.text(meters: $0))")
            } ?? ""
        case .changed:
            return changes.difference.frequentColumns.first.map {
                DisplayText(sanitising: $0.name, limit: 40).clipped(to: 12)
                    + " \($0.changedCount.grouped)"
            } ?? ""
        case .added, .removed, .unchanged, nil: return ""
        }
    }
}
