import CByteScan

/// A cell of the quad tree as seen from a centre: the node, and its edges as sines and cosines.
struct SeenCell {
    /// A parallel of latitude.
    struct Parallel {
        var sine: Double
        var cosine: Double
    }

    var node: QuadNode
    var north: Parallel
    var south: Parallel
    /// The squared sines of half the turns from the centre's meridian to those of the edges.
    var west: Double
    var east: Double
}

/// Distances of cells and points of the world plane from a place on the sphere.
///
/// The measure is the squared chord: of the straight line through the unit sphere, 0 at the centre, 4 at the opposite
/// point. Unlike the cosine of the great-circle distance it distinguishes places that are millimetres apart.
/// It takes one exponential and one sine for each division of a cell, and none for each cell. Its rounding is
/// included in the margins of `ReachLimits`.
struct CellDistances {
    private let center: SeenCell.Parallel
    /// Quanta east of 180° W, and those of the opposite meridian.
    private let column: Double
    private let oppositeColumn: Double

    private static let side = Double(WorldWindow.worldSize)

    init(from coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        center = SeenCell.Parallel(sine: sin(latitude), cosine: Swift.max(cos(latitude), 0))
        let turn = (coordinate.longitude + 180) / 360
        column = (turn < 1 ? turn : 0) * Self.side
        oppositeColumn = column < Self.side / 2 ? column + Self.side / 2 : column - Self.side / 2
    }

