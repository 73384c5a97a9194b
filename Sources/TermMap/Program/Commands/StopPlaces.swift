import App
import MapModel
import Runtime

/// Names the places of stops by the gazetteer, which is read when the first is asked for.
struct StopPlaces {
    private var locator: PlaceLocator?
    private var isRead = false
    private var names: [FixedCoordinate: Name] = [:]

    struct Name {
        var place: String?
        var country: String?
    }

    /// Farther places are named with a distance and a direction.
    private static let nearMeters = 15_000.0

    /// The nearest place in the same region, or how far it is; nothing without a gazetteer.
    mutating func name(of coordinate: Coordinate) -> Name {
        let key = FixedCoordinate(coordinate)
        if let known = names[key] { return known }
        let found = found(coordinate)
        names[key] = found
        return found
    }

    private mutating func found(_ coordinate: Coordinate) -> Name {
        if !isRead {
            isRead = true
            locator = (try? DataFolder.find().readGazetteer()).map(PlaceLocator.init)
        }
        guard let locator, let nearest = locator.nearestInArea(to: coordinate, count: 1).first else {
            return Name()
        }
        let gazetteer = locator.gazetteer
        let name = gazetteer.name(of: nearest.id)
        let country = gazetteer.country(of: nearest.id).map { gazetteer.name(of: $0) }
        guard nearest.distanceMeters > Self.nearMeters else { return Name(place: name, country: country) }
        let bearing = GreatCircle.bearing(from: gazetteer.coordinate(of: nearest.id), to: coordinate)
        let kilometers = Int((nearest.distanceMeters / 1000).rounded())
        return Name(
            place: "\(kilometers) km \(CompassPoint(bearing: bearing).symbol) of \(name)", country: country)
    }
}
