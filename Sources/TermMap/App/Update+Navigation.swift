import CellGraphics
import MapModel

extension AppState {
    /// Shows `target`, remembers the view before it, and brings the annotations up to date.
    mutating func show(_ target: Viewport, by move: ViewHistory.Move) {
        if map.move(to: target, by: move) { refreshAnnotations(animated: move != .pan) }
    }

    mutating func pan(eastEighths: Int, southEighths: Int) {
        let visible = visibleMap
        func cells(_ eighths: Int, of length: Int) -> Int {
            eighths == 0 ? 0 : eighths.signum() * max(abs(eighths) * length / 8, 1)
        }
        pan(columns: cells(eastEighths, of: visible.width), rows: cells(southEighths, of: visible.height))
    }

    mutating func pan(columns: Int, rows: Int) {
        show(map.viewport.panned(columns: columns, rows: rows), by: .pan)
    }

    /// The selection when it is in view, else the position that is followed, else the placemark, else the middle of
    /// what is visible.
    var zoomCenter: DotPoint {
        if let selected = selectedAnnotation, let selection = selection.current {
            return map.viewport.dot(of: selected.isPlace ? selected.mean : selection.point)
        }
        let followed = position?.follow == .on ? position?.point : nil
        if let point = followed ?? (selection.current == nil ? selection.placemark?.point : nil) {
            let dot = map.viewport.dot(of: point)
            if visibleMap.contains(dot.cell) { return dot }
        }
        return DotPoint(middleOf: visibleMap.middle)
    }

    mutating func zoom(by steps: Double, around dot: DotPoint) {
        let target = map.viewport.zoomed(to: map.viewport.zoom + steps, around: dot)
        if target.zoom == map.viewport.zoom {
            report(steps > 0 ? "Maximum zoom reached" : "Minimum zoom reached")
        } else {
            show(target, by: .zoom)
        }
    }

    mutating func fitData() {
        if data.isMapAlone { return showArchive() }
        guard let bounds = data.bounds else {
            return report(data.reasonForNoPlaces ?? "No places to show yet", .warning)
        }
        show(fitted(to: bounds), by: .jump)
        reportRowsOutside()
    }

    /// The view of `bounds` in the part of the map that no panel covers.
    func fitted(to bounds: GeoBounds, maximumZoom: Double = MapState.deepestFitZoom) -> Viewport {
        map.fitted(to: bounds, in: visibleMap, maximumZoom: maximumZoom)
    }

    mutating func centerSelection() {
        guard let point = selection.current?.point ?? selection.placemark?.point else {
            return report("Nothing selected: press Tab to select")
        }
        show(map.viewport.offset(point, to: visibleMap.dots), by: .jump)
    }

    mutating func goBack() {
        map.goBack() ? refreshAnnotations(animated: true) : report("No previous view")
    }

    mutating func goForward() {
        map.goForward() ? refreshAnnotations(animated: true) : report("No next view")
    }

    mutating func resize(_ columns: Int, _ rows: Int) -> [Effect] {
        guard screen.resize(columns: columns, rows: rows) else { return [] }
        let wasVisible = selectedAnnotation != nil
        map.viewport = map.viewport.resized(to: layout.mapSize)
        refreshAnnotations(animated: false)
        let effects = refreshMembers() + readLists()
        if wasVisible, panels.current != nil { revealSelection() }
        return effects
    }

    /// Moves the map by whole cells until the selection is visible again, as little as possible.
    mutating func revealSelection() {
        let visible = visibleMap
        guard let selected = selection.current,
            let target = map.revealing(
                selected.point, in: visible, covered: layout.map.height - visible.height)
        else { return }
        let before = map.viewBeforePanel
        show(target, by: .pan)
        map.panelMove = (before, map.viewport)
    }

    // MARK: - Appearance

    mutating func changeClusterSize(by step: Int) {
        guard map.changeClusterSize(by: step) else {
            return report(
                step < 0 ? "Clusters are already at their finest" : "Clusters are already at their coarsest")
        }
        refreshAnnotations(animated: true)
    }

    mutating func changeCharset() {
        screen.appearance.charset = screen.appearance.charset.next
        report("Character set: \(screen.appearance.charset.rawValue)")
        refreshAnnotations(animated: false)
    }
}
