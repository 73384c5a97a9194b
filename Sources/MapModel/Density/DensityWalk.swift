import Synchronization

/// Counts points between edges, without looking at those of a node that no edge goes through.
///
/// Boxes are numbered by slots: slot 0 lies before the first edge, slot n + 1 behind the last one.
struct DensityWalk {
    /// So many points are counted sooner than a thread begins.
    private static let pointsForWorkers = 1 << 20
    /// More workers than this would wait for memory, and for each other's counts to be added.
    private static let mostWorkers = 8
    /// With so many shares it matters little that some are heavier than others.
    private static let sharesPerWorker = 32

    private let tree: QuadTree
    private let columns: DensityEdges
    private let rows: DensityEdges
    private var counts: [UInt32]

    /// - Parameters:
    ///   - columnEdges: quanta in ascending order, 0...2^32.
    ///   - rowEdges: the same from north to south.
    init(of tree: QuadTree, columnEdges: [UInt64], rowEdges: [UInt64]) {
        self.tree = tree
        columns = DensityEdges(columnEdges)
        rows = DensityEdges(rowEdges)
        counts = Array(repeating: 0, count: (columnEdges.count + 1) * (rowEdges.count + 1))
    }

    /// Counts all points, many of them by several workers: each takes the next share of the tree and has counts of its own.
    mutating func run(by workers: Workers) {
        let workerCount = Swift.min(workers.count, Self.mostWorkers)
        guard workerCount > 1, let shares = shares(count: workerCount * Self.sharesPerWorker) else {
            return tree.withDensityCounter(columns, rows, &counts) { $0.count($0.world) }
        }
        var parts = Array(repeating: [UInt32](), count: workerCount)
        let taken = Atomic<Int>(0)
        @Sendable func nextShare() -> DensityShare? {
            let next = taken.wrappingAdd(1, ordering: .relaxed).oldValue
            return next < shares.count ? shares[next] : nil
        }
        parts.withUnsafeMutableBufferPointer { parts in
            // Each call has a part of its own.
            nonisolated(unsafe) let parts = parts
            let (tree, columns, rows, boxCount) = (tree, columns, rows, counts.count)
            workers.run(workerCount) { worker in
                guard let first = nextShare() else { return }
                var counts = Array(repeating: UInt32(0), count: boxCount)
                tree.withDensityCounter(columns, rows, &counts) { counter in
                    counter.count(first)
                    while let share = nextShare() { counter.count(share) }
                }
                parts[worker] = counts
            }
        }
        for part in parts where !part.isEmpty {
            for index in counts.indices { counts[index] &+= part[index] }
        }
    }

    /// Counts the points of a set.
    mutating func run(only points: PointSet) {
        tree.withDensityCounter(columns, rows, &counts) { $0.count($0.world, only: points) }
    }

    /// Adds what was counted to the boxes of a grid from `column` and `row` on.
    func add(to grid: inout DensityGrid, column: Int, row: Int) {
        let stride = columns.slotCount
        for y in 0..<rows.slotCount - 2 {
            let start = (y + 1) * stride + 1
            grid.add(counts[start..<start + stride - 2], column: column, row: row + y)
        }
    }

    /// The parts of the tree that lie in view, in the order of memory: the heaviest are divided until there are `count` or
    /// all are light. Nil when there is too little to count.
    private func shares(count: Int) -> [DensityShare]? {
        guard tree.count >= Self.pointsForWorkers else { return nil }
        var unused: [UInt32] = []
        return tree.withDensityCounter(columns, rows, &unused) { counter in
            var shares = [counter.world]
            while shares.count < count {
                guard let heaviest = shares.indices.max(by: { shares[$0].weight < shares[$1].weight }),
                    shares[heaviest].weight > Self.pointsForWorkers / count
                else { break }
                counter.divide(shares.remove(at: heaviest)) { if counter.isInside($0) { shares.append($0) } }
            }
            guard shares.reduce(0, { $0 + $1.weight }) >= Self.pointsForWorkers else { return nil }
            return shares.sorted { $0.node.key < $1.node.key }
        }
    }
}

extension QuadTree {
    /// Lends what a counter needs: without a reference to an array, whose count the workers would pass to and fro.
    fileprivate func withDensityCounter<Result>(
        _ columns: DensityEdges, _ rows: DensityEdges, _ counts: inout [UInt32],
        _ body: (DensityCounter) -> Result
    ) -> Result {
        withQuarterFinder { finder in
            columns.withPointers { columns in
                rows.withPointers { rows in
                    counts.withUnsafeMutableBufferPointer { counts in
                        body(DensityCounter(finder: finder, columns: columns, rows: rows, counts: counts))
                    }
                }
            }
        }
    }
}

/// The edges along an axis.
struct DensityEdges {
    /// Edges without references.
    struct Pointers {
        let quanta: UnsafeBufferPointer<UInt64>
        /// The edges as bits of codes.
        let bits: UnsafeBufferPointer<UInt64>
    }

    private let quanta: [UInt64]
    private let bits: [UInt64]

    init(_ quanta: [UInt64]) {
        self.quanta = quanta
        bits = quanta.map { MortonCode.columnBits($0) }
    }

    var slotCount: Int { quanta.count + 1 }

    func withPointers<Result>(_ body: (Pointers) -> Result) -> Result {
        quanta.withUnsafeBufferPointer { quanta in
            bits.withUnsafeBufferPointer { body(Pointers(quanta: quanta, bits: $0)) }
        }
    }
}
