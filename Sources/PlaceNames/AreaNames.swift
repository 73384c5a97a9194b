import MapModel

/// What codes and names of countries and regions mean exactly as they are written; case and accents do not matter.
package struct AreaNames: Sendable {
    private let gazetteer: Gazetteer
    private let countries: CountryNames
    private let regions: RegionNames
    /// - Complexity: O(names of countries and regions): some ten milliseconds.
    package init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        countries = CountryNames(gazetteer)
        regions = RegionNames(gazetteer, countries)
    }

    /// The country of a code of ISO 3166 (`AU`, `AUS`, `036`, `36`) or a name; nil for any other text.
    package func country(_ text: String) -> PlaceID? {
        countries.official(text).map { PlaceID(index: UInt32($0)) }
    }

    /// The regions that a text means: `US-IL`, a name anywhere.
    package func regions(_ text: String) -> [PlaceID] {
        if let dash = text.firstIndex(of: "-"), let country = countries.official(String(text[..<dash])),
            let region = regions.coded(String(text[text.index(after: dash)...]), in: country)
        {
            return [PlaceID(index: region)]
        }
        return regions.named(FoldedName(text), in: nil).map { PlaceID(index: $0) }
    }

    /// The regions of a country that a text means: `IL`, `US-IL`, a name.
    package func regions(_ text: String, in country: PlaceID) -> [PlaceID] {
        if let region = regions.coded(text, in: Int(country.index)) { return [PlaceID(index: region)] }
        return regions.named(FoldedName(text), in: Int(country.index)).map { PlaceID(index: $0) }
    }

    /// Three digits of ISO 3166-1; "" where a country has none.
    package static func number(ofCountry letters: String) -> String {
        guard let codes = CountryCodeTable.all.first(where: { $0.letters == letters }), codes.number > 0
        else { return "" }
        let digits = "\(codes.number)"
        return String(repeating: "0", count: 3 - digits.count) + digits
    }
}
