extension PointBuffer {
    /// Calls `body` with each row and its place, rows ascending.
    ///
    /// - Complexity: O(n).
    public func visitPlaces(_ body: (_ row: UInt32, _ place: FixedCoordinate) -> Void) {
        var polar = polarPoints[...]
        for piece in pieces {
            for index in piece.keys.indices {
                let row = piece.row(at: index)
                var place = FixedCoordinate(MortonCode.point(of: piece.keys[index]))
                while let next = polar.first, next.row < row { polar.removeFirst() }
                if let next = polar.first, next.row == row { place.latitudeE7 = next.latitudeE7 }
                body(row, place)
            }
        }
    }
}
