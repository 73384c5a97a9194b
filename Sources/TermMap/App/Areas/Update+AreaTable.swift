import CellGraphics
import DataSets
import MapModel

/// The table of areas: `t` while areas are shown.
extension AppState {
    /// Asks for the order of the areas where it was not asked for.
    mutating func askForAreaTable() -> [Effect] {
        guard panels.current == .areas, let answer = areaAnswer else { return [] }
        panels.areas.follow(areas.selected, pageRows: AreaList.pageRows(self))
        guard let asked = panels.areas.ask(answer, generation: data.areasGeneration) else { return [] }
        return [.listAreas(asked.question, ticket: asked.ticket)]
    }

    mutating func receive(_ listing: AreaListing, ticket: Int) -> [Effect] {
        let jumps = panels.areas.receive(
            listing, ticket: ticket, selected: areas.isUnchosen ? nil : areas.selected,
            pageRows: AreaList.pageRows(self))
        // Keys act on the area under the cursor, even before it has been moved.
        if jumps != nil, panels.current == .areas, areas.selected == nil || areas.isUnchosen {
            selectUnderCursor()
            areas.isUnchosen = true
        }
        guard jumps == true, let search = listing.question.search, let found = listing.found else {
            return []
        }
        let text = DisplayText(sanitising: search, limit: 40)
        report(
            found.isEmpty
                ? "No area contains “\(text)”"
                : "\(found.count.counted("area")) with “\(text)”: \(key: .table(.match(forward: true))) \(key: .table(.match(forward: false))) next, previous",
            found.isEmpty ? .warning : .information)
        return goToArea(from: panels.areas.cursor.index, forward: true)
    }

    // MARK: - Keys

    /// A key of the table of rows, in that of areas.
    mutating func carryOutInAreas(_ command: TableCommand) -> [Effect] {
        switch command {
        case .toggle:
            panels.table.scope = .view
            return open(.table, over: panels.stack)
        case .alone: panels.areas.isAlone.toggle()
        case .center: return fitListedArea()
        case .members: return openTableOfArea()
        case .sortColumn(let step): sortAreas(step: step)
        case .turn: sortAreas(isDescending: !panels.areas.sort.isDescending)
        case .order(let isDescending): sortAreas(isDescending: isDescending)
        case .scroll: break
        case .search: ask(.table)
        case .match(let forward):
            guard panels.areas.search != nil else {
                report("Press \(key: .table(.search)) to search the table first")
                return []
            }
            return goToArea(from: panels.areas.cursor.index + (forward ? 1 : -1), forward: forward)
        }
        return []
    }

    /// The area under the cursor is selected; the map moves only where it is out of view.
    mutating func selectListedArea() -> [Effect] {
        guard let area = selectUnderCursor() else { return [] }
        if let view = viewRevealing(area: area) { show(view, by: .pan) }
        return []
    }

    @discardableResult
    private mutating func selectUnderCursor() -> Int? {
        guard let set = areaAnswer?.set, let area = panels.areas.current, area < set.count else { return nil }
        selection.clear()
        areas.select(area, of: set)
        panels.areas.note(area)
        return area
    }

    /// Enter: the map shows the area under the cursor.
    mutating func fitListedArea() -> [Effect] {
        let effects = selectListedArea()
        if selectedArea != nil { fitArea() }
        return effects
    }

    /// The rows of the area under the cursor as a table, which goes back to that of areas.
    private mutating func openTableOfArea() -> [Effect] {
        let effects = selectListedArea()
        guard let list = rowsOfSelectedArea() else { return effects }
        panels.table.scope = .members(list)
        return effects + open(.table, over: panels.stack)
    }

    // MARK: - Sorting and searching

    private var sortableColumns: [AreaColumn] {
        guard let answer = areaAnswer else { return [] }
        return AreaColumn.allCases.filter { $0.isSortable && answer.has($0) }
    }

    private mutating func sortAreas(step: Int) {
        let columns = sortableColumns
        guard let index = columns.firstIndex(of: panels.areas.sort.column) else { return }
        sortAreas(by: columns[(index + step + columns.count) % columns.count])
    }

    /// By another column: texts ascending, numbers descending.
    private mutating func sortAreas(by column: AreaColumn) {
        let isText = column == .name || column == .code
        panels.areas.sort(by: AreaSort(column: column, isDescending: !isText))
        reportAreaOrder()
    }

    private mutating func sortAreas(isDescending: Bool) {
        panels.areas.sort(by: AreaSort(column: panels.areas.sort.column, isDescending: isDescending))
        reportAreaOrder()
    }

    private mutating func reportAreaOrder() {
        guard let answer = areaAnswer else { return }
        let sort = panels.areas.sort
        report("By \(title(of: sort.column, answer)), \(sort.isDescending ? "descending" : "ascending")")
    }

    /// Sorts by the column whose name was clicked; once more, the other way round.
    mutating func sortAreas(byColumnAt cell: CellPoint, in area: CellRect) {
        guard let answer = areaAnswer,
            let place = AreaTableColumns(answer, width: area.width).places
                .first(where: { (0...$0.width).contains(cell.column - area.column - $0.start) }),
            place.column.isSortable
        else { return }
        guard panels.areas.sort.column == place.column else { return sortAreas(by: place.column) }
        sortAreas(isDescending: !panels.areas.sort.isDescending)
    }

    /// Looks for words in the names and codes of all areas.
    mutating func searchAreas(_ text: String) -> [Effect] {
        guard !SearchQuery(text).isEmpty else {
            report("Type letters or digits to search the table for", .warning)
            return []
        }
        panels.areas.find(text)
        return []
    }

    private mutating func goToArea(from start: Int, forward: Bool) -> [Effect] {
        guard let listing = panels.areas.listing, listing.count > 0,
            let position = listing.position(
                from: (start + listing.count) % listing.count, forward: forward)
        else { return [] }
        let pageRows = AreaList.pageRows(self)
        panels.areas.cursor.move(to: position, of: listing.count, pageRows: pageRows)
        return selectListedArea()
    }
}
