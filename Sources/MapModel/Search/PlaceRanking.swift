/// Weighs matches.
struct PlaceRanking {
    let search: PlaceSearch
    let query: SearchQuery
    let near: Coordinate?
    /// Countries and regions that places must lie in; empty: anywhere.
    private let areas: [PlaceID]
    var best: TopScores
    private(set) var total = 0
    /// Something was found that is more than a piece of a word.
    private(set) var hasFound = false

    init(search: PlaceSearch, query: SearchQuery, near: Coordinate?, areas: [PlaceID] = [], limit: Int) {
        self.search = search
        self.query = query
        self.near = near
        self.areas = areas
        best = TopScores(limit: limit)
    }

    /// The same words in another form: places may be found again.
    mutating func beginVariant() { total = 0 }

    /// - Parameter phrase: the words meant for the place itself, as one name.
    mutating func add(_ number: UInt32, _ kind: MatchKind, _ phrase: [UInt8], bonus: Float) {
        let id = PlaceID(index: number)
        guard isInside(id) else { return }
        // An area has names in a hundred languages: one of them counts when it is the query, not when it begins so.
        if !kind.isWhole, search.gazetteer.isArea(id), !search.names.hasInLabel(phrase, record: number) {
            return
        }
        total += 1
        if kind < .fieldWord { hasFound = true }
        let importance = search.importance[Int(number)] + bonus
        // Another name that is the query is better than a main name that begins with it.
        let isBegin = kind == .labelPrefix || kind == .labelWord
        let hope = PlaceImportance.points(for: isBegin ? .exactField : kind) + PlaceImportance.wholeCountry
        let more = isBegin || kind.isWhole ? PlaceImportance.wholeName : 0
        guard best.wants(importance + hope + more + PlaceImportance.nearest) else { return }
        let whole = wholeKind(kind, phrase, number)
        let words = phrase.count { $0 == 0x20 } + 1
        var score = importance + PlaceImportance.points(for: whole) + wholeBonus(whole, id)
        if whole.isWhole, words > 1, words == query.terms.count { score += PlaceImportance.allWords }
        best.insert(score + nearness(to: id), number, whole, wordCount: words)
    }

    /// Adds a place with a name like the query that differs by some letters.
    mutating func addSimilar(_ number: UInt32, distance: Int, isLabel: Bool, isFirstLetterTyped: Bool) {
        guard isInside(PlaceID(index: number)) else { return }
        total += 1
        var score = search.importance[Int(number)] + PlaceImportance.points(for: .similar)
        score -= PlaceImportance.difference * Float(distance - 1)
        if isLabel { score += 0.6 }
        if !isFirstLetterTyped { score -= 0.7 }
        best.insert(score + nearness(to: PlaceID(index: number)), number, .similar)
    }

    /// Adds a place that is known to have the query as a whole name.
    mutating func addWhole(_ id: PlaceID, isMain: Bool) {
        total += 1
        let kind: MatchKind = isMain ? .exactLabel : .exactField
        let score =
            search.importance[Int(id.index)] + PlaceImportance.points(for: kind) + wholeBonus(kind, id)
        best.insert(score + nearness(to: id), id.index, kind, wordCount: query.terms.count)
    }

    private func isInside(_ id: PlaceID) -> Bool {
        guard !areas.isEmpty else { return true }
        let gazetteer = search.gazetteer
        return areas.contains { $0 == gazetteer.country(of: id) || $0 == gazetteer.region(of: id) }
    }

    private func wholeKind(_ kind: MatchKind, _ phrase: [UInt8], _ number: UInt32) -> MatchKind {
        let isBegin = kind == .labelPrefix || kind == .labelWord
        let whole = isBegin && search.names.hasField(phrase, in: number) ? .exactField : kind
        guard whole == .exactField else { return whole }
        return search.gazetteer.hasMainName(phrase, PlaceID(index: number)) ? .exactLabel : .exactField
    }

    private func wholeBonus(_ kind: MatchKind, _ id: PlaceID) -> Float {
        guard kind.isWhole else { return 0 }
        let gazetteer = search.gazetteer
        var bonus: Float = 0
        if kind == .exactLabel { bonus += PlaceImportance.ownName(of: id, in: gazetteer) }
        if Int(id.index) < gazetteer.countryCount { bonus += PlaceImportance.wholeCountry }
        if kind == .exactField, gazetteer.kind(of: id) == .airport {
            bonus += query.isInCapitals ? PlaceImportance.airportCode : PlaceImportance.smallCode
        }
        return bonus
    }

    private func nearness(to id: PlaceID) -> Float {
        guard let near else { return 0 }
        let place = search.gazetteer.coordinate(of: id)
        return PlaceImportance.nearness(meters: GreatCircle.distance(from: near, to: place))
    }
}
