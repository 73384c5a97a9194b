/// What is taken for a town with a typing error.
enum SimilarTowns {
    private static let shortest = 5
    private static let shortestWithTwo = 10
    /// The share of rows with a typing error.
    private static let misspelt = 0.02
    /// How many names that nobody knows are like a given one, for each name that is known.
    private static let alike = 0.3

    /// How many errors a name may have; nil where it is too short or not of Latin letters.
    static func limit(for name: FoldedName) -> Int? {
        guard name.count >= shortest, name.isASCII else { return nil }
        return name.count < shortestWithTwo ? 1 : 2
    }

    /// Whether the first of several places is meant, and not one that nobody knows.
    static func isSure(
        _ weights: [Double], _ distance: Int, _ unknownShare: Double, _ hasRegion: Bool
    ) -> Bool {
        let strangers = (distance == 1 ? alike : 3 * alike) / misspelt * unknownShare
        return weights[0] >= (hasRegion ? 0.9 : 0.95) * (weights.reduce(0, +) + strangers)
    }
}
