import CellGraphics
import MapModel
import Rows
import Streams

/// What a cluster's rows have in common.
extension AppState {
    /// More rows than this are sampled for a summary.
    static let summarizedRows = 20_000

    /// The cluster whose details are open, as a list of its rows; nil for a row, and for clusters of a server.
    var summarizedCluster: MemberList? {
        guard panels.showsDetails, let selected = selection.current, selected.isCluster,
            let annotation = annotations.annotation(showing: selected, evenIfCovered: true),
            !annotation.isPlace, !annotation.isElsewhere
        else { return nil }
        return memberList(of: annotation)
    }

    /// The columns of the cluster's rows: ranges of numbers, the values most frequent.
    var summaryFields: [PanelField] {
        guard case .success(let summary) = selection.summary else { return [] }
        // What says nothing comes last: where all values differ, as names do.
        let telling = summary.columns.filter(\.isTelling)
        return (telling + summary.columns.filter { !$0.isTelling }).map {
            PanelField(name: $0.name, value: text(of: $0, in: summary))
        }
    }

    private func text(of column: RowsSummary.Column, in summary: RowsSummary) -> String {
        let missing = summary.rowCount - column.filled
        let remark = missing > 0 ? " · \(missing.grouped) empty" : ""
        switch column.content {
        case .empty: return "–"
        case .numbers(let least, let greatest, let mean):
            return "\(least.trimmed(6)) – \(greatest.trimmed(6)), mean \(mean.trimmed(2))" + remark
        case .values(_, different: nil): return "many different" + remark
        case .values(let frequent, different: let different?):
            return words(frequent, different, filled: column.filled) + remark
        }
    }

    private func words(_ frequent: [RowsSummary.Frequency], _ different: Int, filled: Int) -> String {
        if different == 1, let only = frequent.first { return "\(only.value) (all)" }
        if different == filled, different > frequent.count { return "\(different.grouped) different" }
        let listed = frequent.map { "\($0.value) (\($0.count.grouped))" }.joined(separator: ", ")
        let others = different - frequent.count
        return others > 0 ? listed + ", \(others.grouped) more" : listed
    }

    /// "412 × 305 km": what the cluster's rows cover, west to east and north to south.
    var summaryExtent: DisplayText {
        guard let selected = selection.current,
            let annotation = annotations.annotation(showing: selected, evenIfCovered: true),
            let bounds = annotations.bounds(of: annotation, in: data.tree)
        else { return .empty }
        let middle = (bounds.south + bounds.north) / 2
        let half = bounds.longitudeSpan / 2
        let center = Coordinate(latitude: middle, longitude: 0)
        let width = 2 * GreatCircle.distance(from: center, to: Coordinate(latitude: middle, longitude: half))
        let height = GreatCircle.distance(
            from: Coordinate(latitude: bounds.south, longitude: 0),
            to: Coordinate(latitude: bounds.north, longitude: 0))
        let unit = screen.distanceUnit
        return width < 1 && height < 1
            ? "at one place"
            : "\(unit.text(meters: width)) wide, \(unit.text(meters: height)) high"
    }
}

extension RowsSummary.Column {
    /// Some rows have the same value, or there is a range.
    fileprivate var isTelling: Bool {
        switch content {
        case .empty, .values(_, different: nil): false
        case .numbers: true
        case .values(let frequent, different: _?): (frequent.first?.count ?? 0) > 1
        }
    }
}
