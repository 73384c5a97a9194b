/// Outlines of cells.
enum CodeRing {
    /// Longer edges are cut into `pieces`.
    private static let longEdgeMeters = 50_000.0
    private static let pieces = 8

    /// The ring through `corners`, in one piece where it crosses 180°.
    static func closed(_ corners: [Coordinate]) -> [Coordinate] {
        guard var last = corners.first else { return [] }
        var ring = [last]
        for corner in corners.dropFirst() + corners.prefix(1) {
            let turns = ((corner.longitude - last.longitude) / 360).rounded()
            last = Coordinate(latitude: corner.latitude, longitude: corner.longitude - turns * 360)
            ring.append(last)
        }
        return ring
    }

    /// The corners, and points of the great circles between them when these are long.
    static func arcs(_ corners: [UnitVector], sizeMeters: Double) -> [Coordinate] {
        let count = sizeMeters > longEdgeMeters ? pieces : 1
        return corners.indices.flatMap { index in
            let start = corners[index]
            let end = corners[(index + 1) % corners.count]
            return (0..<count).map { step in
                let share = Double(step) / Double(count)
                return (start * (1 - share) + end * share).coordinate
            }
        }
    }
}
