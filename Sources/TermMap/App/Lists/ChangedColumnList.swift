import CellGraphics
import DataSets
import MapModel
import RowValues

/// What changed, a line for each column.
enum ChangedColumnList: LineList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.changedColumns.cursor }

    static func count(_ state: AppState) -> Int { state.panels.changedColumns.columns?.count ?? 0 }

    static func hints(_ state: AppState) -> [CommandHint] {
        [.choose, CommandHint(.open, says: "only its changes"), .close]
    }

    static func choose(_ state: inout AppState) -> [Effect] { [] }

    /// Only the rows that differ in the column.
    static func open(_ state: inout AppState) -> [Effect] {
        let list = state.panels.changedColumns
        guard let columns = list.columns, list.cursor.index < columns.count else { return [] }
        let name = columns[list.cursor.index].name
        // The names of all columns that changed stand there, with blanks between.
        let column = ShownChanges.changedColumn
        let pattern = name.map { "%_\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
            .replacing("'", with: "''")
        let tests =
            ["\(column) = '\(name.replacing("'", with: "''"))'"]
            + ["\(pattern) %", "% \(pattern)", "% \(pattern) %"].map { "\(column) LIKE '\($0)'" }
        let filter = FilterText.adding(
            "(\(tests.joined(separator: " OR ")))", to: state.data.query.filter.text)
        state.report(
            "\(key: .filter) \(DisplayText(sanitising: filter, limit: 200))    \(key: .clearFilter) on the map clears it"
        )
        return state.closePanel() + state.setFilter(RowFilter(filter))
    }

    static func head(_ state: AppState) -> ListHead {
        guard let columns = state.panels.changedColumns.columns else {
            return ListHead(title: "Changed columns", remark: "loading …")
        }
        return ListHead(title: "Changed columns", remark: "\(columns.count.counted("column"))")
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        (state.panels.changedColumns.columns ?? [])[rows].map { column in
            ListLine(
                text: DisplayText(sanitising: column.name, limit: 60),
                remark: state.remark(DisplayText(sanitising: column.words, limit: 200)))
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText {
        state.panels.changedColumns.columns == nil ? "Loading …" : "No column changed"
    }
}

extension AppState {
    /// Asks for what changed in each column while the list is open.
    mutating func askForChangedColumns() -> [Effect] {
        guard panels.list == .changedColumns, panels.changedColumns.generation != data.generation else {
            return []
        }
        panels.changedColumns = ChangedColumnLines(generation: data.generation)
        return [.countChangedColumns(kept: data.rows.kept, generation: data.generation)]
    }

    mutating func receive(_ columns: [ChangedColumn], generation: Int) {
        if generation == panels.changedColumns.generation { panels.changedColumns.columns = columns }
    }
}
