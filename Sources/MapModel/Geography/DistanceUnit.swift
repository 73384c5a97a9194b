/// A unit of distances for people.
public enum DistanceUnit: String, CaseIterable, Sendable {
    case kilometers = "km"
    /// International miles.
    case miles = "mi"
    case nauticalMiles = "nm"
    case meters = "m"
    case feet = "ft"

    /// "km", "mi", "nm", "m", "ft".
    public var symbol: String { rawValue }

    /// The length of one unit in metres, exact by definition; a mile is the international one.
    public var meters: Double {
        switch self {
        case .kilometers: 1_000
        case .miles: 1_609.344
        case .nauticalMiles: 1_852
        case .meters: 1
        case .feet: 0.3048
        }
    }

    /// The unit of a symbol or a name in any case; nil for any other text.
    public init?(name: String) {
        switch name.lowercased() {
        case "km", "kms", "kilometer", "kilometers", "kilometre", "kilometres": self = .kilometers
        case "mi", "mile", "miles": self = .miles
        case "nm", "nmi": self = .nauticalMiles
        case "m", "meter", "meters", "metre", "metres": self = .meters
        case "ft", "foot", "feet": self = .feet
        default: return nil
        }
    }
}

// MARK: - Locale

extension DistanceUnit {
    /// The unit of road signs where the user lives: miles in the United States, the United Kingdom, Liberia and
    /// Myanmar, else kilometres.
    ///
    /// - Parameter variable: the value of an environment variable. The first of `LC_ALL`, `LC_MEASUREMENT` and
    ///   `LANG` that is set and not empty counts, as for the C library.
    public init(environment variable: (String) -> String?) {
        let names = ["LC_ALL", "LC_MEASUREMENT", "LANG"]
        let locale = names.compactMap(variable).first { !$0.isEmpty } ?? ""
        self = Self.territoriesWithMiles.contains(Self.territory(of: locale)) ? .miles : .kilometers
    }

    private static let territoriesWithMiles: Set = ["US", "GB", "LR", "MM"]

    /// "US" of "en_US.UTF-8@modifier"; "" without a territory.
    private static func territory(of locale: String) -> String {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let parts = name.split { $0 == "_" || $0 == "-" }.dropFirst()
        return parts.first { $0.count == 2 }?.uppercased() ?? ""
    }
}
