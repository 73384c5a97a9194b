import CellGraphics
import MapModel

extension AppState {
    /// The annotation that shows the selection, if it is in view.
    var selectedAnnotation: PlacedAnnotation? {
        guard let selection, let carrier = annotationSet.carrier(of: selection) else { return nil }
        return annotations.first { $0.holds(carrier.id) }
    }

    /// Selects the annotation next to the present one: nearest to the middle first, then outwards.
    mutating func selectNext(forward: Bool) -> [Effect] {
        guard !annotations.isEmpty else {
            tell(reasonForNoPlaces ?? "no places in view: 0 shows all the data", .warning)
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
        guard let selection else { return [] }
        recordTicket += 1
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
        // One column more at each side: a dot is a small target.
        let hit = annotations.last { annotation in
            let rect = annotation.rect
            return cell.row >= rect.row && cell.row < rect.endRow && cell.column >= rect.column - 1
                && cell.column <= rect.endColumn
        }
        guard let hit else {
            selection = nil
            record = nil
            if case .details = panel { return closePanel() }
            return []
        }
        return select(hit)
    }

    // MARK: - Opening

    /// A cluster opens until it splits; a row, or rows at one point, show their details.
    mutating func openSelection() -> [Effect] {
        if case .layers = panel { return toggleLayer() }
        if case .members = panel { return chooseMember() }
        guard let annotation = selectedAnnotation else {
            if selection != nil { return centerSelection() }
            return selectNext(forward: true)
        }
        if annotation.isPlace { return toggleDetails() }
        guard let target = splittingView(of: annotation) else { return openMembers() }
        return show(target, by: .jump)
    }

    /// The nearest view in which the members of `annotation` fall into more than one annotation.
    private func splittingView(of annotation: PlacedAnnotation) -> Viewport? {
        guard case .cluster(let id) = annotation.leader.id,
            let bounds = tree.bounds(of: id, in: annotationSet.window)
        else { return nil }
        let step = 0.5
        var zoom = max(viewport.zoom + 1, fitted(to: bounds).zoom.rounded(.down))
        zoom = min(zoom, viewport.zoom + 6)
        while zoom <= Viewport.maximumZoom {
            let middle = viewport.fitted(to: bounds, within: visibleMap.dots, maximumZoom: zoom)
            let set = AnnotationSet(
                of: tree, in: middle.window(of: visibleMap.dots),
                grid: ClusterGrid(viewport: middle, size: clusterSize))
            let placed = AnnotationLayout.place(
                set.annotations, viewport: middle, visible: visibleMap, allowsTallBadges: allowsTallBadges)
            if placed.count > 1, middle.zoom > viewport.zoom { return middle }
            zoom += step
        }
        return nil
    }

    mutating func toggleDetails() -> [Effect] {
        if case .details = panel { return closePanel() }
        let effects = selection == nil ? selectNext(forward: true) : []
        return effects + openDetails()
    }

    private mutating func openDetails() -> [Effect] {
        guard selection != nil else { return [] }
        return open(.details(scroll: 0, list: nil)) + revealSelection()
    }

    /// Opens a panel and keeps the selected annotation in sight.
    mutating func open(_ panel: Panel) -> [Effect] {
        let wasVisible = selectedAnnotation != nil
        self.panel = panel
        let effects = refreshAnnotations(animated: false) + readSelection()
        return wasVisible ? effects + revealSelection() : effects
    }

    /// Closes the panel; if opening it had moved the map, and nothing since, the map moves back.
    mutating func closePanel() -> [Effect] {
        if case .details(_, let list?) = panel { return open(.members(list)) }
        panel = nil
        if let move = panelMove, move.after == viewport { viewport = move.before.resized(to: viewport.size) }
        panelMove = nil
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
        }
        return []
    }
}
