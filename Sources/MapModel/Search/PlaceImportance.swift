import CByteScan

/// How likely a place is meant, and how that is weighed against the match of its name.
///
/// Points are decimal logarithms of people: a factor of ten outweighs one point. A town whose name is the query
/// comes before a larger one that has it as another name or begins with it; a village does so only when the other
/// is small, too.
enum PlaceImportance {
    static func of(_ id: PlaceID, in gazetteer: Gazetteer) -> Float {
        let people = log10(Double(max(gazetteer.population(of: id), 1)))
        let rank = Double(min(gazetteer.rank(of: id), 10))
        switch gazetteer.kind(of: id) {
        case .country: return Float(4.5 + people * 0.6)
        case .region: return Float(max(people, 3) + (10 - rank) / 10)
        case .subregion: return Float(max(people, 2.5))
        case .sea: return Float(9 - rank / 2)
        case .lake, .river: return Float(7 - rank / 4)
        case .island: return Float(7.5 - rank / 4)
        case .peak: return Float(8 - rank / 3)
        case .range: return Float(7.6 - rank / 3)
        case .airport: return Float(6.4 - rank / 3)
        case .city:
            let capital = gazetteer.capitalStatus(of: id)
            let seat = capital == .country ? 0.7 : capital == .region ? 0.2 : 0
            return Float(people + (10 - rank) / 5 + seat)
        }
    }

    /// Points for how well a name matches.
    static func points(for kind: MatchKind) -> Float {
        switch kind {
        case .exactLabel: 4
        case .exactField: 3.4
        case .labelPrefix: 2.5
        case .labelWord: 1.2
        case .fieldPrefix: -0.6
        case .fieldWord: -1.5
        case .inside: -3
        case .similar: 1
        }
    }

    /// The most points that a place gets for having exactly the name that was typed, on top of its match.
    static let ownName: Float = 4
    /// From so many people on a place gets some of them, and all of them from the second number on.
    private static let smallTown = 3.7
    private static let largeTown = 4.5

    static func ownName(of id: PlaceID, in gazetteer: Gazetteer) -> Float {
        switch gazetteer.kind(of: id) {
        case .country: return ownName
        case .region, .city:
            let people = log10(Double(max(gazetteer.population(of: id), 1)))
            return ownName * Float(min(max((people - smallTown) / (largeTown - smallTown), 0), 1))
        case .peak: return ownName
        case .sea, .island, .range: return ownName / 2
        case .lake, .river: return ownName / 8
        case .subregion, .airport: return 0
        }
    }

    /// A country whose name was typed whole comes before towns of that name.
    static let wholeCountry: Float = 3.7
    /// Each word that is the whole code of an area, or the place next to the view.
    static let code: Float = 0.3
    /// The letters of an airport in capitals.
    static let airportCode: Float = 4.5
    /// The letters of an airport in any case: better than the beginning of a region.
    static let smallCode: Float = 0.3
    /// All words of the query are its name, so that none is left for an area around it.
    static let allWords: Float = 4
    /// The most that a whole name can get on top of the points for its kind.
    static let wholeName = ownName + airportCode + allWords
    /// A word says what kind of place is meant: country, state, island.
    static let kindWord: Float = 3
    /// Accents as they were typed.
    static let accents: Float = 1.5
    /// The main name as it was typed.
    static let spelling: Float = 0.5
    /// Each letter more than one that is different in a similar name.
    static let difference: Float = 2
    static let nearest: Float = 4

    /// From `nearest` within a kilometre down to 0 on the other side of the globe.
    static func nearness(meters: Double) -> Float {
        Float(max(0, 1 - log10(1 + meters / 1_000) / 4.3)) * nearest
    }
}
