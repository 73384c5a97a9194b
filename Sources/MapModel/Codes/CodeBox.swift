import CByteScan

/// A cell between two parallels and two meridians, in degrees.
struct CodeBox: Equatable, Sendable {
    let south: Double
    let west: Double
    let height: Double
    let width: Double

    @inline(__always)
    var middle: Coordinate { Coordinate(latitude: south + height / 2, longitude: west + width / 2) }

    /// The side of a square of about the same surface.
    var sizeMeters: Double {
        let degree = GreatCircle.earthRadiusMeters * .pi / 180
        return (height * width * cos(middle.latitude * .pi / 180)).squareRoot() * degree
    }

    /// Anticlockwise from the south-west.
    var corners: [Coordinate] {
        [
            Coordinate(latitude: south, longitude: west),
            Coordinate(latitude: south, longitude: west + width),
            Coordinate(latitude: south + height, longitude: west + width),
            Coordinate(latitude: south + height, longitude: west),
        ]
    }
}
