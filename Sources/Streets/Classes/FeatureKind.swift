/// What a feature of a tile is to us.
public enum FeatureKind: Hashable, Sendable {
    /// A line that is drawn; its name is a street's or river's where it has one.
    case line(LineClass)
    /// A line that is only there for the name of a street.
    case streetName(LineClass)
    case area(AreaClass)
    case waterName
    case settlement(Settlement)
    case station
    /// A point of interest of a kind such as "museum"; 0 for any other.
    case pointOfInterest(PoiKind)
}

/// A place where people live, by falling rank.
public enum Settlement: UInt8, CaseIterable, Comparable, Sendable {
    case city, town, suburb, village, quarter, neighbourhood, hamlet

    /// Larger settlements come first.
    public static func < (first: Settlement, second: Settlement) -> Bool { first.rawValue < second.rawValue }

    /// The zooms at which it is named.
    var zooms: Range<Double> {
        switch self {
        case .city: 0..<14.5
        case .town: 8..<30
        case .suburb, .village: 12.5..<30
        case .quarter: 14..<30
        case .neighbourhood, .hamlet: 15..<17.01
        }
    }
}

/// A kind of point of interest, as the tiles write it.
public struct PoiKind: Hashable, Sendable {
    /// The word of the tiles, such as "place_of_worship".
    public let word: String

    /// The kind of a word.
    public init(word: String) { self.word = word }

    /// Those that are named on the map, the most useful first.
    static let named = [
        "museum", "attraction", "theatre", "university", "hospital", "library", "townhall", "town_hall",
        "place_of_worship", "cinema", "park", "gallery", "police", "post_office", "post", "hotel", "lodging",
        "school",
    ]
}
