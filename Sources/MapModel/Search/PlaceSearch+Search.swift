extension PlaceSearch {
    /// The best places for `query`, and how many there are; nil when cancelled.
    ///
    /// Ordered by how well the name matches and how important the place is, both weighed against each other, and
    /// by distance from `near`. Places that could not be told apart in a list are given once.
    ///
    /// - Complexity: O(bytes of names) for each word, about a millisecond.
    public func search(
        _ query: SearchQuery, near: Coordinate?, limit: Int, isCancelled: () -> Bool = { false }
    ) -> (matches: [PlaceMatch], total: Int)? {
        let terms = Array(query.terms.prefix(Self.wordLimit))
        // Twice as many: some may not be told apart.
        var ranking = Ranking(
            search: self, near: near, best: TopScores(limit: 2 * limit),
            phrase: Array(terms.map(\.typed).joined(separator: [0x20])))
        let isDone =
            terms.count <= 1
            ? findOne(terms, &ranking, isCancelled) : findSeveral(terms, &ranking, isCancelled)
        guard isDone else { return nil }
        return (matches(for: ranking.best.entries, query, limit: limit), ranking.total)
    }

    // MARK: one word

    private func findOne(_ terms: [SearchTerm], _ ranking: inout Ranking, _ isCancelled: () -> Bool) -> Bool {
        guard let term = terms.first else { return true }
        guard let found = names.matches(SearchQuery(terms: terms), isCancelled: isCancelled) else {
            return false
        }
        let coded = (codes[term.typed] ?? []).filter { Int($0) < gazetteer.countryCount }
        for code in coded { ranking.add(code, .exactField, bonus: PlaceImportance.code) }
        for index in found.records.indices where !coded.contains(found.records[index]) {
            ranking.add(found.records[index], found.kinds[index], bonus: 0)
        }
        return true
    }

    // MARK: several words

    private func findSeveral(
        _ terms: [SearchTerm], _ ranking: inout Ranking, _ isCancelled: () -> Bool
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
                        let kind = runs.bestKind(own, around.found, all: words.all) { matcher in
                            matcher.kind(of: records.range(of: record), records)
                        }
                        ranking.add(number, kind, bonus: around.bonus)
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
            runs.append(NameSearch(SearchQuery(terms: Array(terms[range]))), range)
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

    /// The alternate that the words match which are meant for the place; nil where its main name has them.
    private func matchedName(of id: PlaceID, _ query: SearchQuery) -> String? {
        var builder = NameIndex.Builder()
        let all = [gazetteer.name(of: id)] + gazetteer.alternates(of: id)
        for name in all { builder.append([name]) }
        let index = builder.snapshot()
        let terms = Array(query.terms.prefix(Self.wordLimit))
        for run in WordRuns.ranges(of: terms.count) {
            guard let found = index.matches(SearchQuery(terms: Array(terms[run]))), found.total > 0 else {
                continue
            }
            let isMain = found.records[0] == 0 && found.kinds[0] != .inside
            // The shortest has the fewest accents that were not typed.
            let best =
                found.kinds.indices.min {
                    (found.kinds[$0].rawValue, all[Int(found.records[$0])].utf8.count)
                        < (found.kinds[$1].rawValue, all[Int(found.records[$1])].utf8.count)
                } ?? 0
            let isCode = codes[terms[0].typed]?.contains(id.index) ?? false
            return isMain || isCode || found.records[best] == 0 ? nil : all[Int(found.records[best])]
        }
        return nil
    }
}

/// Weighs what is found.
private struct Ranking {
    let search: PlaceSearch
    let near: Coordinate?
    var best: TopScores
    /// The words as one name.
    let phrase: [UInt8]
    private(set) var total = 0

    init(search: PlaceSearch, near: Coordinate?, best: TopScores, phrase: [UInt8]) {
        self.search = search
        self.near = near
        self.best = best
        self.phrase = phrase
    }

    mutating func add(_ number: UInt32, _ kind: MatchKind, bonus: Float) {
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

extension NameIndex {
    /// Whether a field of a record is `text`, folded.
    fileprivate func hasField(_ text: [UInt8], in record: UInt32) -> Bool {
        let segment = segments[segmentIndex(of: record)]
        return segment.withRecords { records in
            let range = records.range(of: Int(record - segment.firstRecord))
            let bytes = UnsafeBufferPointer(start: records.base + range.lowerBound, count: range.count)
            return bytes.split(separator: NameSegment.fieldMark).contains { $0.elementsEqual(text) }
        }
    }
}

/// Which words of a query are found in the names of each entry, area and district: bit i for word i.
private struct WordMasks {
    let all: UInt8
    private(set) var own: [UInt8]
    private var areas: [UInt8]
    private var areaCodes: [UInt8]
    private var districts: [UInt8]

    /// Nil when cancelled.
    init?(of terms: [SearchTerm], in search: PlaceSearch, _ isCancelled: () -> Bool) {
        let areaCount = search.gazetteer.countryCount + search.gazetteer.regionCount
        all = UInt8(truncatingIfNeeded: 1 << terms.count - 1)
        own = [UInt8](repeating: 0, count: search.gazetteer.count)
        areas = [UInt8](repeating: 0, count: areaCount)
        areaCodes = areas
        districts = [UInt8](repeating: 0, count: search.gazetteer.districtCount)
        for (place, term) in terms.enumerated() {
            let bit = UInt8(1) << UInt8(place)
            let query = SearchQuery(terms: [term])
            guard let found = search.names.matches(query, isCancelled: isCancelled),
                let parts = search.districts.matches(query, isCancelled: isCancelled)
            else { return nil }
            // Two letters are found in too many names to mean anything inside them, or in a translation.
            let isShort = term.typed.count < 3
            for (record, kind) in zip(found.records, found.kinds) {
                if kind != .inside || !isShort { own[Int(record)] |= bit }
                if record < areaCount, kind <= (isShort ? .labelWord : .fieldWord) {
                    areas[Int(record)] |= bit
                }
            }
            for (record, kind) in zip(parts.records, parts.kinds) where kind != .inside {
                districts[Int(record)] |= bit
            }
            for area in search.codes[term.typed] ?? [] { areaCodes[Int(area)] |= bit }
        }
    }

    /// The words found in the areas that an entry lies in, and points for those that are codes.
    @inline(__always)
    func around(_ number: UInt32, _ gazetteer: Gazetteer) -> (found: UInt8, bonus: Float) {
        let id = PlaceID(index: number)
        let country = gazetteer.country(of: id)
        var found: UInt8 = 0
        var coded: UInt8 = 0
        for area in [country, gazetteer.region(of: id) ?? country] where area != id {
            found |= areas[Int(area.index)]
            coded |= areaCodes[Int(area.index)]
        }
        if let district = gazetteer.districtNumber(of: id) { found |= districts[district] }
        return (found | coded, Float(coded.nonzeroBitCount) * PlaceImportance.code)
    }
}

/// The runs of words that may be meant for a place itself.
private struct WordRuns {
    private var runs: [(search: NameSearch, words: UInt8)] = []

    /// The first or the last of some words, most of them first.
    static func ranges(of count: Int) -> [Range<Int>] {
        (0..<count).flatMap { left in left == 0 ? [0..<count] : [0..<count - left, left..<count] }
    }

    mutating func append(_ search: NameSearch, _ range: Range<Int>) {
        runs.append((search, range.reduce(0) { $0 | 1 << UInt8($1) }))
    }

    /// The best match of a run whose words are all its own and the others all around.
    func bestKind(
        _ own: UInt8, _ around: UInt8, all: UInt8, _ kind: (NameMatcher) -> MatchKind?
    ) -> MatchKind {
        var best = MatchKind.inside
        for run in runs where run.words & ~own == 0 && all & ~run.words & ~around == 0 {
            guard let found = run.search.withMatcher(kind) else { continue }
            best = PlaceImportance.points(for: found) > PlaceImportance.points(for: best) ? found : best
        }
        return best
    }
}
