import App
import Basemaps
import CellGraphics
import MapModel
import Streets
import TerminalInput

/// Draws the state: terrain, names, annotations, panel, bars and help, from back to front.
///
/// It keeps nothing but what saves work: the terrain, the shapes and the overlay of the last view.
package struct FramePainter {
    let keyMap: KeyMap
    private let glyphs: GlyphTable
    /// The overlay of the last frame; a ring far larger than the view takes long to make.
    private var overlay: (key: OverlayPainter.Key, painter: OverlayPainter)?
    /// The lines and areas of the last frame.
    private var shapes: (key: ShapePainter.Key, painter: ShapePainter)?
    private var journeyLines: JourneyLayers.Lines?
    private var densityBlocks = DensityBlocks()
    private var areas = AreaFrames()
    private var terrain: (window: TileWindow, number: Int, terrain: Terrain)?
    /// The sides on which the names of things stood in the last frame.
    var thingNames = ThingNames()
    /// Nobody presses a key: what it would do is not said.
    package var isFilm = false
    /// Of the left one of two maps: it has rows, shapes and areas of its own.
    var painterOfOtherMap: [FramePainter] = []

    package init(keyMap: KeyMap) {
        self.keyMap = keyMap
        glyphs = GlyphTable()
    }

    /// One for another map in the frames of the first.
    init(keyMap: KeyMap, sharing other: FramePainter) {
        self.keyMap = keyMap
        glyphs = other.glyphs
    }

    /// The frame of `state` at `now`.
    package mutating func paint(_ state: AppState, at now: Duration) -> CellBuffer {
        var frame = CellBuffer(width: state.screen.columns, height: state.screen.rows, glyphs: glyphs)
        let layout = state.layout
        if layout.isTooSmall {
            drawNotice(state, &frame)
            return frame
        }
        if let first = state.stateOfOtherMap, let column = layout.secondMap {
            paintMaps(first, state, secondAt: column, now, &frame)
        } else {
            paintMap(state, now, &frame)
        }
        drawBand(state, &frame)
        drawStrip(state, &frame)
        if let panel = state.panels.current, let area = layout.panel {
            PanelPainter(state: state, keyMap: keyMap).draw(panel, into: &frame, area: area)
        }
        drawNoMatch(state, &frame)
        PanelPainter(state: state, keyMap: keyMap).drawCompletions(into: &frame)
        StatusBar(state: state, keyMap: keyMap).draw(into: &frame, row: layout.statusRow)
        HintBar(state: state, keyMap: keyMap, isFilm: isFilm).draw(into: &frame, row: layout.hintRow)
        if let help = state.panels.help {
            HelpOverlay(
                help: help, layout: state.helpLayout(help), appearance: state.screen.appearance,
                close: keyMap.words("\(key: .edit(.cancel)) closes", in: state)
            )
            .draw(into: &frame)
        }
        if state.screen.appearance.charset == .ascii { frame.useASCIISigns() }
        return frame
    }

    /// The map with all that lies on it.
    mutating func paintMap(_ state: AppState, _ now: Duration, _ frame: inout CellBuffer) {
        let layout = state.layout
        let terrain = state.streets.view?.coversAll == true ? nil : paintTerrain(state)
        drawTerrain(terrain, state, &frame)
        let streets = state.streets.view.map { StreetPainter(view: $0, appearance: state.screen.appearance) }
        streets?.draw(into: &frame, rect: layout.map)
        let graticule = graticule(state)
        graticule?.draw(into: &frame)
        let areas = areas.painter(state, terrain, in: worldArea(state))
        areas?.draw(into: &frame)
        let shapes = paintShapes(state)
        shapes?.draw(into: &frame)
        clearMargins(state, &frame)
        let density = DensityPainter(state)
        density?.draw(into: &frame, keeping: &densityBlocks)
        TrailPainter(state)?.draw(into: &frame)
        AccuracyPainter(state)?.draw(into: &frame)
        let overlay = paintOverlay(density, state)
        let position = PositionPainter(state)
        let journeys = JourneyLayers(state, keeping: &journeyLines)
        let layers = MapLayers(
            terrain: terrain, areas: areas, shapes: shapes, overlay: overlay, position: position,
            journeys: journeys, graticule: graticule)
        drawLabels(around: layers, state, &frame)
        position?.drawLines(into: &frame)
        journeys.drawLines(into: &frame)
        overlay?.drawLines(into: &frame)
        MovePainter(state)?.draw(into: &frame)
        drawAttribution(state, &frame)
        if state.annotations.showsLegend { density?.legend(state).draw(into: &frame) }
        AreaLegendPainter(state, keyMap)?.draw(into: &frame)
        drawAnnotations(position, state, now, &frame)
        journeys.drawSigns(into: &frame)
        overlay?.drawSigns(into: &frame)
        if density == nil, let legend = state.legend, state.annotations.differenceScale == nil {
            LegendPainter(state, keyMap).draw(legend, into: &frame)
        }
        drawDifferenceLegend(state, &frame)
    }

    // MARK: - Terrain

    private mutating func paintTerrain(_ state: AppState) -> Terrain? {
        guard let supplied = state.shipped.tiles else { return nil }
        if let terrain, terrain.number == supplied.number, terrain.window == supplied.window {
            return terrain.terrain
        }
        let painted = Terrain(of: supplied)
        terrain = (supplied.window, supplied.number, painted)
        return painted
    }

    /// Where the view is wider than the world, nothing lies beside it.
    private func clearMargins(_ state: AppState, _ frame: inout CellBuffer) {
        let area = state.layout.map
        let world = worldArea(state)
        for (start, end) in [(area.column, world.column), (world.endColumn, area.endColumn)] {
            frame.fill(
                CellRect(column: start, row: area.row, width: end - start, height: area.height),
                paper: Cell.blank.style.paper)
        }
    }

    /// The columns of the map in which the world is shown once: all of them unless the map is wider.
    func worldArea(_ state: AppState) -> CellRect {
        let (world, area) = (state.worldColumns, state.layout.map)
        return CellRect(column: world.lowerBound, row: area.row, width: world.count, height: area.height)
    }

    private func graticule(_ state: AppState) -> GraticulePainter? {
        guard state.map.layers.graticule else { return nil }
        return GraticulePainter(
            viewport: state.map.viewport, area: worldArea(state), charset: state.screen.appearance.charset)
    }

    private func drawTerrain(_ terrain: Terrain?, _ state: AppState, _ frame: inout CellBuffer) {
        let isTinted = state.screen.appearance.theme.mode.isTinted
        guard let terrain else {
            if isTinted { frame.fill(state.layout.map, paper: Role.sea.index) }
            return
        }
        let drawing = Terrain.Drawing(
            charset: state.screen.appearance.charset, isTinted: isTinted,
            isSeenFromAfar: state.map.viewport.dotZoom < 2,
            terrain: state.map.layers.terrain, borders: state.map.layers.borders,
            states: state.map.layers.states,
            rivers: state.map.layers.rivers, landPattern: state.map.layers.landPattern,
            leastCoastDots: state.screen.appearance.isSketch ? 2 : 1)
        terrain.draw(into: &frame, rect: state.layout.map, drawing: drawing)
    }

    // MARK: - Annotations

    private func drawAnnotations(
        _ position: PositionPainter?, _ state: AppState, _ now: Duration, _ frame: inout CellBuffer
    ) {
        let painter = BadgePainter(
            charset: state.screen.appearance.charset, theme: state.screen.appearance.theme,
            isSketch: state.screen.appearance.isSketch, isOverStreets: state.streets.view != nil,
            isOverAreas: state.showsAreas, classes: ClassPalette(state),
            changes: state.showsChanges ? state.data.rows.changes : nil)
        let selected = state.selectedAnnotation
        let selectedMark = mark(of: selected, state)
        let (isNear, arrivals) = (state.nearby != nil, state.annotations.arrivals)
        let isFree: (CellPoint) -> Bool = { cell in
            state.visibleMap.contains(cell) && !state.annotations.placed.contains { $0.rect.contains(cell) }
        }
        // A badge that the help half covers would show a wrong number.
        let covered =
            state.panels.help.map { state.helpLayout($0).area }
            ?? state.completionList?.area(over: state.layout.map)
        let things = ThingPainter(state)
        for annotation in state.drawnAnnotations
        where !state.isDensity && covered.map({ !$0.intersects(annotation.rect) }) ?? true {
            let mark = annotation.id == selected?.id ? selectedMark : .none
            let highlight = Self.highlight(annotation, isNear: isNear)
            if let things, let thing = things.lead(of: annotation) {
                things.draw(
                    thing, at: annotation, mark: mark, highlight: highlight, into: &frame, isFree: isFree)
                continue
            }
            painter.draw(
                annotation, mark: mark, highlight: highlight,
                phase: arrivals.phase(of: annotation.id, at: now), into: &frame, isFree: isFree)
        }
        if let spot = state.panels.spot {
            let cell = state.map.viewport.dot(of: WebMercator.project(spot.coordinate)).cell
            frame.put(
                "×", at: cell, style: Style(.placemark, .bold), keepingPaper: true, within: state.visibleMap)
        }
        let selection = SelectionPainter(state)
        DensityCursor(state)?.draw(into: &frame)
        position?.drawSign(into: &frame)
        drawPlacemark(state, selection, &frame)
        ThingCallouts(state)?.draw(into: &frame)
        selection?.draw(into: &frame)
    }

    private static func highlight(_ annotation: PlacedAnnotation, isNear: Bool) -> BadgePainter.Highlight {
        let plain: BadgePainter.Highlight = annotation.markedCount == annotation.count ? .marked : .plain
        guard let highlightedCount = annotation.highlightedCount else { return plain }
        if highlightedCount == 0 { return .dimmed }
        return isNear ? plain : .match(count: highlightedCount)
    }

    // MARK: - Shapes

    private mutating func paintShapes(_ state: AppState) -> ShapePainter? {
        guard !state.data.shapes.isEmpty, state.map.layers.data, !state.showsAreasAlone else { return nil }
        let selection = state.selection.current.flatMap {
            $0.isCluster && !state.panels.showsDetails ? nil : $0.row
        }
        let key = ShapePainter.Key(
            shapes: state.data.shapes, viewport: state.map.viewport, area: state.layout.map,
            charset: state.screen.appearance.charset, mode: state.screen.appearance.theme.mode,
            layers: state.data.layerRows,
            hiddenLayers: state.data.hiddenSources.reduce(0) { $0 | 1 << LayerMarks.Mask(min($1, 31)) },
            rows: state.data.rows.kept, classOfRow: state.data.classOfRow,
            palette: state.data.coloring == nil ? nil : ClassPalette(state), selectedRow: selection)
        if let kept = shapes, kept.key == key { return kept.painter }
        let painter = ShapePainter(key)
        shapes = (key, painter)
        return painter
    }

    // MARK: - Overlay

    private mutating func paintOverlay(_ density: DensityPainter?, _ state: AppState) -> OverlayPainter? {
        let shown = state.overlay
        guard !shown.isEmpty else { return nil }
        let key = OverlayPainter.Key(
            overlay: shown, viewport: state.map.viewport, area: state.visibleMap,
            world: state.worldColumns, charset: state.screen.appearance.charset,
            isTinted: state.screen.appearance.theme.mode.isTinted,
            badges: state.annotations.placed.map(\.rect),
            legends: [
                state.legend?.rect, state.areaLegend?.rect, state.attributionRect,
                state.annotations.showsLegend ? density?.legend(state).rect : nil,
            ].compactMap { $0 })
        if let kept = overlay, kept.key == key { return kept.painter }
        let painter = OverlayPainter(key)
        overlay = (key, painter)
        return painter
    }

    private func mark(of selected: PlacedAnnotation?, _ state: AppState) -> BadgePainter.Mark {
        guard let selected, let current = state.selection.current else { return .none }
        return selected.isPlace || current.isCluster ? .selected : .holdsSelection
    }
}
