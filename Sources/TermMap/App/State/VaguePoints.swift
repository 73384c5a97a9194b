import MapModel
import Rows

/// The rows that are in the middle of an area, and where they are in the tree that is shown.
struct VaguePoints: Sendable {
    private let rows: VagueRows
    private var points = PointSet(capacity: 0)
    /// Those in the middle of countries, where addresses say where rows are.
    private var roughPoints: PointSet?
    /// Badges say of most of their rows that they are only known by country.
    let marksMost: Bool

    init(_ rows: VagueRows, marksMost: Bool = false) { (self.rows, self.marksMost) = (rows, marksMost) }

    /// Other rows are shown.
    mutating func adopt(_ tree: QuadTree) {
        points = tree.points(of: rows.areas)
        if marksMost { roughPoints = tree.points(of: rows.rough) }
    }

    /// How many of some points are in the middle of countries.
    func roughCount(in members: AnnotationMembers) -> Int { roughPoints.map { members.count(in: $0) } ?? 0 }

    /// How much is known of where the rows of an annotation are; vague only where all of them are.
    func vagueness(of annotation: PlacedAnnotation, _ count: (PointSet) -> Int) -> PlacedAnnotation.Vagueness
    {
        if let row = annotation.row {
            if marksMost { return rows.rough.contains(row) ? .mostlyRough : .none }
            return rows.rough.contains(row) ? .rough : rows.areas.contains(row) ? .area : .none
        }
        if let roughPoints { return count(roughPoints) * 2 > annotation.count ? .mostlyRough : .none }
        return count(points) == annotation.count ? .area : .none
    }
}
