import MapModel

extension PlaceNameFinder {
    /// So many words at the end of a query may name a region.
    private static let longestArea = 3

    /// The places that a query names whole, alone or with the region and country behind: all candidates, unweighed.
    ///
    /// `Paris`, `Paris, Texas`, `paris tx us`. Empty where none is called exactly so.
    /// - Complexity: some microseconds.
    package func places(named query: String) -> [(id: PlaceID, isMain: Bool)] {
        guard query.utf8.count <= PlaceTexts.longestText else { return [] }
        let name = FoldedName(query)
        guard !name.isEmpty else { return [] }
        var found: [(id: PlaceID, isMain: Bool)] = []
        data.towns.visit(name.hash) { candidate, form in
            guard form == .whole || form == .other else { return }
            found.append((PlaceID(index: candidate.entry), candidate.isMain))
        }
        if !found.isEmpty { return found }
        return query.utf8.contains(UInt8(ascii: ",")) ? places(inParts: query) : places(inWords: name)
    }

    /// `Lyon, Rhône, France`.
    private func places(inParts query: String) -> [(id: PlaceID, isMain: Bool)] {
        let scopes = ScopeReader(data: data, context: PlaceContext(isText: true), hasNamibia: true)
        let row = RowReader(scopes: scopes).reading(of: PlaceTexts(town: query), PlaceScope())
        let inner =
            row.tail.isEmpty
            ? [TownFinder.Scope(country: row.scope.country, region: row.scope.region)] : row.tail
        guard inner.contains(where: { $0.country != nil || $0.region != nil }) else { return [] }
        return places(FoldedName(row.town), in: inner)
    }

    /// `paris texas`: the last words are a region or country.
    private func places(inWords name: FoldedName) -> [(id: PlaceID, isMain: Bool)] {
        let words = name.words
        guard words.count > 1 else { return [] }
        for count in 1...min(Self.longestArea, words.count - 1) {
            let tail = FoldedName(words: words.suffix(count))
            let regions = tail.count == 2 ? data.regions.byLetters(tail) : data.regions.named(tail, in: nil)
            var scopes = [TownFinder.Scope]()
            if !regions.isEmpty { scopes.append(TownFinder.Scope(region: data.regions.meaning(of: regions))) }
            if let country = data.countries.exact(tail) { scopes.append(TownFinder.Scope(country: country)) }
            guard !scopes.isEmpty else { continue }
            let found = places(FoldedName(words: words.dropLast(count)), in: scopes)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func places(_ name: FoldedName, in scopes: [TownFinder.Scope]) -> [(id: PlaceID, isMain: Bool)] {
        // Territories lie inside the fence of their country.
        let scopes = scopes.flatMap { scope -> [TownFinder.Scope] in
            guard let country = scope.country, scope.region == nil else { return [scope] }
            return [scope] + data.countries.territories(of: country).map { TownFinder.Scope(country: $0) }
        }
        var finder = TownFinder(data, nil)
        return finder.wholeNamed(name, in: scopes).map { (PlaceID(index: $0.entry), $0.isMain) }
    }
}
