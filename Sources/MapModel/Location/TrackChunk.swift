/// Up to 4,096 points of a track in a row, and the box around them.
struct TrackChunk: Sendable {
    private static let length = 4096

    let start: UTCInstant
    /// Place in the track of the first point.
    let firstIndex: Int
    private(set) var points: [PackedTrackPoint]
    private var south: Double
    private var west: Double
    private var north: Double
    private var east: Double

    init(firstIndex: Int, _ point: TrackPoint) {
        start = point.time
        self.firstIndex = firstIndex
        let packed = PackedTrackPoint(point, milliseconds: 0)
        points = []
        points.reserveCapacity(Self.length)
        points.append(packed)
        (south, west) = (packed.coordinate.latitude, packed.coordinate.longitude)
        (north, east) = (south, west)
    }

    /// The places in the track.
    var indices: Range<Int> { firstIndex..<(firstIndex + points.count) }

    /// Adds a point; false when there is no room, or its time is too far away.
    mutating func append(_ point: TrackPoint) -> Bool {
        guard points.count < Self.length,
            let milliseconds = UInt32(exactly: point.time.milliseconds(since: start))
        else { return false }
        points.append(PackedTrackPoint(point, milliseconds: milliseconds))
        extendBox(point.coordinate)
        return true
    }

    /// Makes the box hold a place too. A line across 180° makes it as wide as the world.
    mutating func extendBox(_ place: Coordinate) {
        south = Swift.min(south, place.latitude)
        north = Swift.max(north, place.latitude)
        west = Swift.min(west, place.longitude)
        east = Swift.max(east, place.longitude)
    }

    /// Whether something of the chunk may be in a view.
    func isVisible(in view: GeoBounds) -> Bool {
        guard north >= view.south, south <= view.north else { return false }
        if view.longitudeSpan >= 360 { return true }
        return view.crossesAntimeridian
            ? east >= view.west || west <= view.east
            : east >= view.west && west <= view.east
    }
}
