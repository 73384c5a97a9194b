import CellGraphics
import MapModel

extension AppState {
    /// The annotation that shows the selection, if it is in view.
    ///
    /// A row of a hidden source is nowhere, not in the cluster that is where it was.
    package var selectedAnnotation: PlacedAnnotation? {
        guard let selected = selection.current, data.isShown(selected) else { return nil }
        return annotations.annotation(showing: selected)
    }

    /// Where the selection is: a row at its place, a cluster where its rows are on average; nil for a row without a place.
    package var selectedPoint: WorldPoint? {
        guard !data.isUnplaced, let selected = selection.current else { return nil }
        guard selected.isCluster,
            let annotation = annotations.annotation(showing: selected, evenIfCovered: true)
        else { return selected.point }
        return annotation.mean
    }

    /// Selects the annotation next to the present one: nearest to the middle first, then outwards.
    mutating func selectNext(forward: Bool) -> [Effect] {
        if isDensity { return selectNextPeak(forward: forward) }
        if areaAnswer != nil { return selectNextArea(forward: forward) }
        return selectNext(forward: forward, from: visibleMap.middle)
    }

    private mutating func selectNext(forward: Bool, from cell: CellPoint) -> [Effect] {
        let next = annotations.next(to: selectedAnnotation, forward: forward, from: cell)
        if let next { return select(next) }
        report(reasonForEmptyView, .warning)
        return []
    }

    /// Selects what is nearest to a place, then the next to it.
    mutating func selectNext(forward: Bool, near place: Coordinate) -> [Effect] {
        if isDensity || areaAnswer != nil { return selectNext(forward: forward) }
        return selectNext(forward: forward, from: map.viewport.dot(of: WebMercator.project(place)).cell)
    }

    mutating func select(_ annotation: PlacedAnnotation) -> [Effect] {
        areas.deselect()
        selection.current = Selection(annotation.leader, in: data.tree)
        showSelectionInPanel()
        revealSelection()
        return selection.readRecord()
    }

    /// A panel that is about the selection shows the new one.
    private mutating func showSelectionInPanel() {
        switch panels.current {
        case .list(.members):
            if let annotation = selectedAnnotation { panels.members = memberList(of: annotation) }
        case .place, .spot: setPanel(.details)
        default: break
        }
    }

    mutating func click(_ cell: CellPoint) -> [Effect] {
        screen.message = nil
        if panels.help != nil {
            panels.closeHelp()
            return []
        }
        guard layout.showsMap(at: cell) else { return clickPanel(cell) }
        if let step = clickForTool(on: cell) { return carryOut(step) }
        if annotations.density.picture?.count(at: cell) ?? 0 > 0 { return select(densityCell: cell) }
        if !isDensity, let hit = annotations.annotation(at: cell) { return select(hit) }
        if let effects = selectArea(at: cell) { return effects }
        if let index = rowWithShape(at: cell) {
            select(at: index)
            showSelectionInPanel()
            return selection.readRecord()
        }
        let hadSelection = selection.current != nil || areas.selected != nil
        selection.clear()
        areas.deselect()
        if panels.showsDetails { return closePanel() }
        return hadSelection ? [] : describeSpot(at: cell)
    }

    /// The row whose line or area is at a cell; any of those that overlap.
    private func rowWithShape(at cell: CellPoint) -> Int? {
        guard !isDensity, map.layers.data, !data.shapes.isEmpty, data.shapes.count <= Self.mostWithShapes
        else { return nil }
        let place = map.viewport.coordinate(at: DotPoint(middleOf: cell))
        let reach = map.viewport.metersPerDot(at: place.latitude) * Double(Viewport.dotsPerRow) / 2
        let hiddenSources = data.hiddenSources
        let found = data.shapes.nearest(to: place, count: 1, within: reach) { row in
            data.rows.kept?.contains(row) ?? true
                && (hiddenSources.isEmpty || !hiddenSources.contains(data.sourceIndex(ofRow: row) ?? 0))
        }
        guard let row = found.first?.row, let place = data.tree.place(ofRow: row) else { return nil }
        return data.tree.index(ofRow: row, at: place.coordinate)
    }

