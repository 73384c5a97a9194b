/// A country, region or place of the gazetteer, with everything that is shown of it.
public struct Place: Hashable, Sendable {
    /// What an entry of the gazetteer is.
    public enum Kind: UInt8, Sendable, CaseIterable {
        case country, region
        /// A subdivision of a region, such as a French department.
        case subregion
        /// A city, town or village.
        case city
        /// A sea, gulf, bay or strait.
        case sea
        case lake, river, island
        /// A mountain; its height stands in `Place.heightMeters`.
        case peak
        /// Mountains, deserts, peninsulas and other stretches of land.
        case range
        case airport

        /// Whether it is neither a country nor a region nor a place where people live.
        public var isFeature: Bool { rawValue > Kind.city.rawValue }
    }

    /// The rank of entries without one.
    public static let noRank = 99

    /// Its number in the gazetteer.
    public let id: PlaceID
    /// Whether it is a country, region, subregion or city.
    public let kind: Kind
    /// Its main name, as it is shown.
    public let name: String
    /// The name of its country, its own if it is one; empty for features in no or several countries.
    public let country: String
    /// ISO 3166-1 alpha-2; XK for Kosovo; empty without a country.
    public let countryCode: String
    /// The name of the region it lies in; empty for countries, regions, and where none is known.
    public let region: String
    /// The name of the admin2 area it lies in, such as a county; empty where none is known.
    public let district: String
    /// Its position in degrees: of a place its centre, of an area a point for its label.
    public let coordinate: Coordinate
    /// 0 where it is not known.
    public let population: Int
    /// Metres above the sea, of a peak; otherwise 0.
    public let heightMeters: Int
    /// The letters of an airport, such as JFK and KJFK; otherwise empty.
    public let airportCodes: [String]
    /// Importance on a map: 0 most, 10 least, `noRank` for none.
    public let rank: Int
    /// Whether it is the capital of its country.
    public let isCountryCapital: Bool
    /// Whether it is the capital of its region.
    public let isRegionCapital: Bool
    /// What a map of it should show: the box of an area, or twice the guessed radius of a town.
    public let bounds: GeoBounds
    /// Whether `bounds` and `radiusMeters` are estimated from the population.
    public let isBoundsGuessed: Bool
    /// The distance from its centre to its edge, in metres.
    public let radiusMeters: Double
}

/// Whether a place is the seat of a government.
public enum CapitalStatus: UInt8, Sendable {
    /// Not a capital, or the capital of its region or of its country.
    case none, region, country
}
