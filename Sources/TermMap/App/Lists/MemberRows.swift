import CellGraphics
import MapModel

/// The rows of a cluster.
enum MemberRows: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.members.listCursor }
    static let pickCommand: Command? = .open

    static func count(_ state: AppState) -> Int { state.panels.members?.count ?? 0 }

    /// Half the panel: the other half shows the current row.
    static func pageRows(_ state: AppState) -> Int {
        guard let panel = state.layout.panel else { return 1 }
        return state.layout.isSidePanel ? max((panel.height - 4) / 2, 1) : max(panel.height - headRows, 1)
    }

    static func hints(_ state: AppState) -> [CommandHint] {
        // A server lists its rows by their key.
        let isSorted = state.panels.members?.fetched != nil
        let arranging = isSorted ? [] : [CommandHint(.sortMembers), CommandHint(.filterMembers)]
        return [.choose, CommandHint(.open, says: "details")] + arranging
            + [CommandHint(.centerSelection), .zoom, .close]
    }

    static func listedRow(_ state: AppState) -> (tree: QuadTree, index: Int)? {
        state.panels.members?.current(state.data).map { (state.data.tree, $0) }
    }

    static func choose(_ state: inout AppState) -> [Effect] { selectRow(&state) + state.fetchMembers() }
}

extension MemberRows: LineList {
    static func head(_ state: AppState) -> ListHead {
        guard let list = state.panels.members else { return ListHead(title: .empty) }
        let isWhole = list.count == list.total || list.fetched != nil
        let noun: DisplayText = state.data.hasLines ? "lines here" : "here"
        return ListHead(
            title: isWhole
                ? "\(list.total.grouped) \(noun)" : "\(list.count.grouped) of \(list.total.grouped) \(noun)",
            remark: KeyedText(remark(on: list, state)))
    }

    private static func remark(on list: MemberList, _ state: AppState) -> DisplayText {
        if list.awaitedTicket != nil { return "sorting …" }
        if list.fetched?.awaitedTicket != nil { return "asking …" }
        if list.count == 0 { return .empty }
        if !list.arrangement.filter.isEmpty {
            return "“\(DisplayText(sanitising: list.arrangement.filter, limit: 20))” " + range(state)
        }
        return list.arrangement.sorting.remark.map { $0 + " " + range(state) } ?? range(state)
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        guard let list = state.panels.members else { return [] }
        return list.rows(state.data, offset: rows.lowerBound, limit: rows.count).map { row in
            ListLine(
                text: state.title(ofRow: row), remark: state.data.numberText(ofRow: row),
                isMarked: state.marks.contains(row))
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText {
        guard let list = state.panels.members else { return "" }
        if let fetched = list.fetched { return fetched.isComplete ? "No rows" : "" }
        return "None contains “\(DisplayText(sanitising: list.arrangement.filter, limit: 40))”"
    }
}
