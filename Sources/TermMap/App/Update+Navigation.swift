import CellGraphics
import MapModel

extension AppState {
    /// A single place is shown with its town.
    static let deepestFitZoom = 14.0

    /// Shows `target`, remembers the view before it, and brings the annotations up to date.
    mutating func show(_ target: Viewport, by move: ViewHistory.Move) -> [Effect] {
        isViewChosen = true
        guard target != viewport else { return [] }
        history.leave(viewport, by: move)
        viewport = target
        return refreshAnnotations(animated: move != .pan)
    }

    mutating func pan(eastEighths: Int, southEighths: Int) -> [Effect] {
        let visible = visibleMap
        func cells(_ eighths: Int, of length: Int) -> Int {
            eighths == 0 ? 0 : eighths.signum() * max(abs(eighths) * length / 8, 1)
        }
        return pan(
            columns: cells(eastEighths, of: visible.width), rows: cells(southEighths, of: visible.height))
    }

    mutating func pan(columns: Int, rows: Int) -> [Effect] {
        show(viewport.panned(columns: columns, rows: rows), by: .pan)
    }

    /// The selection when it is in view, else the position that is followed, else the placemark, else the middle of
    /// what is visible.
    var zoomCenter: DotPoint {
        if let selected = selectedAnnotation, let selection { return dot(of: selection, in: selected) }
        let followed = position?.follow == .on ? position?.point : nil
        if let point = followed ?? (selection == nil ? placemark?.point : nil) {
            let dot = viewport.dot(of: point)
            if visibleMap.contains(dot.cell) { return dot }
        }
        return DotPoint(middleOf: visibleMap.middle)
    }

    private func dot(of selection: Selection, in annotation: PlacedAnnotation) -> DotPoint {
        annotation.isPlace ? viewport.dot(of: annotation.mean) : viewport.dot(of: selection.point)
    }

    mutating func zoom(by steps: Double, around dot: DotPoint) -> [Effect] {
        let target = viewport.zoomed(to: viewport.zoom + steps, around: dot)
        if target.zoom == viewport.zoom {
            tell(steps > 0 ? "Maximum zoom reached" : "Minimum zoom reached")
            return []
        }
        return show(target, by: .zoom)
    }

    mutating func fitData() -> [Effect] {
        guard let bounds = dataBounds else {
            tell(reasonForNoPlaces ?? "No places to show yet", .warning)
            return []
        }
        let effects = show(fitted(to: bounds), by: .jump)
        tellWhatIsOutside()
        return effects
    }

    /// The view of `bounds` with a little air; data all round the world is shown as the world.
    func fitted(to bounds: GeoBounds, maximumZoom: Double = AppState.deepestFitZoom) -> Viewport {
        if bounds.longitudeSpan > 270 { return viewAroundTheWorld(bounds) }
        let visible = visibleMap
        // At least a cell on each side: the view starts on whole cells, which moves it by up to half of one.
        let columns = max(visible.width / 20, 1)
        let rows = max(visible.height / 16, 1)
        let inner = CellRect(
            column: visible.column + columns, row: visible.row + rows,
            width: max(visible.width - 2 * columns, 1), height: max(visible.height - 2 * rows, 1))
        return viewport.fitted(to: bounds, within: inner.dots, maximumZoom: maximumZoom)
    }

    /// The whole width of the world: as it is mostly shown, or about the latitudes of what does not go over it all.
    private func viewAroundTheWorld(_ bounds: GeoBounds) -> Viewport {
        let world = Viewport.wholeWorld(size: viewport.size)
        if bounds.south < -30, bounds.north > 30 { return world }
        let middle = WebMercator.project(
            Coordinate(latitude: (bounds.south + bounds.north) / 2, longitude: 10))
        return world.offset(middle, to: visibleMap.dots)
    }

    mutating func centerSelection() -> [Effect] {
        guard let point = selection?.point ?? placemark?.point else {
            tell("Nothing selected: press Tab to select")
            return []
        }
        return show(viewport.offset(point, to: visibleMap.dots), by: .jump)
    }

    mutating func goBack() -> [Effect] {
        guard let previous = history.goBack(from: viewport) else {
            tell("No previous view")
            return []
        }
        return restore(previous)
    }

    mutating func goForward() -> [Effect] {
        guard let next = history.goForward(from: viewport) else {
            tell("No next view")
            return []
        }
        return restore(next)
    }

    private mutating func restore(_ past: Viewport) -> [Effect] {
        viewport = past.resized(to: viewport.size)
        return refreshAnnotations(animated: true)
    }

    mutating func resize(_ columns: Int, _ rows: Int) -> [Effect] {
        let size = Self.screenSize(columns, rows)
        guard size != (self.columns, self.rows) else { return [] }
        self.columns = size.columns
        self.rows = size.rows
        let wasVisible = selectedAnnotation != nil
        viewport = viewport.resized(to: layout.mapSize)
        let effects = refreshAnnotations(animated: false)
        if case .members(let list) = panel { panel = .members(scrolled(list)) }
        return effects + refreshMembers() + readLists()
            + (wasVisible && panel != nil ? revealSelection() : [])
    }

    /// Moves the map by whole cells until the selection is visible again, as little as possible.
    mutating func revealSelection() -> [Effect] {
        guard let selection else { return [] }
        let visible = visibleMap
        let cell = viewport.dot(of: selection.point).cell
        guard !visible.contains(cell) else { return [] }
        func move(_ position: Int, _ start: Int, _ length: Int, margin: Int) -> Int {
            let margin = min(margin, (length - 1) / 2)
            if position < start + margin { return position - start - margin }
            return max(position - (start + length - 1 - margin), 0)
        }
        let columns = move(cell.column, visible.column, visible.width, margin: 4)
        let rows = move(cell.row, visible.row, visible.height, margin: 2)
        guard columns != 0 || rows != 0 else { return [] }
        let before = panelMove?.after == viewport ? panelMove?.before ?? viewport : viewport
        // Near a pole the map could not move on: then it goes beyond it by what the panel covers.
        let covered = (layout.map.height - visible.height) * Viewport.dotsPerRow
        let target = viewport.panned(columns: columns, rows: rows, overscroll: covered)
        let effects = show(target, by: .pan)
        panelMove = (before, viewport)
        return effects
    }
}
