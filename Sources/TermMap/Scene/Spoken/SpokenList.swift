import App
import CellGraphics
import MapModel

/// What is said of an open list: its title and the row under the cursor, with its number.
struct SpokenList {
    private(set) var title = DisplayText.empty
    private(set) var line: DisplayText?
    /// The rows are being looked for, or the one under the cursor is being read.
    private(set) var isAwaited = false

    private let state: AppState
    private let keyMap: KeyMap
    private let index: Int
    private let count: Int
    private let noneCount: Int

    init(_ kind: ListKind, _ state: AppState, _ keyMap: KeyMap) {
        (self.state, self.keyMap) = (state, keyMap)
        index = state[keyPath: kind.type.cursor].index
        count = kind.type.count(state)
        noneCount = kind.type.noneCount(state)
        switch kind {
        case .table: readTable()
        case .search: readSearch()
        case .areas: readAreas()
        default: if let list = kind.type as? any LineList.Type { read(list, kind) }
        }
    }

    /// "2 of 5: "; nothing before what stands for none of them.
    private var number: DisplayText {
        index < noneCount ? "" : "\((index + 1 - noneCount).grouped) of \((count - noneCount).grouped): "
    }

    private mutating func read(_ list: any LineList.Type, _ kind: ListKind) {
        let head = list.head(state)
        // The remark of members says which are on the screen.
        let remark: DisplayText =
            kind == .members || kind == .skippedNames ? .empty : keyMap.words(head.remark, in: state)
        title = .list([kind.noun, head.title, remark, head.note].filter { !$0.isEmpty })
        guard index < count else { return line = keyMap.words(list.emptyText(state), in: state) }
        isAwaited = [.members, .nearby].contains(kind) && isNameAwaited(list)
        line = list.lines(index..<index + 1, state).first.map { number + $0.spoken }
    }

    private func isNameAwaited(_ list: any PanelList.Type) -> Bool {
        guard let (tree, index) = list.listedRow(state), state.data.columnNames.count > 2 else {
            return false
        }
        return state.texts.labels[tree.row(at: index)] == nil
    }

    private mutating func readTable() {
        let table = state.panels.table
        let sort = table.sort.flatMap { sort in
            table.columns?.columns.first { $0.index == sort.column }
                .map { ", sorted by " + $0.name + (sort.isDescending ? ", descending" : "") }
        }
        title = "Table" + (sort ?? "")
        guard let listing = table.listing, !table.isAwaited else { return isAwaited = true }
        guard index < listing.count else { return line = state.tableStatus }
        let row = listing.row(at: index)
        guard let values = table.cells.rows[row], let columns = table.columns?.columns else {
            return isAwaited = true
        }
        let shown = columns.prefix(1) + columns.dropFirst(1 + table.scrolledColumns)
        let cells = shown.enumerated().compactMap { position, column -> DisplayText? in
            let value = column.index < values.count ? column.text(of: values[column.index]) : .empty
            if position == 0 { return value.isEmpty ? "no name" : value }
            return value.isEmpty ? nil : column.name + ": " + value
        }
        let mark: DisplayText = state.marks.contains(row) ? ", marked" : ""
        line = number + .list(cells) + mark
    }

    private mutating func readSearch() {
        guard let search = state.search.session else { return }
        title = search.scope == .rows ? "Search rows and places" : "Find a place"
        isAwaited = search.isWaiting
        guard search.query.isLongEnough else {
            if !search.field.text.isEmpty { line = "type at least three letters" }
            return
        }
        let rows =
            search.rows.map { matches -> [DisplayText] in
                let count = state.foundText(matches)
                return [count + (count == "1" ? " row" : " rows")]
            } ?? []
        let places =
            search.places.map { ["\(($0.total + $0.streets.count).counted("place"))" as DisplayText] } ?? []
        let found = DisplayText.list(rows + places)
        guard let current = search.current else { return line = found.isEmpty ? "no matches" : found }
        if case .row(let match) = current, state.texts.summaries[match.row] == nil { isAwaited = true }
        let text = ResultText(current, state: state, width: 1_000)
        func words(_ lines: [EmphasizedLine]) -> DisplayText {
            .list(lines.map { $0.pieces.reduce(.empty) { $0 + $1.text } }, separator: " ")
        }
        let parts = [words(text.title), text.code, words(text.detail), text.remark.spelled].filter {
            !$0.isEmpty
        }
        title += found.isEmpty ? "" : ": " + found
        line = "\((index + 1).grouped): " + .list(parts)
    }

    private mutating func readAreas() {
        let table = state.panels.areas
        guard let listing = table.listing, let answer = state.areaAnswer, index < listing.count else {
            title = "Table of areas"
            return isAwaited = true
        }
        title = "Table of areas, sorted by " + state.title(of: table.sort.column, answer)
        let area = Int(listing.order[index])
        let columns = AreaTableColumns(answer, width: 1_000).places.map(\.column).filter { $0 != .bar }
        let cells = columns.map { column in
            let text = state.text(of: column, area: area, answer)
            return column == .name ? text : state.title(of: column, answer) + ": " + text
        }
        line = number + .list(cells)
    }
}

extension ListKind {
    /// What the list is, where its title does not say it.
    fileprivate var noun: DisplayText {
        switch self {
        case .members: "Rows of the cluster"
        case .areaSets: "Sets of areas"
        case .table, .nearby, .search, .columns, .layers, .skippedNames, .candidates, .areas, .changes,
            .changedColumns, .alerts, .addresses, .legs, .stops:
            .empty
        }
    }
}
