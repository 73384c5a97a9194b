import MapModel

extension PlaceNameFinder {
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
}
