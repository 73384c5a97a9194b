import MapModel

/// Rows that are looked for inside a ring of corners.
package struct ShapeQuestion: Sendable {
    /// The rows that are shown.
    package let tree: QuadTree
    /// Of the tree.
    package let generation: Int
    /// Of the shape, which is closed from the last to the first.
    package let corners: [Coordinate]

    /// A question about the rows of `tree` that lie inside.
    package init(tree: QuadTree, generation: Int, corners: [Coordinate]) {
        self.tree = tree
        self.generation = generation
        self.corners = corners
    }

    /// Those inside, by their indices in the tree; nil when cancelled.
    package func points(isCancelled: () -> Bool) -> PointSet? {
        var sketch = GeometrySketch()
        sketch.begin(.area)
        for corner in corners { sketch.append(FixedCoordinate(corner)) }
        var geometry = AreaGeometry()
        geometry.append(sketch)
        guard
            let assignment = AreaAssignment(
                of: tree, in: geometry, by: .processors, isCancelled: isCancelled)
        else { return nil }
        var points = PointSet(capacity: tree.count)
        points.insert(contentsOf: assignment.indices { _ in true })
        return points
    }
}

extension ShapeQuestion: Equatable {
    /// Trees are the same when their generation is; while a file is read they grow in it.
    package static func == (left: ShapeQuestion, right: ShapeQuestion) -> Bool {
        left.generation == right.generation && left.tree.count == right.tree.count
            && left.corners == right.corners
    }
}

/// The rows inside the shape of the lasso, once they are found.
package struct ShapeRows: Sendable {
    private var asked: ShapeQuestion?
    private var ticket = 0
    /// Those inside the shape that was asked about last; nil until they are found.
    package private(set) var points: PointSet?
    /// They are marked as soon as they are found.
    private(set) var areMarked = false

    /// Nothing was asked yet.
    package init() {}

    /// Records a question; its ticket, or nil when it was asked already.
    mutating func ask(_ question: ShapeQuestion) -> Int? {
        guard question != asked else { return nil }
        (asked, points) = (question, nil)
        ticket += 1
        return ticket
    }

    /// Whether an answer is to the newest question.
    mutating func receive(_ points: PointSet, _ ticket: Int) -> Bool {
        guard ticket == self.ticket, asked != nil else { return false }
        self.points = points
        return true
    }

    /// The question that must be asked again when other rows are shown; nil without one whose rows are to be marked.
    func pending(in tree: QuadTree, generation: Int) -> ShapeQuestion? {
        guard areMarked, let asked else { return nil }
        return ShapeQuestion(tree: tree, generation: generation, corners: asked.corners)
    }

    mutating func markWhenFound() { areMarked = true }

    mutating func forget() { (asked, points, areMarked) = (nil, nil, false) }
}
