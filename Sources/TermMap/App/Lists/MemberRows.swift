import MapModel

/// The rows of a cluster.
enum MemberRows: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.memberCursor }
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

extension AppState {
    fileprivate var memberCursor: ListCursor {
        get { panels.members?.cursor ?? ListCursor() }
        set { panels.members?.cursor = newValue }
    }
}
