import CellGraphics
import DataSets

/// The sets of areas, of which one is shown.
enum AreaSetList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.areaSets.listCursor }
    static let isTyped = true
    static let isMenu = true

    static func count(_ state: AppState) -> Int {
        state.panels.areaSets?.lines(of: state.data.areaSets).count ?? 0
    }

    static func noneCount(_ state: AppState) -> Int {
        state.panels.areaSets?.lines(of: state.data.areaSets).first == .some(nil) ? 1 : 0
    }

    static func hints(_ state: AppState) -> [CommandHint] {
        [.choose, .letters("a–z", "narrow"), CommandHint(.edit(.accept), says: "take"), .dismiss]
    }

    static func choose(_ state: inout AppState) -> [Effect] { [] }
    static func open(_ state: inout AppState) -> [Effect] { state.takeAreas() }
    static func type(_ edit: TextEdit, _ state: inout AppState) -> [Effect] { state.typeInAreaSets(edit) }
}

extension AreaSetList: LineList {
    static func head(_ state: AppState) -> ListHead {
        let all = state.data.areaSets
        return ListHead(
            title: "Areas", remark: "\(all.count.counted("set"))", field: state.panels.areaSets?.field)
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        guard let picker = state.panels.areaSets else { return [] }
        let sets = state.data.areaSets
        return picker.lines(of: sets)[rows].map { index in
            guard let index else {
                return ListLine(text: DisplayText(sanitising: AreaPicker.none), remark: "show rows again")
            }
            return ListLine(
                text: DisplayText(sanitising: sets[index].name, limit: 200), remark: sets[index].kind.words)
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText { "No set of areas contains this" }
}

extension AreaSet.Kind {
    /// For lists of sets.
    fileprivate var words: DisplayText {
        switch self {
        case .shipped: "built in"
        case .file: "file"
        case .layer: "layer"
        }
    }
}
