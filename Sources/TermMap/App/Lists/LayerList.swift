/// The parts of the map and the sources of rows, shown or hidden.
enum LayerList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.layers }
    static let isMenu = true

    static func count(_ state: AppState) -> Int { state.layerEntries.count }

    static func hints(_ state: AppState) -> [CommandHint] {
        [.choose, CommandHint(.toggle, says: "show, hide"), .close]
    }

    static func choose(_ state: inout AppState) -> [Effect] { [] }
    static func open(_ state: inout AppState) -> [Effect] { state.toggleLayer() }
}
