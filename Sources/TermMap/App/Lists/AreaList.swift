import CellGraphics
import MapModel

/// The areas of the set that is shown, with their rows, beside the map.
enum AreaList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.areas.cursor }
    static let headRows = 1
    /// The rows in no area, and the sum of all.
    static let footRows = 1

    static func count(_ state: AppState) -> Int { state.panels.areas.count }

    static func pageRows(_ state: AppState) -> Int {
        state.layout.panel.map { max($0.height - headRows - footRows, 1) } ?? 1
    }

    static func hints(_ state: AppState) -> [CommandHint] {
        let table = state.panels.areas
        return [
            .cursor("area"), CommandHint(.table(.sortColumn(step: -1)), .table(.sortColumn(step: 1))),
            CommandHint(.table(.turn)), CommandHint(.table(.search)),
        ]
            + (table.search == nil
                ? [] : [CommandHint(.table(.match(forward: true)), .table(.match(forward: false)))])
            + [
                CommandHint(.table(.center), says: "zoom to it"),
                CommandHint(.table(.members), says: "its rows"),
                CommandHint(.filter, says: "only its rows"), CommandHint(.mark, says: "mark its rows"),
                CommandHint(.figure), CommandHint(.table(.alone), says: table.isAlone ? "with map" : nil),
                CommandHint(.table(.toggle), says: "all rows"), .close,
            ]
    }

    static func choose(_ state: inout AppState) -> [Effect] { state.selectListedArea() }
    static func open(_ state: inout AppState) -> [Effect] { state.fitListedArea() }
    static func click(_ cell: CellPoint, in area: CellRect, _ state: inout AppState) -> [Effect] {
        if cell.row == area.row { state.sortAreas(byColumnAt: cell, in: area) }
        return []
    }
}
