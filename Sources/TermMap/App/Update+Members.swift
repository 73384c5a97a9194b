import CellGraphics
import MapModel
import Rows
import Streams

extension AppState {
    mutating func openMembers() -> [Effect] {
        if panels.current == .members { return closePanel() }
        if let effects = toggleAddresses() { return effects }
        var effects: [Effect] = []
        if selectedArea != nil { return openRowsOfArea() }
        if selection.current == nil {
            effects = selectNext(forward: true)
        } else if selectedAnnotation == nil {
            centerSelection()
        }
        guard let annotation = selectedAnnotation else {
            return selectedArea == nil ? effects : effects + openRowsOfArea()
        }
        if annotation.isPlace { return effects + toggleDetails() }
        return effects + openList(of: annotation)
    }

    /// Opens the list of a badge as it is once the map has made room for it: title, badge and rows agree.
    private mutating func openList(of annotation: PlacedAnnotation) -> [Effect] {
        panels.members = memberList(of: annotation)
        let effects = open(.members)
        if let reach = selectedAnnotation?.reach, reach.width <= layout.map.width,
            reach.height <= layout.map.height,
            let whole = map.revealing(reach, in: layout.map, margin: .none)
        {
            map.makeMoreRoom(whole)
            refreshAnnotations(animated: false)
        }
        guard
            let shown = selection.current.flatMap({
                annotations.annotation(showing: $0, evenIfCovered: true)
            })
        else { return effects + fetchMembers() }
        panels.members = memberListAroundSelection(shown)
        return effects + fetchMembers()
    }

    // MARK: - Members on a server

    /// Asks for the next page of a server's cluster where the list comes to an end.
    mutating func fetchMembers() -> [Effect] {
        guard panels.list == .members, let list = panels.members, let fetched = list.fetched,
            fetched.needsMore(top: list.cursor.top, pageRows: MemberRows.pageRows(self))
        else { return [] }
        panels.arrangementTicket += 1
        panels.members?.fetched?.awaitPage(ticket: panels.arrangementTicket)
        if fetched.matches.isEmpty { data.origin.forgetMembers() }
        return [.fetchMembers(after: fetched, ticket: panels.arrangementTicket)]
    }

    mutating func receive(members result: Result<MatchAnswer, SourceError>, _ ticket: Int) -> [Effect] {
        switch result {
        case .success(let page): return receive(members: page, ticket)
        case .failure(let error):
            failMembers(error, ticket)
            return []
        }
    }

    private mutating func receive(members page: MatchAnswer, _ ticket: Int) -> [Effect] {
        if panels.table.fetched?.receive(page, ticket: ticket) == true { return rowsChanged(.fetched(page)) }
        guard panels.members?.fetched?.receive(page, ticket: ticket) == true else { return [] }
        let effects = rowsChanged(.fetched(page))
        // A cluster that was counted has no row of its own to show below the list.
        let chooses =
            panels.current == .members && panels.members?.count == page.matches.count
            && selection.current?.hasRow != true
        return effects + (chooses ? MemberRows.selectRow(&self) : []) + fetchMembers()
    }

    private mutating func failMembers(_ error: SourceError, _ ticket: Int) {
        let isOfTable = panels.table.fetched?.fail(ticket: ticket) == true
        guard isOfTable || panels.members?.fetched?.fail(ticket: ticket) == true else { return }
        report(data.words(of: error), .error)
    }

    /// The rows changed under an open list: it is rebuilt around the selection, or closed when that is gone.
    mutating func refreshMembers() -> [Effect] {
        guard panels.current == .members, let list = panels.members else { return [] }
        if list.area != nil { return refreshRowsOfArea() }
        if let name = list.address { return refreshLines(of: name) }
        // A server's rows that are listed stay known.
        if list.fetched != nil, data.origin.holdsMembers { return [] }
        guard let annotation = selectedAnnotation, annotation.isListed else { return closePanel() }
        panels.members = memberListAroundSelection(annotation)
        return fetchMembers()
    }

    // MARK: - Sorting and filtering

    /// More rows than this are not sorted or filtered in a list.
    private static let mostArranged = 100_000

