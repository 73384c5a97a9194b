/// A location relative to a known place.
public struct Whereabouts: Hashable, Sendable {
    public enum Relation: Hashable, Sendable {
        /// In the place, as far as the map can show.
        case at
        /// Near the place.
        case near
        /// Far from any place of weight.
        case far
        /// Somewhere in a country that is small on the map.
        case inside
    }

    public let relation: Relation
    /// The place, or the country for `inside`.
    public let place: PlaceID
    /// Its name, with what distinguishes it from its namesakes: "Lyon, FR", "Springfield, IL, US", "Algeria".
    public let name: String
    /// The name of the country that one is surely in; nil when it is not sure, as at sea.
    public let country: String?
    /// From the place; 0 for `inside`.
    public let distanceMeters: Double
    /// Which way one is, seen from the place.
    public let direction: CompassPoint

    /// A place farther off means nothing to someone inside a country.
    private static let tellingMeters = 1_000_000.0

    /// "Lyon, FR", "near Lyon, FR · 12 km NW", "1,204 km W of Lisbon, PT", "Algeria · 330 km S of Tamanrasset, DZ".
    ///
    /// 12 km NW means that one is north-west *of* Lyon. The names in it are data: sanitise it before it is drawn.
    public func text(unit: DistanceUnit = .kilometers) -> String {
        let distance = unit.text(meters: distanceMeters)
        return switch relation {
        case .at, .inside: name
        case .near: "near \(name) · \(distance) \(direction.symbol)"
        case .far where distanceMeters > Self.tellingMeters && country != nil: country ?? name
        case .far: (country.map { $0 + " · " } ?? "") + "\(distance) \(direction.symbol) of \(name)"
        }
    }
}
