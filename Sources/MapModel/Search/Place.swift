/// A country, region or place of the gazetteer, with all that there is to show.
public struct Place: Hashable, Sendable {
    public enum Kind: UInt8, Sendable {
        case country, region
        /// A part of a region, such as a French department.
        case subregion
        /// A city, town or village.
        case city
    }

    /// The rank of what has none.
    public static let noRank = 99

    public let id: PlaceID
    public let kind: Kind
    public let name: String
    /// The name of its country, its own if it is one.
    public let country: String
    /// ISO 3166-1 alpha-2; XK for Kosovo.
    public let countryCode: String
    /// The name of the region it lies in; empty for countries, regions, and where none is known.
    public let region: String
    /// The name of the admin2 area it lies in, such as a county; empty where none is known.
    public let district: String
    public let coordinate: Coordinate
    /// 0 where it is not known.
    public let population: Int
    /// Importance on a map: 0 most, 10 least, `noRank` for none.
    public let rank: Int
    public let isCountryCapital: Bool
    public let isRegionCapital: Bool
    /// What a map of it should show: the box of an area, or twice the guessed radius of a town.
    public let bounds: GeoBounds
    /// Whether `bounds` and `radiusMeters` are guessed from the number of people.
    public let isBoundsGuessed: Bool
    /// How far it reaches from its middle.
    public let radiusMeters: Double
}

/// Whether a place is the seat of a government.
public enum CapitalStatus: UInt8, Sendable {
    case none, region, country
}