    /// `s`: the next order of the list.
    mutating func sortMembers() -> [Effect] {
        guard panels.current == .members, let list = panels.members else { return [] }
        var arrangement = list.arrangement
        arrangement.sorting = arrangement.sorting.next
        let effects = arrange(list, arrangement)
        if !effects.isEmpty { report(KeyedText(arrangement.sorting.message)) }
        return effects
    }

    /// Lists only the members that contain what is typed.
    mutating func filterMembers(_ text: String) -> [Effect] {
        guard panels.current == .members, let list = panels.members, text != list.arrangement.filter
        else { return [] }
        var arrangement = list.arrangement
        arrangement.filter = text
        return arrange(list, arrangement)
    }

    private mutating func arrange(_ list: MemberList, _ arrangement: MemberList.Arrangement) -> [Effect] {
        guard list.fetched == nil else {
            report("The rows of a server are listed by their key", .warning)
            return []
        }
        guard list.total <= Self.mostArranged else {
            report(
                "Too many rows to sort or filter here (limit \(Self.mostArranged.grouped)): zoom in", .warning
            )
            return []
        }
        panels.arrangementTicket += 1
        panels.members?.ask(for: arrangement, ticket: panels.arrangementTicket)
        let rows = list.sample(data, count: list.total).map { data.tree.row(at: $0) }
        return [.arrangeMembers(rows: rows, arrangement, ticket: panels.arrangementTicket)]
    }

    /// The members in the order that was asked for, with the cursor on the selected one.
    mutating func receive(_ positions: [Int], arrangedFor ticket: Int) -> [Effect] {
        guard panels.members?.receive(positions, ticket: ticket) == true, let list = panels.members else {
            return []
        }
        // Of a cluster no row was chosen: the list begins at its top.
        let row = selection.current.flatMap { $0.isCluster ? nil : $0.row }
        let index = row.flatMap { list.index(of: $0, data) }
        let pageRows = MemberRows.pageRows(self)
        panels.members?.cursor.move(to: index ?? 0, of: list.count, pageRows: pageRows)
        return index == nil && list.count > 0 && panels.current == .members ? MemberRows.selectRow(&self) : []
    }

    /// A list from before the rows changed is rebuilt around the selection, or closed.
    mutating func reopenMembers() -> [Effect] {
        let isOfArea = panels.members?.area != nil
        setPanel(nil)
        if isOfArea, let list = listOfArea, list.count > 0 {
            panels.members = list
            return open(.members)
        }
        guard let annotation = selectedAnnotation, annotation.isListed else { return closePanel() }
        panels.members = memberList(of: annotation)
        return open(.members) + fetchMembers()
    }

    func memberList(of annotation: PlacedAnnotation) -> MemberList {
        if annotation.isElsewhere {
            return MemberList(
                parts: annotation.parts, in: annotations.set.window, on: countedWindows(of: annotation))
        }
        return MemberList(
            parts: annotation.parts, window: annotations.set.window, generation: data.generation)
    }

    private func memberListAroundSelection(_ annotation: PlacedAnnotation) -> MemberList {
        var list = memberList(of: annotation)
        let index = selection.current.flatMap { list.index(of: $0.row, data) }
        list.cursor.move(to: index ?? 0, of: list.count, pageRows: MemberRows.pageRows(self))
        return list
    }

    /// The rows of the list that are on the screen.
    package func memberRows(of list: MemberList) -> [UInt32] {
        list.rows(data, offset: list.cursor.top, limit: MemberRows.pageRows(self))
    }

    /// Selects the row at an index of the tree.
    mutating func select(at index: Int) {
        selection.current = Selection(
            row: data.listed.row(at: index), at: data.listed.fixedCoordinate(at: index))
    }
}

extension PlacedAnnotation {
    /// It has more than one row.
    fileprivate var isListed: Bool { !isPlace }
}

extension MemberList.Arrangement.Sorting {
    fileprivate var message: DisplayText {
        switch self {
        case .place: "In the order of the map"
        case .name: "By name"
        case .row: "In the order of the data"
        }
    }

    /// What the head of a list says of its order.
    package var remark: DisplayText? {
        switch self {
        case .place: nil
        case .name: "by name"
        case .row: "by row"
        }
    }
}
