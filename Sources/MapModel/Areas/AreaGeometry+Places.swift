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
        let height = Int64(box.north) - Int64(box.south)
        func row(_ sixteenth: Int64) -> Int32 { Int32(Int64(box.south) + height * sixteenth / 16) }
        // The middle first, then farther and farther from it.
        let rows = [8, 7, 9, 6, 10, 5, 11, 4, 12].map { row($0) }
        if let place = widestPlace(of: edges, along: rows, middle: row(8)) { return place }
        // Of one that is mostly spikes only some rows have an inside.
        let step = Swift.max(edges.count / Self.triedEdges, 1)
        let others = stride(from: edges.startIndex, to: edges.endIndex, by: step).map { number in
            Int32((Int64(edges[number].y1) + Int64(edges[number].y2)) / 2)
        }
        return widestPlace(of: edges, along: others, middle: row(8)) ?? firstVertex(of: edges)
    }

    private static let triedEdges = 64

    /// The middle of the widest stretch inside along some parallels; of one far from the middle half its width counts.
    private func widestPlace(
        of edges: ArraySlice<AreaEdge>, along rows: [Int32], middle: Int32
    ) -> FixedCoordinate? {
        let farthest = rows.reduce(1) { Swift.max($0, abs(Double($1) - Double(middle))) }
        var best: (score: Double, place: FixedCoordinate)?
        for y in rows {
            guard let stretch = widestStretch(of: edges, at: y) else { continue }
            let nearness = 1 - abs(Double(y) - Double(middle)) / farthest / 2
            let score = (stretch.upperBound - stretch.lowerBound) * nearness
            if score > best?.score ?? 0 {
                let center = ((stretch.lowerBound + stretch.upperBound) / 2).rounded()
                best = (
                    score, FixedCoordinate(latitudeE7: y, longitudeE7: LongitudeStep.wrapped(Int64(center)))
                )
            }
        }
        return best?.place
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
        var widest: ClosedRange<Double>?
        for index in stride(from: 0, to: crossings.count, by: 2) {
            let west = Swift.max(crossings[index], -1.8e9)
            let east = Swift.min(crossings[index + 1], 1.8e9)
            let width = widest.map { $0.upperBound - $0.lowerBound } ?? 0
            if east - west > width { widest = west...east }
        }
        return widest
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
