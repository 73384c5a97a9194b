import CByteScan

// An entry with everything that is shown of it.
extension Gazetteer {
    /// - Complexity: O(1), but it makes half a dozen strings: for results that are shown, not for searching.
    public func place(_ id: PlaceID) -> Place {
        let kind = kind(of: id)
        let coordinate = coordinate(of: id)
        let capital = capitalStatus(of: id)
        let bounds = bounds(of: id)
        return Place(
            id: id, kind: kind, name: name(of: id), country: country(of: id).map { name(of: $0) } ?? "",
            countryCode: countryCode(of: id), region: regionName(of: id, kind), district: district(of: id),
            coordinate: coordinate, population: population(of: id),
            heightMeters: heightMeters(of: id),
            airportCodes: isFeature(id) ? [code(of: id), fourLetterCode(of: id)].filter { !$0.isEmpty } : [],
            rank: rank(of: id),
            isCountryCapital: capital == .country, isRegionCapital: capital == .region, bounds: bounds,
            isBoundsGuessed: !isArea(id), radiusMeters: radiusMeters(of: id))
    }

    /// What a map of an entry should show: the box of an area, or twice the guessed radius of a town.
    public func bounds(of id: PlaceID) -> GeoBounds {
        box(of: id) ?? GeoBounds(around: coordinate(of: id), radiusMeters: 2 * radiusMeters(of: id))
    }

    /// Half the diagonal of an area's box; for a town a guess from its people.
    public func radiusMeters(of id: PlaceID) -> Double {
        guard let box = box(of: id) else { return Self.guessedRadiusMeters(population: population(of: id)) }
        let degree = GreatCircle.earthRadiusMeters * .pi / 180
        let middle = (box.south + box.north) / 2 * .pi / 180
        let width = box.longitudeSpan * degree * cos(middle)
        let height = (box.north - box.south) * degree
        return hypot(width, height) / 2
    }

    /// The radius of a town: 11 m × √people, which is 2,600 people to the square kilometre.
    ///
    /// At least a village street and at most the extent of the largest cities; a town without a known
    /// population counts as a village.
    static func guessedRadiusMeters(population: Int) -> Double {
        let radius = 11 * Double(population).squareRoot()
        return Swift.min(Swift.max(radius, 600), 35_000)
    }

    private func regionName(of id: PlaceID, _ kind: Place.Kind) -> String {
        guard kind == .city || kind == .subregion, let region = region(of: id) else { return "" }
        return name(of: region)
    }
}

extension GeoBounds {
    /// The box round a circle on the globe; all longitudes when it contains a pole.
    init(around center: Coordinate, radiusMeters: Double) {
        let reach = radiusMeters / GreatCircle.earthRadiusMeters * 180 / .pi
        let south = Swift.max(center.latitude - reach, -90)
        let north = Swift.min(center.latitude + reach, 90)
        let cosine = cos(Swift.max(-south, north) * .pi / 180)
        guard cosine > 0, reach / cosine < 180 else {
            self.init(south: south, west: -180, north: north, east: 180)
            return
        }
        self.init(
            south: south, west: Coordinate.wrapped(longitude: center.longitude - reach / cosine),
            north: north,
            east: Coordinate.wrapped(longitude: center.longitude + reach / cosine))
    }
}
