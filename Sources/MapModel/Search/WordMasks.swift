/// Which words of a query are found in the names of each entry, area and district: bit i for word i.
struct WordMasks {
    let all: UInt8
    private(set) var own: [UInt8]
    private var areas: [UInt8]
    private var areaCodes: [UInt8]
    private var districts: [UInt8]
    private let kinds: KindWords

    /// Nil when cancelled.
    init?(of terms: [SearchTerm], in search: PlaceSearch, _ isCancelled: () -> Bool) {
        let areaCount = search.gazetteer.countryCount + search.gazetteer.regionCount
        all = UInt8(truncatingIfNeeded: 1 << terms.count - 1)
        own = [UInt8](repeating: 0, count: search.gazetteer.count)
        areas = [UInt8](repeating: 0, count: areaCount)
        areaCodes = areas
        districts = [UInt8](repeating: 0, count: search.gazetteer.districtCount)
        kinds = KindWords(terms)
        guard noteLong(terms, search, isCancelled), noteShort(terms, search, isCancelled) else { return nil }
        for (place, term) in terms.enumerated() {
            for area in search.codes[term.typed] ?? [] { areaCodes[Int(area)] |= Self.bit(place) }
        }
    }

    private static func bit(_ place: Int) -> UInt8 { 1 << UInt8(place) }

    /// Whether some area has all of these words among its names or codes.
    func isContext(_ words: UInt8) -> Bool {
        areas.indices.contains { (areas[$0] | areaCodes[$0]) & words == words }
    }

    /// Searches for words of three letters and more; false when cancelled.
    private mutating func noteLong(
        _ terms: [SearchTerm], _ search: PlaceSearch, _ isCancelled: () -> Bool
    ) -> Bool {
        for (place, term) in terms.enumerated() where !term.isShort {
            let query = SearchQuery(terms: [term])
            let bit = Self.bit(place)
            guard let found = search.names.matches(query, isCancelled: isCancelled),
                let parts = search.districts.matches(query, isCancelled: isCancelled)
            else { return false }
            for (record, kind) in zip(found.records, found.kinds) {
                own[Int(record)] |= bit
                if record < areas.count, kind != .inside { areas[Int(record)] |= bit }
            }
            for (record, kind) in zip(parts.records, parts.kinds) where kind != .inside {
                districts[Int(record)] |= bit
            }
        }
        return true
    }

    /// Searches for short words, which are in too many names, in areas and where a longer word was found;
    /// false when cancelled.
    private mutating func noteShort(
        _ terms: [SearchTerm], _ search: PlaceSearch, _ isCancelled: () -> Bool
    ) -> Bool {
        var candidates = NameMatches(query: SearchQuery(terms: terms))
        for area in areas.indices { candidates.append(UInt32(area), .inside) }
        if let longest = terms.max(by: { $0.typed.count < $1.typed.count }), longest.isShort {
            let query = SearchQuery(terms: [longest])
            guard let found = search.names.matches(query, isCancelled: isCancelled) else { return false }
            for (record, kind) in zip(found.records, found.kinds)
            where record >= areas.count && kind != .inside {
                candidates.append(record, kind)
            }
        } else {
            for record in own.indices.dropFirst(areas.count) where own[record] != 0 {
                candidates.append(UInt32(record), .inside)
            }
        }
        for (place, term) in terms.enumerated() where term.isShort {
            let query = SearchQuery(terms: [term])
            guard let found = search.names.matches(query, among: candidates, isCancelled: isCancelled) else {
                return false
            }
            let isCode = term.typed.count == 2 && search.codes[term.typed] != nil
            for (record, kind) in zip(found.records, found.kinds) where kind != .inside {
                own[Int(record)] |= Self.bit(place)
                // A code is never the beginning of a name, but it may be a word of one, or another name: UK.
                guard record < areas.count, kind <= .exactField else { continue }
                if kind == .exactField || !isCode || search.names.hasWord(term.typed, in: record) {
                    areas[Int(record)] |= Self.bit(place)
                }
            }
        }
        return true
    }

    /// The words found in the areas that an entry lies in, and points for those that are codes.
    @inline(__always)
    func around(_ number: UInt32, _ gazetteer: Gazetteer) -> (found: UInt8, bonus: Float) {
        let id = PlaceID(index: number)
        let country = gazetteer.country(of: id)
        var found: UInt8 = 0
        var coded: UInt8 = 0
        for case let area? in [country, gazetteer.region(of: id)] where area != id {
            found |= areas[Int(area.index)]
            coded |= areaCodes[Int(area.index)]
        }
        if let district = gazetteer.districtNumber(of: id) { found |= districts[district] }
        let kind = kinds.isUsed ? kinds.words(for: gazetteer.kind(of: id)) : 0
        let bonus =
            Float(coded.nonzeroBitCount) * PlaceImportance.code + (kind != 0 ? PlaceImportance.kindWord : 0)
        return (found | coded | kind, bonus)
    }
}

extension SearchTerm {
    /// Found in so many names that it means little inside them.
    var isShort: Bool { typed.count < 3 }
}
