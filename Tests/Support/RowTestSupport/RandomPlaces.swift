import MapModel
import TestSupport

@testable import Rows

extension SeededRandom {
    /// Anywhere, in a town, at 180°, beyond the Mercator square, or at one favourite place.
    package mutating func place() -> FixedCoordinate {
        let latitude = Int32(number(-900_000_000...900_000_000))
        let longitude = Int32(number(-1_800_000_000...1_800_000_000))
        switch number(0...9) {
        case 0:
            return FixedCoordinate(
                latitudeE7: latitude, longitudeE7: longitude < 0 ? -1_800_000_000 : 1_800_000_000)
        case 1:
            let polar = Int32([850_511_287, 850_511_288, 890_000_000, 900_000_000][number(0...3)])
            return FixedCoordinate(latitudeE7: latitude < 0 ? -polar : polar, longitudeE7: longitude)
        case 2...4:
            return FixedCoordinate(
                latitudeE7: Int32(525_000_000 + number(-90_000...90_000)),
                longitudeE7: Int32(134_000_000 + number(-90_000...90_000)))
        case 5: return FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
        default: return FixedCoordinate(latitudeE7: latitude, longitudeE7: longitude)
        }
    }

    /// What a view at any place and zoom asks, often near one of `places`, at 180°, or at a pole.
    package mutating func question(near places: [FixedCoordinate], limit: Int) -> ViewportQuestion {
        var center = WorldPoint(x: fraction(), y: fraction())
        if number(0...2) > 0, let place = places.randomElement(using: &self) {
            center = WebMercator.project(place.coordinate)
        }
        if number(0...4) == 0 { center.x = 0 }
        let view = Viewport(
            center: center, zoom: Double(number(0...44)) / 2,
            size: DotSize(width: 2 * number(10...80), height: 4 * number(4...30)))
        return ViewportQuestion(
            window: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize()),
            limit: limit)
    }
}
