import CellGraphics
import MapModel

extension AppState {
    /// Asks for what the table needs and was not asked for: its rows in their order, its columns, the values near the
    /// screen.
    mutating func askForTable() -> [Effect] {
        guard panels.current == .table else { return [] }
        let pageRows = TableList.pageRows(self)
        panels.table.follow(selection.current, pageRows: pageRows)
        var effects = fetchTableRows()
        let question = tableQuestion
        let isRecent = things.areFollowed && panels.table.wasAskedLately(question, at: now)
        if !isRecent, let ticket = panels.table.ask(question) {
            panels.table.noteAsked(at: now)
            effects.append(.table(.list(question, ticket: ticket)))
        }
        let measured = panels.table.askColumns()
        if !measured.isEmpty { effects.append(.table(.measure(rows: measured, numbering: data.numbering))) }
        let rows = panels.table.askCells(pageRows: pageRows)
        if !rows.isEmpty { effects.append(.table(.read(rows: rows))) }
        return effects + searchTableAgain()
    }

    /// Asks a server for the next of the rows in view that it has counted, where the table comes to their end.
    private mutating func fetchTableRows() -> [Effect] {
        // Rows of another view are no longer members.
        if panels.table.list(countedWindows) { data.origin.forgetMembers() }
        guard
            let page = panels.table.askPage(
                pageRows: TableList.pageRows(self), ticket: panels.arrangementTicket + 1)
        else { return [] }
        panels.arrangementTicket += 1
        return [.fetchMembers(after: page, ticket: panels.arrangementTicket)]
    }

    /// Where the rows of the view are of which a server has sent the counts alone; nil where it has sent the rows.
    private var countedWindows: [WorldWindow]? {
        guard tableScope == .view, countedRows > 0 else { return nil }
        return [map.viewport.window(of: visibleMap.dots)]
    }

    /// What the table is to list. The rows in view are those that the badges count, or the shades.
    var tableQuestion: TableQuestion {
        var question = question(of: tableRows)
        question.sort = panels.table.sort
        return question
    }

    package func question(of rows: TableQuestion.Rows) -> TableQuestion {
        TableQuestion(
            tree: data.listed, generation: data.generation, numbering: data.numbering, rows: rows,
            classes: data.coloring?.counts)
    }

    private var tableRows: TableQuestion.Rows {
        switch tableScope {
        case .matching:
            if let points = search.session?.rows?.points { return .points(points) }
        case .near: if let points = nearby?.points { return .points(points) }
        case .members(let list): return list.rows(of: data.listed)
        case .view:
            if let fetched = panels.table.fetched { return .points(points(of: fetched)) }
        }
        return rowsOfView
    }

    /// Those of a server's rows that are here, as points of the tree.
    private func points(of fetched: FetchedRows) -> PointSet {
        var points = PointSet(capacity: data.tree.count)
        for match in fetched.matches {
            if let index = data.tree.index(ofRow: match.row, at: match.place.coordinate) {
                points.insert(index)
            }
        }
        return points
    }

    /// The rows in view that are here: those that the badges count, or the shades.
    var rowsOfView: TableQuestion.Rows {
        if data.isUnplaced { return allListedRows }
        if annotations.density.picture != nil || showsAreasAlone {
            return .cells(visibleMap, map.viewport)
        }
        let parts = annotations.placed.flatMap(\.parts).filter { $0.firstIndex != nil }
        return .annotations(parts, annotations.set.window)
    }

    /// All rows that the query leaves.
    var allListedRows: TableQuestion.Rows {
        var points = PointSet(capacity: data.listed.count)
        points.insert(contentsOf: 0..<data.listed.count)
        return .points(points)
    }

    /// Which rows are listed: those in view where there are no others any more.
    package var tableScope: TableState.Scope {
        switch panels.table.scope {
        case .matching:
            guard let rows = search.session?.rows, rows.points.capacity == data.tree.count else {
                return .view
            }
            return .matching
        case .near: return nearby?.points.capacity == data.tree.count ? .near : .view
        case .members(let list): return list.generation == data.generation ? .members(list) : .view
        case .view: return .view
        }
    }

    /// Rows in view of which a server has sent the counts alone.
    var countedRows: Int { data.rows.countedRows(in: map.viewport.window(of: visibleMap.dots)) }

    /// Those of them that the table does not list yet.
    package var rowsNotListed: Int {
        guard tableScope == .view else { return 0 }
        guard let fetched = panels.table.fetched else { return countedRows }
        return fetched.isComplete ? 0 : max(countedRows - fetched.matches.count, 1)
    }

    /// Other rows are listed: what was searched for is looked for in them as well.
    private mutating func searchTableAgain() -> [Effect] {
        guard var search = panels.table.search, let listing = panels.table.listing,
            !listing.question.listsSameRows(as: search.question)
        else { return [] }
        search.ticket += 1
        (search.question, search.isAwaited) = (listing.question, true)
        panels.table.search = search
        return [.table(.search(search.query, listing.question, ticket: search.ticket))]
    }

    /// What the status line says of the rows: "row 7 of 1,388".
    package var tableStatus: DisplayText {
        let table = panels.table
        let count =
            !table.isAwaited && table.listing != nil
            ? table.count : tableScope == .view && table.fetched == nil ? rowsInView : tableQuestion.count
        let noun: String =
            switch tableScope {
            case .view: ""
            case .matching: " found"
            case .near: " near"
            case .members: " members"
            }
        let more = rowsNotListed
        let rest = more > 0 ? " + \(more.grouped) on the server" : ""
        if count == 0 { return more > 0 ? "asking for rows …" : "no rows" }
        let row = table.listing == nil ? "…" : (table.cursor.index + 1).grouped
        return "row \(row) of \(count.grouped)\(noun)\(rest)"
    }
}
