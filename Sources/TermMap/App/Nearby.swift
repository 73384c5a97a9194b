import CellGraphics
import MapModel

/// The rows near a place: within a radius, or without one the nearest few.
struct Nearby: Equatable, Sendable {
    /// Rows listed without a radius.
    static let nearestCount = 10
    /// Rows listed within a radius; the rest is counted and lit on the map.
    static let listedCount = 1000

    var center: Coordinate
    var centerName: DisplayText
    /// The centre is the user's position, and goes with it.
    var followsPosition = false
    /// nil: the nearest few.
    var radiusMeters: Double?
    var unit: DistanceUnit
    /// Ascending by distance.
    var neighbors: [Neighbor] = []
    /// Positions of all rows that are near.
    var positions: PositionSet
    var cursor = 0
    var top = 0

    var total: Int { positions.count }
    /// The circle to draw; nil without a radius.
    var circle: GeoCircle? { radiusMeters.flatMap { try? GeoCircle(center: center, radiusMeters: $0) } }
}
