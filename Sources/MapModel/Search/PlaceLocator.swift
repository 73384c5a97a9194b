/// Finds the name of a location from the places of a gazetteer.
///
/// Four quad trees, each with larger places only: the nearest village is named close in, the nearest city far
/// out. Immutable: share it, and build it off the main thread.
public struct PlaceLocator: Sendable {
    /// The gazetteer that names the places.
    public let gazetteer: Gazetteer
    private let tiers: [Tier]
    private let areas: AreaFinder
    /// Countries without a known place, such as Antarctica, found by their boxes.
    private let emptyCountries: [(id: PlaceID, box: GeoBounds)]

    /// Places with a minimum population, and the capitals of countries.
    private struct Tier: Sendable {
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
    /// Without outlines a location whose nearest places are all in one country is in it, if they are near.
    private static let witnesses = 3
    private static let witnessMeters = 100_000.0
    /// Nearer to a place than this a location is in its country: borders are not more exact.
    private static let borderMeters = 1_500.0
    /// Nearer to a place than this a location off the outlines is at the coast, not at sea.
    private static let coastMeters = 5_000.0
    /// How far the nearest place of a region or country is looked for.
    private static let areaReachMeters = 2_000_000.0
    /// In wider views the nearest place of the country is named, even if it lies in another region.
    private static let regionSpanMeters = 300_000.0

    /// - Complexity: O(places): tens of milliseconds.
    public init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        areas = AreaFinder(gazetteer)
        tiers = Self.tierLimits.map { limit in
            var points = PointBuffer()
            for id in gazetteer.places
            where gazetteer.population(of: id) >= limit.population
                || gazetteer.capitalStatus(of: id) == .country
            {
                points.append(gazetteer.fixedCoordinate(of: id), row: id.index)
            }
            return Tier(maximumSpanMeters: limit.spanMeters, tree: QuadTree(points))
        }
        var isInhabited = [Bool](repeating: false, count: gazetteer.countryCount)
        for id in gazetteer.places {
            if let country = gazetteer.country(of: id) { isInhabited[Int(country.index)] = true }
        }
        emptyCountries = gazetteer.countries.filter { !isInhabited[Int($0.index)] }
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

    /// The places nearest to `coordinate` of the same region and country, nearest first; at sea those of any, and in
    /// a country without places the country.
    ///
    /// - Complexity: O(count · log places + areas).
    public func nearestInArea(to coordinate: Coordinate, count: Int) -> [(
        id: PlaceID, distanceMeters: Double
    )] {
        guard let tree = tiers.first?.tree, let area = area(of: coordinate) else {
            return nearest(to: coordinate, count: count)
        }
        for area in [area, gazetteer.country(of: area)].compactMap({ $0 }) {
            let found = tree.nearest(to: coordinate, count: count, within: Self.areaReachMeters) {
                isIn(area, PlaceID(index: tree.row(at: $0)))
            }
            if !found.isEmpty {
                return found.map { (PlaceID(index: tree.row(at: $0.index)), $0.distanceMeters) }
            }
        }
        // There is no place in Antarctica: it is one itself.
        return gazetteer.country(of: area).map { [($0, 0)] } ?? nearest(to: coordinate, count: count)
    }

    /// The places in `bounds` with most people, the largest first.
    ///
    /// - Complexity: O(places in the bounds).
    public func largest(_ limit: Int, in bounds: GeoBounds) -> [PlaceID] {
        // Places are numbered by their people.
        (tiers.first?.tree.rows(in: bounds) ?? []).sorted().prefix(limit).map { PlaceID(index: $0) }
    }

    /// The sea that `coordinate` lies in; nil on land and near the coast.
    public func seaName(at coordinate: Coordinate) -> String? {
        area(of: coordinate) == nil ? sea(of: coordinate).map { gazetteer.name(of: $0) } : nil
    }

