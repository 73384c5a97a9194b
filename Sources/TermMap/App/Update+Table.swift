import CellGraphics
import MapModel
import Streams

extension AppState {
    mutating func carryOut(_ command: TableCommand) -> [Effect] {
        if panels.current == .areas { return carryOutInAreas(command) }
        if case .toggle = command { return toggleTable() }
        guard panels.current == .table else {
            report("Press \(key: .table(.toggle)) to open the table first")
            return []
        }
        switch command {
        case .toggle: break
        case .alone: toggleTableAlone()
        case .center: return openListed(TableList.self)
        case .members: listMembersInTable()
        case .sortColumn(let step): sortTable(step: step)
        case .turn: sortTable(isDescending: panels.table.sort?.isDescending != true)
        case .order(let isDescending): sortTable(isDescending: isDescending)
        case .scroll(let columns): panels.table.scrollColumns(by: columns, width: tableTextWidth)
        case .search: ask(.table)
        case .match(let forward): return goToTableMatch(forward: forward)
        }
        return []
    }

    // MARK: - Opening

    /// `t`: the members of a list that is open, the rows near a place, those that a search found, else those in view.
    private mutating func toggleTable() -> [Effect] {
        if panels.list == .table { return closePanel() }
        if areaAnswer != nil, !panels.isTableOpen, scopeOfOpening == .view { return open(.areas) }
        if !panels.isTableOpen { panels.table.scope = scopeOfOpening }
        return open(.table, over: panels.isNearbyOpen ? [.nearby] : [])
    }

    private var scopeOfOpening: TableState.Scope {
        if panels.isNearbyOpen { return .near }
        if panels.list == .members, let list = panels.members, list.generation == data.generation {
            return .members(list)
        }
        return search.session?.rows.map { $0.total > 0 } == true ? .matching : .view
    }

    /// Whether all rows are in view, or would be without the open panel. Rows under the legend count: it gives way to the
    /// table.
    var showsAllRows: Bool {
        // A server's tree has only the rows that it has sent.
        guard data.rowTotal > 0 else { return false }
        let isWhole = data.bounds.map { map.holdsWithoutPanel($0, in: layout.map) } ?? false
        return isWhole && data.rows.coversWorld
            || max(rowsInView, annotations.rows(in: visibleMap)) == data.rowTotal
    }

    /// The map stays what it was, with the same rows in view, though nothing of it is seen.
    private mutating func toggleTableAlone() {
        panels.table.isAlone.toggle()
        TableList.move(by: 0, &self)
        if !panels.table.isAlone { makeRoomForSelection() }
    }

    private mutating func listMembersInTable() {
        if case .members = panels.table.scope {
            panels.table.scope = panels.isNearbyOpen ? .near : .view
        } else if let annotation = selectedAnnotation, !annotation.isElsewhere {
            panels.table.scope = .members(memberList(of: annotation))
        } else {
            report("Select a row in view first: its cluster is listed")
        }
    }

    // MARK: - Rows

    /// Cells for the texts of a row.
    var tableTextWidth: Int {
        layout.panel.map { TableMetrics(area: $0, hasSigns: tableHasSigns).textWidth } ?? 0
    }

    /// Rows have the sign of their class where they are coloured, else of their layer where there are several.
    package var tableHasSigns: Bool { data.coloring != nil || data.sources.count > 1 || !things.isEmpty }

    /// The row under the cursor becomes the selected one; the map moves only where nothing in view shows it.
    mutating func selectTableRow(isChosen: Bool = true) -> [Effect] {
        let table = panels.table
        guard let listing = table.listing, table.cursor.index < listing.count else { return [] }
        if listing.question.generation == data.generation, listing.question.tree.count == data.listed.count {
            select(at: Int(listing.order[table.cursor.index]))
        } else {
            // Rows that move are listed again once a second: they may be elsewhere by now.
            let row = listing.row(at: table.cursor.index)
            guard things.areFollowed, listing.question.numbering == data.numbering,
                let place = data.tree.place(ofRow: row)
            else { return [] }
            selection.current = Selection(row: row, at: place)
        }
        panels.table.note(selection.current)
        selection.isUnchosen = !isChosen
        if isChosen, selectedAnnotation == nil { revealSelection() }
        return selection.readRecord()
    }

    mutating func centerTableRow() -> [Effect] {
        guard !data.isUnplaced else {
            reportUnplaced()
            return []
        }
        let effects = selectTableRow()
        if panels.table.count > 0 { centerSelection() }
        return effects
    }

    /// Sorts by the column whose name was clicked; once more, the other way round.
    mutating func sortTable(byColumnAt cell: CellPoint, in area: CellRect) {
        guard let columns = panels.table.columns else { return }
        let start = TableMetrics(area: area, hasSigns: tableHasSigns).textStart
        let places = columns.places(in: tableTextWidth, scrolled: panels.table.scrolledColumns)
        guard let hit = places.first(where: { (0..<$0.width + 1).contains(cell.column - start - $0.start) })
        else { return }
        let isSame = panels.table.sortPosition == hit.position
        sortTable(by: hit.position, isDescending: isSame && panels.table.sort?.isDescending == false)
    }

