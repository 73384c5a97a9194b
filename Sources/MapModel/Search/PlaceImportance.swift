#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How likely a place is meant, and how that is weighed against the match of its name.
///
/// Points are decimal logarithms of people: a factor of ten outweighs one point. A village whose name is the
/// word typed so far comes after a capital that begins with it, but before one that has it as another name.
enum PlaceImportance {
    static func of(_ id: PlaceID, in gazetteer: Gazetteer) -> Float {
        let people = log10(Double(max(gazetteer.population(of: id), 1)))
        let rank = Double(min(gazetteer.rank(of: id), 10))
        switch gazetteer.kind(of: id) {
        case .country: return Float(6.5 + people / 3)
        case .region: return Float(max(people, 3) + (10 - rank) / 10)
        case .subregion: return Float(max(people, 2.5))
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
        }
    }

    /// A country whose name was typed whole comes before towns of that name.
    static let wholeCountry: Float = 0.6
    /// Each word that is the whole code of an area, or the place next to the view.
    static let code: Float = 0.3
    static let nearest: Float = 2

    /// From `nearest` within ten kilometres down to 0 on the other side of the globe.
    static func nearness(meters: Double) -> Float {
        Float(max(0, 1 - log10(1 + meters / 10_000) / 3.3)) * nearest
    }
}
