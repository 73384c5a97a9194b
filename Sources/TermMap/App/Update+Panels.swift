import CellGraphics
import MapModel

extension AppState {
    // MARK: - Members of a cluster

    mutating func openMembers() -> [Effect] {
        if case .members = panel { return closePanel() }
        let effects = selection == nil ? selectNext(forward: true) : centerSelectionIfHidden()
        guard let annotation = selectedAnnotation else { return effects }
        if annotation.isPlace { return effects + toggleDetails() }
        if annotation.isElsewhere {
            tell(
                "Too many rows to list (limit \(origin.listLimit.grouped)): press Enter to zoom in"
            )
            return effects
        }
        var list = memberList(of: annotation)
        if let selection, let index = memberIndex(of: selection, in: list) { list.cursor = index }
        return effects + open(.members(scrolled(list)))
    }

    /// The data changed under an open list: it is rebuilt around the selection, or closed when that is gone.
    mutating func refreshMembers() -> [Effect] {
        guard case .members = panel else { return [] }
        guard let annotation = selectedAnnotation, !annotation.isPlace, !annotation.isElsewhere else {
            return closePanel()
        }
        var list = memberList(of: annotation)
        if let selection, let index = memberIndex(of: selection, in: list) { list.cursor = index }
        list = scrolled(list)
        panel = .members(list)
        return labelRequest(for: memberRows(of: list))
    }

    /// A list from before the rows changed is rebuilt around the selection, or closed.
    mutating func reopenMembers() -> [Effect] {
        panel = nil
        guard let annotation = selectedAnnotation, !annotation.isPlace, !annotation.isElsewhere else {
            return closePanel()
        }
        return open(.members(scrolled(memberList(of: annotation))))
    }

    private mutating func centerSelectionIfHidden() -> [Effect] {
        selectedAnnotation == nil ? centerSelection() : []
    }

    func memberList(of annotation: PlacedAnnotation) -> MemberList {
        MemberList(parts: annotation.parts, window: annotationSet.window, generation: generation)
    }

    private func memberIndex(of selection: Selection, in list: MemberList) -> Int? {
        // Only a row that was chosen has a place in the list; looking for it must not take long.
        let searched = 10_000
        return memberRows(of: list, offset: 0, limit: searched).firstIndex(of: selection.row)
    }

    /// Rows of the list that fit the screen: half the panel, the other half shows the current row.
    var memberPageRows: Int {
        guard let panel = layout.panel else { return 1 }
        return layout.isSidePanel ? max((panel.height - 4) / 2, 1) : max(panel.height - 3, 1)
    }

    /// The rows of the list that are on the screen.
    func memberRows(of list: MemberList) -> [UInt32] {
        memberRows(of: list, offset: list.top, limit: memberPageRows)
    }

    private func memberRows(of list: MemberList, offset: Int, limit: Int) -> [UInt32] {
        var rows: [UInt32] = []
        var skipped = offset
        for part in list.parts {
            guard rows.count < limit else { break }
            if skipped >= part.count {
                skipped -= part.count
                continue
            }
            let positions = positions(of: part, in: list, offset: skipped, limit: limit - rows.count)
            rows += positions.map { tree.row(at: $0) }
            skipped = 0
        }
        return rows
    }

    private func positions(of part: Annotation, in list: MemberList, offset: Int, limit: Int) -> [Int] {
        guard list.generation == generation, let position = part.firstPosition else { return [] }
        guard case .cluster(let id) = part.id else { return [position] }
        return tree.members(of: id, in: list.window).positions(offset: offset, limit: limit)
    }

    /// The position in the tree of a member.
    func position(ofMember index: Int, in list: MemberList) -> Int? {
        var index = index
        for part in list.parts {
            if index < part.count { return positions(of: part, in: list, offset: index, limit: 1).first }
            index -= part.count
        }
        return nil
    }

    func scrolled(_ list: MemberList) -> MemberList {
        var list = list
        let page = memberPageRows
        list.cursor = min(max(list.cursor, 0), max(list.count - 1, 0))
        if list.cursor < list.top { list.top = list.cursor }
        if list.cursor >= list.top + page { list.top = list.cursor - page + 1 }
        list.top = min(max(list.top, 0), max(list.count - page, 0))
        return list
    }

    private mutating func moveInMembers(_ list: MemberList, by rows: Int) -> [Effect] {
        var list = list
        let (sum, overflow) = list.cursor.addingReportingOverflow(rows)
        list.cursor = overflow ? (rows > 0 ? list.count - 1 : 0) : sum
        list = scrolled(list)
        panel = .members(list)
        return selectMember(of: list)
    }

    /// The member under the cursor becomes the selected row; its cluster carries the mark.
    private mutating func selectMember(of list: MemberList) -> [Effect] {
        guard let position = position(ofMember: list.cursor, in: list) else { return [] }
        selection = Selection(row: tree.row(at: position), at: tree.fixedCoordinate(at: position))
        return readSelection()
    }

    /// Enter in the list: the row's details, with the map on it.
    mutating func chooseMember() -> [Effect] {
        guard case .members(let list) = panel else { return [] }
        let effects = selectMember(of: list)
        return effects + open(.details(scroll: 0, back: .members(list))) + revealSelection()
    }

    // MARK: - Moving in panels

    var panelPageRows: Int {
        if case .members = panel { return memberPageRows }
        if case .nearby = panel { return nearbyPageRows }
        if case .search = panel {
            return ResultList(state: self).entries.filter { $0.section == search?.section }.count
        }
        return layout.panel.map { max($0.height - 3, 1) } ?? 1
    }

