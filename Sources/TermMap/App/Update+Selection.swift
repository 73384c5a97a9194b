import CellGraphics
import MapModel

extension AppState {
    /// The annotation that shows the selection, if it is in view.
    var selectedAnnotation: PlacedAnnotation? {
        guard let selection, isShown(selection), let carrier = annotationSet.carrier(of: selection) else {
            return nil
        }
        return annotations.first { $0.holds(carrier.id) }
    }

    /// The panel shows the selected row, also the one that represents a cluster.
    var showsDetails: Bool {
        if case .details = panel { return true }
        return false
    }

    /// A row of a hidden source is nowhere, not in the cluster that is where it was.
    private func isShown(_ selection: Selection) -> Bool {
        !origin.holdsAllRows
            || tree.position(ofRow: selection.row, at: selection.coordinate.coordinate) != nil
    }

    /// Selects the annotation next to the present one: nearest to the middle first, then outwards.
    mutating func selectNext(forward: Bool) -> [Effect] {
        guard !annotations.isEmpty else {
            tell(reasonForEmptyView, .warning)
            return []
        }
        let middle = visibleMap.middle
        func distance(_ annotation: PlacedAnnotation) -> Int {
            let columns = annotation.rect.middle.column - middle.column
            let rows = (annotation.middleRow - middle.row) * 2
            return columns * columns + rows * rows
        }
        let ordered = annotations.enumerated().sorted {
            (distance($0.element), $0.offset) < (distance($1.element), $1.offset)
        }.map(\.element)
        let current = selectedAnnotation.flatMap { selected in ordered.firstIndex { $0.id == selected.id } }
        let next: Int
        switch current {
        case .some(let index): next = (index + (forward ? 1 : ordered.count - 1)) % ordered.count
        case .none: next = forward ? 0 : ordered.count - 1
        }
        return select(ordered[next])
    }

    mutating func select(_ annotation: PlacedAnnotation) -> [Effect] {
        selection = Selection(annotation.leader, in: tree)
        if case .members = panel { panel = .members(memberList(of: annotation)) }
        return readSelection() + revealSelection()
    }

    /// Asks for what the panel and the callout show of the selected row.
    mutating func readSelection() -> [Effect] {
        record = nil
        recordTicket += 1
        guard let selection, selection.hasRow else { return [] }
        var effects = labelRequest(for: [selection.row])
        if case .members(let list) = panel { effects += labelRequest(for: memberRows(of: list)) }
        effects.append(.readRecord(row: selection.row, ticket: recordTicket))
        return effects
    }

    mutating func receive(_ result: Result<RowRecord, RecordError>, _ ticket: Int) -> [Effect] {
        if ticket == recordTicket { record = result }
        return []
    }

    mutating func click(_ cell: CellPoint) -> [Effect] {
        message = nil
        if help != nil {
            help = nil
            return []
        }
        guard visibleMap.contains(cell) else { return clickPanel(cell) }
        let hit = annotation(at: cell)
        guard let hit else {
            selection = nil
            record = nil
            if case .details = panel { return closePanel() }
            return []
        }
        return select(hit)
    }

    /// The annotation under a cell; one column more at each side, since a dot is a small target.
    private func annotation(at cell: CellPoint) -> PlacedAnnotation? {
        annotations.last { annotation in
            let rect = annotation.rect
            return cell.row >= rect.row && cell.row < rect.endRow && cell.column >= rect.column - 1
                && cell.column <= rect.endColumn
        }
    }

    /// Opens what was hit, an annotation or a line of a list; elsewhere it is a click like the one before.
    mutating func doubleClick(_ cell: CellPoint) -> [Effect] {
        if help == nil, visibleMap.contains(cell), annotation(at: cell) != nil {
            return click(cell) + openSelection()
        }
        guard layout.panel?.contains(cell) == true else { return [] }
        switch panel {
        case .members: return click(cell) + chooseMember()
        case .nearby: return click(cell) + openNeighbor()
        case .search: return click(cell) + chooseResult()
        case .details, .layers, .skipped, .place, .position, nil: return []
        }
    }

    // MARK: - Opening

    /// A cluster opens until it splits; a row, or rows at one point, show their details.
    mutating func openSelection() -> [Effect] {
        if case .layers = panel { return toggleLayer() }
        if case .members = panel { return chooseMember() }
        if case .nearby = panel { return openNeighbor() }
        guard let annotation = selectedAnnotation else {
            // A cluster of a server has no row to go to.
            if selection?.hasRow == true { return centerSelection() }
            return selectNext(forward: true)
        }
        if annotation.isPlace { return toggleDetails() }
        guard let target = splittingView(of: annotation) else { return openMembers() }
        return show(target, by: .jump)
    }

    /// Members that are looked at to see whether a cluster has split; all of them up to this many.
    private static let sampledMembers = 256

