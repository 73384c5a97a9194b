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
    /// The quarters of the cells that are being divided, four of each depth.
    private let quarters: UnsafeMutableBufferPointer<AreaQuarter>
    /// The edges of these.
    private var memory = AreaEdgeStack()
    /// Which quarters each edge of a run may touch.
    private var touched: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 256)
    /// The areas that hold the cell, in the order in which they were found.
    private var cover: [UInt32] = []
    private var isCovered: [Bool]
    private var signature: UInt64 = 0
    private(set) var covers: AreaCovers
    /// The runs of the points so far.
    private var runs: [AreaAssignment.Run] = []
    /// Cells with at most so many points and edges are not divided but handed over, as is what lies deep.
    private let largestHandedOver: Int
    private static let deepestDivided = 20
    /// So few points are tested rather than divided, and more of a cell with few edges.
    private static let fewPoints = 4
    private static let splitCost = 24

    /// A solver that hands cells of at most `handingOver` points and edges over; 0 for one that solves all.
    init(_ shared: Shared, areaCount: Int, handingOver: Int = 0) {
        self.shared = shared
        largestHandedOver = handingOver
        covers = AreaCovers(areaCount: areaCount)
        isCovered = [Bool](repeating: false, count: areaCount)
        quarters = .allocate(capacity: 4 * 33)
        quarters.initialize(repeating: AreaQuarter())
    }

    deinit {
        for quarter in quarters { quarter.runs.deallocate() }
        quarters.deinitialize()
        quarters.deallocate()
        touched.deallocate()
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
        signature ^= AreaCovers.signature(area)
        cover.append(area)
    }

    /// Takes the areas back that were added after the first `count`.
    @inline(__always)
    private mutating func release(to count: Int) {
        while cover.count > count {
            let area = cover.removeLast()
            isCovered[Int(area)] = false
            signature ^= AreaCovers.signature(area)
        }
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

    private mutating func divide(_ cell: AreaCell, _ handOver: (AreaCell, [UInt32]) -> Bool) -> Bool {
        let first = 4 * cell.node.depth
        let mark = memory.mark
        prepareQuarters(of: cell, from: first)
        for run in cell.runs where !isCovered[Int(run.area)] { distribute(run, of: cell, to: first) }
        for number in first..<first + 4 where !quarters[number].cell.node.indices.isEmpty {
            let known = cover.count
            for area in quarters[number].held { hold(area) }
            guard solve(quarters[number].takeCell(), handOver: handOver) else { return false }
            release(to: known)
        }
        memory.release(to: mark)
        return true
    }

    private mutating func prepareQuarters(of cell: AreaCell, from first: Int) {
        // Not through `self`: ThreadSanitizer's code for that is refused by the compiler (6.3).
        let quarters = quarters
        let starts = shared.finder.quarterStarts(of: cell.node)
        let half = cell.node.side / 2
        let middleX = Self.longitude(ofColumn: cell.node.west + half)
        let middleY = latitude(ofRow: cell.node.north + half)
        for quarter in 0..<4 {
            let isEastern = quarter & 1 == 1
            let isSouthern = quarter >> 1 == 1
            quarters[first + quarter].begin(
                AreaCell(
                    node: cell.node.quarter(quarter, indices: starts[quarter]..<starts[quarter + 1]),
                    west: isEastern ? middleX : cell.west, south: isSouthern ? cell.south : middleY + 1,
                    east: isEastern ? cell.east : middleX - 1, north: isSouthern ? middleY : cell.north,
                    runs: UnsafeBufferPointer(start: nil, count: 0), edgeCount: 0),
                runLimit: cell.runs.count)
        }
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

    /// Gives the edges of a run to the quarters that they touch, and notes the quarters that its polygon holds.
    private mutating func distribute(_ run: AreaEdgeRun, of cell: AreaCell, to first: Int) {
        let quarters = quarters
        let box = shared.polygons[Int(run.polygon)].box
        var wanted: UInt8 = 0
        for quarter in 0..<4 {
            let child = quarters[first + quarter].cell
            if child.node.indices.isEmpty || box.isElsewhere(than: child) { continue }
            if box.isInside(child) {
                var kept = run
                kept.isInside = false
                quarters[first + quarter].append(kept)
            } else {
                wanted |= 1 << UInt8(quarter)
            }
        }
        guard wanted != 0 else { return }
        if touched.count < run.count {
            touched.deallocate()
            touched = .allocate(capacity: run.count * 2)
        }
        // The reference of the north-eastern quarter is the corner of all four.
        let corner = quarters[first + 1].cell
        let seen = AreaSorting(cell, cornerX: corner.west, cornerY: corner.south).sort(
            run, wanted, into: touched)
        for quarter in 0..<4 where wanted >> UInt8(quarter) & 1 == 1 {
            var kept = run
            kept.isInside = run.isInside != seen.isPassed(quarter)
            let count = Int(seen.counts[quarter])
            if count == 0 {
                if kept.isInside { quarters[first + quarter].held.append(run.area) }
                continue
            }
            // Most edges of many stay where they are, so that memory does not grow with the depth.
            if count < run.count, run.count < Self.manyEdges || count * 2 < run.count {
                kept.edges = copy(run, of: UInt8(1) << UInt8(quarter), count)
                kept.count = count
            }
            quarters[first + quarter].append(kept)
        }
    }

    private static let manyEdges = 1_024

    /// Copies the edges that may touch a quarter.
    @inline(__always)
    private mutating func copy(_ run: AreaEdgeRun, of bit: UInt8, _ count: Int) -> UnsafePointer<AreaEdge> {
        let target = memory.allocate(count)
        var used = 0
        for index in 0..<run.count where touched[index] & bit != 0 {
            target[used] = run.edges[index]
            used += 1
        }
        return UnsafePointer(target)
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
        default: covers.number(of: cover, signature: signature) { isCovered[Int($0)] }
        }
    }

    /// Points from `start` on have a cover, until the next call.
    @inline(__always)
    private mutating func emit(_ start: Int, _ number: UInt32) {
        if let last = runs.last, last.cover == number { return }
        runs.append(AreaAssignment.Run(start: UInt32(truncatingIfNeeded: start), cover: number))
    }
}
