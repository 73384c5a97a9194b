/// The edges of numbered polygons as columns of numbers in 1e-7°, for those who write them down elsewhere.
///
/// Each goes upward; a point is in a polygon where it has an odd number of its edges west of it or under it, as in `AreaGeometry`.
public struct PolygonEdges: Sendable {
    /// The polygon of each edge, ascending from 0 on.
    public private(set) var polygons: [Int] = []
    /// The longitude of the lower end.
    public private(set) var x1: [Int32] = []
    /// The latitude of the lower end.
    public private(set) var y1: [Int32] = []
    /// The longitude of the upper end.
    public private(set) var x2: [Int32] = []
    /// The latitude of the upper end.
    public private(set) var y2: [Int32] = []
    /// What they cover.
    public private(set) var bounds: [GeoBounds] = []

    /// The polygons of the areas that are wanted.
    public init(_ geometry: AreaGeometry, where isWanted: (Int) -> Bool = { _ in true }) {
        var number = 0
        for area in 0..<geometry.count where isWanted(area) {
            for polygon in geometry.polygons(of: area) {
                append(geometry.edges[geometry.edges(of: polygon)], of: number)
                number += 1
            }
            if let bounds = geometry.bounds(of: area) { self.bounds.append(bounds) }
        }
    }

    private mutating func append(_ edges: ArraySlice<AreaEdge>, of polygon: Int) {
        polygons += repeatElement(polygon, count: edges.count)
        x1 += edges.map(\.x1)
        y1 += edges.map(\.y1)
        x2 += edges.map(\.x2)
        y2 += edges.map(\.y2)
    }

    /// How many there are.
    public var count: Int { polygons.count }

    /// The edges of each polygon, as ranges.
    public var ranges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for index in polygons.indices where index + 1 == count || polygons[index + 1] != polygons[index] {
            ranges.append(start..<index + 1)
            start = index + 1
        }
        return ranges
    }
}
