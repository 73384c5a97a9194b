import CellGraphics
import MapModel

/// What keys and the mouse do in every list, and in the panels of text, which scroll.
extension AppState {
    /// The list that keys move in.
    private var movedList: (any PanelList.Type)? { panels.help == nil ? panels.list?.type : nil }

    mutating func moveCursor(by rows: Int) -> [Effect] {
        if let list = movedList {
            // Up from an empty field, or from the top of an earlier search, goes back in the history.
            if panels.list == .search, rows == -1, search.session?.recallsEarlier == true {
                return recallSearch(older: true)
            }
            guard list.count(self) > 0 else { return [] }
            list.move(by: rows, &self)
            return list.choose(&self)
        }
        if panels.help == nil, panels.showsDetails || panels.current == .summary, moveValueCursor(by: rows) {
            return []
        }
        let limit = scrollLimit
        panels.scroll(by: rows, upTo: limit)
        return []
    }

    /// Lists and their cursor move by whole pages.
    mutating func movePage(by pages: Int) -> [Effect] {
        if let list = movedList {
            guard list.count(self) > 0 else { return [] }
            list.move(pages: pages, &self)
            return list.choose(&self)
        }
        let pageRows = layout.panel.map { max($0.height - PanelMetrics.listTop, 1) } ?? 1
        return moveCursor(by: pages * (panels.help == nil ? pageRows : HelpState.pageRows))
    }

    /// Brings the cursor of an open list to the screen, and asks for what its rows say.
    mutating func readLists() -> [Effect] { panels.list?.type.scroll(&self) ?? [] }

    /// Enter on the row under the cursor; where rows are picked it picks.
    mutating func openListed(_ list: any PanelList.Type) -> [Effect] {
        (list.pickCommand == nil ? nil : pickByEnter()) ?? list.open(&self)
    }

    /// The first click puts the cursor on a row, the second opens it; in a menu the first does.
    mutating func clickPanel(_ cell: CellPoint, isDouble: Bool = false) -> [Effect] {
        guard let list = panels.list?.type, let area = layout.panel, area.contains(cell) else { return [] }
        guard list.point(at: cell, in: area, &self) else { return list.click(cell, in: area, &self) }
        if list.isMenu { return isDouble ? [] : list.open(&self) }
        return list.choose(&self) + (isDouble ? openListed(list) : [])
    }
}
