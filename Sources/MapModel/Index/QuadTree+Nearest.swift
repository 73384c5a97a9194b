extension QuadTree {
    /// The `count` points nearest to `place`, nearest first; equally near ones in the order of their rows.
    ///
    /// Best first: the cell that may hold the nearest point is searched next, until none can hold a nearer
    /// one than those found.
    /// After Hjaltason and Samet, "Distance browsing in spatial databases", ACM TODS 24, 1999.
    /// - Parameters:
    ///   - within: metres; points farther away are not found. Nothing is found when it is negative or not a number.
    ///   - isWanted: asked with a index, at most once each; nil wants all.
    /// - Complexity: O(k log n) for k points on evenly spread points; more where few are wanted.
    public func nearest(
        to place: Coordinate, count: Int, within: Double = .infinity, where isWanted: ((Int) -> Bool)? = nil
    ) -> [Neighbor] {
        guard count > 0, within >= 0, !isEmpty else { return [] }
        var search = NearestSearch(place, limit: count, within: within, in: self)
        search.run(where: isWanted)
        return search.neighbors
    }
}

/// A best-first search with its queue of cells and the points found so far.
private struct NearestSearch {
    /// A cell by its nearest point: near cells come first.
    private struct Candidate: Comparable {
        let cell: SeenCell
        let squaredChord: Double

        static func < (first: Candidate, second: Candidate) -> Bool {
            first.squaredChord < second.squaredChord
        }
        static func == (first: Candidate, second: Candidate) -> Bool {
            first.squaredChord == second.squaredChord
        }
    }

    /// A point by its distance and row: far ones come first, since they are removed first.
    private struct Found: Comparable {
        let meters: Double
        let row: UInt32
        let index: Int

        static func < (first: Found, second: Found) -> Bool {
            first.meters == second.meters ? first.row > second.row : first.meters > second.meters
        }
    }

    private let tree: QuadTree
    private let limit: Int
    private let origin: GreatCircle.Origin
    private let distances: CellDistances
    private var candidates = BinaryHeap<Candidate>()
    private var found = BinaryHeap<Found>()
    /// The greatest distance that is still of use, and its limits for cells and points.
    private var reachMeters: Double
    private var limits: ReachLimits

    init(_ place: Coordinate, limit: Int, within: Double, in tree: QuadTree) {
        self.tree = tree
        self.limit = Swift.min(limit, tree.count)
        origin = GreatCircle.Origin(place)
        distances = CellDistances(from: place)
        reachMeters = within
        limits = ReachLimits(meters: within)
    }

    /// The points found, nearest first.
    var neighbors: [Neighbor] {
        found.elements.sorted { $0 > $1 }
            .map { Neighbor(index: $0.index, distanceMeters: $0.meters) }
    }

    mutating func run(where isWanted: ((Int) -> Bool)?) {
        offer(distances.world(indices: 0..<tree.count))
        while let candidate = candidates.popFirst(), candidate.squaredChord <= limits.cellOutside {
            let node = candidate.cell.node
            if node.indices.count <= QuadTree.looseLimit || node.depth == 32 {
                take(node, where: isWanted)
            } else {
                distances.divide(candidate.cell, of: tree) { offer($0) }
            }
        }
    }

    private mutating func offer(_ cell: SeenCell) {
        let chord = distances.leastSquaredChord(to: cell)
        if chord <= limits.cellOutside { candidates.insert(Candidate(cell: cell, squaredChord: chord)) }
    }

    /// Many points of one node are all in one place, unless they lie beyond the Mercator square: once one of them
    /// is of no use, the later rows are not either.
    private mutating func take(_ node: QuadNode, where isWanted: ((Int) -> Bool)?) {
        let isOnePlace = node.depth == 32 && !tree.quantum(at: node.indices.lowerBound).isPolar
        for index in node.indices {
            let point = tree.quantum(at: index)
            if !point.isPolar, distances.squaredChord(to: point) > limits.pointOutside { continue }
            if let isWanted, !isWanted(index) { continue }
            let meters = origin.distance(to: tree.coordinate(at: index))
            let isUsed = take(Found(meters: meters, row: tree.row(at: index), index: index))
            if !isUsed, isOnePlace { return }
        }
    }

    /// Whether the point is among the nearest so far.
    private mutating func take(_ point: Found) -> Bool {
        guard point.meters <= reachMeters else { return false }
        if found.count < limit {
            found.insert(point)
        } else if let farthest = found.first, farthest < point {
            found.replaceFirst(with: point)
        } else {
            return false
        }
        if found.count == limit, let farthest = found.first, farthest.meters < reachMeters {
            reachMeters = farthest.meters
            limits = ReachLimits(meters: reachMeters)
        }
        return true
    }
}
