/// Points, lines and areas that rows may be near.
///
/// Distances are those along great circles to the nearest point of any of them, 0 inside an area; edges are straight in
/// degrees. 16 bytes an edge, and for areas 16 more.
public struct NearShapes: Sendable {
    /// So many edges have one box.
    private static let blockSize = 16

    /// In blocks; the edges of each are neighbours.
    private(set) var edges: [NearEdge] = []
    /// What each block covers, in the order of the Z curve.
    private(set) var boxes: [ShapeBox] = []
    private(set) var tree = BoxTree([ShapeBox]())
    /// The areas among them.
    let areas: AreaGeometry

    /// The points, lines and areas of sketches.
    ///
    /// - Complexity: O(n log n) for n vertices.
    public init(_ sketches: some Sequence<GeometrySketch>) {
        var areas = AreaGeometry()
        var edges: [NearEdge] = []
        for sketch in sketches {
            if sketch.kind == .area { areas.append(sketch) }
            for (index, part) in sketch.parts.enumerated() {
                let vertices = sketch.vertices[sketch.range(of: index)]
                switch part.kind {
                case .point: edges += vertices.map { NearEdge(point: $0) }
                case .line: edges.add(line: Self.unwrapped(vertices))
                case .area: edges.add(ring: UnwrappedRing(vertices).vertices)
                }
            }
        }
        self.areas = areas
        take(edges)
    }

    /// The lines and areas of some rows, and points.
    ///
    /// - Complexity: O(n log n) for n vertices.
    public init(_ shapes: ShapeIndex, rows: [UInt32], points: [FixedCoordinate] = []) {
        var edges = points.map { NearEdge(point: $0) }
        let numbers = rows.compactMap { shapes.shape(of: $0) }
        for number in numbers {
            shapes.visitPaths(of: number) { path, flags in
                if flags.contains(.area) { edges.add(ring: path) } else { edges.add(line: path) }
            }
        }
        areas = AreaGeometry(
            shapes,
            rows: numbers.map { shapes[$0].row }.filter { row in
                shapes.shape(of: row).map { shapes[$0].kind == .area } ?? false
            })
        take(edges)
    }

    /// Whether there is nothing to be near.
    public var isEmpty: Bool { edges.isEmpty }

    private static func unwrapped(_ line: ArraySlice<FixedCoordinate>) -> [UnwrappedRing.Vertex] {
        guard var previous = line.first else { return [] }
        var x = Int64(previous.longitudeE7)
        return line.map { vertex in
            x += LongitudeStep.shorter(from: previous.longitudeE7, to: vertex.longitudeE7)
            previous = vertex
            return UnwrappedRing.Vertex(x: x, latitudeE7: vertex.latitudeE7)
        }
    }

    /// Puts edges in blocks, and these in the order of the Z curve.
    private mutating func take(_ unsorted: [NearEdge]) {
        let blocks = stride(from: 0, to: unsorted.count, by: Self.blockSize).map { start in
            start..<Swift.min(start + Self.blockSize, unsorted.count)
        }
        let unsortedBoxes = blocks.map { block in
            unsorted[block].dropFirst().reduce(unsorted[block.lowerBound].box) { $0.union($1.box) }
        }
        edges.reserveCapacity(unsorted.count)
        var order = BoxTree.order(of: unsortedBoxes)
        // Only the last block may be shorter: it stays at the end.
        if let last = blocks.indices.last, let place = order.firstIndex(of: UInt32(last)) {
            order.append(order.remove(at: place))
        }
        for number in order { edges += unsorted[blocks[Int(number)]] }
        boxes = order.map { unsortedBoxes[Int($0)] }
        tree = BoxTree(boxes)
    }

    /// The edges of a block.
    private func edges(of block: Int) -> Range<Int> {
        block * Self.blockSize..<Swift.min((block + 1) * Self.blockSize, edges.count)
    }

    // MARK: - One place

    /// Metres from a place to the nearest of them, 0 inside an area; infinity where there is none.
    ///
    /// - Complexity: O(log n + edges near the place + polygons), and the edges of polygons around it.
    public func meters(from place: FixedCoordinate) -> Double {
        areas.areas(at: place).isEmpty ? metersToEdge(from: place) : 0
    }

    func metersToEdge(from place: FixedCoordinate) -> Double {
        let distances = CellDistances(from: place.coordinate)
        var search = EdgeSearch(from: place)
        tree.visitNearestFirst(
            count: boxes.count, bound: { distances.leastSquaredChord(to: $0) }, box: { boxes[$0] }
        ) { block, bound in
            if ShapeDistances.isBeyond(bound, search.squaredChord) { return false }
            for edge in edges(of: block) { search.look(at: edges[edge]) }
            return true
        }
        return search.meters
    }

    /// Metres to the nearest edge where these are at most `limit`; any that are at most `enough` do.
    func metersToEdge(from place: FixedCoordinate, within limit: Double, enough: Double) -> Double? {
        let distances = CellDistances(from: place.coordinate)
        let reach = ReachLimits(meters: limit).pointOutside
        var search = EdgeSearch(from: place, within: reach)
        let sufficient = enough < 0 ? -1 : ReachLimits(meters: enough).pointInside
        tree.visit(
            within: reach, count: boxes.count, bound: { distances.leastSquaredChord(to: $0) }
        ) { block in
            guard search.squaredChord > sufficient,
                !ShapeDistances.isBeyond(distances.leastSquaredChord(to: boxes[block]), search.squaredChord)
            else { return }
            for edge in edges(of: block) { search.look(at: edges[edge]) }
        }
        return search.meters <= limit ? search.meters : nil
    }
}
