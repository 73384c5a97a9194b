/// The area and the perimeter of a ring whose sides are geodesics of WGS 84.
///
/// The sides are the shortest ways between neighbours; they may cross 180°, and the ring may hold a pole. The area
/// is accurate to about 0.1 m² for each side across a continent and to 1e-4 m² in a town, less where the ends of a
/// side are nearly opposite.
/// Source: Karney, "Algorithms for geodesics", Journal of Geodesy 87, 2013, section 6.
public struct GeodesicPolygon: Hashable, Sendable {
    /// The area of the side of the ring that is not more than half the earth, positive when the ring goes
    /// counterclockwise around it.
    ///
    /// Where sides cross, parts that are surrounded in opposite directions cancel.
    public let signedAreaSquareMeters: Double
    /// The length of all sides, the last of which leads back to the start.
    public let perimeterMeters: Double

    /// The area, whichever way around the ring goes.
    public var areaSquareMeters: Double { abs(signedAreaSquareMeters) }

    /// Measures a ring; the last coordinate is joined with the first, which it may equal.
    ///
    /// - Complexity: O(n) geodesics.
    public init(_ ring: some BidirectionalCollection<Coordinate>) {
        var area = 0.0
        var perimeter = 0.0
        var degrees = 0.0
        var previous = ring.last
        for vertex in ring {
            guard let start = previous else { break }
            let side = GeodesicInverse(from: start, to: vertex)
            let solution = side.solve()
            // Areas below a way to the east are to its right.
            area -= side.areaToEquator(solution)
            perimeter += solution.meters
            degrees += side.eastwardDegrees
            previous = vertex
        }
        perimeterMeters = perimeter
        // Once around a pole: the area was that of the ring to the equator.
        let turns = (degrees / 360).rounded()
        if turns.remainder(dividingBy: 2) != 0 { area += WGS84.areaSquareMeters / 2 }
        // Adding 0 turns -0 into 0.
        signedAreaSquareMeters = area.remainder(dividingBy: WGS84.areaSquareMeters) + 0
    }
}
