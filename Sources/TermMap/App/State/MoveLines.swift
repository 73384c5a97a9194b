import CellGraphics
import DataSets
import MapModel

/// The lines of moved rows in view, from the old place to the new one.
package struct MoveLines: Equatable, Sendable {
    /// Lines at most, the longest first.
    package static let limit = 400
    /// Shorter ones say nothing that an arrow does not.
    private static let leastDots = 5.0

    /// From the old place, by the shorter way around the world, to the new one.
    package struct Line: Equatable, Sendable {
        package let from: WorldPoint
        package let to: WorldPoint
    }

    package private(set) var lines: [Line] = []
    /// Lines in view that are not drawn, so far as they were looked at.
    package private(set) var others = 0
    /// Some were not looked at: there may be more.
    package private(set) var isOpen = false
    /// Moves that are looked at, the longest first: a key is answered at once.
    private static let mostSeen = 50_000

    /// None.
    package init() {}

    /// Those of the rows that are shown.
    init(_ changes: ShownChanges, kept: RowSet?, _ viewport: Viewport, in area: CellRect) {
        let world = viewport.worldDots
        let dots = area.dots
        for (place, index) in changes.longest.enumerated() {
            guard place < Self.mostSeen else {
                isOpen = true
                return
            }
            let move = changes.moves[Int(index)]
            // Towards the poles the plane is stretched, up to twelve times where it ends.
            guard move.meters * world / Self.equatorMeters * Self.mostStretched >= Self.leastDots else {
                return
            }
            guard kept?.contains(move.row) ?? true else { continue }
            let line = Self.line(of: move)
            let end = viewport.dot(of: line.to)
            let start = DotPoint(
                x: end.x + (line.from.x - line.to.x) * world, y: end.y + (line.from.y - line.to.y) * world)
            guard (start.x - end.x).magnitude + (start.y - end.y).magnitude >= Self.leastDots,
                max(start.x, end.x) >= Double(dots.x), min(start.x, end.x) < Double(dots.x + dots.width),
                max(start.y, end.y) >= Double(dots.y), min(start.y, end.y) < Double(dots.y + dots.height)
            else { continue }
            if lines.count < Self.limit { lines.append(line) } else { others += 1 }
        }
    }

    private static let equatorMeters = 2 * Double.pi * GreatCircle.earthRadiusMeters
    private static let mostStretched = 12.0

    private static func line(of move: ShownChanges.Move) -> Line {
        let to = WebMercator.project(move.to.coordinate)
        var from = WebMercator.project(move.from.coordinate)
        if from.x - to.x > 0.5 { from = WorldPoint(x: from.x - 1, y: from.y) }
        if to.x - from.x > 0.5 { from = WorldPoint(x: from.x + 1, y: from.y) }
        return Line(from: from, to: to)
    }
}
