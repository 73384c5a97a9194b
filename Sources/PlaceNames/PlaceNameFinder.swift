import MapModel

/// Finds the places that texts of countries, regions and towns mean.
package struct PlaceNameFinder: Sendable {
    let data: PlaceData

    /// The places it finds.
    package var gazetteer: Gazetteer { data.gazetteer }

    /// Reads all names of a gazetteer.
    ///
    /// - Complexity: O(bytes of names), shared by the workers; drop it after use.
    package init(_ gazetteer: Gazetteer, by workers: Workers = .alone) {
        data = PlaceData(gazetteer, by: workers)
    }

    /// Bytes that the names of towns occupy, without the gazetteer.
    package var byteCount: Int { data.towns.byteCount }

    /// The name of a place with its region and country: `Springfield, Illinois, US`.
    package func title(of id: PlaceID) -> String {
        guard Int(id.index) < gazetteer.count else { return "" }
        let isCountry = gazetteer.kind(of: id) == .country
        let region = gazetteer.region(of: id).flatMap { $0 == id ? nil : gazetteer.name(of: $0) } ?? ""
        return [gazetteer.name(of: id), region, isCountry ? "" : gazetteer.countryCode(of: id)]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
