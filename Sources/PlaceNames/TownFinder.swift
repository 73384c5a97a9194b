import MapModel

/// Finds the towns that a text means inside countries and regions.
///
/// Before anything is learnt of a table it only tells which towns have one meaning.
struct TownFinder: ~Copyable {
    /// Where a town may lie.
    struct Scope {
        var country: Int?
        var region: RegionMeaning?
    }

    /// How a town was found.
    enum Form {
        case name, short, part, beginning, similar

        /// How much more often another place is meant than by a whole name.
        var looseness: Double {
            switch self {
            case .name, .short, .similar: 1
            case .part: 4
            case .beginning: 8
            }
        }
    }

    /// What a text means.
    struct Found {
        var answer: PlaceAnswer
        var form: Form
        /// The only candidate, without any weighing.
        var isOnly = false
    }

    /// Entries so close are one place.
    private static let sameMeters = 25_000.0
    /// The share of all weight that the best place must have: inside a country or region, or anywhere.
    private static let sure = 0.95
    private static let sureAnywhere = 0.99
    /// Smaller places are answers without country and region only where the table is about their country.
    private static let leastPeopleAnywhere = 15_000
    private static let shortestBeginning = 4

    let data: PlaceData
    /// Nil before anything is learnt.
    let weights: PlaceWeights?
    private var buffer = FoldingBuffer()
    private var candidates: [TownNames.Candidate] = []

    init(_ data: PlaceData, _ weights: PlaceWeights?) {
        self.data = data
        self.weights = weights
    }

    /// What a text means in one scope or in any of two; nil where nothing there is called so.
    mutating func find(_ text: String, in scopes: [Scope]) -> Found? {
        guard text.utf8.count <= PlaceTexts.longestText else { return nil }
        buffer.clear()
        var text = text
        text.withUTF8 { buffer.append($0) }
        let hash = buffer.withBytes { NameHash.of($0) }
        guard buffer.count > 0 else { return nil }
        if let found = candidates(hash, in: scopes) { return choose(found, .name, scopes) }
        let name = FoldedName(bytes: buffer.withBytes { Array($0) })
        return findOtherwise(text, name, scopes)
    }

    /// The places, towns or others, that a text is a whole name of, in any of some scopes.
    mutating func wholeNamed(_ name: FoldedName, in scopes: [Scope]) -> [TownNames.Candidate] {
        collect(name.hash, in: scopes) { $0 == .whole || $0 == .other } ?? []
    }

    private mutating func findOtherwise(_ text: String, _ name: FoldedName, _ scopes: [Scope]) -> Found? {
        if let found = first(of: [name], .name, scopes)
            ?? first(
                of: TownForms.shortForms(of: name),
                .short, scopes)
            ?? findByTail(text, scopes) ?? findInTerritories(name, scopes)
        {
            return found
        }
        let isPlaced = scopes.contains { $0.country != nil || $0.region != nil }
        if isPlaced {
            let regions = data.regions
            let parts = TownForms.parts(of: text, name) { part in
                scopes.contains { !regions.named(part, in: $0.country).isEmpty }
            }
            let forms = parts + TownForms.genericForms(of: name)
            if let found = first(of: forms, .part, scopes) { return found }
        }
        // The name of a region is no town that is called a little otherwise.
        let isRegion = scopes.contains { !data.regions.named(name, in: $0.country).isEmpty }
        return isRegion ? nil : findBeginning(name, scopes) ?? findSimilar(name, scopes)
    }

    /// What the first of several forms means that means anything.
    private mutating func first(
        of forms: [FoldedName], _ form: Form, _ scopes: [Scope]
    ) -> Found? {
        for name in forms {
            let found = candidates(name.hash, in: scopes) ?? candidates(joining: name, in: scopes)
            if let found { return choose(found, form, scopes) }
        }
        return nil
    }