    /// The whole tree as one cell.
    func world(indices: Range<Int>) -> SeenCell {
        let edge = meridian(at: 0)
        return SeenCell(
            node: QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: indices),
            north: parallel(at: 0), south: parallel(at: Self.side), west: edge, east: edge)
    }

    /// The edges of the first and the last row are the poles: points beyond the Mercator square lie in them.
    @inline(__always)
    private func parallel(at row: Double) -> SeenCell.Parallel {
        if row <= 0 { return SeenCell.Parallel(sine: 1, cosine: 0) }
        if row >= Self.side { return SeenCell.Parallel(sine: -1, cosine: 0) }
        let growth = exp(.pi * (1 - 2 * row / Self.side))
        let decay = 1 / growth
        let scale = 1 / (growth + decay)
        return SeenCell.Parallel(sine: (growth - decay) * scale, cosine: 2 * scale)
    }

    /// A meridian by the squared sine of half the turn to it.
    @inline(__always)
    private func meridian(at column: Double) -> Double {
        let sine = sin((column - self.column) * (.pi / Self.side))
        return sine * sine
    }

    /// The squared chord to the middle of a quantum.
    @inline(__always)
    func squaredChord(to point: QuantumPoint) -> Double {
        squaredChord(
            to: parallel(at: Double(point.y) + 0.5), meridian: meridian(at: Double(point.x) + 0.5))
    }

    /// The squared chord to a point of the world plane, in quanta.
    func squaredChord(toColumn column: Double, row: Double) -> Double {
        squaredChord(to: parallel(at: row), meridian: meridian(at: column))
    }

    @inline(__always)
    private func squaredChord(to parallel: SeenCell.Parallel, meridian: Double) -> Double {
        let up = parallel.sine - center.sine
        let out = parallel.cosine - center.cosine
        return up * up + out * out + 4 * center.cosine * parallel.cosine * meridian
    }

    /// The squared chord to the nearest point of a cell.
    @inline(__always)
    func leastSquaredChord(to cell: SeenCell) -> Double {
        let meridian = holds(column, cell.node) ? 0 : Swift.min(cell.west, cell.east)
        return leastSquaredChord(north: cell.north, south: cell.south, meridian: meridian)
    }

    /// The squared chord to the nearest point of a box, which may go over the end of the ring.
    func leastSquaredChord(to box: ShapeBox) -> Double {
        let offset = (column - Double(box.west)).truncatingRemainder(dividingBy: Self.side)
        let isAbreast = (offset < 0 ? offset + Self.side : offset) <= Double(box.width) + 1
        let west = Double(box.west)
        let edges = Swift.min(meridian(at: west), meridian(at: west + Double(box.width) + 1))
        return leastSquaredChord(
            north: parallel(at: Double(box.north)), south: parallel(at: Double(box.south) + 1),
            meridian: isAbreast ? 0 : edges)
    }

    @inline(__always)
    private func leastSquaredChord(
        north: SeenCell.Parallel, south: SeenCell.Parallel, meridian: Double
    ) -> Double {
        // Along a meridian the distance is a wave of the latitude: see whether its trough lies between the edges.
        let swing = center.cosine * (1 - 2 * meridian)
        let fallsAtSouth = center.sine * south.cosine - swing * south.sine > 0
        let risesAtNorth = center.sine * north.cosine - swing * north.sine < 0
        if fallsAtSouth, risesAtNorth {
            let (across, along) = greatCircle(across: meridian)
            return 2 * across / (1 + along)
        }
        return Swift.min(
            squaredChord(to: south, meridian: meridian), squaredChord(to: north, meridian: meridian)
        )
    }

    /// The squared chord to the farthest point of a cell.
    @inline(__always)
    func greatestSquaredChord(to cell: SeenCell) -> Double {
        let meridian = holds(oppositeColumn, cell.node) ? 1 : Swift.max(cell.west, cell.east)
        let swing = center.cosine * (1 - 2 * meridian)
        let risesAtSouth = center.sine * cell.south.cosine - swing * cell.south.sine < 0
        let fallsAtNorth = center.sine * cell.north.cosine - swing * cell.north.sine > 0
        if risesAtSouth, fallsAtNorth {
            return 2 * (1 + greatCircle(across: meridian).along)
        }
        return Swift.max(
            squaredChord(to: cell.south, meridian: meridian), squaredChord(to: cell.north, meridian: meridian)
        )
    }

    /// The squared sine and the cosine of the distance from the centre to the great circle of a meridian.
    @inline(__always)
    private func greatCircle(across meridian: Double) -> (across: Double, along: Double) {
        let across = Swift.min(4 * center.cosine * center.cosine * meridian * (1 - meridian), 1)
        return (across, (1 - across).squareRoot())
    }

    @inline(__always)
    private func holds(_ column: Double, _ node: QuadNode) -> Bool {
        Double(node.west) <= column && column <= Double(node.west + node.side)
    }

    /// Calls `body` with the quarters of a cell that hold points, in Morton order.
    @inline(__always)
    func divide(_ cell: SeenCell, of tree: QuadTree, _ body: (SeenCell) -> Void) {
        let half = cell.node.side / 2
        let middle = parallel(at: Double(cell.node.north + half))
        let meridian = meridian(at: Double(cell.node.west + half))
        let starts = tree.quarterStarts(of: cell.node)
        for quarter in 0..<4 where starts[quarter] < starts[quarter + 1] {
            let node = cell.node.quarter(quarter, indices: starts[quarter]..<starts[quarter + 1])
            let isEastern = quarter & 1 == 1
            let isSouthern = quarter >> 1 == 1
            body(
                SeenCell(
                    node: node, north: isSouthern ? middle : cell.north,
                    south: isSouthern ? cell.south : middle, west: isEastern ? meridian : cell.west,
                    east: isEastern ? cell.east : meridian))
        }
    }
}

/// How near is surely within a distance and how near surely beyond it, as squared chords; in between the exact distance
/// decides.
///
/// A change of the distance r by m radians changes its squared chord by at most 2 m sin r + m². Rows of quanta are exact
/// to 0.01 quanta, 1.5e-11 radians; a point is at most 1.1e-9 radians from the middle of its quantum. Sines and cosines
/// are rounded to 2e-16, their chord to less than 1e-14 times itself, and so are distances by the haversine.
struct ReachLimits {
    let cellInside: Double
    let cellOutside: Double
    let pointInside: Double
    let pointOutside: Double

    init(meters: Double) {
        let angle = Swift.min(meters / GreatCircle.earthRadiusMeters, .pi)
        let chord = 2 * sin(angle / 2)
        let rounding = 2e-14 * chord
        func margin(_ radians: Double) -> Double { (2 * sin(angle) + radians) * radians + rounding }
        let cellMargin = margin(2e-11)
        let pointMargin = margin(2e-9)
        cellInside = chord * chord - cellMargin
        cellOutside = chord * chord + cellMargin
        pointInside = chord * chord - pointMargin
        pointOutside = chord * chord + pointMargin
    }
}
