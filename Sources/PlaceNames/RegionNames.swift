import MapModel

/// Regions and districts by their codes and names, inside a country or anywhere.
struct RegionNames: Sendable {
    private static let shortestSimilar = 5
    private static let shortestWithTwoErrors = 9
    /// Countries whose states people name by two letters without the country.
    private static let countriesOfLetters = ["US", "CA", "AU"]

    private let gazetteer: Gazetteer
    private let names: NumberTable
    private let namesAnywhere: NumberTable
    private let mainNamesAnywhere: NumberTable
    private let codes: NumberTable
    /// Hashes of the names of districts by number, as they are and without words such as County.
    private let districts: [UInt64]
    private let shortDistricts: [UInt64]
    /// Which hashes name a district of a country.
    private let districtsOfCountries: NumberTable
    private let similar: [NameList]
    private let lettered: [Int]
    private let countryLetters: [[UInt8]]

    /// Reads the names of all regions and districts.
    init(_ gazetteer: Gazetteer, _ countries: CountryNames) {
        self.gazetteer = gazetteer
        var named: [(hash: UInt64, id: PlaceID)] = []
        var mains: [(hash: UInt64, id: PlaceID)] = []
        var coded: [(hash: UInt64, id: PlaceID)] = []
        var similar = [NameList](repeating: NameList(), count: gazetteer.countryCount)
        for id in gazetteer.regions {
            var seen: [UInt64] = []
            for (place, text) in ([gazetteer.name(of: id)] + gazetteer.alternates(of: id)).enumerated() {
                let name = FoldedName(text)
                for form in [name, name.withoutAreaWords] where !form.isEmpty {
                    let hash = form.hash
                    guard !seen.contains(hash) else { continue }
                    seen.append(hash)
                    named.append((hash, id))
                    if place == 0 { mains.append((hash, id)) }
                    if let country = gazetteer.country(of: id), form.isASCII {
                        similar[Int(country.index)].append(form.bytes, UInt64(id.index))
                    }
                }
            }
            let code = FoldedName(gazetteer.code(of: id))
            if !code.isEmpty { coded.append((code.hash, id)) }
        }
        for country in similar.indices { similar[country].sort() }
        self.similar = similar
        let inside = { (pair: (hash: UInt64, id: PlaceID)) in
            NameHash.of(pair.hash, in: gazetteer.country(of: pair.id).map { Int($0.index) } ?? -1)
        }
        names = NumberTable(hashes: named.map(inside), values: named.map(\.id.index))
        namesAnywhere = NumberTable(hashes: named.map(\.hash), values: named.map(\.id.index))
        mainNamesAnywhere = NumberTable(hashes: mains.map(\.hash), values: mains.map(\.id.index))
        codes = NumberTable(hashes: coded.map(inside), values: coded.map(\.id.index))
        (districts, shortDistricts) = Self.districts(of: gazetteer)
        districtsOfCountries = Self.districtsOfCountries(gazetteer, districts, shortDistricts)
        lettered = Self.countriesOfLetters.compactMap { countries.country(letters: $0) }
        countryLetters = gazetteer.countries.map { FoldedName(gazetteer.code(of: $0)).bytes }
    }

    private static func districts(of gazetteer: Gazetteer) -> ([UInt64], [UInt64]) {
        var whole: [UInt64] = []
        var short: [UInt64] = []
        for number in 0..<gazetteer.districtCount {
            var name = FoldedName(bytes: [])
            gazetteer.withDistrictName(number) { name = FoldedName(folding: $0) }
            whole.append(name.hash)
            short.append(name.withoutAreaWords.hash)
        }
        return (whole, short)
    }

    private static func districtsOfCountries(
        _ gazetteer: Gazetteer, _ whole: [UInt64], _ short: [UInt64]
    ) -> NumberTable {
        var seen = [Bool](repeating: false, count: gazetteer.districtCount * gazetteer.countryCount)
        var hashes: [UInt64] = []
        for id in gazetteer.places {
            guard let number = gazetteer.districtNumber(of: id), let country = gazetteer.country(of: id)
            else {
                continue
            }
            let place = number * gazetteer.countryCount + Int(country.index)
            guard !seen[place] else { continue }
            seen[place] = true
            hashes.append(NameHash.of(whole[number], in: Int(country.index)))
            if short[number] != whole[number] {
                hashes.append(NameHash.of(short[number], in: Int(country.index)))
            }
        }
        return NumberTable(hashes: hashes, values: hashes.map { _ in 0 })
    }

    // MARK: what a text means

