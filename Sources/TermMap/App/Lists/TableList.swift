import CellGraphics
import MapModel

/// The rows of the table, below the names of its columns.
enum TableList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.table.cursor }
    static let headRows = 1
    static let pickCommand: Command? = .table(.center)

    static func count(_ state: AppState) -> Int { state.panels.table.count }

    static func hints(_ state: AppState) -> [CommandHint] {
        let table = state.panels.table
        return [
            .cursor("row"), CommandHint(.table(.sortColumn(step: -1)), .table(.sortColumn(step: 1))),
            CommandHint(.table(.turn)),
            CommandHint(.table(.scroll(columns: -1)), .table(.scroll(columns: 1))),
            CommandHint(.table(.search)),
        ]
            + (table.search == nil
                ? [] : [CommandHint(.table(.match(forward: true)), .table(.match(forward: false)))])
            + [
                CommandHint(.table(.center)),
                CommandHint(.table(.alone), says: table.isAlone ? "with map" : nil),
                CommandHint(.details), CommandHint(.table(.members)), .close,
            ]
    }

    static func listedRow(_ state: AppState) -> (tree: QuadTree, index: Int)? {
        let table = state.panels.table
        guard let listing = table.listing, table.cursor.index < listing.count,
            listing.question.numbering == state.data.numbering
        else { return nil }
        return (listing.question.tree, Int(listing.order[table.cursor.index]))
    }

    static func choose(_ state: inout AppState) -> [Effect] { state.selectTableRow() }
    static func open(_ state: inout AppState) -> [Effect] { state.centerTableRow() }
    static func click(_ cell: CellPoint, in area: CellRect, _ state: inout AppState) -> [Effect] {
        if cell.row == area.row { state.sortTable(byColumnAt: cell, in: area) }
        return []
    }
}