    /// `Portland, OR`, `Portland (Maine)`: the region or country is part of the text.
    private mutating func findByTail(_ text: String, _ scopes: [Scope]) -> Found? {
        guard scopes.count == 1, scopes[0].region == nil,
            let (head, tail) = TownForms.headAndTail(of: text)
        else { return nil }
        let inner = ScopeReader.scopes(ofTail: tail, in: scopes[0].country, data)
        if !inner.isEmpty { return find(head, in: inner) }
        // `Paris, France` is in no other country, whatever its row says.
        let isAbroad = scopes[0].country.map { data.countries.isOther(tail, than: $0) } ?? false
        return isAbroad ? Found(answer: .unknown(similar: []), form: .part) : nil
    }

    /// A town that the territories of the country have: Ponce, US.
    private mutating func findInTerritories(_ name: FoldedName, _ scopes: [Scope]) -> Found? {
        guard scopes.count == 1, scopes[0].region == nil, let country = scopes[0].country else { return nil }
        let territories = data.countries.territories(of: country).map { Scope(country: $0) }
        guard !territories.isEmpty, let found = candidates(name.hash, in: territories) else { return nil }
        return choose(found, .name, territories)
    }

    // MARK: candidates

    private mutating func candidates(_ hash: UInt64, in scopes: [Scope]) -> [TownNames.Candidate]? {
        collect(hash, in: scopes) { $0 == .whole }
    }

    private mutating func candidates(joining name: FoldedName, in scopes: [Scope]) -> [TownNames.Candidate]? {
        collect((name.joined ?? name).hash, in: scopes) { $0 == .whole || $0 == .joined }
    }

    /// The places inside the scopes, each once; nil for none.
    private mutating func collect(
        _ hash: UInt64, in scopes: [Scope], where isWanted: (TownNames.Form) -> Bool
    ) -> [TownNames.Candidate]? {
        candidates.removeAll(keepingCapacity: true)
        data.towns.visit(hash) { candidate, form in
            guard isWanted(form), scopes.contains(where: { fits(candidate.entry, $0) }) else { return }
            candidates.append(candidate)
        }
        return candidates.isEmpty ? nil : Self.once(candidates)
    }

    private static func once(_ candidates: [TownNames.Candidate]) -> [TownNames.Candidate] {
        guard candidates.count > 1 else { return candidates }
        var kept: [TownNames.Candidate] = []
        for candidate in candidates.sorted(by: {
            ($0.entry, $0.isMain ? 0 : 1) < ($1.entry, $1.isMain ? 0 : 1)
        })
        where kept.last?.entry != candidate.entry { kept.append(candidate) }
        return kept
    }

    private func fits(_ entry: UInt32, _ scope: Scope) -> Bool {
        let id = PlaceID(index: entry)
        if let country = scope.country {
            guard let own = data.gazetteer.country(of: id), Int(own.index) == country else { return false }
        }
        return scope.region.map { data.regions.contains($0, id) } ?? true
    }

    // MARK: choosing

    /// Candidates as places: those near a heavier one belong to it. The heaviest first.
    private func places(_ found: [TownNames.Candidate]) -> [(id: PlaceID, weight: Double)] {
        var places: [(id: PlaceID, weight: Double)] = []
        let weighed = found.map { candidate in
            (
                id: PlaceID(index: candidate.entry),
                weight: weights?.weight(of: candidate, data) ?? PlaceWeights.prior(of: candidate, data)
            )
        }
        for candidate in weighed.sorted(by: { ($1.weight, $0.id) < ($0.weight, $1.id) }) {
            if let same = places.firstIndex(where: { isSame($0.id, candidate.id) }) {
                places[same].weight += candidate.weight
            } else {
                places.append(candidate)
            }
        }
        return places.sorted { ($1.weight, $0.id) < ($0.weight, $1.id) }
    }

    private func isSame(_ left: PlaceID, _ right: PlaceID) -> Bool {
        let (first, second) = (data.gazetteer.coordinate(of: left), data.gazetteer.coordinate(of: right))
        guard abs(first.latitude - second.latitude) < 0.23 else { return false }
        return GreatCircle.distance(from: first, to: second) < Self.sameMeters
    }

