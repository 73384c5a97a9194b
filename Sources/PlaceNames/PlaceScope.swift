import MapModel

/// Where the town of a combination may lie, as its country and region say.
struct PlaceScope: Sendable {
    var country: Int?
    var isCountryUnknown = false
    var region: RegionMeaning?
    /// The text of the region, where it is not known.
    var regionText = ""
    /// What that text means in other countries: a town that lies there contradicts its country.
    var elsewhere: RegionMeaning?

    static let unknownCountry = PlaceScope(country: nil, isCountryUnknown: true)
}

/// Reads the texts of countries and regions.
struct ScopeReader: Sendable {
    let data: PlaceData
    let context: PlaceContext
    let hasNamibia: Bool

    /// Where a combination says its town lies.
    func scope(country countryText: String, region regionText: String) -> PlaceScope {
        var scope = PlaceScope()
        let country = context.fixedCountry ?? given(country: countryText)
        switch data.countries.meaning(of: country, scheme: context.fixedCountry == nil ? context.scheme : nil)
        {
        case .none: break
        case .unknown: return .unknownCountry
        case .country(let number): scope.country = number
        }
        let region = BlankText.isBlank(regionText) && !isRegion(regionText, scope) ? "" : regionText
        if region.isEmpty {
            if let number = scope.country, let part = data.countries.part(in: country) {
                scope.region = data.regions.meaning(of: part, in: number)
            }
        } else {
            read(region, into: &scope)
        }
        return scope
    }

    private func given(country text: String) -> String {
        if BlankText.isNA(text) { return hasNamibia ? text : "" }
        return BlankText.isBlank(text) ? "" : text
    }

    /// Whether `NA` is the code of a region.
    private func isRegion(_ text: String, _ scope: PlaceScope) -> Bool {
        guard BlankText.isNA(text), let country = scope.country else { return false }
        return data.regions.meaning(of: text, in: country) != nil
    }

    private func read(_ text: String, into scope: inout PlaceScope) {
        if let region = data.regions.meaning(of: text, in: scope.country) {
            scope.region = region
            return
        }
        let named = data.countries.meaning(of: text, scheme: nil)
        if let country = scope.country {
            if named == .country(country) { return }
            if let territory = territory(text, named, of: country) {
                scope.country = territory
                return
            }
        } else if case .country(let country) = named, text.utf8.count > 3 {
            scope.country = country
            return
        }
        scope.regionText = text
        if scope.country != nil { scope.elsewhere = data.regions.meaningAnywhere(of: FoldedName(text)) }
    }

    /// A territory in the place of a region: PR, US-PR, Puerto Rico.
    private func territory(_ text: String, _ named: CountryNames.Meaning, of country: Int) -> Int? {
        let territories = data.countries.territories(of: country)
        if case .country(let other) = named, territories.contains(other) { return other }
        guard let last = text.split(whereSeparator: { "-_ ".contains($0) }).last, last.utf8.count == 2,
            case .country(let other) = data.countries.meaning(of: String(last), scheme: .twoLetters)
        else { return nil }
        return territories.contains(other) ? other : nil
    }
}

extension ScopeReader {
    /// What the end of a text such as `Portland, OR` may mean: a region of the country; else, of no country, a
    /// region anywhere, a country, or either.
    static func scopes(ofTail tail: String, in country: Int?, _ data: PlaceData) -> [TownFinder.Scope] {
        var scopes: [TownFinder.Scope] = []
        if let region = data.regions.meaning(of: tail, in: country) {
            scopes.append(TownFinder.Scope(country: country, region: region))
        }
        if country == nil, case .country(let other) = data.countries.meaning(of: tail, scheme: nil) {
            scopes.append(TownFinder.Scope(country: other))
        }
        return scopes
    }
}