    /// A click does not search more shapes than this: it may have to visit all of them.
    private static let mostWithShapes = 1_000_000

    /// Opens what was hit, an annotation or a line of a list; elsewhere it is a click like the one before.
    mutating func doubleClick(_ cell: CellPoint) -> [Effect] {
        if clickForTool(on: cell) != nil { return [] }
        if panels.help == nil, layout.showsMap(at: cell),
            annotations.annotation(at: cell) != nil || !areas(at: cell).isEmpty
        {
            // The first click of the two has selected an area; of several that overlap it stays.
            return (selectedArea == nil ? click(cell) : []) + openSelection()
        }
        screen.message = nil
        return panels.help == nil ? clickPanel(cell, isDouble: true) : click(cell)
    }

    // MARK: - Opening

    /// A cluster opens until it splits; a row, or rows at one point, show their details.
    mutating func openSelection() -> [Effect] {
        if let list = panels.list?.type { return openListed(list) }
        if let effects = pickByEnter() { return effects }
        if selectedArea != nil { return openArea() }
        guard let annotation = selectedAnnotation else {
            // A cluster of a server has no row to go to.
            guard selection.current?.hasRow == true else { return selectNext(forward: true) }
            centerSelection()
            return []
        }
        if annotation.isPlace { return toggleDetails() }
        guard let target = isDensity ? viewNearer(to: annotation) : splittingView(of: annotation) else {
            return openMembers()
        }
        show(target, by: .jump)
        return []
    }

    mutating func toggleDetails() -> [Effect] {
        if panels.showsDetails || panels.spot != nil { return closePanel() }
        // Below the map there is no row to begin with, but a window with many.
        if layout.band != nil, selection.current == nil, selectedArea == nil { return toggleSummary() }
        let middle = visibleMap.middle
        if selection.current == nil, areaAnswer == nil, streets.view != nil,
            !annotations.placed.contains(where: { $0.rect.isNear(middle) })
        {
            return describeSpot(at: middle)
        }
        let effects = selection.current == nil && selectedArea == nil ? selectNext(forward: true) : []
        return effects + openDetails()
    }

    private mutating func openDetails() -> [Effect] {
        let isOverTable = panels.current == .table || panels.current == .areas
        guard selection.current != nil || selectedArea != nil else { return [] }
        let effects = open(.details, over: isOverTable ? panels.stack : []) + readArea()
        revealSelection()
        return effects
    }

    mutating func cancel() -> [Effect] {
        if panels.help != nil {
            panels.closeHelp()
        } else if marks.awaitsRows {
            marks.awaitsRows = false
        } else if toolWithKeys != nil {
            leaveTool()
        } else if panels.current != nil {
            return closePanel()
        } else if screen.rowFile != nil {
            return cancelRowFile()
        } else if map.band?.playing != nil {
            return cancelBand()
        } else if map.remains != nil {
            map.remains = nil
        } else if map.journeys.strip != nil {
            cancelStrip()
        } else if selection.current != nil {
            selection.clear()
        } else if map.band != nil {
            return cancelBand()
        } else if areas.selected != nil {
            areas.deselect()
        } else if hasAreas {
            return putAreasAway()
        } else if search.session?.rows.map({ $0.total > 0 }) == true {
            return clearSearch()
        } else if selection.placemark != nil || search.session != nil {
            selection.placemark = nil
            return search.session == nil ? [] : clearSearch()
        } else {
            return data.query.comparison == nil ? clearColors() : toggleChanges()
        }
        return []
    }
}

extension CellRect {
    /// Whether somebody who looks at `point` sees this.
    fileprivate func isNear(_ point: CellPoint) -> Bool {
        CellRect(column: column - 8, row: row - 4, width: width + 16, height: height + 8).contains(point)
    }
}
