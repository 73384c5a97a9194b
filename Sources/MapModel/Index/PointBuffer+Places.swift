extension PointBuffer {
    /// Calls `body` with each row and its place, rows ascending.
    ///
    /// - Complexity: O(n).
    public func visitPlaces(_ body: (_ row: UInt32, _ place: FixedCoordinate) -> Void) {
        var polar = polarPoints[...]
        var latitudes = LatitudeCursor()
        for piece in pieces {
            for index in piece.keys.indices {
                let row = piece.row(at: index)
                let point = MortonCode.point(of: piece.keys[index])
                var place = FixedCoordinate(
                    latitudeE7: latitudes.latitudeE7(row: point.y),
                    longitudeE7: QuantumPoint.longitudeE7(column: point.x))
                while let next = polar.first, next.row < row { polar.removeFirst() }
                if let next = polar.first, next.row == row { place.latitudeE7 = next.latitudeE7 }
                body(row, place)
            }
        }
    }
}
