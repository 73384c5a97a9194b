/// The columns, of which one colours the rows or gives a figure.
enum ColumnList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.columnCursor }
    static let isTyped = true
    static let isMenu = true

    static func count(_ state: AppState) -> Int {
        state.panels.columns?.lines(of: state.data.columnNames).count ?? 0
    }

    static func hints(_ state: AppState) -> [CommandHint] {
        guard let picker = state.panels.columns else { return [] }
        let function = CommandHint(.edit(.left), .edit(.right), says: picker.function.rawValue)
        return [.choose, .letters("a–z", "narrow"), CommandHint(.edit(.accept), says: "take")]
            + (picker.purpose == .figure ? [function] : [])
            + [CommandHint(.edit(.complete), says: picker.badgeWords), .dismiss]
    }

    static func choose(_ state: inout AppState) -> [Effect] { [] }
    static func open(_ state: inout AppState) -> [Effect] {
        state.panels.columns.map { state.choose($0) } ?? []
    }
    static func type(_ edit: TextEdit, _ state: inout AppState) -> [Effect] { state.typeInColumns(edit) }
}

extension AppState {
    fileprivate var columnCursor: ListCursor {
        get { panels.columns?.cursor ?? ListCursor() }
        set { panels.columns?.cursor = newValue }
    }
}
