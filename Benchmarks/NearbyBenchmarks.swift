import MapModel

/// What lies within a distance, at one and ten million points: the tree against boxes and against a sweep.
enum NearbyBenchmarks {
    static func run() {
        for count in [1_000_000, 10_000_000] { run(count: count) }
    }

    private static func run(count: Int) {
        var random = PlaceGenerator(seed: 7)
        var buffer = PointBuffer()
        for row in 0..<count { buffer.append(random.place(), row: UInt32(row)) }
        let tree = QuadTree(buffer)
        buffer = PointBuffer()
        print("  \(count) points")
        var other = PlaceGenerator(seed: 8)
        let centers = (0..<200).map { _ in
            tree.coordinate(at: other.number(below: tree.count))
        }
        for kilometers in [50.0, 100, 1_000] { circles(of: kilometers, around: centers, in: tree) }
        for limit in [10, 1_000] {
            var found = 0
            let time = Measurement(count: centers.count) {
                found += tree.nearest(to: centers[$0], count: limit).count
            }
            print("    \(limit) nearest: \(time.summary) (\(found))")
        }
        sparse(tree)
        lights(tree)
    }

    private static func circles(of kilometers: Double, around centers: [Coordinate], in tree: QuadTree) {
        let circles = centers.compactMap {
            try? GeoCircle(center: $0, radiusMeters: kilometers * 1_000)
        }
        var counts = [0, 0, 0]
        let counting = Measurement(count: circles.count) { counts[0] += tree.count(in: circles[$0]) }
        let indices = Measurement(count: circles.count) {
            counts[1] += tree.indices(in: circles[$0]).count
        }
        let few = 20
        let boxes = Measurement(count: few) { counts[2] += candidates(in: circles[$0], tree) }
        print("    \(Int(kilometers)) km, count: \(counting.summary) (\(counts[0] / circles.count) found)")
        print("    \(Int(kilometers)) km, indices: \(indices.summary) (\(counts[1] / circles.count))")
        print("    \(Int(kilometers)) km, boxes and distances: \(boxes.summary) (\(counts[2] / few))")
        let inOrder = Measurement(count: few) { counts[2] += tree.neighbors(in: circles[$0]).count }
        print("    \(Int(kilometers)) km, sorted by distance: \(inOrder.summary)")
        let sweep = Measurement(count: 1) { counts[2] += swept(circles[$0], tree) }
        print("    \(Int(kilometers)) km, sweep: \(sweep.summary)")
    }

    /// The plain two stages, as of a database.
    private static func candidates(in circle: GeoCircle, _ tree: QuadTree) -> Int {
        let origin = GreatCircle.Origin(circle.center)
        var count = 0
        tree.indices(in: circle.boundingBoxes).visit {
            if origin.distance(to: tree.coordinate(at: $0)) <= circle.radiusMeters { count += 1 }
            return true
        }
        return count
    }

    private static func swept(_ circle: GeoCircle, _ tree: QuadTree) -> Int {
        let origin = GreatCircle.Origin(circle.center)
        return (0..<tree.count).count {
            origin.distance(to: tree.coordinate(at: $0)) <= circle.radiusMeters
        }
    }

    /// A search in which only one point in a thousand is wanted.
    private static func sparse(_ tree: QuadTree) {
        var random = PlaceGenerator(seed: 9)
        let places = (0..<100).map { _ in random.place().coordinate }
        var found = 0
        let time = Measurement(count: places.count) {
            found += tree.nearest(to: places[$0], count: 10) { $0 % 1_000 == 0 }.count
        }
        print("    10 nearest of each thousandth: \(time.summary) (\(found))")
    }

    /// All points lit, and how many of them the clusters of a screen hold.
    private static func lights(_ tree: QuadTree) {
        guard
            let everything = try? GeoCircle(
                center: Coordinate(latitude: 0, longitude: 0), radiusMeters: 2.1e7)
        else { return }
        var lit = PointSet(capacity: tree.count)
        let lighting = Measurement(count: 5) { _ in
            lit = PointSet(capacity: tree.count)
            lit.insert(contentsOf: tree.indices(in: everything))
        }
        print("    all rows lit: \(lighting.summary) (\(lit.count))")
        let cells = 2_000
        var counted = 0
        let counting = Measurement(count: 20) { _ in
            for cell in 0..<cells {
                counted += lit.count(in: tree.count * cell / cells..<tree.count * (cell + 1) / cells)
            }
        }
        print("    counts of \(cells) clusters that hold all rows: \(counting.summary) (\(counted))")
    }
}
