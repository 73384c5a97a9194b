import MapModel

/// Answers combinations one after the other, on one thread.
struct RowAnswerer: ~Copyable {
    /// What the first pass finds out.
    struct Look: Sendable {
        enum Kind: UInt8, Sendable {
            case other
            /// A town of one meaning, by its whole name.
            case onlyByName
            /// A town of one meaning, by a looser form.
            case only
            /// Nothing is called so.
            case unknownTown
        }

        var kind = Kind.other
        var place: UInt32 = 0
    }

    private let data: PlaceData
    private let weights: PlaceWeights?
    private var finder: TownFinder

    init(_ data: PlaceData, _ weights: PlaceWeights?) {
        self.data = data
        self.weights = weights
        finder = TownFinder(data, weights)
    }

    /// What a combination means, or in the first pass what it says about the table.
    mutating func answer(to row: RowReading) -> (answer: PlaceAnswer, look: Look) {
        if row.scope.isCountryUnknown { return (.unknownCountry, Look()) }
        var scope = row.scope
        if let country = scope.country, !scope.regionText.isEmpty,
            let learnt = weights?.regions[.init(country: country, text: scope.regionText)]
        {
            scope.region = learnt
        }
        if row.town.isEmpty { return (area(of: scope), Look()) }
        let inner =
            row.tail.isEmpty ? [TownFinder.Scope(country: scope.country, region: scope.region)] : row.tail
        if weights != nil, scope.region == nil, let elsewhere = scope.elsewhere,
            finder.find(row.town, in: [TownFinder.Scope(region: elsewhere)]) != nil
        {
            return (.unknown(similar: []), Look())
        }
        var found = finder.find(row.town, in: inner)
        if found == nil, !row.second.isEmpty { found = finder.find(row.second, in: inner) }
        guard row.isAlone, !Self.isPlace(found) else { return answer(to: row, found, scope) }
        if let area = area(named: row.town, scope) { return (area, Look()) }
        return answer(to: row, found, scope)
    }

    private static func isPlace(_ found: TownFinder.Found?) -> Bool {
        if case .place = found?.answer { return true }
        return false
    }

    private func answer(
        to row: RowReading, _ found: TownFinder.Found?, _ scope: PlaceScope
    ) -> (answer: PlaceAnswer, look: Look) {
        guard let found else {
            if let area = areaInstead(of: row, scope) { return (area, Look()) }
            return (.unknown(similar: []), Look(kind: .unknownTown))
        }
        guard found.isOnly, case .place(let id, _) = found.answer else { return (found.answer, Look()) }
        return (found.answer, Look(kind: found.form == .name ? .onlyByName : .only, place: id.index))
    }

    // MARK: areas

    /// The middle of the region or country, where the texts name no town.
    private func area(of scope: PlaceScope) -> PlaceAnswer {
        if let region = scope.region { return area(of: region) }
        guard scope.regionText.isEmpty else { return .unknown(similar: []) }
        return scope.country.map { .place(PlaceID(index: UInt32($0)), .rough) } ?? .empty
    }

    /// The region, or where it has the name of a part of it, the larger one.
    private func area(of meaning: RegionMeaning) -> PlaceAnswer {
        let whole = meaning.regions.filter { data.regions.parent(of: $0) == $0 }
        let regions = whole.isEmpty ? meaning.regions : whole
        let ids = regions.map { PlaceID(index: $0) }
        switch ids.count {
        case 0: return .unknown(similar: [])
        case 1: return .place(ids[0], .area)
        default: return .ambiguous(Array(ids.prefix(PlaceAnswer.candidateLimit)))
        }
    }

    /// The town column of a row without a region names one.
    private func areaInstead(of row: RowReading, _ scope: PlaceScope) -> PlaceAnswer? {
        guard let country = scope.country, scope.region == nil, scope.regionText.isEmpty, row.tail.isEmpty
        else {
            return nil
        }
        let named = data.regions.named(FoldedName(row.town), in: country)
        guard let first = named.first else { return nil }
        let parents = Set(named.map { data.regions.parent(of: $0) })
        return parents.count == 1 ? .place(PlaceID(index: parents.first ?? first), .area) : nil
    }

    /// A text that is only the name of a country or region.
    private func area(named text: String, _ scope: PlaceScope) -> PlaceAnswer? {
        guard weights != nil, scope.country == nil, scope.region == nil, text.utf8.count > 3 else {
            return nil
        }
        let name = FoldedName(text)
        if case .country(let country) = data.countries.meaning(of: text, scheme: .name),
            data.countries.isKnown(text, in: .name)
        {
            return .place(PlaceID(index: UInt32(country)), .rough)
        }
        let regions = Set(data.regions.mainNamed(name).map { data.regions.parent(of: $0) })
        guard regions.count == 1, let region = regions.first else { return nil }
        return .place(PlaceID(index: region), .area)
    }
}
