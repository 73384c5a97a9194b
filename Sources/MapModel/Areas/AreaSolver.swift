/// Finds the areas of the points of cells: one recursion over the quad tree in which each cell has only the edges that touch it.
///
/// A cell without edges lies wholly inside or outside of each polygon; one of few points has each of them tested. The
/// reference is the unit in the south-west of a cell: on the way up its western side and then east only edges of the cell
/// can be passed. Cells end where points end: dense borders are divided farther, empty ones never.
struct AreaSolver: ~Copyable {
    /// What all workers read.
    struct Shared {
        let finder: QuarterFinder
        let tree: QuadTree
        let polygons: UnsafeBufferPointer<AreaGeometry.Polygon>
        let border: AreaBorder
    }

    private let shared: Shared
    private let latitudes = LatitudeTable.shared
    /// Of each depth.
    private let levels: UnsafeMutableBufferPointer<Level>
    /// The areas that hold the cell, in the order in which they were found.
    private var cover: [UInt32] = []
    private var isCovered: [Bool]
    private(set) var covers: AreaCovers
    /// The runs of the points so far.
    private var runs: [AreaAssignment.Run] = []
    /// Cells with at most so many points and edges are not divided but handed over, as is what lies deep.
    private let largestHandedOver: Int
    private static let deepestDivided = 20
    /// Points in more cells than this are not worth a cell of their own.
    private static let fewPoints = 4
    private static let splitCost = 24

    /// Memory for the edges of the quarters of cells of one depth.
    private struct Level {
        var edges: UnsafeMutableBufferPointer<AreaEdge>
        var runs: UnsafeMutableBufferPointer<AreaEdgeRun>
    }

    /// A solver that hands cells of at most `handingOver` points and edges over; 0 for one that solves all.
    init(_ shared: Shared, areaCount: Int, handingOver: Int = 0) {
        self.shared = shared
        largestHandedOver = handingOver
        covers = AreaCovers(areaCount: areaCount)
        isCovered = [Bool](repeating: false, count: areaCount)
        levels = .allocate(capacity: 33)
        levels.initialize(
            repeating: Level(
                edges: UnsafeMutableBufferPointer(start: nil, count: 0),
                runs: UnsafeMutableBufferPointer(start: nil, count: 0)))
    }

    deinit {
        for level in levels {
            level.edges.deallocate()
            level.runs.deallocate()
        }
        levels.deallocate()
    }

    /// The runs of a cell that is held by some areas.
    mutating func runs(of cell: AreaCell, heldBy areas: [UInt32]) -> [AreaAssignment.Run] {
        runs = []
        for area in areas { hold(area) }
        _ = solve(cell) { _, _ in true }
        release(to: 0)
        return runs
    }

    @inline(__always)
    private mutating func hold(_ area: UInt32) {
        guard !isCovered[Int(area)] else { return }
        isCovered[Int(area)] = true
        cover.append(area)
    }

    /// Takes the areas back that were added after the first `count`.
    @inline(__always)
    private mutating func release(to count: Int) {
        while cover.count > count { isCovered[Int(cover.removeLast())] = false }
    }

    // MARK: - Cells

    /// Finds the areas of all points of a cell.
    ///
    /// - Parameter handOver: receives cells that are left to others; false ends everything.
    mutating func solve(
        _ cell: AreaCell, handOver: (AreaCell, [UInt32]) -> Bool
    ) -> Bool {
        let count = cell.node.indices.count
        if count == 0 { return true }
        let isTested =
            (count - Self.fewPoints) * cell.edgeCount <= Self.splitCost || cell.node.depth == 32
        if largestHandedOver > 0 {
            let isSmall = count + cell.edgeCount <= largestHandedOver
            if isSmall || isTested || cell.node.depth >= Self.deepestDivided { return handOver(cell, cover) }
        } else if cell.runs.isEmpty {
            emit(cell.node.indices.lowerBound, numberOfCover())
            return true
        } else if isTested {
            test(cell)
            return true
        }
        return divide(cell, handOver)
    }

