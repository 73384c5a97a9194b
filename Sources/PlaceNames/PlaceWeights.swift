import MapModel

/// What the combinations of a table say about the places it names: their sizes, countries and regions.
package struct PlaceWeights: Sendable {
    /// A text for a region that the gazetteer does not have.
    struct LearntRegion: Hashable, Sendable {
        let country: Int
        let text: String
    }

    /// How likely a place of each class of size is in the table.
    var rates: [Double]
    /// By country, more than 1 where it has more places in the table than its sizes let expect; 1 without a country.
    var countryLifts: [Double]
    /// By country, for places without a region, then by region; within its country.
    var regionLifts: [Double]
    /// The share of each country in the places that are sure.
    var shares: [Double]
    /// By country, then without one: rows that are expected to name an unlisted place of a given name.
    var unlisted: [Double]
    /// By country: towns that nobody knows, for each name that is known.
    var unknownShares: [Double]
    /// What texts for regions mean that the gazetteer does not have.
    var regions: [LearntRegion: RegionMeaning]
    /// Whether `NA` in the country column means Namibia.
    var hasNamibia: Bool
    /// What the ends of texts are.
    var tails: TailReading

    /// By entry: what speaks for it, compared with others.
    func weight(of candidate: TownNames.Candidate, _ data: PlaceData) -> Double {
        let id = PlaceID(index: candidate.entry)
        var weight = rates[data.towns.sizeClass(of: candidate.entry)]
        if let country = data.gazetteer.country(of: id) {
            weight *= countryLifts[Int(country.index)]
            weight *= regionLifts[Int((data.gazetteer.region(of: id) ?? country).index)]
        }
        return candidate.isMain ? weight : weight * Self.otherLanguage
    }

    /// Rows that are expected to name an unlisted place of a given name in a country, or anywhere.
    func unlisted(in country: Int?) -> Double { unlisted[country ?? unlisted.count - 1] }

    /// A name in another language, against a main name.
    static let otherLanguage = 0.05

    /// The weight before anything is learnt: as its people.
    static func prior(of candidate: TownNames.Candidate, _ data: PlaceData) -> Double {
        let people = Double(data.gazetteer.population(of: PlaceID(index: candidate.entry)) + 300) / 1e6
        return candidate.isMain ? people : people * otherLanguage
    }
}
