import MapModel
import Rows

/// The rows that are in the middle of an area, and where they are in the tree that is shown.
struct VaguePoints: Sendable {
    private let rows: VagueRows
    private var points = PointSet(capacity: 0)

    init(_ rows: VagueRows) { self.rows = rows }

    /// Other rows are shown.
    mutating func adopt(_ tree: QuadTree) { points = tree.points(of: rows.areas) }

    /// How much is known of where the rows of an annotation are; vague only where all of them are.
    func vagueness(of annotation: PlacedAnnotation, _ count: (PointSet) -> Int) -> PlacedAnnotation.Vagueness
    {
        if let row = annotation.row {
            return rows.rough.contains(row) ? .rough : rows.areas.contains(row) ? .area : .none
        }
        return count(points) == annotation.count ? .area : .none
    }
}
