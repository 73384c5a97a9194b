/// A location relative to a known place.
public struct Whereabouts: Hashable, Sendable {
    /// How a location relates to the place.
    public enum Relation: Hashable, Sendable {
        /// In the place, as far as the map can show.
        case at
        /// Near the place.
        case near
        /// Far from any large place.
        case far
        /// Somewhere in a country that is small on the map.
        case inside
    }

    /// How the location relates to `place`.
    public let relation: Relation
    /// The place, or the country for `inside`.
    public let place: PlaceID
    /// Its name, with what distinguishes it from its namesakes: "Lyon, FR", "Springfield, IL, US", "Algeria".
    public let name: String
    /// The name of the country whose borders are around the location; nil at sea.
    public let country: String?
    /// The name of the sea that the location lies in; nil on land and near the coast.
    public let sea: String?
    /// From the place; 0 for `inside`.
    public let distanceMeters: Double
    /// The direction of the location, seen from the place.
    public let direction: CompassPoint

    /// "the " for all but bays that are called after somebody: in the North Sea, in Hudson Bay.
    private static func article(of sea: String) -> String { sea.hasSuffix(" Bay") ? "" : "the " }

    /// A place farther away means nothing inside a country.
    private static let tellingMeters = 1_000_000.0

    /// "Lyon, FR", "near Lyon, FR · 12 km NW", "1,204 km W of Lisbon, PT", "Algeria · 330 km S of Tamanrasset, DZ",
    /// "in the North Sea · 120 km NW of Den Helder, NL".
    ///
    /// 12 km NW means north-west *of* Lyon. The names are data: sanitise the text before it is drawn.
    public func text(unit: DistanceUnit = .kilometers) -> String {
        let distance = unit.text(meters: distanceMeters)
        if let sea {
            let place = "in \(Self.article(of: sea))\(sea)"
            return relation == .inside ? place : "\(place) · \(distance) \(direction.symbol) of \(name)"
        }
        return switch relation {
        case .at, .inside: name
        case .near: "near \(name) · \(distance) \(direction.symbol)"
        case .far where distanceMeters > Self.tellingMeters && country != nil: country ?? name
        case .far: (country.map { $0 + " · " } ?? "") + "\(distance) \(direction.symbol) of \(name)"
        }
    }

    /// The same in whole words, with region and country: "12 km north-west of Lyon, Auvergne-Rhône-Alpes, France".
    public func words(unit: DistanceUnit, in gazetteer: Gazetteer) -> String {
        let distance = "\(unit.text(meters: distanceMeters)) \(direction.words) of "
        let place = gazetteer.place(self.place)
        let parts = [place.name, place.region, place.country].filter { !$0.isEmpty }
        let full = parts.indices.filter { $0 == 0 || parts[$0] != parts[$0 - 1] }.map { parts[$0] }
            .joined(separator: ", ")
        if let sea {
            let name = "in \(Self.article(of: sea))\(sea)"
            return relation == .inside ? name : "\(name), \(distance)\(full)"
        }
        return switch relation {
        case .at, .inside: full
        case .far where distanceMeters > Self.tellingMeters && country != nil: country ?? full
        case .near, .far: distance + full
        }
    }
}
