// The shapes near a place.
extension ShapeIndex {
    /// A row by the nearest point of its lines and areas.
    public struct Neighbor: Hashable, Sendable {
        /// The row whose shape it is.
        public let row: UInt32
        /// Along the great circle; 0 inside an area.
        public let distanceMeters: Double
        /// The nearest point of the shape.
        public let place: Coordinate
    }

    /// The `count` shapes nearest to `place`, nearest first; equally near ones in the order of their rows.
    ///
    /// Edges are straight on the map. Best first, as `QuadTree.nearest`; beyond 85.05° shapes end at the edge of the map.
    /// - Parameters:
    ///   - within: metres; shapes farther away are not found. Nothing is found when it is negative or not a number.
    ///   - isWanted: asked with the row of a shape, at most once each.
    /// - Complexity: O(k log n) for k shapes that lie as those of maps do, and the edges of those near the place.
    public func nearest(
        to place: Coordinate, count: Int, within meters: Double = .infinity, where isWanted: (UInt32) -> Bool
    ) -> [Neighbor] {
        guard count > 0, meters >= 0, !isEmpty else { return [] }
        let distances = ShapeDistances(self, from: place)
        var reach = ReachLimits(meters: meters).pointOutside
        var found = BinaryHeap<Found>()
        tree.visitNearestFirst(
            count: records.count, bound: { distances.leastSquaredChord(to: $0) }, box: { records[$0].box }
        ) { shape, bound in
            guard bound <= reach else { return false }
            guard isWanted(records[shape].row), let nearest = distances.nearest(of: shape, within: reach),
                nearest.meters <= meters
            else { return true }
            let next = Found(nearest: nearest, row: records[shape].row)
            if found.count < count {
                found.insert(next)
            } else if let farthest = found.first, farthest < next {
                found.replaceFirst(with: next)
            }
            if found.count == count, let farthest = found.first {
                reach = Swift.min(reach, farthest.nearest.squaredChord)
            }
            return true
        }
        return found.elements.sorted { $0 > $1 }.map { found in
            let point = QuantumPoint(
                x: UInt32(truncatingIfNeeded: Int64(found.nearest.column.rounded(.down))),
                y: UInt32(clamping: Int64(found.nearest.row.rounded(.down))))
            return Neighbor(
                row: found.row, distanceMeters: found.nearest.meters,
                place: FixedCoordinate(point).coordinate)
        }
    }

    /// The rows of the shapes within `meters` of `place`, in any order.
    ///
    /// - Parameter isWanted: asked before a shape is looked at.
    /// - Complexity: O(log n + k) for k shapes whose boxes are near, and the edges of those that are wanted.
    func rows(within meters: Double, of place: Coordinate, where isWanted: (UInt32) -> Bool) -> [UInt32] {
        guard meters >= 0 else { return [] }
        let distances = ShapeDistances(self, from: place)
        let reach = ReachLimits(meters: meters).pointOutside
        var rows: [UInt32] = []
        tree.visit(within: reach, count: records.count, bound: { distances.leastSquaredChord(to: $0) }) {
            shape in
            guard isWanted(records[shape].row), let nearest = distances.nearest(of: shape, within: reach),
                nearest.meters <= meters
            else { return }
            rows.append(records[shape].row)
        }
        return rows
    }

    /// A shape by its distance and row: far ones come first, since they are removed first.
    private struct Found: Comparable {
        let nearest: ShapeDistances.Nearest
        let row: UInt32

        static func < (first: Found, second: Found) -> Bool {
            first.nearest.squaredChord == second.nearest.squaredChord
                ? first.row > second.row : first.nearest.squaredChord > second.nearest.squaredChord
        }
        static func == (first: Found, second: Found) -> Bool {
            first.nearest.squaredChord == second.nearest.squaredChord && first.row == second.row
        }
    }
}
