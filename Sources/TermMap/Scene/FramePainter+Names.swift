import App
import Basemaps
import CellGraphics
import MapModel
import Streets

// Names: those of the map, of rows and of things find their places around what is drawn.
extension FramePainter {
    mutating func drawLabels(around layers: MapLayers, _ state: AppState, _ frame: inout CellBuffer) {
        let things = ThingPainter(state)
        var occupancy = occupancy(layers, things, state, &frame)
        if let streets = state.streets.view {
            drawStreetNames(streets, occupancy, state, &frame)
            if streets.coversAll { return }
            takeStreets(streets, state, &occupancy)
        }
        var placement = LabelPlacement(
            viewport: state.map.viewport, area: state.layout.map, occupancy: occupancy,
            isWater: layers.isWater)
        placement.density = DensityPainter(state)?.picture
        if state.map.layers.labels {
            placement.placeAll(
                labels(state), towns: townLabels(state),
                withStates: layers.areas == nil && state.map.layers.states)
        }
        if state.streets.view == nil {
            placement.placeRowNames(rowNames(state, things), within: state.visibleMap)
        }
        if let things { thingNames.place(state, things, in: &placement) }
        draw(placement, state, &frame)
    }

    /// The cells that names keep off; the names of areas and the figures of the graticule are drawn on the way.
    private func occupancy(
        _ layers: MapLayers, _ things: ThingPainter?, _ state: AppState, _ frame: inout CellBuffer
    ) -> CellOccupancy {
        // Names find their places on the whole map: a panel hides some and moves none.
        var occupancy = CellOccupancy(area: state.layout.map)
        // The names of the map stay where they are when things pass over them.
        for annotation in state.drawnAnnotations where things?.lead(of: annotation) == nil {
            occupancy.take(annotation.rect)
        }
        layers.areas?.drawLabels(into: &frame, within: state.visibleMap, taking: &occupancy)
        let selection = SelectionPainter(state)
        selection?.take(from: &occupancy)
        DensityCursor(state)?.take(from: &occupancy)
        if state.annotations.showsLegend, let legend = DensityPainter(state)?.legend(state).rect {
            occupancy.take(legend)
        }
        takePlacemark(state, selection, &occupancy)
        ThingCallouts(state)?.take(from: &occupancy)
        for (text, rect) in layers.graticule?.takeLabels(from: &occupancy, visible: state.visibleMap) ?? [] {
            frame.put(
                text, at: CellPoint(column: rect.column, row: rect.row), style: Style(.graticuleLabel),
                keepingPaper: true)
        }
        layers.shapes?.take(from: &occupancy)
        layers.overlay?.take(from: &occupancy)
        MovePainter(state)?.take(from: &occupancy)
        layers.position?.take(from: &occupancy)
        layers.journeys.take(from: &occupancy)
        return occupancy
    }

    /// The names that found a place, where neither a panel nor the legend lies.
    private func draw(_ placement: LabelPlacement, _ state: AppState, _ frame: inout CellBuffer) {
        let visible = state.visibleMap.intersection(worldArea(state))
        let legend = state.legend?.rect
        let labels = placement.labels.filter { label in
            label.rect.lies(in: visible) && !(legend.map { label.rect.intersects($0) } ?? false)
        }
        if !state.screen.appearance.theme.mode.isTinted {
            labels.forEach { clearAir(around: $0, state, &frame) }
        }
        for label in labels {
            let attributes: Attributes = label.isItalic && state.screen.appearance.hasItalic ? .italic : []
            let plate = placement.density?.plate(under: label.rect)
            let style = Style(label.role, on: plate, attributes)
            let isPlainDot = label.role == .cityDot && state.screen.appearance.charset == .ascii
            let text = isPlainDot ? "*" : label.text
            frame.put(
                text, at: label.point, style: style, keepingPaper: plate == nil, within: state.visibleMap)
        }
    }

    /// The names on streets, but those that something drawn later would cover.
    private func drawStreetNames(
        _ view: StreetView, _ occupancy: CellOccupancy, _ state: AppState, _ frame: inout CellBuffer
    ) {
        guard state.map.layers.labels else { return }
        let attribution = state.attributionRect
        let selected = state.selectedAnnotation.flatMap { $0.row }.flatMap {
            state.texts.labels[$0]?.clipped(to: 22)
        }
        let labels = state.streets.labels.filter { label in
            label.rect.intersection(state.visibleMap) == label.rect && occupancy.isFree(label.rect)
                && attribution.map { !$0.intersects(label.rect) } ?? true
                && !(label.kind == .row && label.text == selected)
        }
        StreetPainter(view: view, appearance: state.screen.appearance).draw(
            labels, into: &frame, within: state.visibleMap)
    }

    /// Where the street map has its own names, the basemap's keep off.
    private func takeStreets(_ view: StreetView, _ state: AppState, _ occupancy: inout CellOccupancy) {
        let area = state.layout.map
        for row in 0..<area.height {
            var column = 0
            while column < area.width {
                let first = column
                while column < area.width, view[column, row].cover != .none { column += 1 }
                occupancy.take(CellRect(column: first, row: row, width: column - first, height: 1))
                column += 1
            }
        }
    }

    /// Whose data the street map is, always in view.
    func drawAttribution(_ state: AppState, _ frame: inout CellBuffer) {
        guard let text = state.attributionText, let rect = state.attributionRect else { return }
        frame.put(
            " " + text + " ", at: CellPoint(column: rect.column, row: rect.row),
            style: Style(.settlementLabel),
            keepingPaper: true, within: state.visibleMap)
    }

    private func townLabels(_ state: AppState) -> [MapLabel] {
        TownLabels.labels(in: state.map.viewport, state.shipped.atlas, besides: state.shipped.basemap.labels)
            .filter { $0.name != state.selection.placemark?.place?.name }
    }

    /// What the placemark names is not named again beside it.
    private func labels(_ state: AppState) -> [MapLabel] {
        let all = AreaFrames.labels(state)
        guard let name = state.selection.placemark?.place?.name, let point = state.selection.placemark?.point
        else {
            return all
        }
        let mark = state.map.viewport.dot(of: point)
        return all.filter { label in
            guard label.name == name || label.name.uppercased() == name.uppercased() else { return true }
            let dot = state.map.viewport.dot(of: label.point)
            return abs(dot.x - mark.x) > Double(state.map.viewport.size.width)
                || abs(dot.y - mark.y) > Double(state.map.viewport.size.height)
        }
    }

    /// Without tints the terrain's glyphs would run into names: a blank on both sides keeps them apart.
    private func clearAir(around label: PlacedLabel, _ state: AppState, _ frame: inout CellBuffer) {
        for column in [label.rect.column - 1, label.rect.endColumn] {
            let cell = CellPoint(column: column, row: label.point.row)
            guard state.visibleMap.contains(cell) else { continue }
            frame[column, cell.row] = Cell(.space, Style(paper: frame[column, cell.row].style.paper))
        }
    }

    private func rowNames(
        _ state: AppState, _ things: ThingPainter?
    ) -> [(place: CellPoint, name: DisplayText)] {
        guard state.showsNames else { return [] }
        let selected = state.selectedAnnotation?.id
        return state.drawnAnnotations.compactMap { annotation in
            guard let row = annotation.row, annotation.id != selected, annotation.highlightedCount != 0,
                let name = state.texts.labels[row], things?.lead(of: annotation) == nil
            else { return nil }
            return (CellPoint(column: annotation.rect.column, row: annotation.rect.row), name)
        }
    }
}
