// MARK: - Windows of the world plane

extension QuadTree {
    /// How many points lie in `window`.
    ///
    /// - Complexity: O(√n) at worst for a window with edges through dense places, nearer to O(log n) mostly.
    public func count(in window: WorldWindow) -> Int {
        var counter = PointCounter()
        for rect in window.rects { walk(rect, &counter) }
        return counter.count
    }

    /// The indices of the points in `window`; Morton order on either side of 180°.
    public func indices(in window: WorldWindow) -> IndexRuns {
        var runs = IndexRuns()
        for rect in window.rects { walk(rect, &runs) }
        return runs
    }

    /// Calls `body` with the index of each point in `window` until it returns false.
    public func visit(in window: WorldWindow, _ body: (Int) -> Bool) {
        indices(in: window).visit(body)
    }
}

// MARK: - Boxes of the globe

extension QuadTree {
    /// How many points lie in the closed box `bounds`, by their own coordinates and not by those of the map.
    public func count(in bounds: GeoBounds) -> Int {
        let box = FixedBox(bounds)
        return count(in: box.innerWindow) + polarIndices(in: box).count
    }

    /// The indices of the points in the closed box `bounds`, by their own coordinates and not by those of the map.
    ///
    /// The edges of the box must lie in -90...90 and -180...180.
    /// - Complexity: as for a window, and O(k) for k points beyond 85.0511° within the longitudes of the box.
    public func indices(in bounds: GeoBounds) -> IndexRuns {
        let box = FixedBox(bounds)
        var runs = indices(in: box.innerWindow)
        for index in polarIndices(in: box) { runs.append(index) }
        return runs
    }

    /// The input rows of the points in the closed box `bounds`, in no particular order.
    public func rows(in bounds: GeoBounds) -> [UInt32] {
        let indices = indices(in: bounds)
        return indices.indices(limit: indices.count).map { rows[$0] }
    }

    private func polarIndices(in box: FixedBox) -> [Int] {
        guard !polarPoints.isEmpty else { return [] }
        return box.polarWindows.flatMap { window in
            let indices = indices(in: window)
            return indices.indices(limit: indices.count).filter {
                box.latitudes.contains(fixedCoordinate(at: $0).latitudeE7)
            }
        }
    }
}

/// Counts what a walk passes.
struct PointCounter: RegionVisitor {
    var count = 0

    mutating func visit(_ node: QuadNode) { count += node.indices.count }

    mutating func visit(_ point: QuantumPoint, at index: Int) { count += 1 }
}
