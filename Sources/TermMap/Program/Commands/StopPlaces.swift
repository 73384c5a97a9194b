import App
import MapModel
import Rows
import Runtime

/// Names the places of stops by the gazetteer, which is read when the first are asked for.
struct StopPlaces {
    private var locator: PlaceLocator?
    private var isRead = false

    struct Name: Sendable {
        var place: String?
        var country: String?
    }

    /// Farther places are named with a distance and a direction.
    private static let nearMeters = 15_000.0

    /// The nearest place of each in its region, or how far it is; nothing without a gazetteer.
    mutating func names(of stops: some Collection<JourneyStop>) -> [Name] {
        guard !stops.isEmpty else { return [] }
        if !isRead {
            isRead = true
            locator = (try? DataFolder.find().readGazetteer()).map(PlaceLocator.init)
        }
        guard let locator else { return stops.map { _ in Name() } }
        let places = stops.map(\.place)
        return Workers.processors.shares(of: places.count) { share in
            share.map { Self.name(of: places[$0], locator) }
        }.flatMap(\.self)
    }

    private static func name(of coordinate: Coordinate, _ locator: PlaceLocator) -> Name {
        guard let nearest = locator.nearestInArea(to: coordinate, count: 1).first else { return Name() }
        let gazetteer = locator.gazetteer
        let name = gazetteer.name(of: nearest.id)
        let country = gazetteer.country(of: nearest.id).map { gazetteer.name(of: $0) }
        guard nearest.distanceMeters > nearMeters else { return Name(place: name, country: country) }
        let bearing = GreatCircle.bearing(from: gazetteer.coordinate(of: nearest.id), to: coordinate)
        let kilometers = Int((nearest.distanceMeters / 1000).rounded())
        return Name(
            place: "\(kilometers) km \(CompassPoint(bearing: bearing).symbol) of \(name)", country: country)
    }
}
