/// Words of a query that say what kind of place is meant: "Georgia country", "New York state".
struct KindWords {
    private static let words: [String: [Place.Kind]] = [
        "country": [.country], "state": [.region, .subregion], "province": [.region, .subregion],
        "region": [.region, .subregion, .range], "county": [.region, .subregion], "city": [.city],
        "town": [.city],
        "village": [.city], "island": [.island], "lake": [.lake], "river": [.river], "sea": [.sea],
        "mountain": [.peak], "mountains": [.range], "airport": [.airport],
    ]

    /// By the raw value of a kind: bit i for word i.
    private var masks = [UInt8](repeating: 0, count: Place.Kind.allCases.count)
    private(set) var isUsed = false

    init(_ terms: [SearchTerm]) {
        for (place, term) in terms.enumerated() {
            for kind in Self.words[String(decoding: term.typed, as: UTF8.self)] ?? [] {
                masks[Int(kind.rawValue)] |= 1 << UInt8(place)
                isUsed = true
            }
        }
    }

    func words(for kind: Place.Kind) -> UInt8 { masks[Int(kind.rawValue)] }
}
