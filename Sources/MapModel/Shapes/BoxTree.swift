/// Which of many boxes meet a window: a packed R-tree over boxes in the order of their middles along the Z curve.
///
/// After Kamel and Faloutsos, "On Packing R-trees", CIKM 1993, with the curve of the quad tree. Each node
/// also stores the largest extent below it, so that boxes too small to be seen are skipped.
struct BoxTree: Sendable, Hashable {
    private struct Node: Hashable {
        var box: ShapeBox
        var extent: UInt32
    }

    private static let fanOut = 16

    /// The lowest first; each node covers `fanOut` boxes or nodes of the level below, the last for the rest.
    private var levels: [[Node]] = []

    /// The order in which boxes are packed.
    static func order(of boxes: [ShapeBox]) -> [UInt32] {
        var keys = boxes.map { box in
            MortonCode.code(
                of: QuantumPoint(
                    x: box.west &+ box.width / 2, y: box.north + (box.south - box.north) / 2))
        }
        var numbers = boxes.indices.map { UInt32($0) }
        return RadixSort.sorted(keys: &keys, rows: &numbers).rows
    }

    /// A tree over boxes in packing order; any other order gives right answers more slowly.
    init(_ boxes: some Collection<ShapeBox>) {
        var below = boxes.map { Node(box: $0, extent: $0.extent) }
        while below.count > 1 || levels.isEmpty && !below.isEmpty {
            let level = stride(from: 0, to: below.count, by: Self.fanOut).map { start in
                let children = below[start..<Swift.min(start + Self.fanOut, below.count)]
                return children.dropFirst().reduce(children[start]) { node, child in
                    Node(
                        box: node.box.union(child.box), extent: Swift.max(node.extent, child.extent))
                }
            }
            levels.append(level)
            below = level
        }
    }

    var byteCount: Int { levels.reduce(0) { $0 + $1.count } * MemoryLayout<Node>.stride }

    /// Calls `body` with ranges of numbers that include every box which meets `window` and is larger than
    /// `extent`.
    ///
    /// - Complexity: O(log n + k) for k numbers in the ranges, for boxes spread like places on a map.
    func visitRanges(
        in window: WorldWindow, largerThan extent: UInt32, count: Int, _ body: (Range<Int>) -> Void
    ) {
        guard !window.isEmpty else { return }
        visit(count: count, where: { $0.extent >= extent && $0.box.meets(window) }, body)
    }

    /// Calls `body` with the number and the bound of each box, those with the least bounds first, until it returns false.
    ///
    /// - Parameters:
    ///   - bound: of a box; that of a box inside another is not less.
    ///   - box: that with a number, 0..<count.
    /// - Complexity: O(k log n) for k visited numbers of boxes that lie as those of maps do.
    func visitNearestFirst(
        count: Int, bound: (ShapeBox) -> Double, box: (Int) -> ShapeBox, _ body: (Int, Double) -> Bool
    ) {
        guard let root = levels.last?.first else { return }
        var candidates = BinaryHeap<Candidate>()
        candidates.insert(Candidate(level: levels.count - 1, number: 0, bound: bound(root.box)))
        while let next = candidates.popFirst() {
            guard next.level >= 0 else {
                if !body(next.number, next.bound) { return }
                continue
            }
            for child in children(of: next.number, next.level, count: count) {
                let childBox = next.level == 0 ? box(child) : levels[next.level - 1][child].box
                candidates.insert(
                    Candidate(level: next.level - 1, number: child, bound: bound(childBox)))
            }
        }
    }

    /// Calls `body` with the number of each box that may have a bound of at most `limit`, in any order.
    ///
    /// - Complexity: O(log n + k) for k boxes near the place, of boxes that lie as those of maps do.
    func visit(within limit: Double, count: Int, bound: (ShapeBox) -> Double, _ body: (Int) -> Void) {
        visit(count: count, where: { bound($0.box) <= limit }) { $0.forEach(body) }
    }

    /// A node, or a box below level 0, by its bound: the least comes first.
    private struct Candidate: Comparable {
        let level: Int
        let number: Int
        let bound: Double

        static func < (first: Candidate, second: Candidate) -> Bool { first.bound < second.bound }
        static func == (first: Candidate, second: Candidate) -> Bool { first.bound == second.bound }
    }

    /// Calls `body` with the numbers below each lowest node that is wanted, as are all above it.
    private func visit(count: Int, where isWanted: (Node) -> Bool, _ body: (Range<Int>) -> Void) {
        func descend(_ index: Int, _ level: Int) {
            guard isWanted(levels[level][index]) else { return }
            let children = children(of: index, level, count: count)
            if level == 0 { return body(children) }
            for child in children { descend(child, level - 1) }
        }
        if !levels.isEmpty { descend(0, levels.count - 1) }
    }

    /// The nodes, or on level 0 the boxes, below a node.
    private func children(of index: Int, _ level: Int, count: Int) -> Range<Int> {
        let end = level == 0 ? count : levels[level - 1].count
        return index * Self.fanOut..<Swift.min((index + 1) * Self.fanOut, end)
    }
}
