import CellGraphics
import MapModel
import Streams

extension AppState {
    /// Opens a panel and keeps the selected annotation in sight; Esc goes back to those below it.
    mutating func open(_ panel: Panel, over below: [Panel] = []) -> [Effect] {
        let wasVisible = selectedAnnotation != nil
        if panel == .members, let list = panels.members, list.fetched == nil,
            list.generation != data.generation
        {
            return reopenMembers()
        }
        panels.stack = below + [panel]
        map.makeRoom(layout.visibleMap)
        if !panels.isNearbyOpen { nearby = nil }
        refreshAnnotations(animated: false)
        if wasVisible { makeRoomForSelection() }
        keepAllInView()
        // Values with a decimal comma are read by the types of their columns.
        let needsTypes = panels.showsDetails && data.columns.isEmpty && data.hasDecimalCommas
        return selection.readRecord() + readLists() + (needsTypes ? [.outlineColumns] : [])
    }

    /// Closes the panel; the map moves back to where it was.
    mutating func closePanel() -> [Effect] {
        let below = panels.stack.dropLast()
        if panels.current == .areas, areas.isUnchosen { areas.deselect() }
        if below.last == .areas { selection.clear() }
        if panels.current == .members, below.last == .addresses { restoreSelectionOfAddresses() }
        if let back = below.last { return open(back, over: Array(below.dropLast())) }
        if panels.current == .table, selection.isUnchosen { selection.clear() }
        if panels.current == .members, panels.members?.area != nil { selection.clear() }
        nearby = nil
        setPanel(nil)
        refreshAnnotations(animated: false)
        // A band of time may still cover a part of the map.
        keepAllInView()
        return []
    }

    /// Sets which panel is open and moves the map beside it; the annotations must be refreshed then.
    mutating func setPanel(_ panel: Panel?) {
        panels.current = panel
        map.makeRoom(layout.visibleMap)
    }

    /// Where the world or all rows are in view without the panel, they are beside it, too: until it closes the map
    /// is as much smaller as that takes, with the same clusters. A cluster that the panel is about stays as it is:
    /// where it would become a part of another one, the map is as it was.
    mutating func keepAllInView() {
        guard visibleMap != layout.map, showsAllRows || map.showsWorld else { return }
        // Above the addresses the world would be a narrow strip.
        if panels.current == .addresses, !layout.isSidePanel { return }
        let wanted = data.tree.count(in: map.home.window(of: layout.map.dots))
        guard !data.rows.coversWorld || rowsInView < wanted else { return }
        let cluster = countOfSelectedCluster
        var best = (view: map.viewport, rows: rowsInView)
        // Badges at the edge of the world need a few columns beside it.
        for margin in stride(from: 0, through: 6, by: 2) where best.rows < wanted {
            map.makeMoreRoom(map.reduced(to: visibleMap, margin: margin))
            refreshAnnotations(animated: false)
            if rowsInView > best.rows, cluster == countOfSelectedCluster { best = (map.viewport, rowsInView) }
        }
        guard map.viewport != best.view else { return }
        map.makeMoreRoom(best.view)
        refreshAnnotations(animated: false)
    }

    /// The rows of the cluster that details or a list are about; nil where there is none.
    private var countOfSelectedCluster: Int? {
        guard let selected = selection.current, selected.isCluster else { return nil }
        return annotations.annotation(showing: selected, evenIfCovered: true)?.count
    }

    /// Moves the map, until the panel closes, so that the selected annotation lies beside it.
    mutating func makeRoomForSelection() {
        guard let target = viewRevealingSelection else { return }
        map.makeMoreRoom(target)
        refreshAnnotations(animated: false)
    }

    /// Details below the map take all of it, and give it back; beside the map Enter opens as on the map.
    mutating func enlargePanel() -> [Effect] {
        if let effects = pickByEnter() { return effects }
        guard !layout.isSidePanel else { return openSelection() }
        panels.isEnlarged.toggle()
        map.makeRoom(layout.visibleMap)
        refreshAnnotations(animated: false)
        keepAllInView()
        if !panels.isEnlarged { makeRoomForSelection() }
        return []
    }

    // MARK: - Layers

    mutating func toggleLayerPanel() -> [Effect] {
        if panels.current == .layers { return closePanel() }
        panels.layers = ListCursor()
        return open(.layers)
    }

    mutating func toggleLayer() -> [Effect] {
        guard panels.current == .layers else { return [] }
        switch layerEntries[panels.layers.index] {
        case .source(let index): return toggleSource(index)
        case .map(let part):
            map.layers[keyPath: part.isShown].toggle()
            refreshAnnotations(animated: false)
            return []
        case .streets:
            streets.isShown.toggle()
            return []
        }
    }
}

/// One line of the layer panel.
package enum LayerEntry: Equatable, Sendable {
    /// One of several sources of rows, by index.
    case source(Int)
    case map(MapPart)
    /// The street map in place of the builtin one.
    case streets

    /// Shown unless the user hides it.
    package var isUsual: Bool {
        if case .map(let part) = self { MapLayers()[keyPath: part.isShown] } else { true }
    }
}

extension AppState {
    /// Several sources have a line each; the rows of a single one are a part of the map.
    package var layerEntries: [LayerEntry] {
        let parts = MapPart.allCases.map { LayerEntry.map($0) }
        let rows =
            data.sources.count > 1 ? data.sources.indices.map { .source($0) } + parts.dropFirst() : parts
        return streets.description == nil ? rows : rows + [.streets]
    }

    package func title(of entry: LayerEntry) -> DisplayText {
        switch entry {
        case .source(let index): DisplayText(sanitising: data.title(ofSource: index))
        case .map(let part): part.title
        case .streets: "street map " + DisplayText(sanitising: streets.name ?? "")
        }
    }

    /// For the status line, after "no".
    package func shortTitle(of entry: LayerEntry) -> DisplayText {
        switch entry {
        case .source: title(of: entry).clipped(to: 16)
        case .map(let part): part.shortTitle
        case .streets: "street map"
        }
    }

    package func isShown(_ entry: LayerEntry) -> Bool {
        switch entry {
        case .source(let index): !data.hiddenSources.contains(index)
        case .map(let part): map.layers[keyPath: part.isShown]
        case .streets: streets.isShown
        }
    }
}

/// A part of the map that can be hidden.
package enum MapPart: CaseIterable, Sendable {
    case data, terrain, borders, states, rivers, labels, graticule

    package var isShown: WritableKeyPath<MapLayers, Bool> & Sendable {
        switch self {
        case .data: \.data
        case .terrain: \.terrain
        case .borders: \.borders
        case .states: \.states
        case .rivers: \.rivers
        case .labels: \.labels
        case .graticule: \.graticule
        }
    }

    package var title: DisplayText {
        switch self {
        case .data: "your rows"
        case .terrain: "land, sea and lakes"
        case .borders: "country borders"
        case .states: "state borders"
        case .rivers: "rivers"
        case .labels: "place names"
        case .graticule: "graticule"
        }
    }

    package var shortTitle: DisplayText {
        switch self {
        case .data: "rows"
        case .terrain: "land"
        case .borders: "borders"
        case .states: "states"
        case .rivers: "rivers"
        case .labels: "names"
        case .graticule: "graticule"
        }
    }
}