    private func choose(_ found: [TownNames.Candidate], _ form: Form, _ scopes: [Scope]) -> Found {
        let places = found.count == 1 ? [(id: PlaceID(index: found[0].entry), weight: 1.0)] : places(found)
        let best = places[0].id
        let hasRegion = scopes.contains { $0.region != nil && fits(best.index, $0) }
        guard let weights else {
            let answer: PlaceAnswer = places.count == 1 ? .place(best, .exact) : .ambiguous([])
            return Found(answer: answer, form: form, isOnly: places.count == 1)
        }
        if hasRegion, places.count == 1 {
            return Found(answer: .place(best, .exact), form: form, isOnly: true)
        }
        let country = scopes[0].country
        var (weight, total) = (places[0].weight, places.reduce(0) { $0 + $1.weight })
        if !hasRegion {
            if found.count == 1 { (weight, total) = weighed(found[0], weights) }
            total += form.looseness * weights.unlisted(in: country)
        }
        let isAnywhere = country == nil && !hasRegion
        if isAnywhere, isTooSmall(best, weights) { return Found(answer: doubt(places), form: form) }
        let isSure = weight >= (isAnywhere ? Self.sureAnywhere : Self.sure) * total
        return Found(answer: isSure ? .place(best, .exact) : doubt(places), form: form)
    }

    private func weighed(_ candidate: TownNames.Candidate, _ weights: PlaceWeights) -> (Double, Double) {
        let weight = weights.weight(of: candidate, data)
        return (weight, weight)
    }

    private func isTooSmall(_ id: PlaceID, _ weights: PlaceWeights) -> Bool {
        guard data.gazetteer.population(of: id) < Self.leastPeopleAnywhere else { return false }
        return data.gazetteer.country(of: id).map { weights.shares[Int($0.index)] < 0.5 } ?? true
    }

    private func doubt(_ places: [(id: PlaceID, weight: Double)]) -> PlaceAnswer {
        let ids = places.prefix(PlaceAnswer.candidateLimit).map(\.id)
        return ids.count == 1 ? .unlisted(ids) : .ambiguous(ids)
    }

    // MARK: looser

    /// The first words of a longer name: Frankfurt.
    private mutating func findBeginning(_ name: FoldedName, _ scopes: [Scope]) -> Found? {
        guard scopes.count == 1, scopes[0].country != nil, name.count >= Self.shortestBeginning,
            let found = collect(name.hash, in: scopes, where: { $0 == .beginning })
        else { return nil }
        guard scopes[0].region != nil || places(found).count == 1 else { return nil }
        return choose(found, .beginning, scopes)
    }

    /// With a letter or two wrong, inside a country.
    private mutating func findSimilar(_ name: FoldedName, _ scopes: [Scope]) -> Found? {
        guard scopes.count == 1, let country = scopes[0].country,
            let limit = SimilarTowns.limit(for: name)
        else { return nil }
        let hits = data.townList(of: country).similar(to: name.bytes, limit: limit)
        for distance in 1...limit {
            var found: [TownNames.Candidate] = []
            for hit in hits where hit.distance == distance && (distance == 1 || hit.isFirstLetterSame) {
                found += candidates(hit.value, in: scopes) ?? []
            }
            guard !found.isEmpty else { continue }
            let places = places(Self.once(found))
            let likely = places.prefix(PlaceAnswer.candidateLimit).map(\.id)
            var answer = PlaceAnswer.unknown(similar: likely)
            if let weights {
                let isSure = SimilarTowns.isSure(
                    places.map(\.weight), distance, weights.unknownShares[country], scopes[0].region != nil)
                if isSure { answer = .place(places[0].id, .similar) }
            }
            return Found(answer: answer, form: .similar)
        }
        return nil
    }
}
