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

/// What the ends of texts of two parts are: `Portland, OR`, `Berlin, DE`. DE is Delaware, too.
enum TailReading: Sendable {
    case regions, countries, either

    /// So many different ends tell what the others are.
    private static let leastKnown = 3
    private static let limit = 1_000

    /// What all but few of the ends of some texts are, if they are not all both.
    init(of combinations: [PlaceTexts], _ data: PlaceData) {
        var tails: Set<String> = []
        for texts in combinations where tails.count < Self.limit {
            guard let comma = texts.town.utf8.lastIndex(of: UInt8(ascii: ",")) else { continue }
            let tail = texts.town[texts.town.utf8.index(after: comma)...]
            if tail.utf8.count <= PlaceTexts.longestText { tails.insert(tail.uppercased()) }
        }
        let countries = tails.count { data.countries.exact($0) != nil }
        let regions = tails.count { data.regions.meaning(of: $0, in: nil) != nil }
        let least = max(Self.leastKnown, (19 * tails.count + 19) / 20)
        switch (countries >= least, regions >= least) {
        case (true, false): self = .countries
        case (false, true): self = .regions
        default: self = .either
        }
    }
}

/// Reads combinations: as columns, or texts such as `Lyon, Rhône, France`.
struct RowReader: Sendable {
    let scopes: ScopeReader
    var tails = TailReading.either

    private var data: PlaceData { scopes.data }

    /// What a combination says, its country and region read already.
    func reading(of texts: PlaceTexts, _ scope: PlaceScope) -> RowReading {
        let isBlank = BlankText.isBlank(texts.town) && !BlankText.isGarbled(texts.town)
        let town = isBlank ? "" : texts.town
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
            let tail = readings(of: last, scope)
            if tail.count == 1 {
                var inner = scope
                (inner.country, inner.region) = (tail[0].country, tail[0].region)
                return RowReading(scope: inner, town: parts[0])
            }
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

    private func readings(of tail: String, _ scope: PlaceScope) -> [TownFinder.Scope] {
        let all = ScopeReader.scopes(ofTail: tail, in: scope.country, data)
        switch tails {
        case .either: return all
        case .countries: return all.contains { $0.region == nil } ? all.filter { $0.region == nil } : all
        case .regions: return all.contains { $0.region != nil } ? all.filter { $0.region != nil } : all
        }
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
        parts.removeLast()
    }
}
