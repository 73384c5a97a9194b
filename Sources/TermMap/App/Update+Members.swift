import CellGraphics
import MapModel
import Streams

extension AppState {
    mutating func openMembers() -> [Effect] {
        if case .members = panels.current { return closePanel() }
        var effects: [Effect] = []
        if selection.current == nil {
            effects = selectNext(forward: true)
        } else if selectedAnnotation == nil {
            centerSelection()
        }
        guard let annotation = selectedAnnotation else { return effects }
        if annotation.isPlace { return effects + toggleDetails() }
        if annotation.isElsewhere {
            let limit = data.origin.listLimit.grouped
            report("Too many rows to list (limit \(limit)): press Enter to zoom in")
            return effects
        }
        return effects + openList(of: annotation)
    }

    /// Opens the list of a badge as it is once the map has made room for it: title, badge and rows agree.
    private mutating func openList(of annotation: PlacedAnnotation) -> [Effect] {
        let effects = open(.members(memberList(of: annotation)))
        if let reach = selectedAnnotation?.reach, reach.width <= layout.map.width, reach.height <= layout.map.height,
            let whole = map.revealing(reach, in: layout.map, margin: .none, covered: 0)
        {
            map.makeMoreRoom(whole)
            refreshAnnotations(animated: false)
        }
        guard let shown = selection.current.flatMap({
            annotations.annotation(showing: $0, evenIfCovered: true)
        }) else { return effects }
        panels.current = .members(memberListAroundSelection(shown))
        return effects
    }

    /// The rows changed under an open list: it is rebuilt around the selection, or closed when that is gone.
    mutating func refreshMembers() -> [Effect] {
        guard case .members = panels.current else { return [] }
        guard let annotation = selectedAnnotation, annotation.isListed else { return closePanel() }
        panels.current = .members(memberListAroundSelection(annotation))
        return []
    }

    /// The screen changed under an open list: its cursor stays on it.
    mutating func scrollMembers() {
        guard case .members(var list) = panels.current else { return }
        list.moveCursor(by: 0, pageRows: memberPageRows)
        panels.current = .members(list)
    }

    /// A list from before the rows changed is rebuilt around the selection, or closed.
    mutating func reopenMembers() -> [Effect] {
        setPanel(nil)
        guard let annotation = selectedAnnotation, annotation.isListed else { return closePanel() }
        return open(.members(memberList(of: annotation)))
    }

    func memberList(of annotation: PlacedAnnotation) -> MemberList {
        MemberList(
            parts: annotation.parts, window: annotations.set.window, generation: data.generation)
    }

    private func memberListAroundSelection(_ annotation: PlacedAnnotation) -> MemberList {
        var list = memberList(of: annotation)
        let index = selection.current.flatMap { list.index(of: $0.row, data) }
        list.moveCursor(to: index ?? 0, pageRows: memberPageRows)
        return list
    }

    /// Rows of the list that fit the screen: half the panel, the other half shows the current row.
    var memberPageRows: Int {
        guard let panel = layout.panel else { return 1 }
        return layout.isSidePanel ? max((panel.height - 4) / 2, 1) : max(panel.height - 3, 1)
    }

    /// The rows of the list that are on the screen.
    func memberRows(of list: MemberList) -> [UInt32] {
        list.rows(data, offset: list.top, limit: memberPageRows)
    }

    mutating func moveInMembers(_ list: MemberList, by rows: Int) -> [Effect] {
        var list = list
        list.moveCursor(by: rows, pageRows: memberPageRows)
        return select(in: list)
    }

    /// Puts the cursor on a member that is on the screen.
    mutating func chooseMember(_ index: Int, of list: MemberList) -> [Effect] {
        var list = list
        list.moveCursor(to: index, pageRows: memberPageRows)
        return select(in: list)
    }

    /// The member under the cursor becomes the selected row; its cluster carries the mark.
    private mutating func select(in list: MemberList) -> [Effect] {
        panels.current = .members(list)
        guard let index = list.current(data) else { return [] }
        select(at: index)
        revealSelection()
        return selection.readRecord()
    }

    /// Enter in the list: the row's details, with the map on it.
    mutating func chooseMember() -> [Effect] {
        guard case .members(let list) = panels.current else { return [] }
        return select(in: list) + open(.details(scroll: 0, back: .members(list)))
    }

    /// Selects the row at an index of the tree.
    mutating func select(at index: Int) {
        selection.current = Selection(
            row: data.tree.row(at: index), at: data.tree.fixedCoordinate(at: index))
    }
}

extension PlacedAnnotation {
    /// Its rows are known and more than one.
    fileprivate var isListed: Bool { !isPlace && !isElsewhere }
}
