import Basemaps
import MapModel

/// Names of districts, towns and villages for views of a city, from the gazetteer.
///
/// The labels of the basemap end with the larger cities; from this zoom on there is room for all others.
struct TownLabels {
    private static let leastZoom = 11.0
    /// So many of the largest compete for room.
    private static let limit = 60

    /// Whether a view is near enough for them.
    static func areShown(in viewport: Viewport) -> Bool { viewport.zoom >= leastZoom }

    /// Those in view, the largest first; none in wider views.
    static func labels(in viewport: Viewport, _ atlas: Atlas?, besides known: [MapLabel]) -> [MapLabel] {
        guard areShown(in: viewport), let atlas else { return [] }
        let corner = viewport.coordinate(at: DotPoint(x: 0, y: 0))
        let opposite = viewport.coordinate(
            at: DotPoint(x: Double(viewport.size.width), y: Double(viewport.size.height)))
        let bounds = GeoBounds(
            south: opposite.latitude, west: corner.longitude, north: corner.latitude, east: opposite.longitude
        )
        let cities = Set(
            known.filter { $0.kind.isCity && bounds.contains(WebMercator.unproject($0.point)) }.map(\.name))
        return atlas.locator.largest(limit, in: bounds).map { atlas.gazetteer.place($0) }
            .filter { !cities.contains($0.name) }.map { MapLabel($0) }
    }
}
