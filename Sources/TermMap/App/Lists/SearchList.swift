import CellGraphics
import MapModel

/// What a search found: rows, and places below them. Its rows are as tall as their texts, and each part scrolls by
/// itself.
enum SearchList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.search.session.listCursor }
    static let isTyped = true

    static func count(_ state: AppState) -> Int {
        state.search.session.map { $0.count(of: $0.section) } ?? 0
    }

    static func pageRows(_ state: AppState) -> Int {
        let section = state.search.session?.section
        return max(ResultList(state: state).entries.count { $0.section == section }, 1)
    }

    static func hints(_ state: AppState) -> [CommandHint] {
        guard let search = state.search.session, search.current != nil else { return [.dismiss] }
        let hasBoth = search.count(of: .rows) > 0 && search.count(of: .places) > 0
        return [CommandHint(.edit(.accept), says: "go there"), .choose]
            + (hasBoth ? [CommandHint(.switchSection)] : []) + [CommandHint(.edit(.cancel), says: "back")]
    }

    static func listedRow(_ state: AppState) -> (tree: QuadTree, index: Int)? {
        guard case .row(let match) = state.search.session?.current else { return nil }
        return (state.data.tree, match.index)
    }

    static func choose(_ state: inout AppState) -> [Effect] { scroll(&state) + state.previewResult() }
    static func open(_ state: inout AppState) -> [Effect] { state.chooseResult() }
    static func type(_ edit: TextEdit, _ state: inout AppState) -> [Effect] { state.typeInSearch(edit) }
    static func move(by rows: Int, _ state: inout AppState) { state.search.session?.moveCursor(by: rows) }
    static func move(pages: Int, _ state: inout AppState) { move(by: pages * pageRows(state), &state) }
    static func scroll(_ state: inout AppState) -> [Effect] { state.scrollResults() }

    /// A result takes several rows of the screen.
    static func point(at cell: CellPoint, in area: CellRect, _ state: inout AppState) -> Bool {
        let entries = ResultList(state: state).entries
        guard let entry = entries.first(where: { ($0.row..<$0.row + $0.height).contains(cell.row) }) else {
            return false
        }
        state.search.session?.section = entry.section
        state.search.session?.cursor.index = entry.index
        state.search.session?.hasMoved = true
        return true
    }
}
