import CellGraphics

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

extension LayerList: LineList {
    static func head(_ state: AppState) -> ListHead {
        let count = count(state)
        let isPaged = count > pageRows(state)
        return ListHead(
            title: "Layers",
            remark: isPaged ? "\(range(state)) of \(count)" : "\(key: .toggle) shows or hides")
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        let isASCII = state.screen.appearance.charset == .ascii
        return state.layerEntries[rows].map { entry in
            let isShown = state.isShown(entry)
            let mark: DisplayText = isASCII ? (isShown ? "[x] " : "[ ] ") : (isShown ? "● " : "○ ")
            let title = state.title(of: entry)
            guard case .source(let number) = entry else {
                return ListLine(text: mark + title, remark: isShown ? "shown" : "hidden")
            }
            let count: DisplayText = "\(state.data.sources[number].placeCount.counted("row"))"
            return ListLine(
                text: mark + "  " + title, remark: isShown ? count : "hidden", sign: (number, mark.width))
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText { "" }
}