    /// The nearest view in which the rows of `annotation` are no longer one mark; nil if they all share a point.
    private func splittingView(of annotation: PlacedAnnotation) -> Viewport? {
        guard let bounds = bounds(of: annotation) else { return nil }
        if annotation.isElsewhere { return nearerView(of: annotation, bounds) }
        let list = memberList(of: annotation)
        let steps = min(list.count, Self.sampledMembers)
        let sample = (0..<steps).compactMap { step in
            position(ofMember: step * (list.count - 1) / max(steps - 1, 1), in: list)
        }
        guard Set(sample.map { tree.fixedCoordinate(at: $0) }).count > 1 else { return nil }
        // Two levels at once while there is room; further only if it takes that to split, or one loses one's way.
        var zoom = min(max(viewport.zoom + 1, fitted(to: bounds).zoom.rounded(.down)), viewport.zoom + 2)
        while zoom <= Viewport.maximumZoom {
            var view = fitted(to: bounds, maximumZoom: zoom)
            if view.zoom < zoom {
                // Nearer than all of its rows fit: nearer to where they are densest.
                view = Viewport(center: viewport.center, zoom: zoom, size: viewport.size)
                    .offset(annotation.leader.anchor, to: visibleMap.dots)
            }
            if isSplit(sample, in: view) { return view }
            zoom += 0.5
        }
        return nil
    }

    /// Nearer to a cluster whose rows are not known here.
    private func nearerView(of annotation: PlacedAnnotation, _ bounds: GeoBounds) -> Viewport? {
        guard viewport.zoom < Viewport.maximumZoom else { return nil }
        let zoom = min(
            max(viewport.zoom + 1, fitted(to: bounds).zoom.rounded(.down)), viewport.zoom + 2,
            Viewport.maximumZoom)
        return Viewport(center: viewport.center, zoom: zoom, size: viewport.size)
            .offset(annotation.leader.anchor, to: visibleMap.dots)
    }

    /// Whether members lie at different marks of a view.
    private func isSplit(_ members: [Int], in view: Viewport) -> Bool {
        let set = AnnotationSet(
            of: tree, in: view.window(of: visibleMap.dots),
            grid: ClusterGrid(viewport: view, size: clusterSize))
        let placed = AnnotationLayout.place(
            set.annotations, viewport: view, visible: visibleMap, allowsTallBadges: allowsTallBadges)
        let marks = members.compactMap { position -> AnnotationID? in
            let member = Selection(row: tree.row(at: position), at: tree.fixedCoordinate(at: position))
            return set.carrier(of: member).flatMap { carrier in placed.first { $0.holds(carrier.id) }?.id }
        }
        return Set(marks).count > 1
    }

    /// The box of all rows at a mark.
    private func bounds(of annotation: PlacedAnnotation) -> GeoBounds? {
        annotation.parts.compactMap { part -> GeoBounds? in
            guard let position = part.firstPosition else { return part.id.cell?.bounds }
            if case .cluster(let id) = part.id { return tree.bounds(of: id, in: annotationSet.window) }
            let place = tree.coordinate(at: position)
            return GeoBounds(
                south: place.latitude, west: place.longitude, north: place.latitude, east: place.longitude)
        }.reduce(nil) { all, part in all.map { $0.union(part) } ?? part }
    }

    mutating func toggleDetails() -> [Effect] {
        if case .details = panel { return closePanel() }
        let effects = selection == nil ? selectNext(forward: true) : []
        return effects + openDetails()
    }

    private mutating func openDetails() -> [Effect] {
        guard selection != nil else { return [] }
        return open(.details(scroll: 0, back: nil)) + revealSelection()
    }

    /// Opens a panel and keeps the selected annotation in sight.
    mutating func open(_ panel: Panel) -> [Effect] {
        let wasVisible = selectedAnnotation != nil
        if case .members(let list) = panel, list.generation != generation { return reopenMembers() }
        self.panel = panel
        if !isNearbyOpen { nearby = nil }
        let effects = refreshAnnotations(animated: false) + readSelection() + readLists()
        return wasVisible ? effects + revealSelection() : effects
    }

    /// Closes the panel; if opening it had moved the map, and nothing since, the map moves back.
    mutating func closePanel() -> [Effect] {
        if case .details(_, let back?) = panel { return open(back) }
        nearby = nil
        panel = nil
        if let move = panelMove, move.after == viewport {
            viewport = move.before
            history.forget(move.before)
        }
        panelMove = nil
        // Beyond the poles there is nothing to see once no panel covers the rest.
        viewport = viewport.resized(to: viewport.size)
        return refreshAnnotations(animated: false)
    }

    mutating func cancel() -> [Effect] {
        if help != nil {
            help = nil
        } else if panel != nil {
            return closePanel()
        } else if selection != nil {
            selection = nil
            record = nil
        } else if search?.rows.map({ $0.total > 0 }) == true {
            return clearSearch()
        } else {
            placemark = nil
            return search == nil ? [] : clearSearch()
        }
        return []
    }
}
