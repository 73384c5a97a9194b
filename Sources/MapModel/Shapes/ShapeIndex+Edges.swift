// Shapes as a view shows them.
extension ShapeIndex {
    /// The shapes that a view shows as more than a dot.
    public func visit(in view: ShapeView, _ body: (Int) -> Void) {
        visit(in: view.window, largerThan: view.dotExtent, body)
    }

    /// Calls `body` with the edges of a shape in the dots of `view`, each line and ring from its start to its end.
    ///
    /// An edge shorter than a dot is left out and the next one begins where it began. Edges above, below or
    /// to the right of the view may be left out; to its left only those that do not change which dots of the
    /// view are inside an area. A shape is shown in every copy of the world in view.
    /// - Complexity: O(edges in view + runs of the shape).
    public func visitEdges(
        of shape: Int, in view: ShapeView,
        _ body: (_ start: DotPoint, _ end: DotPoint, _ isArea: Bool) -> Void
    ) {
        let runs = runs(of: shape)
        for world in view.worlds(of: records[shape].box) {
            let frame = view.shifted(by: world)
            for run in runs where self.runs[run].flags.contains(.area) {
                visitEdges(ofRun: run, from: turnedColumn(ofRun: run), in: frame, body)
            }
        }
        // A line may wind around the globe many times, such as that of a satellite.
        for run in runs where !self.runs[run].flags.contains(.area) {
            let box = self.runs[run].box
            guard box.north < view.rows.upperBound, box.south >= view.rows.lowerBound else { continue }
            let column = Int64(box.west) + Int64(vertices[Int(self.runs[run].start)].x &- box.west)
            for world in view.worlds(of: box) {
                visitEdges(ofRun: run, from: column, in: view.shifted(by: world), body)
            }
        }
    }

    /// The column of a run's first vertex, from the world in which its shape begins.
    private func turnedColumn(ofRun index: Int) -> Int64 {
        Int64(runs[index].turn) << 32 + Int64(vertices[Int(runs[index].start)].x)
    }

    private func visitEdges(
        ofRun index: Int, from column: Int64, in view: ShapeView.Frame,
        _ body: (_ start: DotPoint, _ end: DotPoint, _ isArea: Bool) -> Void
    ) {
        let run = runs[index]
        guard run.box.north < view.rows.upperBound, run.box.south >= view.rows.lowerBound else { return }
        let part = vertices(of: index)
        let isArea = run.flags.contains(.area)
        vertices.withUnsafeBufferPointer { vertices in
            let first = vertices[part.lowerBound]
            let west = column - Int64(first.x &- run.box.west)
            let isVisible = west + Int64(run.box.width) >= view.columns.lowerBound
            guard west < view.columns.upperBound, isVisible || isArea else { return }
            // Of what lies to the left, or on one dot, only the ends matter; a run is narrower than half a world.
            if !isVisible || run.box.extent < view.dotExtent {
                let last = vertices[part.upperBound - 1]
                let end = column + Int64(Int32(bitPattern: last.x &- first.x))
                return body(view.dot(column, first.y), view.dot(end, last.y), isArea)
            }
            let shortest = Int64(view.dotExtent)
            var start = view.dot(column, first.y)
            var kept = (x: column, y: first.y)
            var x = column
            var previous = first.x
            for place in part.dropFirst() {
                let vertex = vertices[place]
                x &+= Int64(Int32(bitPattern: vertex.x &- previous))
                previous = vertex.x
                let isNear =
                    abs(x &- kept.x) < shortest && abs(Int64(vertex.y) &- Int64(kept.y)) < shortest
                if isNear, place != part.upperBound - 1 { continue }
                let end = view.dot(x, vertex.y)
                body(start, end, isArea)
                start = end
                kept = (x, vertex.y)
            }
        }
    }
}
