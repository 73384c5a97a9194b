import App
import Basemaps
import MapModel

/// Names of districts, towns and villages for views of a city, from the gazetteer.
///
/// The labels of the basemap end with the larger cities; from this zoom on there is room for all others.
package struct TownLabels {
    private static let leastZoom = 11.0
    /// So many of the largest compete for room.
    private static let limit = 60

    /// Whether a view is near enough for them.
    package static func areShown(in viewport: Viewport) -> Bool { viewport.zoom >= leastZoom }

    /// Those in view, the largest first; none in wider views.
    package static func labels(in viewport: Viewport, _ atlas: Atlas?, besides known: [MapLabel])
        -> [MapLabel]
    {
        guard areShown(in: viewport), let atlas else { return [] }
        let corner = viewport.coordinate(at: DotPoint(x: 0, y: 0))
        let opposite = viewport.coordinate(
            at: DotPoint(x: Double(viewport.size.width), y: Double(viewport.size.height)))
        let bounds = GeoBounds(
            south: opposite.latitude, west: corner.longitude, north: corner.latitude, east: opposite.longitude
        )
        // Most cities are far north or south: only those beside the view are turned into coordinates.
        let north = viewport.point(at: DotPoint(x: 0, y: 0)).y - 1e-9
        let south = viewport.point(at: DotPoint(x: 0, y: Double(viewport.size.height))).y + 1e-9
        let cities = Set(
            known.indices.lazy.filter {
                let y = known[$0].point.y
                return north <= y && y <= south && known[$0].kind.isCity
                    && bounds.contains(WebMercator.unproject(known[$0].point))
            }.map { known[$0].name })
        return atlas.locator.largest(limit, in: bounds).map { atlas.gazetteer.place($0) }
            .filter { !cities.contains($0.name) }.map { MapLabel($0) }
    }
}
