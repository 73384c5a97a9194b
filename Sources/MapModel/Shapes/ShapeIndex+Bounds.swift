extension ShapeIndex {
    /// The smallest box in degrees that holds `places` and the shapes of the rows that `isShown`, on the ring of longitudes:
    /// it leaves out the widest gap.
    ///
    /// - Complexity: O(n log n) for n shapes.
    public func bounds(around places: GeoBounds, where isShown: (UInt32) -> Bool) -> GeoBounds {
        let boxes = records.filter { isShown($0.row) }.map(\.box).sorted { $0.west < $1.west }
        guard let first = boxes.first else { return places }
        var (north, south) = (first.north, first.south)
        let ring = UInt64(1) << 32
        // Boxes that go over the end of the ring cover its beginning.
        let reach = boxes.reduce(0) { Swift.max($0, UInt64($1.west) + UInt64($1.width)) }
        let lead = Swift.max(reach, ring) - ring
        var end = Swift.max(lead, UInt64(first.west))
        var gap = (start: lead, width: reach >= ring ? end - lead : 0)
        for box in boxes {
            (north, south) = (Swift.min(north, box.north), Swift.max(south, box.south))
            let west = UInt64(box.west)
            if west > end, west - end > gap.width { gap = (end, west - end) }
            end = Swift.max(end, west + UInt64(box.width))
        }
        if end < ring, ring - end + UInt64(first.west) > gap.width {
            gap = (end, ring - end + UInt64(first.west))
        }
        guard gap.width > 0 else {
            return places.union(ShapeBox(west: 0, east: Int64(UInt32.max), north: north, south: south).bounds)
        }
        let start = Int64((gap.start + gap.width) % ring)
        let box = ShapeBox(
            west: start, east: start + Int64(ring - gap.width), north: north, south: south)
        return places.union(box.bounds)
    }
}
