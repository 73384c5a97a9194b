/// Weighs matches.
struct PlaceRanking {
    let search: PlaceSearch
    let near: Coordinate?
    var best: TopScores
    private(set) var total = 0

    init(search: PlaceSearch, near: Coordinate?, best: TopScores) {
        self.search = search
        self.near = near
        self.best = best
    }

    /// - Parameter phrase: the words meant for the place itself, as one name.
    mutating func add(_ number: UInt32, _ kind: MatchKind, _ phrase: [UInt8], bonus: Float) {
        // An area has names in a hundred languages: one of them counts when it is the query, not when it begins so.
        if !kind.isWhole, search.gazetteer.isArea(PlaceID(index: number)),
            !search.names.hasInLabel(phrase, record: number)
        {
            return
        }
        total += 1
        let importance = search.importance[Int(number)] + bonus
        // Another name that is the query is better than a main name that begins with it.
        let isBegin = kind == .labelPrefix || kind == .labelWord
        let hope = PlaceImportance.points(for: isBegin ? .exactField : kind) + PlaceImportance.wholeCountry
        guard best.wants(importance + hope + PlaceImportance.nearest) else { return }
        let kind = isBegin && search.names.hasField(phrase, in: number) ? .exactField : kind
        var score = importance + PlaceImportance.points(for: kind)
        let isWhole = kind == .exactLabel || kind == .exactField
        if isWhole, Int(number) < search.gazetteer.countryCount { score += PlaceImportance.wholeCountry }
        if let near {
            let place = search.gazetteer.coordinate(of: PlaceID(index: number))
            score += PlaceImportance.nearness(meters: GreatCircle.distance(from: near, to: place))
        }
        best.insert(score, number, kind)
    }
}
