import MapModel

/// Finds the places that texts of countries, regions and towns mean.
package struct PlaceNameFinder: Sendable {
    /// The places it finds.
    package let gazetteer: Gazetteer

    /// Reads all names of a gazetteer.
    ///
    /// - Complexity: O(bytes of names); drop it after use.
    package init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
    }

    /// The name of a place with its region and country: `Springfield, Illinois, US`.
    package func title(of id: PlaceID) -> String {
        let place = gazetteer.place(id)
        return [place.name, place.region, place.kind == .country ? "" : place.countryCode]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Which scheme the different values of a country column have; nil for one of no countries.
    ///
    /// - Parameters:
    ///   - counts: rows of each value; empty: one each.
    ///   - header: the name of the column, which may name a scheme.
    ///   - rows: combinations whose towns decide between two schemes that both fit.
    package func countryScheme(
        of values: [String], counts: [Int] = [], header: String = "", rows: [PlaceTexts] = []
    ) -> CountryScheme? { nil }

    /// How many of the different values, empty ones not counted, are known in a role.
    ///
    /// - Parameters:
    ///   - around: country and region beside each value; empty: none.
    package func knownShare(
        of values: [String], as role: PlaceRole, around: [PlaceTexts] = [],
        context: PlaceContext = PlaceContext()
    ) -> (known: Int, of: Int) { (0, 0) }

    /// What different combinations mean; nil when cancelled.
    ///
    /// The same for any order of combinations and any number of workers.
    /// - Parameter counts: rows of each combination; empty: one each.
    package func answers(
        to combinations: [PlaceTexts], counts: [Int] = [], context: PlaceContext = PlaceContext(),
        workers: Workers = .alone, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
    ) -> [PlaceAnswer]? {
        combinations.map { _ in .unknown(similar: []) }
    }

    /// What some combinations of a stream say about its places.
    package func learn(
        from combinations: [PlaceTexts], counts: [Int] = [], context: PlaceContext = PlaceContext(),
        workers: Workers = .alone
    ) -> PlaceWeights { PlaceWeights() }

    /// What one combination means, by what was learnt.
    package func answer(
        to texts: PlaceTexts, with weights: PlaceWeights, context: PlaceContext = PlaceContext()
    ) -> PlaceAnswer { .unknown(similar: []) }
}