    /// The regions and districts that a text may mean, in a country or anywhere; nil where nothing is known.
    func meaning(of text: String, in country: Int?) -> RegionMeaning? {
        let name = FoldedName(text)
        guard !name.isEmpty, text.utf8.count <= PlaceTexts.longestText else { return nil }
        if let country, let region = coded(name, in: country) { return meaning([region], 0) }
        let piece = text.prefix { $0 != "/" && $0 != "(" }
        let keys = [name, name.withoutAreaWords] + (piece.count < text.count ? [FoldedName(piece)] : [])
        var found = keys.lazy.map { named($0, in: country) }.first { !$0.isEmpty } ?? []
        let isMain = found.contains {
            parent(of: $0) == $0 && values(mainNamesAnywhere, name.hash).contains($0)
        }
        let district =
            isMain
            ? nil
            : country.flatMap { country in
                keys.first { !$0.isEmpty && isDistrict($0, in: country) }?.hash
            }
        if found.isEmpty, district == nil {
            found = country.map { similar(to: name, in: $0) } ?? byLetters(name)
        }
        let all = meaning(found, district ?? 0)
        return all.isEmpty ? nil : all
    }

    /// The meaning of several regions.
    func meaning(of regions: [UInt32]) -> RegionMeaning { meaning(regions, 0) }

    /// The meaning of the name of a region of a country.
    func meaning(of name: FoldedName, in country: Int) -> RegionMeaning? {
        let found = named(name, in: country)
        return found.isEmpty ? nil : meaning(found, 0)
    }

    /// The regions whose main name a text is, of any country; nil for none.
    func meaningAnywhere(of name: FoldedName) -> RegionMeaning? {
        let found = mainNamed(name)
        return found.isEmpty ? nil : meaning(found, 0)
    }

    /// The regions of a main name, anywhere.
    func mainNamed(_ name: FoldedName) -> [UInt32] { values(mainNamesAnywhere, name.hash) }

    /// The regions of a name in a country, or anywhere.
    func named(_ name: FoldedName, in country: Int?) -> [UInt32] {
        guard !name.isEmpty else { return [] }
        if let country { return values(names, NameHash.of(name.hash, in: country)) }
        return values(namesAnywhere, name.hash)
    }

    /// The region of a country with a code: `CA`, `US-CA`.
    func coded(_ text: String, in country: Int) -> UInt32? { coded(FoldedName(text), in: country) }

    /// The region that another is a part of, or itself.
    func parent(of region: UInt32) -> UInt32 { gazetteer.region(of: PlaceID(index: region))?.index ?? region }

    /// Whether a place lies in one of the regions.
    func contains(_ meaning: RegionMeaning, _ id: PlaceID) -> Bool {
        let district = gazetteer.districtNumber(of: id)
        if let district, meaning.district != 0,
            districts[district] == meaning.district || shortDistricts[district] == meaning.district
        {
            return true
        }
        guard let region = gazetteer.region(of: id)?.index else { return false }
        if meaning.regions.contains(region) { return true }
        guard let district, !meaning.parts.isEmpty else { return false }
        let (name, short) = (districts[district], shortDistricts[district])
        return meaning.parts.contains { part in
            part.region == region && (name == part.name || name == part.shortName || short == part.shortName)
        }
    }

    // MARK: looking up

    private func values(_ table: NumberTable, _ hash: UInt64) -> [UInt32] {
        var found: [UInt32] = []
        table.visit(hash) { if !found.contains($0) { found.append($0) } }
        return found
    }

    /// `CA`, `US-CA`, `us_ca`.
    private func coded(_ name: FoldedName, in country: Int) -> UInt32? {
        let code = name.dropping(prefix: countryLetters[country]) ?? name
        return codes.first(NameHash.of(code.hash, in: country))
    }

    private func isDistrict(_ name: FoldedName, in country: Int) -> Bool {
        districtsOfCountries.first(NameHash.of(name.hash, in: country)) != nil
    }

    /// With a letter or two wrong, where only one region is like it.
    private func similar(to name: FoldedName, in country: Int) -> [UInt32] {
        guard name.count >= Self.shortestSimilar, name.isASCII else { return [] }
        let short = name.withoutAreaWords
        let limit = short.count < Self.shortestWithTwoErrors ? 1 : 2
        let found = similar[country].similar(to: short.bytes, limit: limit).map { UInt32($0.value) }
        return Set(found.map { parent(of: $0) }).count == 1 ? Array(Set(found)) : []
    }

    /// The states of the countries whose states are known by two letters alone.
    func byLetters(_ name: FoldedName) -> [UInt32] {
        guard name.count == 2 else { return [] }
        return lettered.compactMap { codes.first(NameHash.of(name.hash, in: $0)) }
    }

    private func meaning(_ regions: [UInt32], _ district: UInt64) -> RegionMeaning {
        let parts = regions.compactMap { region -> RegionMeaning.Part? in
            let above = parent(of: region)
            guard above != region else { return nil }
            let name = FoldedName(gazetteer.name(of: PlaceID(index: region)))
            return RegionMeaning.Part(region: above, name: name.hash, shortName: name.withoutAreaWords.hash)
        }
        return RegionMeaning(regions: regions.sorted(), parts: parts, district: district)
    }
}