    private mutating func divide(
        _ cell: AreaCell, _ handOver: (AreaCell, [UInt32]) -> Bool
    ) -> Bool {
        let starts = shared.finder.quarterStarts(of: cell.node)
        let half = cell.node.side / 2
        let middleX = Self.longitude(ofColumn: cell.node.west + half)
        let middleY = latitude(ofRow: cell.node.north + half)
        for quarter in 0..<4 where starts[quarter] < starts[quarter + 1] {
            let isEastern = quarter & 1 == 1
            let isSouthern = quarter >> 1 == 1
            var child = AreaCell(
                node: cell.node.quarter(quarter, indices: starts[quarter]..<starts[quarter + 1]),
                west: isEastern ? middleX : cell.west, south: isSouthern ? cell.south : middleY + 1,
                east: isEastern ? cell.east : middleX - 1, north: isSouthern ? middleY : cell.north,
                runs: UnsafeBufferPointer(start: nil, count: 0), edgeCount: 0)
            let known = cover.count
            narrow(cell, to: &child)
            guard solve(child, handOver: handOver) else { return false }
            release(to: known)
        }
        return true
    }

    /// The least longitude in a column or east of it.
    @inline(__always)
    private static func longitude(ofColumn column: UInt64) -> Int32 {
        QuantumPoint.longitudeE7(column: UInt32(truncatingIfNeeded: column))
    }

    /// The greatest latitude in a row or south of it; the row lies inside the world.
    @inline(__always)
    private func latitude(ofRow row: UInt64) -> Int32 {
        row >= UInt64(LatitudeTable.lastRow)
            ? -LatitudeTable.limitE7 - 1 : latitudes.latitudeE7(row: UInt32(truncatingIfNeeded: row))
    }

    // MARK: - Edges

    /// Gives a quarter the edges of `cell` that touch it, and adds to the cover the areas that hold it.
    private mutating func narrow(_ cell: AreaCell, to child: inout AreaCell) {
        let depth = child.node.depth
        makeRoom(at: depth, runs: cell.runs.count, edges: cell.edgeCount)
        guard let edges = levels[depth].edges.baseAddress, let runs = levels[depth].runs.baseAddress else {
            return
        }
        var used = 0
        var runCount = 0
        for run in cell.runs {
            if isCovered[Int(run.area)] { continue }
            let box = shared.polygons[Int(run.polygon)].box
            if box.west > child.east || box.east < child.west || box.south > child.north
                || box.north < child.south
            {
                continue
            }
            var kept = run
            if box.west > child.west, box.east <= child.east, box.south > child.south,
                box.north <= child.north
            {
                kept.isInside = false
            } else {
                let count = Self.copy(run, of: cell, touching: child, to: edges + used, &kept.isInside)
                if count == 0 {
                    if kept.isInside { hold(run.area) }
                    continue
                }
                // Many edges of which most are kept stay where they are, so that memory does not grow with the depth.
                if count < 4_096 || count * 2 < run.count {
                    kept.edges = UnsafePointer(edges + used)
                    kept.count = count
                    used += count
                }
            }
            runs[runCount] = kept
            runCount += 1
            child.edgeCount += kept.count
        }
        child.runs = UnsafeBufferPointer(start: runs, count: runCount)
    }

    /// Copies the edges that may touch `child`, and moves the reference there.
    @inline(__always)
    private static func copy(
        _ run: AreaEdgeRun, of cell: AreaCell, touching child: AreaCell,
        to target: UnsafeMutablePointer<AreaEdge>, _ isInside: inout Bool
    ) -> Int {
        let (fromX, fromY) = (cell.west, cell.south)
        let (toX, toY) = (child.west, child.south)
        // The sides one unit farther: points are a little east and north of where they are.
        let east = Int64(child.east) + 1
        let north = Int64(child.north) + 1
        let width = Double(east - Int64(toX))
        let height = Double(north - Int64(toY))
        var count = 0
        var isOdd = false
        for index in 0..<run.count {
            let edge = run.edges[index]
            if (edge.x1 > fromX) != (edge.x2 > fromX) || (edge.y1 > toY) != (edge.y2 > toY) {
                if edge.isPassed(from: fromX, fromY, to: toX, toY) { isOdd.toggle() }
            }
            if Swift.max(edge.x1, edge.x2) < toX || Int64(Swift.min(edge.x1, edge.x2)) > east
                || edge.y2 < toY || Int64(edge.y1) > north
            {
                continue
            }
            let dx = Double(edge.x2) - Double(edge.x1)
            let dy = Double(edge.y2) - Double(edge.y1)
            let southWest = dx * (Double(toY) - Double(edge.y1)) - dy * (Double(toX) - Double(edge.x1))
            let southEast = southWest - dy * width
            let northWest = southWest + dx * height
            let northEast = northWest - dy * width
            let least = Swift.min(Swift.min(southWest, southEast), Swift.min(northWest, northEast))
            let most = Swift.max(Swift.max(southWest, southEast), Swift.max(northWest, northEast))
            if least > AreaEdge.doubtful || most < -AreaEdge.doubtful { continue }
            target[count] = edge
            count += 1
        }
        if isOdd { isInside.toggle() }
        return count
    }