    /// Lists and their cursor move by whole pages.
    mutating func movePage(by pages: Int) -> [Effect] {
        let rows = pages * max(panelPageRows, 1)
        if case .members(var list) = panel {
            list.top += rows
            panel = .members(list)
        }
        return moveCursor(by: rows)
    }

    mutating func moveCursor(by rows: Int) -> [Effect] {
        if let help {
            self.help?.scroll = Self.moved(help.scroll, by: rows, limit: scrollLimit)
            return []
        }
        switch panel {
        case .members(let list): return moveInMembers(list, by: rows)
        case .details(let scroll, let back):
            panel = .details(scroll: Self.moved(scroll, by: rows, limit: scrollLimit), back: back)
        case .place(let scroll): panel = .place(scroll: Self.moved(scroll, by: rows, limit: scrollLimit))
        case .position(let scroll):
            panel = .position(scroll: Self.moved(scroll, by: rows, limit: scrollLimit))
        case .search: return moveInResults(by: rows)
        case .nearby: return moveInNearby(by: rows)
        case .skipped(let scroll):
            panel = .skipped(scroll: Self.moved(scroll, by: rows, limit: scrollLimit))
        case .layers(let cursor):
            panel = .layers(cursor: Self.moved(cursor, by: rows, limit: layerEntries.count - 1))
        case nil: break
        }
        return []
    }

    private static func moved(_ position: Int, by rows: Int, limit: Int) -> Int {
        let (sum, overflow) = position.addingReportingOverflow(rows)
        return min(max(overflow ? (rows > 0 ? limit : 0) : sum, 0), limit)
    }

    mutating func clickPanel(_ cell: CellPoint) -> [Effect] {
        guard let area = layout.panel, area.contains(cell) else { return [] }
        let row = cell.row - area.row - PanelMetrics.listTop
        switch panel {
        case .members(var list):
            guard row >= 0, row < memberPageRows, list.top + row < list.count else { return [] }
            list.cursor = list.top + row
            panel = .members(list)
            return selectMember(of: list)
        case .layers:
            guard case .layers(let cursor) = panel else { return [] }
            let entry = row + PanelMetrics.firstRow(ofLayers: cursor, height: area.height)
            guard row >= 0, entry < layerEntries.count else { return [] }
            panel = .layers(cursor: entry)
            return toggleLayer()
        case .nearby:
            guard let nearby, row >= 0, row < nearbyPageRows else { return [] }
            return chooseNeighbor(nearby.top + row)
        case .search: return clickResult(atRow: cell.row)
        case .details, .skipped, .place, .position, nil: return []
        }
    }

    // MARK: - Layers and appearance

    mutating func toggleLayerPanel() -> [Effect] {
        if case .layers = panel { return closePanel() }
        return open(.layers(cursor: 0))
    }

    mutating func toggleLayer() -> [Effect] {
        guard case .layers(let cursor) = panel else { return [] }
        switch layerEntries[cursor] {
        case .source(let index): return toggleSource(index)
        case .map(let part):
            layers[keyPath: part.isShown].toggle()
            return refreshAnnotations(animated: false)
        }
    }

    mutating func changeClusterSize(by step: Int) -> [Effect] {
        let next = step < 0 ? clusterSize.narrower : clusterSize.wider
        guard next != clusterSize else {
            tell(step < 0 ? "Clusters are already at their finest" : "Clusters are already at their coarsest")
            return []
        }
        clusterSize = next
        return refreshAnnotations(animated: true)
    }

    mutating func changeCharset() -> [Effect] {
        appearance.charset = appearance.charset.next
        tell("Character set: \(appearance.charset.rawValue)")
        return refreshAnnotations(animated: false)
    }

    mutating func changeTheme() -> [Effect] {
        appearance.theme.background = appearance.theme.background == .dark ? .light : .dark
        return []
    }
}

/// One line of the layer panel.
enum LayerEntry: Equatable, Sendable {
    /// One of several sources of rows, by index.
    case source(Int)
    case map(MapPart)
}

extension AppState {
    /// Several sources have a line each; the rows of a single one are a part of the map.
    var layerEntries: [LayerEntry] {
        let parts = MapPart.allCases.map { LayerEntry.map($0) }
        return sources.count > 1 ? sources.indices.map { .source($0) } + parts.dropFirst() : parts
    }

    func isShown(_ entry: LayerEntry) -> Bool {
        switch entry {
        case .source(let index): !hiddenSources.contains(index)
        case .map(let part): layers[keyPath: part.isShown]
        }
    }
}

/// A part of the map that can be hidden.
enum MapPart: CaseIterable, Sendable {
    case data, terrain, borders, states, rivers, labels

    var isShown: WritableKeyPath<AppState.Layers, Bool> & Sendable {
        switch self {
        case .data: \.data
        case .terrain: \.terrain
        case .borders: \.borders
        case .states: \.states
        case .rivers: \.rivers
        case .labels: \.labels
        }
    }

    var title: DisplayText {
        switch self {
        case .data: "your rows"
        case .terrain: "land, sea and lakes"
        case .borders: "country borders"
        case .states: "state borders"
        case .rivers: "rivers"
        case .labels: "place names"
        }
    }
}

/// Rows that panels keep for their heads; drawing and clicking agree on them.
enum PanelMetrics {
    /// First row of a list inside its panel.
    static let listTop = 3

    /// The first line of the layers on the screen.
    static func firstRow(ofLayers cursor: Int, height: Int) -> Int { max(cursor - (height - listTop) + 1, 0) }
}
