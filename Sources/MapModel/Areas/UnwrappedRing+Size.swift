import CByteScan

extension UnwrappedRing {
    /// What the ring encloses on the ellipsoid, with sides straight in degrees; where they cross, what is surrounded in
    /// opposite directions cancels.
    ///
    /// - Complexity: O(vertices).
    var squareKilometers: Double {
        guard let last = vertices.last else { return 0 }
        var previous = (vertex: last, height: EqualAreaHeight.at(Double(last.latitudeE7)))
        var sum = 0.0
        for vertex in vertices {
            let height = EqualAreaHeight.at(Double(vertex.latitudeE7))
            if vertex.x != previous.vertex.x {
                let mean = EqualAreaHeight.mean(
                    from: Double(previous.vertex.latitudeE7), previous.height,
                    to: Double(vertex.latitudeE7), height)
                sum += Double(vertex.x - previous.vertex.x) * mean
            }
            previous = (vertex, height)
        }
        return abs(sum) * EqualAreaHeight.squareKilometersPerUnit
    }
}

/// How much of the ellipsoid lies between the equator and a parallel: the height in an equal-area plane.
///
/// With e the eccentricity and s the sine of the latitude, s / (1 - e²s²) + atanh(es) / e, as a series in e²s².
/// Source: Snyder, "Map projections: a working manual", USGS, 1987, equation 3-12.
enum EqualAreaHeight {
    private static let radiansPerUnit = .pi / 180 / FixedCoordinate.unitsPerDegree
    private static let eccentricitySquared = WGS84.eccentricitySquared
    /// Of a column of one unit of longitude and a height of 1.
    static let squareKilometersPerUnit =
        radiansPerUnit * WGS84.polarRadiusMeters * WGS84.polarRadiusMeters / 2 / 1e6
    /// Longer edges are measured in pieces: Simpson's rule is then right to 1e-7.
    private static let longestPiece = 1e8

    /// The height of a latitude in 1e-7°.
    @inline(__always)
    static func at(_ latitudeE7: Double) -> Double {
        let sine = sin(latitudeE7 * radiansPerUnit)
        let power = eccentricitySquared * sine * sine
        return sine * (2 + power * (4.0 / 3 + power * (6.0 / 5 + power * (8.0 / 7 + power * (10.0 / 9)))))
    }

    /// The mean height along an edge.
    @inline(__always)
    static func mean(from start: Double, _ startHeight: Double, to end: Double, _ endHeight: Double) -> Double
    {
        guard start != end else { return startHeight }
        if abs(end - start) <= longestPiece {
            return (startHeight + 4 * at((start + end) / 2) + endHeight) / 6
        }
        let pieces = (abs(end - start) / longestPiece).rounded(.up)
        let step = (end - start) / pieces
        return (0..<Int(pieces)).reduce(0) { sum, piece in
            let from = start + Double(piece) * step
            return sum + (at(from) + 4 * at(from + step / 2) + at(from + step)) / 6
        } / pieces
    }
}