    // MARK: - Sorting

    /// The next column to sort by; before the first one is the order of the data.
    private mutating func sortTable(step: Int) {
        guard let columns = panels.table.columns?.columns, !columns.isEmpty else { return }
        let place = ((panels.table.sortPosition ?? -1) + 1 + step + columns.count + 1) % (columns.count + 1)
        sortTable(by: place == 0 ? nil : place - 1, isDescending: panels.table.sort?.isDescending == true)
    }

    /// Sorts by the same column, the first one if there is none, in an order.
    private mutating func sortTable(isDescending: Bool) {
        sortTable(
            by: panels.table.sortPosition ?? 0,
            isDescending: panels.table.sort == nil ? false : isDescending)
    }

    private mutating func sortTable(by position: Int?, isDescending: Bool) {
        panels.table.sort(by: position, isDescending: isDescending, width: tableTextWidth)
        guard let columns = panels.table.columns else { return }
        guard let position else { return report("In the order of the data") }
        report(
            "By \(columns.columns[position].name), \(isDescending ? "descending" : "ascending")\(amongListed)"
        )
    }

    /// What is sorted and searched where a server has more rows in view than are listed.
    private var amongListed: DisplayText {
        guard rowsNotListed > 0, let fetched = panels.table.fetched else { return "" }
        return " (of the \(fetched.matches.count.grouped) listed rows; scroll down for more)"
    }

    // MARK: - Searching

    /// Looks for words in the rows of the table; the cursor goes to the first match from where it is.
    mutating func searchTable(_ text: String) -> [Effect] {
        if panels.current == .areas { return searchAreas(text) }
        let query = SearchQuery(text)
        guard panels.current == .table, let listing = panels.table.listing else { return [] }
        guard !query.isEmpty else {
            report("Type letters or digits to search the table for", .warning)
            return []
        }
        let ticket = (panels.table.search?.ticket ?? 0) + 1
        panels.table.search = TableSearch(
            text: text, query: query, question: listing.question, ticket: ticket)
        return [.table(.search(query, listing.question, ticket: ticket))]
    }

    private mutating func goToTableMatch(forward: Bool) -> [Effect] {
        guard let search = panels.table.search else {
            report("Press \(key: .table(.search)) to search the table first")
            return []
        }
        guard search.found != nil else { return [] }
        return jump(from: panels.table.cursor.index + (forward ? 1 : -1), forward: forward)
    }

    private mutating func jump(from start: Int, forward: Bool) -> [Effect] {
        let table = panels.table
        guard let found = table.search?.found, let listing = table.listing, listing.count > 0 else {
            return []
        }
        let first = (start + listing.count) % listing.count
        guard let position = listing.position(from: first, forward: forward, among: found) else { return [] }
        let pageRows = TableList.pageRows(self)
        panels.table.cursor.move(to: position, of: listing.count, pageRows: pageRows)
        return selectTableRow()
    }

    // MARK: - Answers

    mutating func receive(_ answer: TableAnswer) -> [Effect] {
        switch answer {
        case .listed(.success(let listing), let ticket):
            let isUnchosen = selection.current == nil || selection.isUnchosen
            let isTaken = panels.table.receive(
                listing, ticket: ticket, selection: isUnchosen ? nil : selection.current,
                pageRows: TableList.pageRows(self))
            // Keys act on the row under the cursor, even before it has been moved.
            if isTaken, isUnchosen, panels.current == .table { return selectTableRow(isChosen: false) }
        case .sorting(let fraction, let ticket): panels.table.receive(progress: fraction, ticket: ticket)
        case .listed(.failure(let error), let ticket):
            if panels.table.fail(ticket: ticket) { report(error.onScreen, .error) }
        case .measured(let columns, let numbering): panels.table.receive(columns, numbering: numbering)
        case .read(let values): if accept(values) { panels.table.receive(values.values) }
        case .found(.success(let points), let ticket): return receive(points, foundFor: ticket)
        case .found(.failure(let error), let ticket):
            guard panels.table.search?.ticket == ticket else { break }
            panels.table.search = nil
            report(error.onScreen, .error)
        }
        return []
    }

    private mutating func receive(_ points: PointSet, foundFor ticket: Int) -> [Effect] {
        guard var search = panels.table.search, search.ticket == ticket else { return [] }
        let jumps = search.jumps
        (search.found, search.isAwaited, search.jumps) = (points, false, false)
        panels.table.search = search
        guard jumps else { return [] }
        let text = DisplayText(sanitising: search.text, limit: 40)
        report(
            points.isEmpty
                ? "No row contains “\(text)”\(amongListed)"
                : "\(points.count.counted("row")) with “\(text)”: \(key: .table(.match(forward: true))) \(key: .table(.match(forward: false))) next, previous",
            points.isEmpty ? .warning : .information)
        return jump(from: panels.table.cursor.index, forward: true)
    }
}
