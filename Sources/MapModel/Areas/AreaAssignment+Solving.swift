import Synchronization

extension AreaAssignment {
    /// The areas of the points of `tree`; nil when cancelled.
    ///
    /// - Parameters:
    ///   - border: whether points on the border of an area lie in it.
    ///   - isCancelled: asked each few thousandths of a second, on this thread.
    ///   - progress: called as often with the share that is done, 0…1.
    /// - Complexity: O(edges + cells along borders + points near them).
    public init?(
        of tree: QuadTree, in geometry: AreaGeometry, border: AreaBorder = .halfOpen,
        by workers: Workers = .alone, isCancelled: () -> Bool = { false },
        progress: (Double) -> Void = { _ in }
    ) {
        self.init(
            of: tree, in: geometry, border: border, by: workers, sizes: AreaWork.Sizes(),
            isCancelled: isCancelled, progress: progress)
    }

    /// With cells and batches of other sizes.
    init?(
        of tree: QuadTree, in geometry: AreaGeometry, border: AreaBorder = .halfOpen,
        by workers: Workers = .alone, sizes: AreaWork.Sizes, isCancelled: () -> Bool = { false },
        progress: (Double) -> Void = { _ in }
    ) {
        let solved = tree.withQuarterFinder { finder in
            geometry.polygons.withUnsafeBufferPointer { polygons in
                geometry.edges.withUnsafeBufferPointer { edges in
                    let shared = AreaSolver.Shared(
                        finder: finder, tree: tree, polygons: polygons, border: border)
                    var work = AreaWork(
                        shared, areaCount: geometry.count, edges: edges, sizes: sizes, by: workers)
                    return work.solve(geometry, isCancelled: isCancelled, progress: progress)
                        ? (work.runs, work.covers.lists) : nil
                }
            }
        }
        guard let (runs, covers) = solved else { return nil }
        self.init(runs: runs, covers: covers, pointCount: tree.count, areaCount: geometry.count)
    }
}

/// Divides the world until its cells are small, and has them solved by all workers, some cells at a time.
struct AreaWork: ~Copyable {
    /// Points and edges of a cell that one worker solves, and of all cells that wait.
    struct Sizes {
        var cell = 1 << 16
        var batch = 1 << 20
    }

    private(set) var runs: [AreaAssignment.Run] = []
    private(set) var covers: AreaCovers

    private let shared: AreaSolver.Shared
    private let edges: UnsafeBufferPointer<AreaEdge>
    private let sizes: Sizes
    private let workers: Workers
    /// One for each worker.
    private let solvers: UnsafeMutableBufferPointer<AreaSolver>
    private var cells: [HandedCell] = []
    private var weight = 0
    /// The number that each cover of a worker has here; `unknown` before it is asked for.
    private var numbers: [[UInt32]]

    private static let unknown = UInt32.max

    /// A cell with its own copies of what lies in memory that is used again.
    private struct HandedCell {
        var cell: AreaCell
        let cover: [UInt32]
        let edges: UnsafeMutableBufferPointer<AreaEdge>
        let runs: UnsafeMutableBufferPointer<AreaEdgeRun>

        func free() {
            edges.deallocate()
            runs.deallocate()
        }
    }

    init(
        _ shared: AreaSolver.Shared, areaCount: Int, edges: UnsafeBufferPointer<AreaEdge>, sizes: Sizes,
        by workers: Workers
    ) {
        (self.shared, self.edges, self.sizes, self.workers) = (shared, edges, sizes, workers)
        covers = AreaCovers(areaCount: areaCount)
        solvers = .allocate(capacity: workers.count)
        for number in solvers.indices {
            solvers.initializeElement(at: number, to: AreaSolver(shared, areaCount: areaCount))
        }
        numbers = Array(repeating: [], count: workers.count)
    }

    deinit {
        for cell in cells { cell.free() }
        solvers.deinitialize()
        solvers.deallocate()
    }

    /// False when cancelled.
    mutating func solve(
        _ geometry: AreaGeometry, isCancelled: () -> Bool, progress: (Double) -> Void
    ) -> Bool {
        let count = shared.tree.count
        if isCancelled() { return false }
        var divider = AreaSolver(shared, areaCount: geometry.count, handingOver: sizes.cell)
        var lastProgress = 0
        let isDone = geometry.withWorld(edges, pointCount: count) { world in
            divider.solve(world) { cell, cover in
                add(cell, cover)
                guard weight >= sizes.batch else { return true }
                solveBatch()
                lastProgress = cell.node.indices.upperBound
                progress(Double(lastProgress) / Double(count))
                return !isCancelled()
            }
        }
        guard isDone else { return false }
        solveBatch()
        progress(1)
        return !isCancelled()
    }

