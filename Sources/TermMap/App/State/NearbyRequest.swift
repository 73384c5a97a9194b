import CellGraphics
import MapModel

/// What the user wants to find: rows near a place, within a distance or else the nearest.
struct NearbyRequest: Equatable, Sendable {
    var center: Coordinate
    /// What the center is called; nil for a coordinate.
    var name: DisplayText?
    /// 0 or more; nil for the nearest rows, however far.
    var radiusMeters: Double?
    /// In which distances are shown.
    var unit: DistanceUnit
}
