/// Finds the name of a location from the places of a gazetteer.
///
/// Four quad trees, each with larger places only: the nearest village is named close in, the nearest city far
/// out. Immutable: share it, and build it off the main thread.
public struct PlaceLocator: Sendable {
    /// The gazetteer that names the places.
    public let gazetteer: Gazetteer
    private let tiers: [Tier]
    /// Countries without a known place, such as Antarctica, found by their boxes.
    private let emptyCountries: [(id: PlaceID, box: GeoBounds)]

    /// Places with a minimum population, and the capitals of countries.
    private struct Tier: Sendable {
        let minimumPopulation: Int
        /// The widest view that names the smallest of them.
        let maximumSpanMeters: Double
        let tree: QuadTree
    }

    private static let tierLimits: [(population: Int, spanMeters: Double)] = [
        (0, 30_000), (5_000, 300_000), (50_000, 1_500_000), (500_000, .infinity),
    ]
    /// Wider views name the country.
    private static let countrySpanMeters = 3_000_000.0
    /// In a view this wide a city is measured from its edge, in narrower ones from nearer to its centre.
    private static let edgeSpanMeters = 150_000.0
    private static let nearMeters = 50_000.0
    /// Nearer than this, or within half a character of a view, a direction means nothing.
    private static let atMeters = 1_000.0
    private static let spanOfHalfACharacter = 1.0 / 200
    /// A location whose nearest places are all in one country is in it, if they are near.
    private static let witnesses = 3
    private static let witnessMeters = 100_000.0

    /// - Complexity: O(places): tens of milliseconds.
    public init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        tiers = Self.tierLimits.map { limit in
            var points = PointBuffer()
            for id in gazetteer.places
            where gazetteer.population(of: id) >= limit.population
                || gazetteer.capitalStatus(of: id) == .country
            {
                points.append(gazetteer.fixedCoordinate(of: id), row: id.index)
            }
            return Tier(
                minimumPopulation: limit.population, maximumSpanMeters: limit.spanMeters,
                tree: QuadTree(points))
        }
        let inhabited = Set(gazetteer.places.map { gazetteer.country(of: $0) })
        emptyCountries = gazetteer.countries.filter { !inhabited.contains($0) }
            .compactMap { id in gazetteer.box(of: id).map { (id, $0) } }
    }

    /// The places nearest to `coordinate`, nearest first.
    ///
    /// - Parameter within: metres; places farther away are not found.
    /// - Complexity: O(count · log places).
    public func nearest(
        to coordinate: Coordinate, count: Int, within: Double = .infinity
    ) -> [(id: PlaceID, distanceMeters: Double)] {
        guard let tree = tiers.first?.tree else { return [] }
        return tree.nearest(to: coordinate, count: count, within: within).map {
            (PlaceID(index: tree.row(at: $0.index)), $0.distanceMeters)
        }
    }

    /// Where `coordinate` is, in words fit for a view of the given width; nil when there are no places at all.
    ///
    /// Close in it is the nearest village, far out the nearest large city, and in a view of a continent the
    /// country. The country is that of the places around: borders are not checked.
    /// - Complexity: O(log places): cheap enough for each frame.
    public func description(of coordinate: Coordinate, viewSpanMeters: Double) -> Whereabouts? {
        let country = country(of: coordinate)
        if viewSpanMeters > Self.countrySpanMeters, let country {
            return Whereabouts(
                relation: .inside, place: country, name: gazetteer.name(of: country),
                country: gazetteer.name(of: country), distanceMeters: 0, direction: .north)
        }
        guard let (id, distance) = reference(for: coordinate, viewSpanMeters: viewSpanMeters) else {
            return nil
        }
        let bearing = GreatCircle.bearing(from: gazetteer.coordinate(of: id), to: coordinate)
        return Whereabouts(
            relation: relation(distance, viewSpanMeters), place: id, name: distinctName(of: id),
            country: country.map { gazetteer.name(of: $0) }, distanceMeters: distance,
            direction: CompassPoint(bearing: bearing))
    }
}

// MARK: - Choosing

extension PlaceLocator {
    /// The reference place: the nearest of those that a view of this width names; large ones are measured
    /// from nearer to their edge.
    private func reference(
        for coordinate: Coordinate, viewSpanMeters: Double
    ) -> (id: PlaceID, distanceMeters: Double)? {
        let weight = Swift.min(viewSpanMeters / Self.edgeSpanMeters, 1)
        var best: (id: PlaceID, distanceMeters: Double, score: Double)?
        for tier in tiers where viewSpanMeters.isNaN || viewSpanMeters <= tier.maximumSpanMeters {
            guard let nearest = tier.tree.nearest(to: coordinate, count: 1).first else { continue }
            let id = PlaceID(index: tier.tree.row(at: nearest.index))
            let score = nearest.distanceMeters - weight * gazetteer.radiusMeters(of: id)
            if best.map({ score < $0.score }) ?? true { best = (id, nearest.distanceMeters, score) }
        }
        return (best ?? nearest(to: coordinate, count: 1).first.map { ($0.id, $0.distanceMeters, 0) })
            .map { ($0.id, $0.distanceMeters) }
    }

    private func relation(_ distance: Double, _ viewSpanMeters: Double) -> Whereabouts.Relation {
        if distance < Swift.max(Self.atMeters, viewSpanMeters * Self.spanOfHalfACharacter) { return .at }
        return distance <= Self.nearMeters ? .near : .far
    }

    /// The country that surely contains `coordinate`: the nearest places are all in one country, and either
    /// near or within its box. Nil otherwise.
    private func country(of coordinate: Coordinate) -> PlaceID? {
        let around = nearest(to: coordinate, count: Self.witnesses)
        guard let first = around.first else { return nil }
        let country = gazetteer.country(of: first.id)
        let isOfOneCountry = around.allSatisfy { gazetteer.country(of: $0.id) == country }
        if isOfOneCountry, first.distanceMeters <= Self.witnessMeters { return country }
        if let empty = emptyCountries.first(where: { $0.box.contains(onMap(coordinate)) }) { return empty.id }
        let isInBox = gazetteer.box(of: country)?.contains(coordinate) ?? false
        return isOfOneCountry && isInBox ? country : nil
    }

    /// A pole moved onto the map: boxes end at 85°, where the map does.
    private func onMap(_ coordinate: Coordinate) -> Coordinate {
        Coordinate(
            latitude: Swift.min(Swift.max(coordinate.latitude, -85), 85), longitude: coordinate.longitude)
    }

    /// "Lyon, FR"; with the letters of the state in countries with many namesakes where people write them.
    private func distinctName(of id: PlaceID) -> String {
        let country = gazetteer.countryCode(of: id)
        let letters = gazetteer.region(of: id).map { gazetteer.code(of: $0) } ?? ""
        let state = Self.countriesOfStates.contains(country) && !letters.isEmpty ? ", " + letters : ""
        return gazetteer.name(of: id) + state + (country.isEmpty ? "" : ", " + country)
    }

    private static let countriesOfStates: Set = ["US", "CA", "AU"]
}
