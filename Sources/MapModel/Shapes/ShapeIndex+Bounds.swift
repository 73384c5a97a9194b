extension ShapeIndex {
    /// A box in degrees that holds `places` and the shapes of the rows that `isShown`, on the ring of longitudes.
    ///
    /// It grows shape by shape, each time to the side where less is added: a little larger than the smallest one at worst.
    ///
    /// - Complexity: O(n) for n shapes.
    public func bounds(around places: GeoBounds, where isShown: (UInt32) -> Bool) -> GeoBounds {
        var whole: ShapeBox?
        for record in records where isShown(record.row) {
            whole = whole?.extended(to: record.box) ?? record.box
        }
        return whole.map { places.union($0.bounds) } ?? places
    }
}

extension ShapeBox {
    /// The smaller of the boxes that begin with one of the two and hold both.
    fileprivate func extended(to other: ShapeBox) -> ShapeBox {
        func from(_ first: ShapeBox, to second: ShapeBox) -> ShapeBox {
            let offset = Int64(second.west &- first.west)
            return ShapeBox(
                west: Int64(first.west),
                east: Int64(first.west) + Swift.max(Int64(first.width), offset + Int64(second.width)),
                north: Swift.min(first.north, second.north), south: Swift.max(first.south, second.south))
        }
        let (here, there) = (from(self, to: other), from(other, to: self))
        return here.width <= there.width ? here : there
    }
}
