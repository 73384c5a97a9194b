import CellGraphics
import DataSets
import MapModel
import RowValues
import Rows

/// What keys do with the addresses of rows.
extension AppState {
    /// `o`: the addresses of the selected badge, else those in view; nil where rows have none.
    mutating func toggleAddresses() -> [Effect]? {
        guard data.addresses != nil, selectedArea == nil else { return nil }
        return panels.list == .addresses ? closePanel() : open(.addresses)
    }

    mutating func carryOut(_ command: AddressListCommand) -> [Effect] {
        if case .databases = command { return showDatabases() }
        guard panels.list == .addresses else {
            report("Press \(key: .members) to list the addresses first")
            return []
        }
        switch command {
        case .databases: return []
        case .group(let step): panels.addresses.turnGrouping(by: step)
        case .sort:
            panels.addresses.turnOrder()
            report(KeyedText(panels.addresses.order.message))
        case .filter(let isNegated): return filterByAddress(isNegated: isNegated)
        case .mark:
            guard allowsMarks, let points = pointsOfAddress else { return [] }
            return toggle(.points(points))
        case .copy:
            guard let line = panels.addresses.current, !line.name.isEmpty else { return [] }
            let text = panels.addresses.grouping == .organisation ? line.fact.organisation : line.name
            return copy(Array(text.utf8), DisplayText(sanitising: text, limit: 60))
        case .table:
            guard let list = linesOfAddress else { return [] }
            return openTable(of: list)
        }
        return []
    }

    private mutating func openTable(of list: MemberList) -> [Effect] {
        panels.table.scope = .members(list)
        return open(.table, over: panels.stack)
    }

    // MARK: - Counting

    /// Asks for what the panel shows, where it was not asked for.
    mutating func askForAddresses() -> [Effect] {
        guard panels.list == .addresses, let addresses = data.addresses else { return [] }
        let rows = selectedAnnotation.map { annotation in
            TableQuestion.Rows.annotations(annotation.parts, annotations.set.window)
        }
        let question = AddressQuestion(
            rows: self.question(of: rows ?? rowsOfView), addresses: addresses,
            classes: data.coloring?.classes.byRow ?? [], grouping: panels.addresses.grouping,
            order: panels.addresses.order)
        let asked = panels.addresses.ask(question).map { [Effect.countAddresses(question, ticket: $0)] } ?? []
        return asked + readChanges(of: wantedLines)
    }

    /// From this zoom on the middle of a country is not shown: nobody is to take it for a house.
    static let roughZoom = 7.0

    /// No more is known of where the row is than a country, or a large circle.
    func isRough(_ selected: Selection) -> Bool {
        selected.hasRow && data.addresses?.fact(ofRow: selected.row)?.isRough == true
    }

    /// Asks for the rows without those that are only known by country, or for all again, when the zoom has passed the limit.
    mutating func askForRoughRows() -> [Effect] {
        guard data.addresses != nil, data.isReadable else { return [] }
        let hides = data.vague != nil && map.viewport.zoom >= Self.roughZoom
        guard hides != data.query.hidesRough else { return [] }
        var query = data.query
        query.hidesRough = hides
        return ask(query)
    }

    mutating func receive(_ groups: AddressGroups, ticket: Int) -> [Effect] {
        panels.addresses.receive(groups, ticket: ticket, pageRows: AddressList.pageRows(self))
        return []
    }

    /// The rows whose values the panel shows.
    private var wantedLines: [UInt32] {
        guard layout.isSidePanel, let line = panels.addresses.current else { return [] }
        return line.newest + (line.oldest < .max ? [line.oldest] : [])
    }

    /// How far off the selected row may be, or the address under the cursor; nil where that cannot be seen.
    var addressCircle: GeoCircle? {
        guard let addresses = data.addresses, map.layers.data, let fact = shownFact(addresses),
            let radius = fact.radius, radius > 0, let place = fact.coordinate?.coordinate,
            let circle = try? GeoCircle(center: place, radiusMeters: Double(radius) * 1_000)
        else { return nil }
        let dots = circle.radiusMeters / map.viewport.metersPerDot(at: place.latitude)
        return dots >= Self.leastCircleDots ? circle : nil
    }

    private static let leastCircleDots = 3.0

    private func shownFact(_ addresses: RowAddresses) -> RowAddresses.Fact? {
        if panels.list == .addresses { return panels.addresses.current?.fact }
        guard let selected = selection.current, selected.hasRow, !selected.isCluster else { return nil }
        return addresses.fact(ofRow: selected.row)
    }

    // MARK: - The line under the cursor