    /// Makes the memory of a depth, which no cell uses, large enough.
    private func makeRoom(at depth: Int, runs: Int, edges: Int) {
        if levels[depth].runs.count < runs {
            levels[depth].runs.deallocate()
            levels[depth].runs = .allocate(capacity: runs * 2)
        }
        if levels[depth].edges.count < edges {
            levels[depth].edges.deallocate()
            levels[depth].edges = .allocate(capacity: edges + edges / 2)
        }
    }

    // MARK: - Points

    /// Tests each point of a cell; those of one quantum once, unless their latitudes differ.
    private mutating func test(_ cell: AreaCell) {
        let known = cover.count
        let indices = cell.node.indices
        let isOnePlace =
            cell.node.depth == 32 && !MortonCode.point(of: shared.finder.keys[indices.lowerBound]).isPolar
        for index in isOnePlace ? indices.lowerBound..<indices.lowerBound + 1 : indices {
            let (x, y) = place(at: index, in: cell)
            for run in cell.runs where holds(x, y, run, cell.west, cell.south) { hold(run.area) }
            emit(index, numberOfCover())
            release(to: known)
        }
    }

    @inline(__always)
    private func holds(_ x: Int32, _ y: Int32, _ run: AreaEdgeRun, _ west: Int32, _ south: Int32) -> Bool {
        var isInside = run.isInside
        var isOnEdge = false
        for index in 0..<run.count {
            if run.edges[index].isPassed(from: west, south, to: x, y) { isInside.toggle() }
            if shared.border != .halfOpen, run.edges[index].holds(x, y) { isOnEdge = true }
        }
        return shared.border.takes(isInside: isInside, isOnEdge: isOnEdge)
    }

    /// The place of a point of a cell: of a small cell the latitude is nearly in proportion to the row.
    @inline(__always)
    private func place(at index: Int, in cell: AreaCell) -> (x: Int32, y: Int32) {
        let point = MortonCode.point(of: shared.finder.keys[index])
        if point.isPolar { return shared.tree.fixedCoordinate(at: index).inAreas }
        let x = QuantumPoint.longitudeE7(column: point.x)
        let isAtEdge = cell.node.north == 0 || cell.node.north + cell.node.side == WorldWindow.worldSize
        guard cell.node.depth >= 10, !isAtEdge else { return (x, latitudes.latitudeE7(row: point.y)) }
        let slope = (Double(cell.north) - Double(cell.south) + 1) / Double(cell.node.side)
        var guess = Double(cell.north) - (Double(point.y) - Double(cell.node.north)) * slope
        let row = latitudes.row(latitudeE7: Int32(guess))
        guess += (Double(row) - Double(point.y)) * slope
        return (x, latitudes.latitudeE7(row: point.y, near: Int32(guess)))
    }

    @inline(__always)
    private mutating func numberOfCover() -> UInt32 {
        switch cover.count {
        case 0: 0
        case 1: covers.number(ofArea: cover[0])
        default: covers.number(of: cover)
        }
    }

    /// Points from `start` on have a cover, until the next call.
    @inline(__always)
    private mutating func emit(_ start: Int, _ number: UInt32) {
        if let last = runs.last, last.cover == number { return }
        runs.append(AreaAssignment.Run(start: UInt32(truncatingIfNeeded: start), cover: number))
    }
}