    // MARK: - Batches

    private mutating func add(_ cell: AreaCell, _ cover: [UInt32]) {
        weight += cell.node.indices.count + cell.edgeCount
        let copied = cell.runs.reduce(0) { $0 + (holds($1) ? 0 : $1.count) }
        let edges = UnsafeMutableBufferPointer<AreaEdge>.allocate(capacity: copied)
        let runs = UnsafeMutableBufferPointer<AreaEdgeRun>.allocate(capacity: cell.runs.count)
        var used = 0
        for (number, run) in cell.runs.enumerated() {
            var run = run
            if !holds(run), let base = edges.baseAddress {
                (base + used).initialize(from: run.edges, count: run.count)
                run.edges = UnsafePointer(base + used)
                used += run.count
            }
            runs.initializeElement(at: number, to: run)
        }
        var handed = HandedCell(cell: cell, cover: cover, edges: edges, runs: runs)
        handed.cell.runs = UnsafeBufferPointer(runs)
        cells.append(handed)
    }

    /// Whether the edges of a run lie in the geometry itself.
    private func holds(_ run: AreaEdgeRun) -> Bool {
        guard let first = edges.baseAddress else { return false }
        return run.edges >= first && run.edges < first + edges.count
    }

    private mutating func solveBatch() {
        let count = cells.count
        let next = Atomic<Int>(0)
        // Each worker has its own solver, and writes to the places of the cells that it takes.
        nonisolated(unsafe) let solvers = solvers
        nonisolated(unsafe) let cells = cells
        nonisolated(unsafe) let found = UnsafeMutableBufferPointer<CellRuns>.allocate(capacity: count)
        defer { found.deallocate() }
        workers.run(Swift.min(workers.count, count)) { worker in
            while true {
                let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard number < count else { return }
                let runs = solvers[worker].runs(of: cells[number].cell, heldBy: cells[number].cover)
                found.initializeElement(at: number, to: CellRuns(worker: worker, runs: runs))
            }
        }
        for result in found { append(result) }
        found.deinitialize()
        for cell in cells { cell.free() }
        self.cells.removeAll(keepingCapacity: true)
        weight = 0
    }

    private struct CellRuns {
        let worker: Int
        let runs: [AreaAssignment.Run]
    }

    private mutating func append(_ result: CellRuns) {
        let lists = solvers[result.worker].covers.lists
        let missing = lists.count - numbers[result.worker].count
        numbers[result.worker] += Array(repeating: Self.unknown, count: missing)
        for run in result.runs {
            var number = numbers[result.worker][Int(run.cover)]
            if number == Self.unknown {
                number = covers.number(of: lists[Int(run.cover)])
                numbers[result.worker][Int(run.cover)] = number
            }
            if runs.last?.cover != number || runs.isEmpty {
                runs.append(AreaAssignment.Run(start: run.start, cover: number))
            }
        }
    }
}

extension AreaGeometry {
    /// Lends the whole world as a cell with all polygons.
    fileprivate func withWorld<Result>(
        _ edges: UnsafeBufferPointer<AreaEdge>, pointCount: Int, _ body: (AreaCell) -> Result
    ) -> Result {
        let (west, south): (Int32, Int32) = (-1_800_000_000, -900_000_000)
        var runs: [AreaEdgeRun] = []
        runs.reserveCapacity(polygons.count)
        for (number, polygon) in polygons.enumerated() {
            let part = self.edges(of: number)
            guard let first = edges.baseAddress else { continue }
            // Only what lies along the edges of the world has its corner inside.
            let reaches = polygon.box.west <= west && polygon.box.south <= south
            let crossings = reaches ? edges[part].count { $0.isWest(of: west, south) } : 0
            runs.append(
                AreaEdgeRun(
                    edges: first + part.lowerBound, count: part.count, polygon: UInt32(number),
                    area: polygon.area, isInside: crossings & 1 == 1))
        }
        return runs.withUnsafeBufferPointer { runs in
            body(
                AreaCell(
                    node: QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: 0..<pointCount), west: west,
                    south: south, east: 1_799_999_999, north: 899_999_999, runs: runs, edgeCount: edges.count)
            )
        }
    }
}
