import CellGraphics
import MapModel

/// Which part of the world is shown, which parts of the map, and the views before it.
struct MapState: Sendable {
    /// A single place is shown with its town.
    static let deepestFitZoom = 14.0
    /// A village is shown with its surroundings.
    static let deepestPlaceZoom = 12.0
    /// The zoom at which a chosen row is shown when it was part of a cluster.
    static let rowZoom = 10.0
    /// From this width on clusters start coarser: the badges of a large screen need more room between them.
    private static let wideScreenColumns = 200

    var viewport: Viewport
    var history = ViewHistory()
    /// The view before a panel moved it, and after: closing the panel takes the move back.
    var panelMove: (before: Viewport, after: Viewport)?
    /// Whether the user, or an option, chose the view: then the data's arrival does not move it.
    var isViewChosen = false
    /// The zoom that an option chose, without a place: the data's arrival decides on that.
    var chosenZoom: Double?
    var clusterSize: ClusterSize
    var layers = MapLayers()

    init(size: DotSize, columns: Int) {
        viewport = Viewport.wholeWorld(size: size)
        clusterSize = ClusterSize(width: columns >= Self.wideScreenColumns ? 12 : 10)
    }

    var grid: ClusterGrid { ClusterGrid(viewport: viewport, size: clusterSize) }

    /// The view that the data's arrival shows: its middle, where the zoom was chosen.
    func arriving(_ view: Viewport) -> Viewport {
        chosenZoom.map { Viewport(center: view.center, zoom: $0, size: view.size) } ?? view
    }

    // MARK: - Moving

    /// Shows `target` because the user wants it, and remembers the view before it; whether anything moved.
    mutating func move(to target: Viewport, by move: ViewHistory.Move) -> Bool {
        isViewChosen = true
        guard target != viewport else { return false }
        history.leave(viewport, by: move)
        viewport = target
        return true
    }

    /// Goes back to the view before, or forward again; whether there was one.
    mutating func goBack() -> Bool { restore(history.goBack(from: viewport)) }
    mutating func goForward() -> Bool { restore(history.goForward(from: viewport)) }

    private mutating func restore(_ past: Viewport?) -> Bool {
        guard let past else { return false }
        show(past)
        return true
    }

    /// Shows a view of before, whatever the size of the screen was then.
    mutating func show(_ past: Viewport) { viewport = past.resized(to: viewport.size) }

    /// The view that closing the panel goes back to, if nothing but the panel has moved the map.
    var viewBeforePanel: Viewport { panelMove.flatMap { $0.after == viewport ? $0.before : nil } ?? viewport }

    /// Takes back the move that a panel made, unless the map has moved since.
    mutating func takeBackPanelMove() {
        if let move = panelMove, move.after == viewport {
            viewport = move.before
            history.forget(move.before)
        }
        panelMove = nil
        // Beyond the poles there is nothing to see once no panel covers the rest.
        viewport = viewport.resized(to: viewport.size)
    }

    /// Whether there is a finer, or coarser, grid of clusters.
    mutating func changeClusterSize(by step: Int) -> Bool {
        let next = step < 0 ? clusterSize.narrower : clusterSize.wider
        defer { clusterSize = next }
        return next != clusterSize
    }

    // MARK: - Views that fit

    /// The view of `bounds` with a little air; data all round the world is shown as the world.
    func fitted(
        to bounds: GeoBounds, in visible: CellRect, maximumZoom: Double = Self.deepestFitZoom
    ) -> Viewport {
        if bounds.longitudeSpan > 270 { return viewAroundTheWorld(bounds, visible) }
        // At least a cell on each side: the view starts on whole cells, which moves it by up to half of one.
        let columns = max(visible.width / 20, 1)
        let rows = max(visible.height / 16, 1)
        let inner = CellRect(
            column: visible.column + columns, row: visible.row + rows,
            width: max(visible.width - 2 * columns, 1), height: max(visible.height - 2 * rows, 1))
        return viewport.fitted(to: bounds, within: inner.dots, maximumZoom: maximumZoom)
    }

    /// The whole width of the world: as it is mostly shown, or about the latitudes of what does not go over it all.
    private func viewAroundTheWorld(_ bounds: GeoBounds, _ visible: CellRect) -> Viewport {
        let world = Viewport.wholeWorld(size: viewport.size)
        if bounds.south < -30, bounds.north > 30 { return world }
        let middle = WebMercator.project(
            Coordinate(latitude: (bounds.south + bounds.north) / 2, longitude: 10))
        return world.offset(middle, to: visible.dots)
    }

    /// The region of a place, or the surroundings of a coordinate.
    func fitted(to placemark: Placemark, in visible: CellRect) -> Viewport {
        if let place = placemark.place {
            return fitted(to: place.bounds, in: visible, maximumZoom: Self.deepestPlaceZoom)
        }
        return closeUp(of: placemark.point, in: visible)
    }

    /// The view with `point` in the middle of `visible`, zoomed in far enough to separate single rows.
    func closeUp(of point: WorldPoint, in visible: CellRect) -> Viewport {
        Viewport(center: point, zoom: max(viewport.zoom, Self.rowZoom), size: viewport.size)
            .offset(point, to: visible.dots)
    }

    /// The view moved by whole cells, as little as possible, until `point` lies in `visible`; nil when it does.
    ///
    /// - Parameter covered: rows of the map that a panel covers: near a pole the map may go beyond it by so many.
    func revealing(_ point: WorldPoint, in visible: CellRect, covered: Int) -> Viewport? {
        let cell = viewport.dot(of: point).cell
        guard !visible.contains(cell) else { return nil }
        func move(_ position: Int, _ start: Int, _ length: Int, margin: Int) -> Int {
            let margin = min(margin, (length - 1) / 2)
            if position < start + margin { return position - start - margin }
            return max(position - (start + length - 1 - margin), 0)
        }
        let columns = move(cell.column, visible.column, visible.width, margin: 4)
        let rows = move(cell.row, visible.row, visible.height, margin: 2)
        guard columns != 0 || rows != 0 else { return nil }
        return viewport.panned(columns: columns, rows: rows, overscroll: covered * Viewport.dotsPerRow)
    }

    /// Whether the corners of `bounds` lie in `visible`.
    func holds(_ bounds: GeoBounds, in visible: CellRect) -> Bool {
        let area = visible.dots
        return [(bounds.north, bounds.west), (bounds.south, bounds.east)].allSatisfy { latitude, longitude in
            let dot = viewport.dot(
                of: WebMercator.project(Coordinate(latitude: latitude, longitude: longitude)))
            return dot.x >= Double(area.x) && dot.x <= Double(area.x + area.width) && dot.y >= Double(area.y)
                && dot.y <= Double(area.y + area.height)
        }
    }
}

/// Which parts of the map are drawn.
struct MapLayers: Equatable, Sendable {
    var data = true
    var terrain = true
    var borders = true
    var states = true
    var rivers = true
    var labels = true
    /// The sparse pattern that marks land where there are no tints.
    var landPattern = true
}

extension Viewport {
    /// The world across the width; its middle is moved so that Chukotka is whole and the empty south small.
    static func wholeWorld(size: DotSize) -> Viewport {
        let middle = WebMercator.project(Coordinate(latitude: 24, longitude: 10))
        return Viewport(center: middle, zoom: Viewport.minimumZoom(for: size), size: size)
    }
}
