import CellGraphics
import MapModel

/// The rows near a place: within a radius, or without one the nearest few.
package struct Nearby: ListWithCursor, Equatable, Sendable {
    /// Rows listed without a radius.
    static let nearestCount = 10
    /// Rows listed within a radius; the rest is counted and highlighted on the map.
    static let listedCount = 1000

    package var center: Coordinate
    package var centerName: DisplayText
    /// The centre is the user's position, and goes with it.
    var followsPosition = false
    /// nil: the nearest few.
    package var radiusMeters: Double?
    package var unit: DistanceUnit
    /// Ascending by distance.
    package var neighbors: [Neighbor] = []
    /// The nearest point of those with lines or areas, by the point's index; empty where a server measures.
    package var places: [Int: Coordinate] = [:]
    /// Positions of all rows that are near.
    package var points: PointSet
    package var cursor = ListCursor()

    /// Lists what is near, of the rows in `tree`.
    package mutating func list(_ tree: QuadTree, _ shapes: ShapeIndex, pageRows: Int) {
        (neighbors, places) = tree.neighbors(
            of: center, limit: circle == nil ? Self.nearestCount : Self.listedCount,
            within: circle?.radiusMeters ?? .infinity, shapes: shapes)
        if let circle {
            points = tree.points(in: circle, shapes: shapes)
        } else {
            points = PointSet(capacity: tree.count)
            for neighbor in neighbors { points.insert(neighbor.index) }
        }
        cursor.move(by: 0, of: neighbors.count, pageRows: pageRows)
    }

    mutating func setRadius(_ meters: Double?, unit: DistanceUnit) {
        radiusMeters = meters
        // Metres and feet are for small radii; one steps through larger ones.
        self.unit = unit == .meters ? .kilometers : unit == .feet ? .miles : unit
        cursor = ListCursor()
    }

    /// The next sensible radius; from the nearest few on, the one that holds them all. Nil at the end of the steps.
    package func radius(by step: Int) -> Double? {
        let present = radiusMeters ?? neighbors.last?.distanceMeters ?? 0
        let next =
            step > 0
            ? RadiusSteps.larger(than: present, in: unit) : RadiusSteps.smaller(than: present, in: unit)
        return (step > 0 ? next > present : next < present) ? next : nil
    }

    /// The box of the circle, or of the nearest few.
    package func bounds(_ tree: QuadTree) -> GeoBounds? {
        if let circle, circle.radiusMeters > 0 {
            let boxes = circle.boundingBoxes
            return boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
        }
        let shown = [center] + neighbors.map { places[$0.index] ?? tree.coordinate(at: $0.index) }
        return shown.map { GeoBounds(at: $0) }.reduce(nil) { all, place in all?.union(place) ?? place }
    }

    /// The row under the cursor.
    var current: Neighbor? { neighbors.dropFirst(cursor.index).first }
    package var total: Int { points.count }
    /// The circle with its radius.
    package var overlay: Overlay {
        guard let circle else { return Overlay() }
        let radius = DisplayText(sanitising: unit.text(meters: circle.radiusMeters))
        return Overlay(lines: [Overlay.Line(.circle(circle), label: radius)])
    }

    /// The circle in which rows are near; nil without a radius.
    package var circle: GeoCircle? {
        radiusMeters.flatMap { try? GeoCircle(center: center, radiusMeters: $0) }
    }
}
