import CellGraphics
import MapModel

/// What the user wants to find: rows near a place, within a distance or else the nearest.
package struct NearbyRequest: Equatable, Sendable {
    package var center: Coordinate
    /// What the center is called; nil for a coordinate.
    package var name: DisplayText?
    /// 0 or more; nil for the nearest rows, however far.
    package var radiusMeters: Double?
    /// In which distances are shown.
    package var unit: DistanceUnit

    package init(
        center: Coordinate, name: DisplayText? = nil, radiusMeters: Double? = nil, unit: DistanceUnit
    ) {
        self.center = center
        self.name = name
        self.radiusMeters = radiusMeters
        self.unit = unit
    }
}
