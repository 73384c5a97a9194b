// What an area is like as a whole.
extension AreaGeometry {
    /// The size of an area on the ellipsoid, without its holes; where its polygons overlap, each of them counts.
    ///
    /// Of a ring that crosses itself, what it surrounds in opposite directions cancels.
    public func squareKilometers(of area: Int) -> Double {
        polygons(of: area).reduce(0) { $0 + Double(polygons[$1].squareKilometers) }
    }

    /// The box around an area; nil for an empty one.
    ///
    /// - Complexity: O(polygons).
    public func bounds(of area: Int) -> GeoBounds? {
        polygons(of: area).reduce(nil) { bounds, number in
            let box = polygons[number].bounds
            return bounds?.union(box) ?? box
        }
    }

    // MARK: - Labels

    /// A place inside the largest polygon of an area, in the middle of a wide stretch near its middle; nil for an empty one.
    ///
    /// - Complexity: O(k log k) for k edges of that polygon.
    public func labelPlace(of area: Int) -> FixedCoordinate? {
        let polygons = polygons(of: area)
        let largest = polygons.max { self.polygons[$0].squareKilometers < self.polygons[$1].squareKilometers }
        return largest.map { labelPlace(ofPolygon: $0) }
    }

    private func labelPlace(ofPolygon number: Int) -> FixedCoordinate {
        let box = polygons[number].box
        let edges = edges[edges(of: number)]
        var best: (score: Double, place: FixedCoordinate)?
        // The middle first, then farther and farther from it.
        for sixteenth in [8, 7, 9, 6, 10, 5, 11, 4, 12] {
            let height = Int64(box.north) - Int64(box.south)
            let y = Int32(Int64(box.south) + height * Int64(sixteenth) / 16)
            guard let stretch = widestStretch(of: edges, at: y) else { continue }
            let score = (stretch.upperBound - stretch.lowerBound) * (1 - abs(Double(sixteenth) - 8) / 16)
            if score > best?.score ?? 0 {
                let middle = (stretch.lowerBound + stretch.upperBound) / 2
                let x = LongitudeStep.wrapped(Int64(middle.rounded()))
                best = (score, FixedCoordinate(latitudeE7: y, longitudeE7: x))
            }
        }
        return best?.place ?? firstVertex(of: edges)
    }

    private func firstVertex(of edges: ArraySlice<AreaEdge>) -> FixedCoordinate {
        let edge = edges.first { abs(Int64($0.x1)) <= 1_800_000_000 } ?? edges.first
        return FixedCoordinate(
            latitudeE7: edge?.y1 ?? 0, longitudeE7: LongitudeStep.wrapped(Int64(edge?.x1 ?? 0)))
    }

    /// The widest stretch inside along a parallel; what lies over 180° is there at both ends, each time in part.
    private func widestStretch(of edges: ArraySlice<AreaEdge>, at y: Int32) -> ClosedRange<Double>? {
        var crossings: [Double] = []
        for edge in edges where (edge.y1 > y) != (edge.y2 > y) {
            let share = (Double(y) - Double(edge.y1)) / (Double(edge.y2) - Double(edge.y1))
            crossings.append(Double(edge.x1) + share * (Double(edge.x2) - Double(edge.x1)))
        }
        crossings.sort()
        // What is beyond 180° was left out.
        if crossings.count % 2 == 1 { crossings.append(1.8e9) }
        let stretches = stride(from: 0, to: crossings.count - 1, by: 2).map {
            crossings[$0]...crossings[$0 + 1]
        }
        let widest = stretches.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
        return widest.flatMap { $0.upperBound > $0.lowerBound ? $0 : nil }
    }
}

extension AreaGeometry.Polygon {
    fileprivate var bounds: GeoBounds {
        let isRound = east - west >= LongitudeStep.turn
        let southWest = FixedCoordinate(
            latitudeE7: box.south, longitudeE7: isRound ? -1_800_000_000 : LongitudeStep.wrapped(west))
        let northEast = FixedCoordinate(
            latitudeE7: box.north, longitudeE7: isRound ? 1_800_000_000 : LongitudeStep.wrapped(east))
        return GeoBounds(
            south: southWest.coordinate.latitude, west: southWest.coordinate.longitude,
            north: northEast.coordinate.latitude, east: northEast.coordinate.longitude)
    }
}
