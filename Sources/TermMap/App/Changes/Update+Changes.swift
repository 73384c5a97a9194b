import CellGraphics
import DataSets
import MapModel
import RowValues
import Rows

/// What keys do with the rows of two sources.
extension AppState {
    mutating func carryOut(_ command: ChangeCommand) -> [Effect] {
        if command == .toggle, let effects = toggleReadings() { return effects }
        guard let changes = data.rows.changes else {
            let reason = data.reasonForFailure
            report(
                reason ?? "There is nothing to compare: start with --diff OLD NEW",
                reason == nil ? .information : .error)
            return []
        }
        switch command {
        case .toggle: return toggleChanges()
        case .step(let forward): return selectChange(forward: forward, among: changes.order)
        case .turn: return turnComparison(changes)
        case .list: return toggle(.changes)
        case .columns: return toggle(.changedColumns)
        case .sort(let step):
            panels.changes.turnOrder(by: step)
            return readLists()
        case .search:
            ask(.table)
            return []
        case .unsure:
            let rows = changes.difference.uncertain
            if rows.isEmpty { report("No pair of rows is uncertain") }
            return rows.isEmpty ? [] : selectChange(forward: true, among: rows)
        }
    }

    /// Shows what differs, or the new source as it is.
    mutating func toggleChanges() -> [Effect] {
        var query = data.query
        if query.comparison == .changes {
            (query.comparison, query.hiddenClasses) = (nil, HiddenClasses())
        } else {
            query.compare()
            annotations.showsLegend = true
        }
        return ask(query)
    }

    /// Opens a list of the comparison, or closes it.
    private mutating func toggle(_ list: ListKind) -> [Effect] {
        panels.list == list ? closePanel() : open(.list(list))
    }

    private mutating func turnComparison(_ changes: ShownChanges) -> [Effect] {
        var query = data.query
        let next = (query.comparison ?? .new).next
        if next == .changes {
            query.compare()
        } else {
            query.comparison = next
        }
        let names = changes.difference
        switch next {
        case .changes: report("What differs")
        case .old:
            report("Old: \(DisplayText(sanitising: names.oldName, limit: 60)) (\(key: .changes(.turn)): new)")
        case .new:
            report(
                "New: \(DisplayText(sanitising: names.newName, limit: 60)) (\(key: .changes(.turn)): what differs)"
            )
        }
        return ask(query)
    }

    /// Selects the next of some rows that is shown, and opens its details.
    private mutating func selectChange(forward: Bool, among rows: [UInt32]) -> [Effect] {
        let kept = data.rows.kept
        func isShown(_ row: UInt32) -> Bool { kept?.contains(row) ?? true }
        let start = selection.current.flatMap { current in
            current.hasRow && !current.isCluster ? rows.firstIndex(of: current.row) : nil
        }
        let count = rows.count
        let first = start.map { $0 + (forward ? 1 : count - 1) } ?? (forward ? 0 : count - 1)
        for offset in 0..<count {
            let row = rows[(first + (forward ? offset : count - offset)) % count]
            guard isShown(row), let place = placeOfChange(row),
                let index = data.tree.index(ofRow: row, at: place.coordinate)
            else { continue }
            select(at: index)
            let opened = panels.showsDetails ? selection.readRecord() : open(.details)
            panels.valueCursor = 0
            revealSelection()
            return opened
        }
        report(reasonForEmptyView, .warning)
        return []
    }

    /// Where a row is drawn; nil for one without a place.
    func placeOfChange(_ row: UInt32) -> FixedCoordinate? {
        if let move = data.rows.changes?.move(ofRow: row) {
            return data.answeredQuery.comparison == .old ? move.from : move.to
        }
        return data.tree.place(ofRow: row)
    }

    // MARK: - Changes near the selected row

    private static let mostNear = 60
    private static let mostSearched = 300_000

    /// Finds the differences around the row whose details are open, and asks for what they say.
    mutating func askForChanges() -> [Effect] {
        guard isComparison, panels.showsDetails, let selected = selection.current, !selected.isCluster,
            let changes = data.rows.changes, layout.isSidePanel
        else {
            selection.near.hide()
            return []
        }
        let subject = ChangesNear.Subject(row: selected.row, generation: data.generation)
        if selection.near.isAbout(subject) { return [] }
        let (tree, unchanged) = (data.tree, ChangeClass.unchanged.number)
        // Among many rows that did not change those that did are far apart.
        guard data.answeredQuery.comparison == .changes || tree.count <= Self.mostSearched else {
            selection.near.hide()
            return []
        }
        let found = tree.nearest(to: selected.coordinate.coordinate, count: Self.mostNear) { index in
            let row = tree.row(at: index)
            return row != selected.row && Int(changes.byRow[Int(row)]) != unchanged
        }
        selection.near.show(found.map { tree.row(at: $0.index) }, around: subject)
        return readChanges(of: selection.near.rows)
    }

    mutating func receive(changes answer: RowAnswer<[String]>) {
        if accept(answer) { selection.near.receive(answer.values) }
    }
}

extension AppState {
    /// The lines of the moved rows in view; none unless changes are shown.
    var moveLines: MoveLines {
        guard showsChanges, map.layers.data, !isDensity, let changes = data.rows.changes else {
            return MoveLines()
        }
        return MoveLines(changes, kept: data.rows.kept, map.viewport, in: layout.map)
    }
}