    /// Its rows as points of the tree; nil where the panel is out of date.
    private var pointsOfAddress: PointSet? {
        indicesOfAddress.map { PointSet($0, capacity: data.listed.count) }
    }

    private var indicesOfAddress: [Int]? {
        guard let groups = panels.addresses.groups, panels.addresses.current != nil,
            groups.question.rows.generation == data.generation,
            groups.question.rows.tree.count == data.listed.count
        else { return nil }
        return groups.indices(ofLine: panels.addresses.cursorIndex)
    }

    private var linesOfAddress: MemberList? {
        guard let indices = indicesOfAddress, let line = panels.addresses.current else { return nil }
        return MemberList(
            linesOf: line.name, indices, window: annotations.set.window, generation: data.generation)
    }

    /// Enter: its rows, the newest first, which is selected; rows without a place as a table.
    mutating func openLinesOfAddress() -> [Effect] {
        guard let list = linesOfAddress else { return [] }
        if data.isUnplaced { return openTable(of: list) }
        panels.members = list
        panels.addresses.selectionBefore = selection.current
        return open(.members, over: panels.stack) + MemberRows.selectRow(&self)
    }

    /// The list of its rows was closed: the addresses are those of the badge that was selected before.
    mutating func restoreSelectionOfAddresses() {
        selection.current = panels.addresses.selectionBefore
    }

    /// The rows changed below a list of lines: it is made again, where its address still is.
    mutating func refreshLines(of name: String) -> [Effect] {
        guard let groups = panels.addresses.groups, let addresses = data.addresses,
            let index = groups.lines.firstIndex(where: { $0.name == name }),
            let now = AddressGroups(
                AddressQuestion(
                    rows: question(of: rowsOfView), addresses: addresses, classes: [],
                    grouping: groups.question.grouping, order: groups.question.order)),
            let line = now.lines.firstIndex(where: { $0.name == name })
        else { return closePanel() }
        panels.addresses.cursor.index = index
        let cursor = panels.members?.cursor ?? ListCursor()
        var list = MemberList(
            linesOf: name, now.indices(ofLine: line), window: annotations.set.window,
            generation: data.generation)
        list.cursor.move(to: cursor.index, of: list.count, pageRows: MemberRows.pageRows(self))
        panels.members = list
        return []
    }

    // MARK: - Filters

    private mutating func filterByAddress(isNegated: Bool) -> [Effect] {
        guard let line = panels.addresses.current, let addresses = data.addresses else { return [] }
        let test: String
        switch panels.addresses.grouping {
        case .address:
            test = FilterText.within(addresses.column, line.name, isNegated: isNegated)
        case .network, .country:
            test = equality(panels.addresses.grouping.word, line.name, isNegated)
        case .organisation:
            test =
                line.fact.systemNumber == nil
                ? equality("organisation", line.fact.organisation, isNegated)
                : equality("asn", line.fact.systemNumber.map(String.init) ?? "", isNegated)
        }
        let filter = FilterText.adding(test, to: data.query.filter.text)
        report(
            "\(key: .filter) \(DisplayText(sanitising: filter, limit: 200))    \(key: .clearFilter) on the map clears it"
        )
        return setFilter(RowFilter(filter))
    }

    private func equality(_ column: String, _ value: String, _ isNegated: Bool) -> String {
        FilterText.adding(
            to: "", column: column, kind: column == "asn" ? .number : .text,
            value: value.isEmpty ? nil : value,
            isNegated: isNegated)
    }

    // MARK: - Databases

    /// `2026-11-12`.
    package static func day(_ seconds: UInt64) -> String {
        WallTime(milliseconds: Int64(clamping: min(seconds, 1 << 40)) * 1_000).dateText
    }

    /// `:geoip`: what is known of the databases.
    private mutating func showDatabases() -> [Effect] {
        guard let databases = data.addresses?.databases, !databases.isEmpty else {
            report(
                data.addresses == nil
                    ? "No addresses here" : "No database of addresses: start with --geoip FILE")
            return []
        }
        let words = databases.map { database in
            let name = database.name.split(separator: "/").last.map(String.init) ?? database.name
            return
                "\(name): \(database.kind), \(database.type), of \(Self.day(database.madeAt)), \(database.nodes.grouped) nodes"
        }
        report(KeyedText(words.joined(separator: " · ")))
        return []
    }
}

extension AddressQuestion.Order {
    fileprivate var message: DisplayText {
        switch self {
        case .lines: "Most lines first"
        case .newest: "The newest first"
        case .name: "By name"
        }
    }
}
