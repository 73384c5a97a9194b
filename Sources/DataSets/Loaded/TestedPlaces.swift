import MapModel
import RowValues
import Rows
import Streams

/// One place test of a filter on the rows of one reading.
struct TestedPlaces {
    let work: PlaceTestWork
    let loaded: LoadedRows
    let test: PlaceTest
    let isCancelled: () -> Bool

    private var tree: QuadTree { loaded.tree }

    /// What the test means.
    var asked: AskedPlaces { AskedPlaces(sets: work.sets, test: test, isCancelled: isCancelled) }

    /// The points for which it is true.
    func indices(_ progress: (Double) -> Void) throws(FilterFailure) -> IndexRuns {
        switch (test.relation, test.subject) {
        case (.near(let meters), .set(let name, _)):
            return try near(try work.shapes(of: try asked.set(name), isCancelled), meters)
        case (.near(let meters), .place(let name)):
            return around(try asked.place(name), meters)
        case (.near(let meters), .literal(let sketch)):
            if sketch.vertices.count == 1 { return around(sketch.vertices[0].coordinate, meters) }
            return try near(NearShapes([sketch]), meters)
        case (_, .set(let name, let piece)):
            let (set, wanted) = try asked.areas(name, matching: piece)
            return try lying(in: set, progress).indices { wanted?.contains(UInt32($0)) ?? true }
        case (_, .place(let name)):
            let found = try asked.area(name)
            return try lying(in: found.set, progress).indices { $0 == found.area }
        case (let relation, .literal(let sketch)): return try lying(to: sketch, relation, progress)
        }
    }

    private func lying(
        in set: AreaSet, _ progress: (Double) -> Void
    ) throws(FilterFailure) -> AreaAssignment {
        guard let areas = work.assignment(of: loaded, to: set, isCancelled: isCancelled, progress: progress)
        else { throw .cancelled }
        return areas
    }

    /// The points that lie in a geometry as the test asks; those on its points and lines unless it is about areas alone.
    private func lying(
        to sketch: GeometrySketch, _ relation: PlaceTest.Relation, _ progress: (Double) -> Void
    ) throws(FilterFailure) -> IndexRuns {
        var geometry = AreaGeometry()
        geometry.append(sketch)
        guard
            let areas = AreaAssignment(
                of: tree, in: geometry, border: relation.border, by: .processors, isCancelled: isCancelled,
                progress: progress)
        else { throw .cancelled }
        let inside = areas.indices { _ in true }
        return relation == .inside ? inside : inside.union(tree.indices(on: sketch))
    }

    private func around(_ place: Coordinate, _ meters: Double) -> IndexRuns {
        GeoCircle(around: place, meters).map { tree.indices(in: $0) } ?? IndexRuns()
    }

    private func near(_ shapes: NearShapes, _ meters: Double) throws(FilterFailure) -> IndexRuns {
        guard
            let near = shapes.indices(of: tree, within: meters, by: .processors, isCancelled: isCancelled)
        else { throw .cancelled }
        return near
    }
}