    /// Where `coordinate` is, in words fit for a view of the given width; nil when there are no places at all.
    ///
    /// Close in it is the nearest village, far out the nearest large city, and in a view of a continent the
    /// country. On land the place is one of the same country, and in close views of the same region; at sea the
    /// name of the sea is added.
    /// - Complexity: O(log places + areas): cheap enough for each frame.
    public func description(of coordinate: Coordinate, viewSpanMeters: Double) -> Whereabouts? {
        let area = area(of: coordinate)
        let country = area.flatMap { gazetteer.country(of: $0) }
        let sea = area == nil ? sea(of: coordinate) : nil
        if viewSpanMeters > Self.countrySpanMeters, let inside = country ?? sea {
            return Whereabouts(
                relation: .inside, place: inside, name: gazetteer.name(of: inside),
                country: country.map { gazetteer.name(of: $0) }, sea: sea.map { gazetteer.name(of: $0) },
                distanceMeters: 0, direction: .north)
        }
        guard let (id, distance) = reference(for: coordinate, viewSpanMeters: viewSpanMeters, in: area) else {
            return nil
        }
        let bearing = GreatCircle.bearing(from: gazetteer.coordinate(of: id), to: coordinate)
        return Whereabouts(
            relation: relation(distance, viewSpanMeters), place: id, name: distinctName(of: id),
            country: country.map { gazetteer.name(of: $0) }, sea: sea.map { gazetteer.name(of: $0) },
            distanceMeters: distance, direction: CompassPoint(bearing: bearing))
    }
}

// MARK: - Choosing

extension PlaceLocator {
    /// The reference place: the nearest of those that a view of this width names, on land of those in the same area;
    /// large ones are measured from nearer to their edge.
    private func reference(
        for coordinate: Coordinate, viewSpanMeters: Double, in area: PlaceID?
    ) -> (id: PlaceID, distanceMeters: Double)? {
        let isClose = viewSpanMeters <= Self.regionSpanMeters
        let area = isClose ? area : area.flatMap { gazetteer.country(of: $0) }
        let weight = Swift.min(viewSpanMeters / Self.edgeSpanMeters, 1)
        var best: (id: PlaceID, distanceMeters: Double, score: Double)?
        for tier in tiers where viewSpanMeters.isNaN || viewSpanMeters <= tier.maximumSpanMeters {
            guard let (id, distance) = nearest(in: tier.tree, to: coordinate, of: area) else { continue }
            let score = distance - weight * gazetteer.radiusMeters(of: id)
            if best.map({ score < $0.score }) ?? true { best = (id, distance, score) }
        }
        return best.map { ($0.id, $0.distanceMeters) } ?? nearestInArea(to: coordinate, count: 1).first
    }

    private func nearest(
        in tree: QuadTree, to coordinate: Coordinate, of area: PlaceID?
    ) -> (id: PlaceID, distanceMeters: Double)? {
        let reach = area == nil ? .infinity : Self.areaReachMeters
        let found = tree.nearest(to: coordinate, count: 1, within: reach) { index in
            area.map { isIn($0, PlaceID(index: tree.row(at: index))) } ?? true
        }
        return found.first.map { (PlaceID(index: tree.row(at: $0.index)), $0.distanceMeters) }
    }

    /// Whether a place lies in a country or region, by its own record.
    private func isIn(_ area: PlaceID, _ place: PlaceID) -> Bool {
        gazetteer.country(of: place) == area || gazetteer.region(of: place) == area
    }

    private func relation(_ distance: Double, _ viewSpanMeters: Double) -> Whereabouts.Relation {
        if distance < Swift.max(Self.atMeters, viewSpanMeters * Self.spanOfHalfACharacter) { return .at }
        return distance <= Self.nearMeters ? .near : .far
    }

    /// The region or country that contains `coordinate`; nil at sea.
    private func area(of coordinate: Coordinate) -> PlaceID? {
        guard !areas.isEmpty else { return countryOfPlaces(around: coordinate) }
        if let nearest = nearest(to: coordinate, count: 1, within: Self.borderMeters).first {
            return gazetteer.region(of: nearest.id) ?? gazetteer.country(of: nearest.id)
        }
        return areas.area(at: coordinate) ?? emptyCountry(at: coordinate)
    }

    /// The sea around a location outside all areas; nil near a place: outlines are simplified, harbours lie outside.
    private func sea(of coordinate: Coordinate) -> PlaceID? {
        nearest(to: coordinate, count: 1, within: Self.coastMeters).isEmpty ? areas.sea(at: coordinate) : nil
    }

    /// The country of which all the nearest places are, if they are near or it has its box around; for gazetteers
    /// without outlines.
    private func countryOfPlaces(around coordinate: Coordinate) -> PlaceID? {
        let around = nearest(to: coordinate, count: Self.witnesses)
        guard let first = around.first else { return nil }
        guard let country = gazetteer.country(of: first.id) else { return nil }
        let isOfOneCountry = around.allSatisfy { gazetteer.country(of: $0.id) == country }
        if isOfOneCountry, first.distanceMeters <= Self.witnessMeters { return country }
        if let empty = emptyCountry(at: coordinate) { return empty }
        let isInBox = gazetteer.box(of: country)?.contains(coordinate) ?? false
        return isOfOneCountry && isInBox ? country : nil
    }

    private func emptyCountry(at coordinate: Coordinate) -> PlaceID? {
        emptyCountries.first { $0.box.contains(onMap(coordinate)) }?.id
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
