import CellGraphics
import MapModel

/// Which part of the world is shown, which parts of the map, and the views before it.
package struct MapState: Sendable {
    /// A single place is shown with its town.
    static let deepestFitZoom = 14.0
    /// A village is shown with its surroundings.
    static let deepestPlaceZoom = 12.0
    /// The zoom at which a chosen row is shown when it was part of a cluster.
    static let rowZoom = 10.0
    /// From this width on clusters start coarser: the badges of a large screen need more room between them.
    private static let wideScreenColumns = 200

    /// The view on the screen. To set it is a move that stays when a panel closes.
    package var viewport: Viewport {
        get { shown }
        set {
            shown = newValue.showing(visible)
            let whole = shown.showing(shown.bounds)
            // The whole map may not go out so far as a part of it.
            home =
                whole.zoom == shown.zoom
                ? whole.panned(columns: -panelShift.columns, rows: -panelShift.rows)
                : Viewport(center: shown.visibleCenter, zoom: whole.zoom, size: shown.size)
        }
    }
    /// The view as it is without a panel: its middle is the middle of what a panel leaves visible.
    package private(set) var home: Viewport
    private var shown: Viewport
    /// The part of the map that no panel covers.
    private var visible: DotRect
    /// By how much a panel moves the map to the west and to the north: its middle is that of what is visible.
    private var panelShift: CellShift {
        CellShift(
            columns: (shown.size.width - visible.width) / Viewport.dotsPerColumn / 2,
            rows: (shown.size.height - visible.height) / Viewport.dotsPerRow / 2)
    }
    package var history = ViewHistory()
    /// Views that the user named, by letter.
    package var bookmarks: [Character: KeptView] = [:]
    /// Whether the user, or an option, chose the view: then the data's arrival does not move it.
    package var isViewChosen = false
    /// The zoom that an option chose, without a place: the data's arrival decides on that.
    package var chosenZoom: Double?
    var clusterSize: ClusterSize
    package var layers = MapLayers()
    /// Areas that are filled.
    var areas = AreaState()
    /// The tool in use.
    package var tool: (any MapTool)?
    /// What a tool that was left has drawn; nil once Esc is pressed again.
    var remains: Overlay?
    /// The rows inside the shape that it draws.
    var inside = ShapeRows()
    /// The band of time below the map; nil while it is closed.
    package var band: TimeBand?
    /// What the left one of two maps shows; nil for one map.
    package var otherMap: OtherMap?
    /// The strip of a journey in the same place, and stops.
    package var journeys = JourneyState()
    /// A panel that was opened over the tool has the keys.
    package var toolYields = false

    package init(size: DotSize, columns: Int) {
        home = Viewport.wholeWorld(size: size)
        shown = home
        visible = home.bounds
        clusterSize = ClusterSize(width: columns >= Self.wideScreenColumns ? 12 : 10)
    }

    /// How rows are shown: as the user chose, else in clusters, or one by one.
    var display: MapDisplay {
        get { chosenDisplay ?? (showsSingleRows ? .dots : .clusters) }
        set { chosenDisplay = newValue }
    }
    /// Nil until one was chosen.
    private var chosenDisplay: MapDisplay?
    /// Rows that move have room to stand one by one.
    var showsSingleRows = false

    /// The middle of what is visible.
    package var middle: Coordinate {
        let point = viewport.visibleCenter
        return WebMercator.unproject(WorldPoint(x: point.x, y: min(max(point.y, 0), 1)))
    }

    /// The grid of the clusters in view. A map that a panel has made smaller keeps that of the whole map.
    var grid: ClusterGrid {
        let isReduced = shown.zoom < home.zoom && home.zoom - shown.zoom <= Self.mostReduced
        return grid(of: isReduced ? home : shown)
    }

    /// Steps of zoom: smaller ones have no room for the badges of the whole map.
    private static let mostReduced = 1.0

    func grid(of view: Viewport) -> ClusterGrid {
        display == .clusters ? ClusterGrid(viewport: view, size: clusterSize) : .points(of: view)
    }

    /// The view that the data's arrival shows: its middle, where the zoom was chosen.
    func arriving(_ view: Viewport) -> Viewport {
        chosenZoom.map { Viewport(center: view.center, zoom: $0, size: view.size) } ?? view
    }

    // MARK: - Moving

    /// Shows `target` because the user wants it, and remembers the view before it; whether anything moved.
    mutating func move(to target: Viewport, by move: ViewHistory.Move) -> Bool {
        isViewChosen = true
        let target = target.showing(visible)
        guard target != viewport else { return false }
        history.leave(home, by: move)
        viewport = target
        return true
    }

    /// Goes back to the view before, or forward again; whether there was one.
    mutating func goBack() -> Bool { restore(history.goBack(from: home)) }
    mutating func goForward() -> Bool { restore(history.goForward(from: home)) }

    private mutating func restore(_ past: Viewport?) -> Bool {
        guard let past else { return false }
        show(past)
        return true
    }

    /// Shows a view of before, whatever the size of the screen was then, beside a panel that is open now.
    package mutating func show(_ past: Viewport) {
        home = past.resized(to: home.size)
        shown = shifted(home)
    }

    mutating func resize(to size: DotSize) {
        home = home.resized(to: size)
        shown = home
        visible = home.bounds
    }

    // MARK: - Room for a panel

    /// Moves the map so that the middle of what was visible is the middle of what a panel leaves visible.
    ///
    /// Without a shift the view is what it was, except for moves of the user since.
    mutating func makeRoom(_ visible: CellRect) {
        guard visible.dots != self.visible else { return }
        self.visible = visible.dots
        shown = shifted(home)
    }

    /// Shows `target` as long as the panel is open that now covers something.
    mutating func makeMoreRoom(_ target: Viewport) { shown = target.showing(visible) }

    /// Whether the view without a panel is as wide as the world.
    var showsWorld: Bool { home.zoom <= Viewport.worldWideZoom(for: home.size) + 0.01 }

    /// All that is in view without a panel, in the part of the map that one leaves visible.
    ///
    /// - Parameter margin: columns that are left free at each side, and half as many rows.
    func reduced(to visible: CellRect, margin: Int) -> Viewport {
        let part = visible.dots
        let inner = max(part.width - 2 * margin * Viewport.dotsPerColumn, 2)
        let innerHeight = max(part.height - margin * Viewport.dotsPerRow, 4)
        func steps(_ part: Int, of whole: Int) -> Double {
            // The zoom at which the world fills each of them.
            func zoom(_ side: Int) -> Double {
                Viewport.worldWideZoom(for: DotSize(width: side, height: side))
            }
            return zoom(part) - zoom(min(whole, Int(home.worldDots)))
        }
        let step = min(steps(inner, of: home.size.width), steps(innerHeight, of: home.size.height), 0)
        return Viewport(center: home.center, zoom: home.zoom + step, size: home.size, visible: part)
            .offset(home.center, to: part)
    }

    private func shifted(_ view: Viewport) -> Viewport {
        view.showing(visible).panned(columns: panelShift.columns, rows: panelShift.rows)
    }

    /// Whether there is a finer, or coarser, grid of clusters.
    mutating func changeClusterSize(by step: Int) -> Bool {
        let next = step < 0 ? clusterSize.narrower : clusterSize.wider
        defer { clusterSize = next }
        return next != clusterSize
    }

    // MARK: - Views that fit

    /// The view of `bounds` with a little air; data all round the world is shown as the world.
    package func fitted(
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

    /// The world across the width of what a panel leaves visible.
    package func world(in visible: CellRect) -> Viewport {
        let dots = visible.dots
        let world = Viewport.wholeWorld(size: DotSize(width: dots.width, height: dots.height))
        return Viewport(center: world.center, zoom: world.zoom, size: viewport.size, visible: dots)
            .offset(world.center, to: dots)
    }

    /// The whole width of the world: as it is mostly shown, or about the latitudes of what does not go over it all.
    private func viewAroundTheWorld(_ bounds: GeoBounds, _ visible: CellRect) -> Viewport {
        let world = world(in: visible)
        if bounds.south < -30, bounds.north > 30 { return world }
        let middle = WebMercator.project(
            Coordinate(latitude: (bounds.south + bounds.north) / 2, longitude: 10))
        return world.offset(middle, to: visible.dots)
    }

    /// The view of all of `bounds`, also where that is taller than the world is wide on this screen: then the world
    /// does not fill it.
    func fittedWhole(to bounds: GeoBounds, in visible: CellRect) -> Viewport {
        let view = fitted(to: bounds, in: visible)
        let isRound = bounds.longitudeSpan > 270
        if isRound ? view.holdsLatitudes(of: bounds, in: visible.dots) : holds(bounds, in: visible, of: view)
        {
            return view
        }
        let all =
            isRound ? GeoBounds(south: bounds.south, west: -170, north: bounds.north, east: 190) : bounds
        // A row at each side: the view starts on whole cells, which moves it by up to half of one.
        let inner = CellRect(
            column: visible.column, row: visible.row + 1, width: visible.width,
            height: max(visible.height - 2, 1))
        return viewport.fitted(to: all, within: inner.dots, maximumZoom: view.zoom)
    }

    /// The region of a place, or the surroundings of a coordinate.
    package func fitted(to placemark: Placemark, in visible: CellRect) -> Viewport {
        if let place = placemark.place {
            return fitted(to: place.bounds, in: visible, maximumZoom: Self.deepestPlaceZoom)
        }
        return closeUp(of: placemark.point, in: visible)
    }

    /// The view with `point` in the middle of `visible`; without a zoom far enough in to separate most rows.
    func closeUp(of point: WorldPoint, in visible: CellRect, zoom: Double? = nil) -> Viewport {
        Viewport(center: point, zoom: zoom ?? max(viewport.zoom, Self.rowZoom), size: viewport.size)
            .offset(point, to: visible.dots)
    }

    /// The view moved by whole cells, as little as possible, until `rect` lies in `area`; nil when it does.
    ///
    /// - Parameter margin: what is left free around it, where there is room.
    func revealing(
        _ rect: CellRect, in area: CellRect, margin: CellShift = CellShift(columns: 4, rows: 2)
    ) -> Viewport? {
        func move(_ start: Int, _ length: Int, into first: Int, _ room: Int, _ margin: Int) -> Int {
            if start >= first, start + length <= first + room { return 0 }
            let margin = max(min(margin, (room - length) / 2), 0)
            if start < first + margin { return start - first - margin }
            return max(start + length - (first + room - margin), 0)
        }
        let columns = move(rect.column, rect.width, into: area.column, area.width, margin.columns)
        let rows = move(rect.row, rect.height, into: area.row, area.height, margin.rows)
        guard columns != 0 || rows != 0 else { return nil }
        return viewport.panned(columns: columns, rows: rows)
    }

    /// Whether the corners of `bounds` lie in `visible`.
    package func holds(_ bounds: GeoBounds, in visible: CellRect) -> Bool {
        holds(bounds, in: visible, of: viewport)
    }

    /// Whether `bounds` lie in `area` of the view without a panel.
    func holdsWithoutPanel(_ bounds: GeoBounds, in area: CellRect) -> Bool {
        holds(bounds, in: area, of: home)
    }

    private func holds(_ bounds: GeoBounds, in visible: CellRect, of view: Viewport) -> Bool {
        let area = visible.dots
        return view.holdsLatitudes(of: bounds, in: area)
            && [bounds.west, bounds.east].allSatisfy { longitude in
                let place = Coordinate(latitude: bounds.south, longitude: longitude)
                let dot = view.dot(of: WebMercator.project(place))
                return dot.x >= Double(area.x) && dot.x <= Double(area.x + area.width)
            }
    }
}

extension Viewport {
    /// Whether all from the south to the north of `bounds` lies between the upper and the lower edge of `area`.
    fileprivate func holdsLatitudes(of bounds: GeoBounds, in area: DotRect) -> Bool {
        [bounds.north, bounds.south].allSatisfy { latitude in
            let y = dot(of: WebMercator.project(Coordinate(latitude: latitude, longitude: 0))).y
            return y >= Double(area.y) && y <= Double(area.y + area.height)
        }
    }
}

/// Whole cells to the east and to the south.
package struct CellShift: Equatable, Sendable {
    package static let none = CellShift(columns: 0, rows: 0)

    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// Which parts of the map are drawn.
package struct MapLayers: Equatable, Sendable {
    package var data = true
    package var terrain = true
    package var borders = true
    package var states = true
    package var rivers = true
    package var labels = true
    /// Meridians and parallels.
    package var graticule = false
    /// The sparse pattern that marks land where there are no tints.
    package var landPattern = true
}

extension Viewport {
    /// The world across the width; its middle is moved so that Chukotka is whole and the empty south small.
    package static func wholeWorld(size: DotSize) -> Viewport {
        let middle = WebMercator.project(Coordinate(latitude: 24, longitude: 10))
        return Viewport(center: middle, zoom: Viewport.worldWideZoom(for: size), size: size)
    }
}
