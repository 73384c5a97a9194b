import MapModel

/// Learns what a table is about from the combinations that have one meaning.
struct PlaceLearning {
    /// So many places of a class count as much as what its size alone lets expect.
    private static let trust = 30.0
    /// At least this share of rows names towns that nobody knows.
    private static let leastUnknown = 0.03
    private static let leastVotes = 3

    let data: PlaceData
    private let reader: RowReader
    private var places: Set<UInt32> = []
    private var asked: [Int]
    private var unknown: [Int]
    private var votes: [PlaceWeights.LearntRegion: [UInt32: Int]] = [:]
    private var count = 0

    private var gazetteer: Gazetteer { data.gazetteer }
    /// The number that stands for no country.
    private var nowhere: Int { gazetteer.countryCount }

    init(_ data: PlaceData, _ reader: RowReader) {
        self.data = data
        self.reader = reader
        asked = [Int](repeating: 0, count: data.gazetteer.countryCount + 1)
        unknown = asked
    }

    /// Takes in what the first pass has found out about one combination.
    mutating func add(_ look: RowAnswerer.Look, _ scope: PlaceScope) {
        count += 1
        guard !scope.isCountryUnknown else { return }
        asked[scope.country ?? nowhere] += 1
        switch look.kind {
        case .other: return
        case .unknownTown:
            unknown[scope.country ?? nowhere] += 1
            return
        case .onlyByName: places.insert(look.place)
        case .only: break
        }
        guard let country = scope.country, !scope.regionText.isEmpty,
            let region = gazetteer.region(of: PlaceID(index: look.place))
        else { return }
        votes[.init(country: country, text: scope.regionText), default: [:]][region.index, default: 0] += 1
    }

    /// What all of them say.
    ///
    /// - Complexity: O(places of the gazetteer).
    func weights() -> PlaceWeights {
        let anywhere = asked[nowhere] * 2 >= max(asked.reduce(0, +), 1)
        let sure = places.sorted()
        let found = found(sure)
        let rates = rates(sure, found, anywhere)
        let (countries, regions) = lifts(sure, found, rates, anywhere)
        var weights = PlaceWeights(
            rates: rates, countryLifts: countries, regionLifts: regions,
            shares: found.map { Double($0) / Double(max(sure.count, 1)) }, unlisted: [], unknownShares: [],
            regions: learntRegions(), hasNamibia: reader.scopes.hasNamibia, tails: reader.tails)
        (weights.unlisted, weights.unknownShares) = unlisted(found)
        return weights
    }

    /// How many sure places each country has.
    private func found(_ sure: [UInt32]) -> [Int] {
        var found = [Int](repeating: 0, count: gazetteer.countryCount)
        for place in sure {
            if let country = gazetteer.country(of: PlaceID(index: place)) { found[Int(country.index)] += 1 }
        }
        return found
    }

    // MARK: sizes

    /// How likely a place of each class is in the table: as its people, until the table says otherwise.
    private func rates(_ sure: [UInt32], _ found: [Int], _ anywhere: Bool) -> [Double] {
        let isEmpty = found.allSatisfy { $0 == 0 }
        var people = 0.0
        var all = [Double](repeating: 0, count: TownNames.classCount)
        for id in gazetteer.places {
            guard let country = gazetteer.country(of: id), isEmpty || found[Int(country.index)] > 0 else {
                continue
            }
            people += Double(gazetteer.population(of: id) + 300)
            if data.towns.isUnique(id.index, anywhere: anywhere) {
                all[data.towns.sizeClass(of: id.index)] += 1
            }
        }
        var here = [Double](repeating: 0, count: TownNames.classCount)
        for place in sure where data.towns.isUnique(place, anywhere: anywhere) {
            here[data.towns.sizeClass(of: place)] += 1
        }
        return (0..<TownNames.classCount).map { size in
            let expected = min(1, Double(count) * TownNames.middles[size] / max(people, 1))
            return (here[size] + Self.trust * expected) / (all[size] + Self.trust)
        }
    }

    /// How many more places than their sizes let expect countries, and regions within them, have in the table.
    private func lifts(
        _ sure: [UInt32], _ found: [Int], _ rates: [Double], _ anywhere: Bool
    ) -> (countries: [Double], regions: [Double]) {
        var countries = [Double](repeating: 0, count: gazetteer.countryCount)
        var regions = [Double](repeating: 0, count: gazetteer.countryCount + gazetteer.regionCount)
        for id in gazetteer.places {
            guard let country = gazetteer.country(of: id) else { continue }
            let rate = rates[data.towns.sizeClass(of: id.index)]
            countries[Int(country.index)] += rate
            regions[Int((gazetteer.region(of: id) ?? country).index)] += rate
        }
        var foundRegions = [Double](repeating: 0, count: regions.count)
        for place in sure {
            let id = PlaceID(index: place)
            guard let slot = gazetteer.region(of: id) ?? gazetteer.country(of: id) else { continue }
            foundRegions[Int(slot.index)] += 1
        }
        let unique = sure.count { data.towns.isUnique($0, anywhere: anywhere) }
        let share = Double(unique) / Double(max(sure.count, 1))
        for country in countries.indices {
            countries[country] = (Double(found[country]) + 0.2) / (countries[country] * share + 1)
        }
        for slot in regions.indices {
            let country = gazetteer.country(of: PlaceID(index: UInt32(slot))).map { Int($0.index) } ?? 0
            let expected = regions[slot] * max(countries[country], 1e-9)
            regions[slot] = min(8, max(0.02, (foundRegions[slot] + 3) / (expected + 3)))
        }
        return (countries, regions)
    }

    // MARK: what the gazetteer does not list

    /// How many rows name a place that is not listed under a name that is, and unknown names for each known one.
    private func unlisted(_ found: [Int]) -> (unlisted: [Double], unknownShares: [Double]) {
        let towns = data.towns
        let known = found.indices.filter { found[$0] > 0 }
        let sum = Double(found.reduce(0, +))
        let missingAnywhere = missing(nowhere)
        let names = known.reduce(0) { $0 + towns.nameCounts[$1] }
        let shared = known.reduce(0) { $0 + towns.nameCounts[$1] * towns.sharedShares[$1] }
        let anywhere = names > 0 ? missingAnywhere * shared / (names * names) : 0
        var unlisted = [Double](repeating: anywhere, count: found.count + 1)
        var shares = [Double](repeating: 0, count: found.count)
        for country in known {
            let own = asked[country] > 0 ? missing(country) : missingAnywhere * Double(found[country]) / sum
            unlisted[country] = own * towns.sharedShares[country] / towns.nameCounts[country]
            shares[country] = own / towns.nameCounts[country]
        }
        return (unlisted, shares)
    }

    private func missing(_ country: Int) -> Double {
        max(Double(unknown[country]), Self.leastUnknown * Double(asked[country]))
    }

    /// Texts that at least three towns of one meaning carry, nearly all of them in few regions.
    private func learntRegions() -> [PlaceWeights.LearntRegion: RegionMeaning] {
        votes.compactMapValues { count in
            let all = count.values.reduce(0, +)
            let most = count.filter { Double($0.value) >= max(2, 0.15 * Double(all)) }
            let share = most.values.reduce(0, +)
            guard all >= Self.leastVotes, Double(share) >= 0.8 * Double(all) else { return nil }
            return data.regions.meaning(of: most.keys.sorted())
        }
    }
}
