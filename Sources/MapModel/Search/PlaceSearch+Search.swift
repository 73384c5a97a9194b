extension PlaceSearch {
    /// The best places for `query`, and the number of all matches; nil when cancelled.
    ///
    /// Ordered by how well the name matches and how important the place is, weighed against each other, and
    /// by distance from `near`. Places that look the same in a list are returned once.
    ///
    /// - Complexity: O(bytes of names) for each word, about a millisecond.
    public func search(
        _ query: SearchQuery, near: Coordinate?, limit: Int, isCancelled: () -> Bool = { false }
    ) -> (matches: [PlaceMatch], total: Int)? {
        let terms = Array(query.terms.prefix(Self.wordLimit))
        // Twice as many as requested: some may look the same.
        var ranking = PlaceRanking(search: self, near: near, best: TopScores(limit: 2 * limit))
        let isDone =
            terms.count <= 1
            ? findOne(terms, &ranking, isCancelled) : findSeveral(terms, &ranking, isCancelled)
        guard isDone else { return nil }
        return (matches(for: ranking.best.entries, query, limit: limit), ranking.total)
    }

    // MARK: one word

    private func findOne(_ terms: [SearchTerm], _ ranking: inout PlaceRanking, _ isCancelled: () -> Bool)
        -> Bool
    {
        guard let term = terms.first else { return true }
        guard let found = names.matches(SearchQuery(terms: terms), isCancelled: isCancelled) else {
            return false
        }
        let coded = (codes[term.typed] ?? []).filter { Int($0) < gazetteer.countryCount }
        for code in coded { ranking.add(code, .exactField, [], bonus: PlaceImportance.code) }
        for index in found.records.indices where !coded.contains(found.records[index]) {
            ranking.add(found.records[index], found.kinds[index], term.typed, bonus: 0)
        }
        return true
    }

    // MARK: several words

    private func findSeveral(
        _ terms: [SearchTerm], _ ranking: inout PlaceRanking, _ isCancelled: () -> Bool
    ) -> Bool {
        guard let words = WordMasks(of: terms, in: self, isCancelled) else { return false }
        return withRuns(of: terms) { runs in
            for segment in names.segments {
                if isCancelled() { return false }
                segment.withRecords { records in
                    for record in 0..<segment.recordCount {
                        let number = segment.firstRecord + UInt32(record)
                        let own = words.own[Int(number)]
                        guard own != 0 else { continue }
                        let around = words.around(number, gazetteer)
                        guard own | around.found == words.all else { continue }
                        let (kind, phrase) = runs.bestKind(own, around.found, all: words.all) { matcher in
                            matcher.kind(of: records.range(of: record), records)
                        }
                        ranking.add(number, kind, phrase, bonus: around.bonus)
                    }
                }
            }
            return true
        }
    }

    /// Calls `body` with the words that may be meant for a place itself: the first ones, or the last ones.
    private func withRuns(of terms: [SearchTerm], _ body: (borrowing WordRuns) -> Bool) -> Bool {
        var runs = WordRuns()
        for range in WordRuns.ranges(of: terms.count) {
            runs.append(terms, range)
        }
        return body(runs)
    }

    // MARK: what is shown

    private func matches(for entries: [TopScores.Entry], _ query: SearchQuery, limit: Int) -> [PlaceMatch] {
        var seen: Set<[String]> = []
        var matches: [PlaceMatch] = []
        for entry in entries where matches.count < limit {
            let id = PlaceID(index: entry.number)
            let place = gazetteer.place(id)
            let look = ["\(place.kind)", place.name, place.district, place.region, place.countryCode]
            guard seen.insert(look).inserted else { continue }
            matches.append(PlaceMatch(place: id, matchedName: matchedName(of: id, query), kind: entry.kind))
        }
        return matches
    }

    /// The alternate name that the words for the place match; nil where its main name matches them.
    private func matchedName(of id: PlaceID, _ query: SearchQuery) -> String? {
        var builder = NameIndex.Builder()
        let all = [gazetteer.name(of: id)] + gazetteer.alternates(of: id)
        for name in all { builder.append([name]) }
        let index = builder.snapshot()
        let terms = Array(query.terms.prefix(Self.wordLimit))
        if codes[terms.first?.typed ?? []]?.contains(id.index) ?? false { return nil }
        let runs = WordRuns.ranges(of: terms.count).map { run in
            index.matches(SearchQuery(terms: Array(terms[run]))) ?? NameMatches(query: query)
        }
        guard let first = runs.first(where: { $0.total > 0 }) else { return nil }
        if runs.contains(where: { $0.records.first == 0 && $0.kinds[0] != .inside }) { return nil }
        // The shortest has the fewest accents that were not typed.
        let best = zip(first.kinds, first.records).min {
            ($0.0.rawValue, all[Int($0.1)].utf8.count) < ($1.0.rawValue, all[Int($1.1)].utf8.count)
        }
        return best.flatMap { $0.1 == 0 ? nil : all[Int($0.1)] }
    }
}
