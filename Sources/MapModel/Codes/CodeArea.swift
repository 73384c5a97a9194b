/// The area that a code names.
public struct CodeArea: Equatable, Sendable {
    /// What the outline is made of when it is asked for.
    enum Shape: Equatable, Sendable {
        case box(CodeBox)
        case h3(H3Cell)
        case s2(S2Cell)
        case square(MGRSSquare)
        /// A position: a code of no extent.
        case position
    }

    /// Cells of this size and above are areas on the map, smaller ones points.
    public static let areaMeters = 1000.0

    /// The middle of the cell.
    public let middle: Coordinate
    /// The side of a square of about the same surface, of H3 the mean edge at this resolution; 1 for a
    /// position.
    public let sizeMeters: Double
    /// How fine it is: letters of a geohash or locator, digits of a plus code or quadkey, digits of each
    /// number of MGRS, resolution of H3, level of S2; 5 for UTM.
    public let level: Int
    private let shape: Shape

    init(middle: Coordinate, sizeMeters: Double, level: Int, shape: Shape) {
        self.middle = middle
        self.sizeMeters = sizeMeters
        self.level = level
        self.shape = shape
    }

    /// Whether it is an area on the map rather than a point.
    public var isArea: Bool { sizeMeters >= Self.areaMeters }

    /// The corners anticlockwise, the first one repeated at the end; empty for a position.
    ///
    /// Longitudes may exceed 180° so that the ring is in one piece. Long edges that are not straight on the
    /// map have points between their corners. Where a cell of H3 crosses an edge of the icosahedron its
    /// slight bend is left out.
    public func outline() -> [Coordinate] {
        switch shape {
        case .box(let box): CodeRing.closed(box.corners)
        case .h3(let cell): CodeRing.closed(CodeRing.arcs(cell.corners, sizeMeters: sizeMeters))
        case .s2(let cell): CodeRing.closed(CodeRing.arcs(cell.corners, sizeMeters: sizeMeters))
        case .square(let square): CodeRing.closed(square.corners)
        case .position: []
        }
    }
}
