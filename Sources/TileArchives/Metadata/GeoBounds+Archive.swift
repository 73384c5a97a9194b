import MapModel

extension GeoBounds {
    /// The region of an archive, from its four numbers in degrees; nil when they are not a region, or are the
    /// world.
    package init?(westSouthEastNorth numbers: [Double]) {
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return nil }
        let (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
        guard south < north, (-90...90).contains(south), (-90...90).contains(north), west != east,
            (-180...180).contains(west), (-180...180).contains(east)
        else { return nil }
        self.init(south: south, west: west, north: north, east: east)
        // Web Mercator ends at 85.05°.
        if longitudeSpan >= 360, south <= -85, north >= 85 { return nil }
    }
}
