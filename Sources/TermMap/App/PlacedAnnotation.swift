import CellGraphics
import MapModel

/// A cluster or a single place, and the cells of the screen that it takes.
struct PlacedAnnotation: Equatable {
    /// What lies at this mark: one cluster, or several whose badges would have overlapped.
    var parts: [Cluster]
    var rect: CellRect

    /// The largest part gives the identity.
    var leader: Cluster { parts[0] }
    var id: AnnotationID { count == 1 ? .place(row: leader.row) : .cluster(leader.id) }
    var count: Int { parts.reduce(0) { $0 + $1.count } }
    var isPlace: Bool { count == 1 }
    /// Whether the badge is a pill or a bubble of three rows.
    var isTall: Bool { rect.height == 3 }

    /// The row of the count, or the dot.
    var middleRow: Int { rect.row + rect.height / 2 }

    /// The mean position of all members.
    var mean: WorldPoint {
        let total = Double(count)
        // Parts may lie on both sides of 180°: means are taken around the leader.
        let x = parts.reduce(0.0) { sum, part in
            let offset = part.mean.x - leader.mean.x
            return sum + (leader.mean.x + offset - offset.rounded()) * Double(part.count)
        }
        let y = parts.reduce(0.0) { $0 + $1.mean.y * Double($1.count) }
        return WorldPoint(x: x / total, y: y / total).wrapped
    }
}
