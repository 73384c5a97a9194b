import CellGraphics
import MapModel

extension AppState {
    /// More rows than this are marked when the user has agreed.
    private static let mostMarkedUnasked = 1_000

    /// The marked rows; changed in place.
    package internal(set) var marks: MarkState {
        get { selection.marks }
        _modify { yield &selection.marks }
    }

    // MARK: - Marking

    /// Space: the row under the cursor of a list, else the selected row or cluster.
    mutating func mark() -> [Effect] {
        guard allowsMarks else { return [] }
        if let (tree, index) = listedRow {
            change(PointSet([index], capacity: tree.count), of: tree, .invert)
            return moveCursor(by: 1)
        }
        if let area = selectedArea { return markArea(area) }
        guard let selected = selection.current else {
            report("Select a row or cluster first: \(key: .nextAnnotation)")
            return []
        }
        if !selected.isCluster {
            markSelectedRow(selected)
        } else if let annotation = selectedAnnotation {
            return annotation.isElsewhere ? toggle(counted: annotation) : toggle(rows(of: annotation))
        }
        return []
    }

    /// Several rows can be marked.
    var allowsMarks: Bool {
        mutating get {
            if marks.picking != .one { return true }
            report("Press \(key: panels.pickCommand ?? .open) on the row to pick (-m picks several)")
            return false
        }
    }

    /// The row under the cursor of an open list, by its index.
    var listedRow: (tree: QuadTree, index: Int)? {
        panels.list?.type.listedRow(self)
    }

    private mutating func markSelectedRow(_ selected: Selection) {
        let index = data.tree.index(ofRow: selected.row, at: selected.coordinate.coordinate)
        guard let index else { return report("The selected row is not shown now", .warning) }
        change(PointSet([index], capacity: data.tree.count), of: data.tree, .invert)
    }

    /// What the badge stands for: its rows, those that are here.
    private func rows(of annotation: PlacedAnnotation) -> TableQuestion.Rows {
        .annotations(annotation.parts, annotations.set.window)
    }

    /// Marks some rows; where all of them are marked, unmarks them. Many are asked about before.
    mutating func toggle(_ rows: TableQuestion.Rows) -> [Effect] {
        let question = self.question(of: rows)
        let points = question.points
        guard !points.isEmpty else {
            report("No rows to mark here", .warning)
            return []
        }
        let isMarked = marks.containsAll(points, of: question.tree)
        return carryOut(
            MarkQuestion(rows: .known(question), change: isMarked ? .unmark : .mark, count: points.count))
    }

    /// Asks before the marks of many rows are changed.
    mutating func carryOut(_ question: MarkQuestion) -> [Effect] {
        guard question.count > Self.mostMarkedUnasked else { return change(question) }
        marks.question = question
        return []
    }

    /// y or n.
    mutating func answerMarkQuestion(_ isYes: Bool) -> [Effect] {
        guard let question = marks.question else { return [] }
        marks.question = nil
        return isYes ? change(question) : []
    }

    private mutating func change(_ question: MarkQuestion) -> [Effect] {
        switch question.rows {
        case .known(let rows):
            if rows.numbering == data.numbering {
                change(rows.points, of: rows.tree, question.change)
            } else {
                report("The rows have changed: mark them again", .warning)
            }
            return []
        case .counted(let windows): return fetch(question, in: windows)
        }
    }

    private mutating func change(_ points: PointSet, of tree: QuadTree, _ change: MarkState.Change) {
        let difference = marks.change(points, of: tree, change, keepsPlaces: !data.rows.coversWorld)
        // The rows may have come with an older view.
        if tree.count != data.tree.count || marks.points.capacity != data.tree.count {
            marks.adopt(data.tree)
        }
        annotations.count(marked: marks, in: data.tree)
        guard points.count > 1 else { return }
        var words = Self.words(of: difference)
        if panels.isTableOpen, rowsNotListed > 0 {
            words += ", \(rowsNotListed.grouped) more in view are listed as you scroll down"
        }
        report(KeyedText(words))
    }

    /// What became of marks.
    static func words(of difference: (marked: Int, unmarked: Int)) -> String {
        var words: [String] = []
        if difference.marked > 0 { words.append("\(difference.marked.counted("row")) marked") }
        if difference.unmarked > 0 { words.append("\(difference.unmarked.counted("row")) unmarked") }
        return words.isEmpty ? "No marks changed" : words.joined(separator: ", ")
    }

    // MARK: - Many

    /// `*`: of the rows in view, or of the open list, those become marked that were not, and the others unmarked.
    mutating func invertMarks() -> [Effect] {
        guard allowsMarks else { return [] }
        let question = self.question(of: invertedRows)
        let count = question.count
        if count == 0, listedRow == nil, countedRows > 0 { return invertCounted() }
        guard count > 0 else {
            report(reasonForEmptyView, .warning)
            return []
        }
        return carryOut(MarkQuestion(rows: .known(question), change: inversion, count: count))
    }

    /// Without marks, to invert is to mark.
    var inversion: MarkState.Change { marks.count == 0 ? .mark : .invert }

    /// The rows of the table or of the list of members; else those that stand out; else those in view.
    private var invertedRows: TableQuestion.Rows {
        if panels.isTableOpen { return tableQuestion.rows }
        if panels.list == .members, let list = panels.members, list.generation == data.generation {
            return list.rows(of: data.tree)
        }
        if let points = highlightedPoints, points.capacity == data.tree.count { return .points(points) }
        return rowsOfView
    }

    mutating func clearMarks() {
        if marks.count > 0 { report("\(marks.count.counted("mark")) cleared") }
        marks.clear()
        annotations.count(marked: marks, in: data.tree)
    }

    // MARK: - Following the rows

    /// Marked rows keep their marks where they can be recognised; `data` still has the rows from before.
    mutating func adoptMarks(_ change: RowsChange) {
        guard case .reloaded(let loaded, let reload) = change, marks.count > 0 else { return }
        if let before = reload.before, let after = reload.after {
            return marks.adopt(before.rows(marks.rows, in: after))
        }
        var same = RowSet(capacity: marks.rows.capacity)
        var next = marks.points.first(from: 0)
        while let index = next {
            let row = data.tree.row(at: index)
            if loaded.rows.tree.index(ofRow: row, at: data.tree.coordinate(at: index)) != nil {
                same.insert(row)
            }
            next = marks.points.first(after: index)
        }
        marks.adopt(same)
    }
}
