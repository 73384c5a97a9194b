import App
import Basemaps
import CellGraphics
import DataSets
import MapModel

/// The areas of the frame before, for what did not change since: what lies where, and the cells.
struct AreaFrames {
    private struct Source: Equatable {
        var set: String
        var reading: Int
    }

    private var source: Source?
    private var raster: AreaRaster?
    private var viewport: Viewport?
    private var kept: AreaPainter?

    /// From this zoom on cities are named where nothing is filled.
    private static let cityZoom = 9.0

    /// The names of the map; while areas have theirs those of seas, and of cities from near.
    static func labels(_ state: AppState) -> [MapLabel] {
        let all = state.shipped.basemap.labels
        guard state.showsAreas else { return all }
        let hasCities = state.map.viewport.zoom >= cityZoom
        return all.filter { $0.kind.isWater || hasCities && $0.kind.isCity }
    }

    /// The painter of the areas; nil where none are shown.
    mutating func painter(_ state: AppState, _ terrain: Terrain?, in area: CellRect) -> AreaPainter? {
        guard state.showsAreas, let answer = state.areaAnswer, let text = state.areaText else {
            self = AreaFrames()
            return nil
        }
        let key = key(state, answer, terrain, area)
        if let kept, kept.key == key { return kept }
        let source = Source(set: key.set, reading: key.reading)
        if source != self.source {
            self = AreaFrames()
            self.source = source
        }
        let known = raster
        let raster =
            known != nil && viewport == key.viewport && kept?.key.area == key.area
            ? known
            : AreaRaster(answer.set.geometry, viewport: key.viewport, rect: key.area.dots, keeping: known)
        guard let raster else { return nil }
        let painter = AreaPainter(key, answer, text, raster, terrain)
        (self.raster, viewport, kept) = (raster, key.viewport, painter)
        return painter
    }

    private func key(_ state: AppState, _ answer: AreaAnswer, _ terrain: Terrain?, _ area: CellRect)
        -> AreaPainter.Key
    {
        var taken = state.areaLegend.map { [$0.rect] } ?? []
        taken += state.drawnAnnotations.map(\.rect)
        return AreaPainter.Key(
            generation: state.data.generation, set: answer.set.name, reading: answer.set.reading,
            viewport: state.map.viewport, area: area, appearance: state.screen.appearance,
            terrain: terrain == nil ? nil : state.shipped.tiles?.number,
            palette: AreaPalette(of: answer, isOther: state.areas.usesOtherPalette), classes: answer.classes,
            hidden: state.areas.hiddenClasses, selected: state.areas.selected, taken: taken)
    }
}
