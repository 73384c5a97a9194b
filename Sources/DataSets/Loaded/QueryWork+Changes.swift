import MapModel
import RowValues
import Rows

/// Which rows of a comparison a query is about.
extension QueryWork {
    /// What became of each row, where two sources were compared.
    func changes(_ loaded: LoadedRows) -> ShownChanges? {
        guard let difference = loaded.difference else { return nil }
        if let known = kept.withLock({ $0.reading == loaded.reading ? $0.changes : nil }) { return known }
        let changes = ShownChanges(difference, loaded.tree)
        kept.withLock { if $0.reading == loaded.reading { $0.changes = changes } }
        return changes
    }

    /// The question about times where the old source is shown: it is asked of the columns that have the old values.
    func ofSide(_ question: TimeQuestion, _ query: RowQuery, _ loaded: LoadedRows) -> TimeQuestion {
        guard query.comparison == .old, changes(loaded) != nil,
            let choice = try? loaded.table.timeChoice(question)
        else { return question }
        let names = loaded.table.columnNames
        let columns = choice.columns.map { "old." + names[$0] }
        guard columns.allSatisfy(names.contains) else { return question }
        var question = question
        question.columns = columns
        return question
    }

    /// The places of all rows as the query sees them: those of the old source where it shows that.
    func places(_ query: RowQuery, _ changes: ShownChanges?, _ loaded: LoadedRows) -> QuadTree {
        guard query.comparison == .old, let changes, !changes.moves.isEmpty else { return loaded.tree }
        if let known = kept.withLock({ $0.reading == loaded.reading ? $0.oldPlaces : nil }) { return known }
        let tree = loaded.tree
        var points = PointBuffer()
        // Points come in the order of their rows.
        for index in (0..<tree.count).sorted(by: { tree.row(at: $0) < tree.row(at: $1) }) {
            let row = tree.row(at: index)
            points.append(changes.move(ofRow: row)?.from ?? tree.fixedCoordinate(at: index), row: row)
        }
        let places = QuadTree(points, by: .processors)
        kept.withLock { if $0.reading == loaded.reading { $0.oldPlaces = places } }
        return places
    }

    /// The rows that one of the sources has, or those that differ in the colours of a column; nil where classes are
    /// hidden one by one.
    func rowsOfSide(_ query: RowQuery, _ changes: ShownChanges?) -> RowSet? {
        guard let changes, !query.colorsChanges else { return nil }
        let other: ChangeClass =
            switch query.comparison {
            case .old: .added
            case .new, nil: .removed
            case .changes: .unchanged
            }
        let byRow = changes.byRow
        return RowSet(capacity: byRow.count) { Int(byRow[$0]) != other.number }
    }
}
