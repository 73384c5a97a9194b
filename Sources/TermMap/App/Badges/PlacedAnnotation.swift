import CellGraphics
import MapModel

/// An annotation and the cells of the screen that it takes.
package struct PlacedAnnotation: Equatable, Sendable {
    /// What lies at this mark, the largest first: one annotation, or several whose badges would have overlapped.
    package let parts: [Annotation]
    package let count: Int
    package var rect: CellRect
    /// The cells of the screen in which its rows lie, where the edge of the view cuts some off; nil where it is whole.
    package var reach: CellRect?
    /// How many of its rows stand out, of those searched for or near; nil when nothing does.
    package var highlightedCount: Int?
    /// How many of its rows are marked.
    package var markedCount = 0
    /// How much is known of where its rows are.
    package enum Vagueness: Sendable {
        /// They are where they are.
        case none
        /// All are in the middle of areas.
        case area
        /// It is one in the middle of a country.
        case rough
        /// Of more than half of its rows, or of one, no more is known than a country or a large circle.
        case mostlyRough
    }
    package var vagueness = Vagueness.none
    /// The layer of all its rows; nil for a mixture, or where there is only one layer.
    package var layer: Int?
    /// What the values of its rows come to, where that is asked.
    package var value: BadgeValue?
    /// How many more or fewer rows it has in one window of time than in another, where that is shown.
    package var difference: WindowDifference?
    /// What playing does to its rows.
    package var motion = BadgeMotion.none

    package init(parts: [Annotation], rect: CellRect, reach: CellRect? = nil) {
        self.parts = parts
        self.rect = rect
        self.reach = reach
        count = parts.reduce(0) { $0 + $1.count }
    }

    /// Shows a difference in as many columns as it takes.
    mutating func show(_ difference: WindowDifference) {
        self.difference = difference
        let spare = rect.width - difference.text.width - 2
        guard rect.width > 2, spare > 0 else { return }
        rect = CellRect(
            column: rect.column + spare / 2, row: rect.row, width: rect.width - spare, height: rect.height)
    }

    /// The largest part gives the identity.
    package var leader: Annotation { parts[0] }
    package var id: AnnotationID { leader.id }
    /// The only row at this mark; nil for a cluster.
    package var row: UInt32? {
        guard parts.count == 1, case .place(let row) = leader.id else { return nil }
        return row
    }
    package var isPlace: Bool { row != nil }
    /// Rows of it are on a server: they were counted and not read.
    var isElsewhere: Bool { parts.contains { $0.firstIndex == nil } }
    /// Whether the badge is a pill or a bubble of three rows.
    package var isTall: Bool { rect.height == 3 }

    /// The row of the screen with the count, or the dot.
    package var middleRow: Int { rect.row + rect.height / 2 }

    package func holds(_ id: AnnotationID) -> Bool { parts.contains { $0.id == id } }

    /// The mean position of all rows at this mark.
    package var mean: WorldPoint {
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
