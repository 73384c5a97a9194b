import MapModel

/// Where a place test is true, for those who know no sets of areas: databases.
package enum PlaceShape: Sendable {
    /// In one of some polygons.
    case polygons(PolygonEdges, border: AreaBorder)
    /// At most so many meters from one of some places.
    case circles([Coordinate], meters: Double)
}
