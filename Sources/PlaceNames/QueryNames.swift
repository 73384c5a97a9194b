import MapModel

/// Reads what people ask for: a name, perhaps with the region and country it lies in.
package struct QueryNames: Sendable {
    /// The end of a query that names a country: a fence.
    package struct Fence: Equatable, Sendable {
        /// The query without it.
        package let name: String
        /// The country, its territories, and regions with the same code or name: York, CA.
        package let areas: [PlaceID]
        /// Whether a comma stands before it; otherwise the country may be a part of the name.
        package let isCertain: Bool
    }

    /// So many words at the end of a query may name a country.
    private static let longestCountry = 6

    private let gazetteer: Gazetteer
    private let countries: CountryNames
    private let regions: RegionNames

    /// - Complexity: O(names of countries and regions): some ten milliseconds.
    package init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        countries = CountryNames(gazetteer)
        regions = RegionNames(gazetteer, countries)
    }

    /// What a finder knows already.
    package init(_ finder: PlaceNameFinder) {
        gazetteer = finder.gazetteer
        countries = finder.data.countries
        regions = finder.data.regions
    }

    /// The country at the end of a query; nil where it has none, or is nothing else.
    package func fence(of query: String) -> Fence? {
        guard query.utf8.count <= PlaceTexts.longestText else { return nil }
        if let comma = query.utf8.lastIndex(of: UInt8(ascii: ",")) {
            let tail = String(query[query.utf8.index(after: comma)...])
            return fence(String(query[..<comma]), tail, isCertain: true)
        }
        let words = query.split(whereSeparator: \.isWhitespace)
        guard words.count > 1 else { return nil }
        for count in (1...min(Self.longestCountry, words.count - 1)).reversed() {
            let tail = words.suffix(count).joined(separator: " ")
            let name = words.dropLast(count).joined(separator: " ")
            if let fence = fence(name, tail, isCertain: false) { return fence }
        }
        return nil
    }

    /// Whether a query is one of the names of a place, and no words are left for a country.
    package func isName(_ query: String, of id: PlaceID) -> Bool {
        let name = FoldedName(query)
        return ([gazetteer.name(of: id)] + gazetteer.alternates(of: id)).contains { FoldedName($0) == name }
    }

    private func fence(_ name: String, _ tail: String, isCertain: Bool) -> Fence? {
        guard !BlankText.isBlank(name), let country = countries.exact(tail) else { return nil }
        let folded = FoldedName(tail)
        let namesakes = folded.count == 2 ? regions.byLetters(folded) : regions.mainNamed(folded)
        let lands = [country] + countries.territories(of: country)
        let areas = lands.map { PlaceID(index: UInt32($0)) } + namesakes.map { PlaceID(index: $0) }
        return Fence(name: name, areas: areas, isCertain: isCertain)
    }
}
