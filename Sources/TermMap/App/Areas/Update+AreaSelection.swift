import CellGraphics
import DataSets
import MapModel
import RowValues

/// What keys and clicks do with an area.
extension AppState {
    // MARK: - Selecting

    /// Tab: the next area in view; badges that lie above come first.
    mutating func selectNextArea(forward: Bool) -> [Effect] {
        guard let set = areaAnswer?.set else { return [] }
        if areas.covering != .nothing, let badge = nextBadgeBeforeAreas(forward: forward) {
            return select(badge)
        }
        if selection.current != nil { areas.deselect() }
        guard let next = nextArea(forward: forward) else {
            report("No area in view: \(key: .fitWorld) shows the world", .warning)
            return []
        }
        if areas.covering != .nothing, next.isRound, areas.selected != nil,
            let badge = annotations.next(to: nil, forward: forward, from: visibleMap.middle)
        {
            areas.deselect()
            return select(badge)
        }
        return select(area: next.area, of: set)
    }

    /// The badge that comes next; nil where an area does: one is selected, or the last badge is.
    private func nextBadgeBeforeAreas(forward: Bool) -> PlacedAnnotation? {
        if selectedArea != nil { return nil }
        let end = annotations.next(to: nil, forward: forward, from: visibleMap.middle)
        guard let current = selectedAnnotation else { return end }
        let next = annotations.next(to: current, forward: forward, from: visibleMap.middle)
        return next?.id == end?.id ? nil : next
    }

    private mutating func select(area: Int, of set: AreaSet) -> [Effect] {
        selection.clear()
        areas.select(area, of: set)
        followAreaInPanel()
        alignSelectedRow()
        return panels.showsDetails ? readArea() : []
    }

    /// A list or details of another area show those of the selected one.
    private mutating func followAreaInPanel() {
        panels.areas.follow(areas.selected, pageRows: AreaList.pageRows(self))
        if panels.current == .members, panels.members?.area != nil, let list = listOfArea {
            panels.members = list
        } else if panels.current == .place || panels.spot != nil {
            setPanel(.details)
        }
    }

    /// A click: the area there, of several that overlap the next one; nil where none is.
    mutating func selectArea(at cell: CellPoint) -> [Effect]? {
        guard let set = areaAnswer?.set, map.layers.data else { return nil }
        let found = areas(at: cell)
        guard let first = found.first else { return nil }
        let index = selectedArea.flatMap { found.firstIndex(of: $0) }
        return select(area: index.map { found[($0 + 1) % found.count] } ?? first, of: set)
    }

    // MARK: - Showing

    /// Enter: the area fills the view; where it does already, clusters lie above it.
    mutating func openArea() -> [Effect] {
        let before = map.viewport
        fitArea()
        if map.viewport == before, areas.covering == .nothing { showAbove(AreaState.Covering.clusters) }
        return []
    }

    /// Shows all of the selected area.
    mutating func fitArea() {
        guard let area = selectedArea, let bounds = areaAnswer?.set.geometry.bounds(of: area) else {
            return report("This area has no outline", .warning)
        }
        show(fitted(to: bounds), by: .jump)
    }

    /// Its rows as a list; nil while they are counted again.
    var listOfArea: MemberList? {
        guard let area = areas.selected, let runs = rowRuns(ofArea: area) else { return nil }
        return MemberList(area: area, runs, window: annotations.set.window, generation: data.generation)
    }

    /// The rows of the selected area; where there are none, or they are not known yet, that is said.
    mutating func rowsOfSelectedArea() -> MemberList? {
        guard let list = listOfArea else {
            report("Still counting the rows of areas")
            return nil
        }
        if list.count > 0 { return list }
        report("No rows in \(areas.selected.map { name(ofArea: $0) } ?? .empty)")
        return nil
    }

    /// `o`: the rows of the selected area.
    mutating func openRowsOfArea() -> [Effect] {
        guard let list = rowsOfSelectedArea() else { return [] }
        panels.members = list
        return open(.members)
    }

    /// The rows changed under an open list of an area: it is listed again, or closed.
    mutating func refreshRowsOfArea() -> [Effect] {
        // They are counted again in a moment.
        if data.rows.areas == nil, areaAnswer != nil { return [] }
        guard var list = listOfArea, list.count > 0 else { return closePanel() }
        let index = panels.members?.cursor.index ?? 0
        list.cursor.move(to: index, of: list.count, pageRows: MemberRows.pageRows(self))
        panels.members = list
        return []
    }

    /// The columns of the selected area are read, for its summary.
    mutating func readArea() -> [Effect] {
        guard let area = selectedArea, let set = areaAnswer?.set else { return [] }
        return selection.readRecord(ofArea: area, in: set.name)
    }

    // MARK: - Filter and marks

    /// Space: the rows of the selected area are marked, or unmarked.
    mutating func markArea(_ area: Int) -> [Effect] {
        guard let runs = rowRuns(ofArea: area) else {
            report("Still counting the rows of areas")
            return []
        }
        var points = PointSet(capacity: data.tree.count)
        points.insert(contentsOf: runs)
        return toggle(.points(points))
    }

    /// The filter of the rows of the selected area: by its name, where names repeat by its code, else by its number.
    var filterOfArea: String? {
        guard let area = selectedArea, let set = areaAnswer?.set else { return nil }
        func isUnique(_ texts: [String]) -> Bool {
            !texts[area].isEmpty && texts.count { $0 == texts[area] } == 1
        }
        let roles = set.table.roles
        let columns = set.table.columnNames
        func column(_ role: Int?, _ usual: String) -> String? {
            if set.kind == .shipped { return usual }
            return role.flatMap { $0 < columns.count ? columns[$0] : nil }
        }
        let test: String
        // An area without a name is called by its code, else by its row.
        let isNamed = set.names[area] != set.codes[area] && set.names[area] != "row \(area + 1)"
        if isNamed, isUnique(set.names), let name = column(roles.label, "name") {
            test = "\(FilterText.name(name)) = \(FilterText.text(set.names[area]))"
        } else if isUnique(set.codes), let code = column(roles.id, "code") {
            let areNumbers = set.codes.allSatisfy { $0.isEmpty || Double($0) != nil }
            let value = FilterText.value(set.codes[area], of: areNumbers ? .number : .text)
            test = "\(FilterText.name(code)) = \(value)"
        } else {
            test = "row = \(area + 1)"
        }
        return "inside(\(FilterText.name(set.name)), \(test))"
    }
}
