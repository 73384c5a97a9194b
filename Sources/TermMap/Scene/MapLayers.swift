import CellGraphics

/// What lies on the map of a frame: names find their places around it.
struct MapLayers {
    let terrain: Terrain?
    let areas: AreaPainter?
    let shapes: ShapePainter?
    let overlay: OverlayPainter?
    let position: PositionPainter?
    let journeys: JourneyLayers
    let graticule: GraticulePainter?

    /// Whether a cell is mostly sea; everywhere where no land is drawn.
    func isWater(_ cell: CellPoint) -> Bool {
        terrain.map { $0.dots(of: $0.land, column: cell.column, row: cell.row).nonzeroBitCount < 4 } ?? true
    }
}
