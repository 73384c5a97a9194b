import CellGraphics
import MapModel

/// The rows inside a free shape.
extension AppState {
    /// Asks which rows are inside the shape, where that was not asked.
    mutating func askForInside() -> [Effect] {
        let corners = (map.tool as? LassoTool).flatMap { $0.hasShape ? $0.corners : nil }
        let wanted =
            corners.map { ShapeQuestion(tree: data.tree, generation: data.generation, corners: $0) }
            ?? map.inside.pending(in: data.tree, generation: data.generation)
        guard let wanted else {
            map.inside.forget()
            return []
        }
        return map.inside.ask(wanted).map { [.findInside(wanted, ticket: $0)] } ?? []
    }

    mutating func receive(inside points: PointSet, _ ticket: Int) -> [Effect] {
        guard map.inside.receive(points, ticket), map.inside.areMarked else { return [] }
        return markInside()
    }

    /// The rows inside become marked, as soon as they are found; where all of them are, unmarked.
    mutating func markInside() -> [Effect] {
        guard allowsMarks else { return [] }
        guard data.rows.counted == nil else {
            report("The server has sent counts, not rows: zoom in to mark them", .warning)
            return []
        }
        map.tool = nil
        guard let points = map.inside.points, points.capacity == data.tree.count else {
            map.inside.markWhenFound()
            report("Finding the rows inside …")
            return []
        }
        map.inside.forget()
        return toggle(.points(points))
    }

    /// Takes the shape as a filter, which can be changed before it is taken.
    mutating func filterInside(_ test: String) -> [Effect] {
        map.tool = nil
        return askForFilter(adding: test)
    }
}
