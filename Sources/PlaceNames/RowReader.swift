import MapModel

/// What one combination says: a town, and where it may lie.
struct RowReading: Sendable {
    var scope: PlaceScope
    /// What the end of a text may mean; empty: `scope`.
    var tail: [TownFinder.Scope] = []
    var town: String
    /// The last part of an address, which may name the town.
    var second = ""
    /// A text of one part, which may name a country or region.
    var isAlone = false
}

/// Reads combinations: as columns, or texts such as `Lyon, Rhône, France`.
struct RowReader: Sendable {
    let scopes: ScopeReader

    private var data: PlaceData { scopes.data }

    /// What a combination says, its country and region read already.
    func reading(of texts: PlaceTexts, _ scope: PlaceScope) -> RowReading {
        let town = BlankText.isBlank(texts.town) ? "" : texts.town
        guard scopes.context.isText, !town.isEmpty, !scope.isCountryUnknown else {
            return RowReading(scope: scope, town: town)
        }
        return reading(ofText: town, scope)
    }

    private func reading(ofText text: String, _ scope: PlaceScope) -> RowReading {
        guard text.utf8.count <= PlaceTexts.longestText else { return RowReading(scope: scope, town: text) }
        var parts = text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline }).map(String.init)
            .filter { !BlankText.isBlank($0) }
        guard parts.count > 1, let last = parts.last else {
            return RowReading(scope: scope, town: text, isAlone: true)
        }
        if parts.count == 2, scope.region == nil {
            let tail = ScopeReader.scopes(ofTail: last, in: scope.country, data)
            if !tail.isEmpty { return RowReading(scope: scope, tail: tail, town: parts[0]) }
        }
        var scope = scope
        takeCountry(from: &parts, into: &scope)
        takeRegion(from: &parts, into: &scope)
        // Nothing says where: the text is one name or none.
        if scope.country == nil, scope.region == nil { return RowReading(scope: scope, town: text) }
        // Behind a house number stands the town; behind a village its district may, where the village does not lie.
        let isAddress = parts.count > 1 && parts[0].utf8.contains { (0x30...0x39).contains($0) }
        return RowReading(scope: scope, town: parts[0], second: isAddress ? parts[parts.count - 1] : "")
    }

    private func takeCountry(from parts: inout [String], into scope: inout PlaceScope) {
        guard let last = parts.last,
            case .country(let country) = data.countries.meaning(of: last, scheme: nil)
        else { return }
        if let given = scope.country, given != country { return }
        scope.country = country
        parts.removeLast()
    }

    private func takeRegion(from parts: inout [String], into scope: inout PlaceScope) {
        guard parts.count > 1, scope.region == nil, let last = parts.last,
            let region = data.regions.meaning(of: last, in: scope.country)
        else { return }
        scope.region = region
        scope.regionState = .known
        parts.removeLast()
    }
}
