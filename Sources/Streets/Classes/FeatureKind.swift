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
    /// A point of interest of a kind that is named, such as "museum".
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

    /// The kinds that a file is about, by its name: "hotels.csv" has hotels, which tiles also call lodging.
    public static func kinds(inName path: String) -> Set<PoiKind> {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let words = name.split { !$0.isLetter && $0 != "_" }.map(String.init)
        let singular = words.flatMap { word in
            word.hasSuffix("ies")
                ? [word.dropLast(3) + "y"] : word.hasSuffix("s") ? [word, String(word.dropLast())] : [word]
        }
        let found = singular.flatMap { synonyms[$0] ?? [$0] }
        return Set(found.filter { rank(of: $0) != nil }.map(PoiKind.init))
    }

    private static let synonyms = [
        "hotel": ["hotel", "lodging"], "hostel": ["hotel", "lodging"], "lodging": ["hotel", "lodging"],
        "post": ["post", "post_office"], "church": ["place_of_worship"],
        "university": ["university", "school"],
    ]

    /// Those that are named on the map, the most useful first.
    private static let named = [
        "museum", "attraction", "theatre", "university", "hospital", "library", "townhall", "town_hall",
        "place_of_worship", "cinema", "park", "gallery", "police", "post_office", "post", "hotel", "lodging",
        "school", "bus_station", "tram_stop", "subway_entrance", "train_station_entrance", "entrance",
        "bus_stop",
    ]
    private static let ranks = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1, $0) })

    /// The rank of a kind among those that are named; nil for any other.
    static func rank(of word: String) -> Int? { ranks[word] }
}

/// The zooms from which on names are written that have no class of their own.
enum LabelZooms {
    static let station = 14.0
    static let pointOfInterest = 16.5
}
