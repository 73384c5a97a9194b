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

    /// The positions of the points in `window`; Morton order on either side of 180°.
    public func positions(in window: WorldWindow) -> PositionRuns {
        var runs = PositionRuns()
        for rect in window.rects { walk(rect, &runs) }
        return runs
    }

    /// Calls `body` with the position of each point in `window` until it returns false.
    public func visit(in window: WorldWindow, _ body: (Int) -> Bool) {
        positions(in: window).visit(body)
    }
}

// MARK: - Boxes of the globe

extension QuadTree {
    /// How many points lie in the closed box `bounds`, by their own coordinates and not by those of the map.
    public func count(in bounds: GeoBounds) -> Int {
        let box = FixedBox(bounds)
        return count(in: box.innerWindow) + polarPositions(in: box).count
    }

    /// The positions of the points in the closed box `bounds`, by their own coordinates and not by those of the map.
    ///
    /// The edges of the box must lie in -90...90 and -180...180.
    /// - Complexity: as for a window, and O(k) for k points beyond 85.0511° within the longitudes of the box.
    public func positions(in bounds: GeoBounds) -> PositionRuns {
        let box = FixedBox(bounds)
        var runs = positions(in: box.innerWindow)
        for position in polarPositions(in: box) { runs.append(position) }
        return runs
    }

    /// Calls `body` with the position of each point in the closed box `bounds` until it returns false.
    public func visit(in bounds: GeoBounds, _ body: (Int) -> Bool) {
        positions(in: bounds).visit(body)
    }

    /// The input rows of the points in the closed box `bounds`, in no particular order.
    public func rows(in bounds: GeoBounds) -> [UInt32] {
        let positions = positions(in: bounds)
        return positions.positions(limit: positions.count).map { rows[$0] }
    }

    private func polarPositions(in box: FixedBox) -> [Int] {
        guard !polarPoints.isEmpty else { return [] }
        return box.polarWindows.flatMap { window in
            let positions = positions(in: window)
            return positions.positions(limit: positions.count).filter {
                box.latitudes.contains(fixedCoordinate(at: $0).latitudeE7)
            }
        }
    }
}

/// Counts what a walk passes.
struct PointCounter: RegionVisitor {
    var count = 0

    mutating func visit(_ node: QuadNode) { count += node.positions.count }

    mutating func visit(_ point: QuantumPoint, at position: Int) { count += 1 }
}
