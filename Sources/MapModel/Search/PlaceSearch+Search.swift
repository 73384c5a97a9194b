extension PlaceSearch {
    /// The best places for `query`, and the number of all matches; nil when cancelled.
    ///
    /// Ordered by how well the name matches and how important the place is, weighed against each other, and
    /// by distance from `near`. Places that look the same in a list are returned once.
    ///
    /// - Parameter areas: countries and regions that places must lie in; empty: anywhere.
    /// - Complexity: O(bytes of names) for each word, about a millisecond.
    public func search(
        _ query: SearchQuery, near: Coordinate?, inside areas: [PlaceID] = [], limit: Int,
        isCancelled: () -> Bool = { false }
    ) -> (matches: [FoundPlace], total: Int)? {
        let terms = Array(query.terms.prefix(Self.wordLimit))
        var ranking = PlaceRanking(
            search: self, query: query, near: near, areas: areas, limit: max(2 * limit, Self.weighedCount))
        for variant in [terms, ShortWords.shortened(terms)].compactMap({ $0 }) {
            ranking.beginVariant()
            guard find(variant, query, &ranking, isCancelled) else { return nil }
        }
        if !ranking.hasFound, query.isLongEnough {
            guard findSimilar(terms, &ranking, isCancelled) else { return nil }
        }
        return (matches(for: weighed(ranking.best.entries, query), query, limit: limit), ranking.total)
    }

    /// The best of the places that a query is a whole name of, ranked as `search` ranks them.
    ///
    /// - Parameter isMain: of each place, whether the query is one of its main names.
    /// - Complexity: O(places): some microseconds.
    package func best(
        of places: [(id: PlaceID, isMain: Bool)], _ query: SearchQuery, near: Coordinate?, limit: Int
    ) -> [(id: PlaceID, kind: MatchKind)] {
        var ranking = PlaceRanking(
            search: self, query: query, near: near, limit: max(2 * limit, Self.weighedCount))
        for place in places { ranking.addWhole(place.id, isMain: place.isMain) }
        return weighed(ranking.best.entries, query).prefix(limit).map { (PlaceID(index: $0.number), $0.kind) }
    }

    /// So many of the best are weighed by their names in full.
    private static let weighedCount = 40

    private func find(
        _ terms: [SearchTerm], _ query: SearchQuery, _ ranking: inout PlaceRanking, _ isCancelled: () -> Bool
    ) -> Bool {
        terms.count <= 1
            ? findOne(terms, isShort: query.isShortCode, &ranking, isCancelled)
            : findSeveral(terms, &ranking, isCancelled)
    }

    // MARK: one word

    /// - Parameter isShort: two letters mean only what is called exactly so.
    private func findOne(
        _ terms: [SearchTerm], isShort: Bool, _ ranking: inout PlaceRanking, _ isCancelled: () -> Bool
    ) -> Bool {
        guard let term = terms.first else { return true }
        guard let found = names.matches(SearchQuery(terms: terms), isCancelled: isCancelled) else {
            return false
        }
        let coded = (codes[term.typed] ?? []).filter { Int($0) < gazetteer.countryCount }
        for code in coded { ranking.add(code, .exactField, [], bonus: PlaceImportance.code) }
        for index in found.records.indices where !coded.contains(found.records[index]) {
            if isShort, !found.kinds[index].isWhole { continue }
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

    // MARK: misspelled

    /// Letters of the codes of airports and countries.
    private static let longestCode = 4

    /// Finds places with nearly this name: all words are the name, or the last ones are an area around it.
    private func findSimilar(
        _ terms: [SearchTerm], _ ranking: inout PlaceRanking, _ isCancelled: () -> Bool
    ) -> Bool {
        let phrase = Array(terms.map(\.typed).joined(separator: [0x20]))
        guard findSimilar(phrase, &ranking, isCancelled, where: { _ in true }) else { return false }
        guard terms.count > 1, ranking.total == 0 else { return true }
        guard let words = WordMasks(of: terms, in: self, isCancelled) else { return false }
        for count in 1...min(2, terms.count - 1) {
            let own = terms.dropLast(count)
            let around = words.all & ~(1 << UInt8(own.count) - 1)
            guard words.isContext(around) else { continue }
            let name = Array(own.map(\.typed).joined(separator: [0x20]))
            let isDone = findSimilar(name, &ranking, isCancelled) {
                words.around($0, gazetteer).found & around == around
            }
            guard isDone else { return false }
        }
        return true
    }

    private func findSimilar(
        _ phrase: [UInt8], _ ranking: inout PlaceRanking, _ isCancelled: () -> Bool,
        where isWanted: (UInt32) -> Bool
    ) -> Bool {
        guard let similar = SimilarNames(phrase) else { return true }
        let isShort = phrase.count <= Self.longestCode + 1
        return similar.visit(names, isCancelled: isCancelled) { hit in
            // As many letters as a code has are nearly some code whatever they are.
            let isCode = !hit.isLabel && isShort && gazetteer.isArea(PlaceID(index: hit.record))
            guard !isCode, isWanted(hit.record) else { return }
            ranking.addSimilar(
                hit.record, distance: hit.distance, isLabel: hit.isLabel,
                isFirstLetterTyped: hit.isFirstLetterTyped)
        }
    }

    // MARK: the best of them

    /// The best, weighed by their names as they are written: accents that were typed count, and a region comes after
    /// the city in it that has its name.
    private func weighed(_ entries: [TopScores.Entry], _ query: SearchQuery) -> [TopScores.Entry] {
        var scores = entries.map(\.score)
        let text = query.text.lowercased()
        let hasAccents = text.utf8.contains { $0 >= 0x80 }
        for (place, entry) in entries.enumerated() where entry.kind.isWhole {
            let id = PlaceID(index: entry.number)
            if gazetteer.name(of: id).lowercased() == text { scores[place] += PlaceImportance.spelling }
            if hasAccents, gazetteer.names(of: id).contains(where: { $0.lowercased() == text }) {
                scores[place] += PlaceImportance.accents
            }
        }
        // "New York state" is not the city.
        if !KindWords(query.terms).isUsed { raiseCities(entries, &scores, query) }
        return zip(scores, entries).sorted { ($0.0, $1.1.number) > ($1.0, $0.1.number) }.map(\.1)
    }

    /// Gives cities the place of the regions that are called after them.
    private func raiseCities(_ entries: [TopScores.Entry], _ scores: inout [Float], _ query: SearchQuery) {
        let phrase = Array(query.terms.map(\.typed).joined(separator: [0x20]))
        for (place, city) in entries.enumerated() where city.kind.isWhole || city.kind == .similar {
            guard gazetteer.kind(of: PlaceID(index: city.number)) == .city else { continue }
            for (other, region) in entries.enumerated()
            where scores[other] >= scores[place] && isNamesake(city, of: region, phrase) {
                scores[place] = scores[other] + 0.01
            }
        }
    }

    /// Whether a region is called after a city in it, not after a village that happens to have its name.
    private func isNamesake(_ city: TopScores.Entry, of region: TopScores.Entry, _ phrase: [UInt8]) -> Bool {
        let (id, area) = (PlaceID(index: city.number), PlaceID(index: region.number))
        guard [.region, .subregion].contains(gazetteer.kind(of: area)), city.wordCount == region.wordCount,
            region.kind.isWhole || city.kind == region.kind,
            gazetteer.country(of: id) == gazetteer.country(of: area),
            30 * gazetteer.population(of: id) >= gazetteer.population(of: area),
            gazetteer.region(of: id) == area
                || gazetteer.box(of: area)?.contains(gazetteer.coordinate(of: id)) ?? false
        else { return false }
        let label = names.label(of: city.number)
        return city.kind == .exactLabel || label.starts(with: phrase + [0x20])
            || label.starts(with: names.label(of: region.number) + [0x20])
            || names.hasField(label, in: region.number) || names.hasInLabel(label, record: region.number)
    }

    // MARK: what is shown

    private func matches(for entries: [TopScores.Entry], _ query: SearchQuery, limit: Int) -> [FoundPlace] {
        var seen: Set<[String]> = []
        var matches: [FoundPlace] = []
        for entry in entries where matches.count < limit {
            let id = PlaceID(index: entry.number)
            let place = gazetteer.place(id)
            let look = ["\(place.kind)", place.name, place.district, place.region, place.countryCode]
            guard seen.insert(look).inserted else { continue }
            matches.append(FoundPlace(place: id, matchedName: matchedName(of: id, query), kind: entry.kind))
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
