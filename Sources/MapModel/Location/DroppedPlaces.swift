/// The places of fixes that were dropped, to recognise them again; the latest 1,024 of them.
struct DroppedPlaces: Sendable {
    private static let capacity = 1024

    private var places: Set<Coordinate> = []
    /// The same in the order of arrival, a ring once it is full.
    private var ring: [Coordinate] = []
    private var oldest = 0

    func contains(_ place: Coordinate) -> Bool { places.contains(place) }

    mutating func insert(_ place: Coordinate) {
        guard places.insert(place).inserted else { return }
        if ring.count < Self.capacity { return ring.append(place) }
        places.remove(ring[oldest])
        ring[oldest] = place
        oldest = (oldest + 1) % Self.capacity
    }
}
