import CellGraphics
import MapModel

extension AppState {
    /// Shows `target`, remembers the view before it, and brings the annotations up to date.
    mutating func show(_ target: Viewport, by move: ViewHistory.Move) {
        guard map.move(to: target, by: move) else { return }
        if annotations.isSkippingLayout {
            annotations.pass(isAnimated: move != .pan)
        } else {
            refreshAnnotations(animated: move != .pan)
        }
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

    /// What a tool is about, else the selection when it is in view, else the position that is followed, else the placemark, else the middle of
    /// what is visible.
    var zoomCenter: DotPoint {
        if let focus = map.tool?.focus { return map.viewport.dot(of: WebMercator.project(focus)) }
        if let place = journeySpot {
            let dot = map.viewport.dot(of: WebMercator.project(place))
            if visibleMap.contains(dot.cell) { return dot }
        }
        if selectedAnnotation != nil, let point = selectedPoint { return map.viewport.dot(of: point) }
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
        show(map.fittedWhole(to: bounds, in: visibleMap), by: .jump)
        reportRowsOutside()
    }

    /// The view with which the data opens: the usual view of the world leaves out what lies at the poles, unless that
    /// is more than one row in a hundred.
    func viewOfArrivingData(_ bounds: GeoBounds) -> Viewport {
        let view = fitted(to: bounds)
        let outside = data.tree.count - data.tree.count(in: view.window(of: visibleMap.dots))
        return map.arriving(
            outside * 100 > data.tree.count ? map.fittedWhole(to: bounds, in: visibleMap) : view)
    }

    /// The view of `bounds` in the part of the map that no panel covers.
    package func fitted(to bounds: GeoBounds, maximumZoom: Double = MapState.deepestFitZoom) -> Viewport {
        map.fitted(to: bounds, in: visibleMap, maximumZoom: maximumZoom)
    }

    mutating func centerSelection() {
        if selectsUnplaced { return reportUnplaced() }
        let area = selectedArea.flatMap { place(ofArea: $0) }.map { WebMercator.project($0) }
        guard let point = selectedPoint ?? area ?? selection.placemark?.point else {
            return report(
                "Nothing to centre: press \(key: .nextAnnotation) to select, or \(key: .findPlace) to find a place",
                .warning)
        }
        show(map.viewport.offset(point, to: visibleMap.dots), by: .jump)
    }

    /// The selected row has no place.
    var selectsUnplaced: Bool { data.isUnplaced && selection.current != nil }

    mutating func reportUnplaced() { report("These \(rowWord) have no place on the map", .warning) }

    /// Shows all of what is selected: the rows of a cluster, the shape of a row, or the placemark.
    mutating func fitSelection() {
        if selectsUnplaced { return reportUnplaced() }
        if selectedArea != nil { return fitArea() }
        if let annotation = selectedAnnotation, !annotation.isPlace,
            let bounds = annotations.bounds(of: annotation, in: data.tree)
        {
            return show(fitted(to: bounds), by: .jump)
        }
        if let selected = selection.current {
            let shape = data.shapes.shape(of: selected.row).map { data.shapes[$0].box.bounds }
            return show(fitted(to: shape ?? GeoBounds(at: selected.coordinate.coordinate)), by: .jump)
        }
        guard let placemark = selection.placemark else {
            return report(
                "Nothing to fit: press \(key: .nextAnnotation) to select, or \(key: .findPlace) to find a place",
                .warning)
        }
        show(map.fitted(to: placemark, in: visibleMap), by: .jump)
    }

    mutating func goBack() {
        map.goBack() ? showReturned() : report("No previous view")
    }

    mutating func goForward() {
        map.goForward() ? showReturned() : report("No next view")
    }

    private mutating func showReturned() {
        refreshAnnotations(animated: true)
        keepAllInView()
    }

    mutating func resize(_ columns: Int, _ rows: Int) -> [Effect] {
        guard screen.resize(columns: columns, rows: rows) else { return [] }
        let wasVisible = selectedAnnotation != nil
        map.resize(to: layout.mapSize)
        map.makeRoom(layout.visibleMap)
        refreshAnnotations(animated: false)
        keepAllInView()
        if wasVisible, panels.current != nil { makeRoomForSelection() }
        return readLists()
    }

    /// Moves the map by whole cells until the selection is visible again, as little as possible.
    mutating func revealSelection() {
        if let target = viewRevealingSelection { show(target, by: .pan) }
    }

    /// The nearest view in which the selected row, or the badge of the selected cluster, is whole; nil where it is.
    var viewRevealingSelection: Viewport? {
        // Where a panel takes the place of the map, there is nothing to reveal.
        guard !data.isUnplaced, let selected = selection.current, layout.panel != layout.map else {
            return nil
        }
        let place = map.viewport.dot(of: selected.point).cell
        let dot = CellRect(column: place.column, row: place.row, width: 1, height: 1)
        let badge = annotations.annotation(showing: selected, evenIfCovered: true)
        let rect = badge.flatMap { selected.isCluster || $0.isPlace ? $0.rect : nil } ?? dot
        return map.revealing(rect, in: areaBesideLegend(of: rect))
    }

    /// The visible map, below the legend where that stands at the top and covers some cells.
    private func areaBesideLegend(of rect: CellRect) -> CellRect {
        let area = visibleMap
        guard let legend = annotations.legendPlace?.rect, legend.intersects(rect), legend.row <= area.row + 1
        else { return area }
        return CellRect(
            column: area.column, row: legend.endRow, width: area.width, height: area.endRow - legend.endRow)
    }

    /// The columns of the map in which the world is shown once: all of them unless the map is wider.
    package var worldColumns: Range<Int> {
        let world = map.viewport.worldColumns
        let first = world.lowerBound / Viewport.dotsPerColumn
        let last = (world.upperBound + Viewport.dotsPerColumn - 1) / Viewport.dotsPerColumn
        return layout.map.column + first..<layout.map.column + last
    }

    // MARK: - Keys and mouse

    /// Says once of each key that it has no meaning here.
    mutating func reportUnbound(_ key: String) {
        guard screen.noteUnbound(key) else { return }
        report("\(key) is not bound: press \(key: .help) for help")
    }

    mutating func toggleMouse() -> [Effect] {
        guard let uses = screen.usesMouse else {
            report("This terminal does not report the mouse", .warning)
            return []
        }
        screen.usesMouse = !uses
        report(uses ? "Mouse off: the terminal selects text" : "Mouse on")
        return [.useMouse(!uses)]
    }

    // MARK: - Appearance

    mutating func changeClusterSize(by step: Int) {
        guard map.display == .clusters else {
            return report("Clusters are off: press \(key: .nextDisplay) for clusters")
        }
        guard map.changeClusterSize(by: step) else {
            return report(
                step < 0 ? "Clusters are already at their finest" : "Clusters are already at their coarsest")
        }
        let widths = ClusterSize.widths
        let number = (widths.firstIndex(of: map.clusterSize.width) ?? 0) + 1
        report("Cluster size \(number) of \(widths.count)")
        refreshAnnotations(animated: true)
    }

    mutating func changeCharset() {
        screen.appearance.charset = screen.appearance.charset.next
        report("Character set: \(screen.appearance.charset.rawValue)")
        refreshAnnotations(animated: false)
    }
}
