/// Finds the country of a location by its outline alone: ready at once, without an index of places.
public struct CountryFinder: Sendable {
    private let gazetteer: Gazetteer
    private let areas: AreaFinder

    /// A finder in the outlines of a gazetteer.
    ///
    /// - Complexity: O(rings): a millisecond.
    public init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        areas = AreaFinder(gazetteer)
    }

    /// The two letters of the country around `coordinate`; nil at sea, and within some hundred metres of a coast perhaps.
    ///
    /// - Complexity: O(areas), some ten microseconds.
    public func code(at coordinate: Coordinate) -> String? {
        areas.area(at: coordinate).map { gazetteer.code(of: gazetteer.country(of: $0) ?? $0) }
    }
}
