import CByteScan

/// Finds the country and region, or the sea, that a location lies in.
struct AreaFinder: Sendable {
    private struct Area: Sendable {
        let id: PlaceID
        let box: AreaShape.Box
    }

    private struct Sea: Sendable {
        let id: PlaceID
        let box: GeoBounds
    }

    private let gazetteer: Gazetteer
    /// Regions first: countries have outlines only for what is in none of their regions.
    private let areas: [Area]
    /// The smallest first.
    private let seas: [Sea]

    /// - Complexity: O(rings): a millisecond.
    init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        areas = (Array(gazetteer.regions) + Array(gazetteer.countries)).compactMap { id in
            gazetteer.withShape(of: id) { $0.box() }.map { Area(id: id, box: $0) }
        }
        seas = gazetteer.features.filter { gazetteer.kind(of: $0) == .sea }
            .compactMap { id in gazetteer.box(of: id).map { Sea(id: id, box: $0) } }
            .sorted { Self.size(of: $0.box) < Self.size(of: $1.box) }
    }

    /// Whether there are any outlines.
    var isEmpty: Bool { areas.isEmpty }

    /// The region whose borders are around `coordinate`, or the country where it has no such region; nil at sea.
    ///
    /// Borders are those of a map 1:10M, simplified to some hundred metres.
    /// - Complexity: O(areas), some ten microseconds.
    func area(at coordinate: Coordinate) -> PlaceID? {
        let spot = AreaShape.Spot(coordinate)
        return areas.first { area in
            AreaShape.contains(area.box, spot) && gazetteer.withShape(of: area.id) { $0.contains(spot) }
        }?.id
    }

    /// The smallest sea whose box contains `coordinate`, which is known to lie at sea.
    func sea(at coordinate: Coordinate) -> PlaceID? { seas.first { $0.box.contains(coordinate) }?.id }

    /// Square degrees, as they are at the latitude of the middle.
    private static func size(of box: GeoBounds) -> Double {
        (box.north - box.south) * box.longitudeSpan * cos((box.south + box.north) / 2 * .pi / 180)
    }
}
