import CellGraphics
import MapModel

/// A list in a panel, by what it does in its own way; what all lists do is in `Update+Lists.swift`.
package protocol PanelList {
    /// Where its cursor is kept.
    static var cursor: WritableKeyPath<AppState, ListCursor> { get }
    static func count(_ state: AppState) -> Int
    /// Rows at its top that stand for none of what it lists.
    static func noneCount(_ state: AppState) -> Int
    /// Rows of the screen for it.
    static func pageRows(_ state: AppState) -> Int
    /// Rows of its panel above it.
    static var headRows: Int { get }
    /// Letters are typed into it.
    static var isTyped: Bool { get }
    /// Its rows do something, and are not looked at: a click is Enter.
    static var isMenu: Bool { get }
    /// What picks the row under the cursor; nil where rows cannot be picked.
    static var pickCommand: Command? { get }
    static func hints(_ state: AppState) -> [CommandHint]

    /// The row of the data under the cursor, by its index in a tree.
    static func listedRow(_ state: AppState) -> (tree: QuadTree, index: Int)?
    /// The cursor has come to a row.
    static func choose(_ state: inout AppState) -> [Effect]
    /// Enter on the row under the cursor.
    static func open(_ state: inout AppState) -> [Effect]
    static func type(_ edit: TextEdit, _ state: inout AppState) -> [Effect]
    /// A click on what is no row.
    static func click(_ cell: CellPoint, in area: CellRect, _ state: inout AppState) -> [Effect]

    static func move(by rows: Int, _ state: inout AppState)
    static func move(pages: Int, _ state: inout AppState)
    /// Puts the cursor on the row at a cell; whether there is one.
    static func point(at cell: CellPoint, in area: CellRect, _ state: inout AppState) -> Bool
    /// Brings the cursor to the screen, and asks for what the rows there say.
    static func scroll(_ state: inout AppState) -> [Effect]
}

extension ListKind {
    package var type: any PanelList.Type {
        switch self {
        case .table: TableList.self
        case .members: MemberRows.self
        case .nearby: NearbyList.self
        case .search: SearchList.self
        case .columns: ColumnList.self
        case .layers: LayerList.self
        case .skippedNames: SkippedNameList.self
        case .candidates: CandidateList.self
        case .areaSets: AreaSetList.self
        case .areas: AreaList.self
        case .changes: ChangeList.self
        case .changedColumns: ChangedColumnList.self
        case .alerts: AlertList.self
        case .addresses: AddressList.self
        case .legs: LegList.self
        case .stops: StopList.self
        }
    }
}

extension Panels {
    /// Which field the keys are typed into; nil where they are commands.
    package var textFocus: TextFocus? {
        if help != nil { return .help }
        if prompt != nil { return .prompt }
        return list.flatMap { $0.type.isTyped ? .list($0) : nil }
    }
}

extension PanelList {
    package static func noneCount(_ state: AppState) -> Int { 0 }
    package static var headRows: Int { PanelMetrics.listTop }
    package static var isTyped: Bool { false }
    package static var isMenu: Bool { false }
    package static var pickCommand: Command? { nil }

    package static func pageRows(_ state: AppState) -> Int {
        state.layout.panel.map { max($0.height - headRows, 1) } ?? 1
    }

    package static func listedRow(_ state: AppState) -> (tree: QuadTree, index: Int)? { nil }
    package static func choose(_ state: inout AppState) -> [Effect] { selectRow(&state) }
    package static func type(_ edit: TextEdit, _ state: inout AppState) -> [Effect] { [] }
    package static func click(_ cell: CellPoint, in area: CellRect, _ state: inout AppState) -> [Effect] {
        []
    }

    /// The row under the cursor becomes the selected one, in sight.
    static func selectRow(_ state: inout AppState) -> [Effect] {
        guard let index = listedRow(state)?.index else { return [] }
        state.select(at: index)
        state.revealSelection()
        return state.selection.readRecord()
    }

    /// The row's details, which go back to the list.
    package static func open(_ state: inout AppState) -> [Effect] {
        let effects = selectRow(&state)
        guard state.selection.current != nil else { return effects }
        let opened = state.open(.details, over: state.panels.stack)
        state.revealSelection()
        return effects + opened
    }

    package static func move(by rows: Int, _ state: inout AppState) {
        let (count, pageRows) = (count(state), pageRows(state))
        state[keyPath: cursor].move(by: rows, of: count, pageRows: pageRows)
    }

    package static func move(pages: Int, _ state: inout AppState) {
        let (count, pageRows) = (count(state), pageRows(state))
        state[keyPath: cursor].move(pages: pages, of: count, pageRows: pageRows)
    }

    package static func point(at cell: CellPoint, in area: CellRect, _ state: inout AppState) -> Bool {
        let (row, pageRows) = (cell.row - area.row - headRows, pageRows(state))
        let index = state[keyPath: cursor].top + row
        guard 0..<pageRows ~= row, index < count(state) else { return false }
        state[keyPath: cursor].index = index
        return true
    }

    package static func scroll(_ state: inout AppState) -> [Effect] {
        move(by: 0, &state)
        return []
    }
}
