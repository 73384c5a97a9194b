import CByteScan

/// The points of a tree in the order of their times: 6 bytes a point, from which any window is a set of bits.
///
/// A point's slice says roughly when it is: one of 65,535 with equally many points. A window is whole slices, found by comparing
/// numbers in the order of the tree, and parts of two, found in the order of time: its cost does not depend on the window.
/// Moments are whole numbers; those at or below `none` mean no time, and such points are in no window.
public struct TimeOrder: Sendable {
    /// The greatest number that is no time.
    public static let none = Int64.min + 1

    /// Indices in the tree by time; those with equal times in the order of the tree.
    let order: [UInt32]
    /// The slice of each index; `noSlice` without a time.
    let slices: [UInt16]
    /// Moments by row, and the row of each index: shared with the column and the tree.
    let moments: [Int64]
    let rows: [UInt32]

    static let noSlice = UInt16.max
    private static let mostSlices = Int(UInt16.max)

    /// - Parameter moments: by row, for all rows of the tree.
    /// - Complexity: O(points), by sorting digits.
    public init(of tree: QuadTree, moments: [Int64]) {
        self.init(of: tree, moments: moments, by: .alone)
    }

    /// The same, shared by the workers.
    package init(of tree: QuadTree, moments: [Int64], by workers: Workers) {
        self.moments = moments
        rows = tree.rows
        var pieces = workers.shares(of: tree.count) { indices in
            Self.piece(of: indices, tree.rows, moments)
        }
        let count = pieces.reduce(0) { $0 + $1.count }
        order = PointSort.sorted(&pieces, count: count, by: workers).rows
        slices = Self.slices(of: order, pointCount: tree.count, by: workers)
    }

    /// The times of those of some indices that have one, as keys that ascend with them.
    private static func piece(of indices: Range<Int>, _ rows: [UInt32], _ moments: [Int64]) -> PointPiece {
        var keys: [UInt64] = []
        var found: [UInt32] = []
        keys.reserveCapacity(indices.count)
        found.reserveCapacity(indices.count)
        for index in indices {
            let moment = moments[Int(rows[index])]
            guard moment > none else { continue }
            keys.append(UInt64(bitPattern: moment ^ .min))
            found.append(UInt32(truncatingIfNeeded: index))
        }
        return PointPiece(keys: keys, firstRow: 0, steps: found)
    }

    private static func slices(of order: [UInt32], pointCount: Int, by workers: Workers) -> [UInt16] {
        let sliceCount = min(mostSlices, order.count)
        return [UInt16](unsafeUninitializedCapacity: pointCount) { slices, count in
            slices.initialize(repeating: noSlice)
            // Each worker writes those of its own positions.
            nonisolated(unsafe) let slices = slices
            workers.run(workers.count) { number in
                for position in workers.share(number, of: order.count) {
                    slices[Int(order[position])] = UInt16(
                        truncatingIfNeeded: position * sliceCount / order.count)
                }
            }
            count = pointCount
        }
    }

    /// Points that have a time.
    public var count: Int { order.count }

    /// Bytes that it occupies besides the tree and the column.
    public var byteCount: Int { order.count * 4 + slices.count * 2 }

    /// The index in the tree of a point by its position in the order of time.
    public func index(at position: Int) -> Int { Int(order[position]) }

    /// The moment at a position in the order of time.
    public func moment(at position: Int) -> Int64 { moments[Int(rows[Int(order[position])])] }

    /// The positions of a window, which has its first moment and not its last; nil for no end.
    ///
    /// - Complexity: O(log points).
    public func positions(from: Int64?, until: Int64?) -> Range<Int> {
        func position(_ edge: Int64) -> Int { Bisection.first(in: order.indices) { moment(at: $0) >= edge } }
        let start = from.map(position) ?? 0
        return start..<max(until.map(position) ?? count, start)
    }

    // MARK: - Bits

    /// The points at some positions.
    ///
    /// - Complexity: O(points of the tree), whatever the positions are.
    public func points(at positions: Range<Int>) -> PointSet { points(at: positions, by: .alone) }

    /// The points at some positions, found by all workers.
    public func points(at positions: Range<Int>, by workers: Workers) -> PointSet {
        let whole = wholeSlices(in: positions)
        var points: PointSet
        if whole.isEmpty {
            points = PointSet(capacity: slices.count)
            for position in positions { points.insert(index(at: position)) }
            return points
        }
        points = PointSet(capacity: slices.count, by: workers) { words, share in
            fill(words, share, slices: whole)
        }
        for position in positions.lowerBound..<start(ofSlice: whole.lowerBound) {
            points.insert(index(at: position))
        }
        for position in start(ofSlice: whole.upperBound)..<positions.upperBound {
            points.insert(index(at: position))
        }
        return points
    }

    /// Sets the bits of the points in some slices, and no others of these words.
    private func fill(
        _ words: UnsafeMutableBufferPointer<UInt64>, _ range: Range<Int>, slices whole: Range<Int>
    ) {
        let (first, count) = (UInt16(whole.lowerBound), UInt16(whole.count))
        slices.withUnsafeBufferPointer { slices in
            guard let base = slices.baseAddress else { return }
            for wordIndex in range {
                let start = wordIndex << 6
                if slices.count - start >= 64 {
                    words[wordIndex] = byte_range_of_64(base + start, first, count)
                } else {
                    words[wordIndex] = (start..<slices.count).reduce(0) { word, index in
                        word | (whole.contains(Int(slices[index])) ? 1 : 0) << UInt64(index & 63)
                    }
                }
            }
        }
    }

    /// Makes the points of one window those of another.
    ///
    /// - Complexity: O(positions that are in one of them alone), or that of `points(at:)` where these are many.
    public func move(_ points: inout PointSet, from old: Range<Int>, to new: Range<Int>) {
        let common = old.clamped(to: new)
        let changes = old.count + new.count - 2 * common.count
        guard changes < slices.count / 16 else {
            points = self.points(at: new)
            return
        }
        for position in old where !new.contains(position) { points.remove(index(at: position)) }
        for position in new where !old.contains(position) { points.insert(index(at: position)) }
    }

    // MARK: - Bars

    /// How many points of some indices lie between each two of some moments, which ascend.
    ///
    /// - Complexity: O(indices + bars · points of a slice).
    public func counts(between edges: [Int64], in runs: IndexRuns) -> [Int] {
        guard edges.count > 1, count > 0 else { return Array(repeating: 0, count: max(edges.count - 1, 0)) }
        let sliceCount = self.sliceCount
        var bySlice = [Int32](repeating: 0, count: Int(UInt16.max) + 1)
        for run in runs.runs {
            for slice in slices[run] { bySlice[Int(slice)] &+= 1 }
        }
        var sums = [0]
        sums.reserveCapacity(sliceCount + 1)
        for slice in 0..<sliceCount { sums.append(sums[slice] + Int(bySlice[slice])) }
        var inside = PointSet(capacity: slices.count)
        inside.insert(contentsOf: runs)
        let below = edges.map { edge in
            let position = positions(from: edge, until: nil).lowerBound
            let slice = self.slice(at: position)
            let rest = (start(ofSlice: slice)..<position).count { inside.contains(index(at: $0)) }
            return sums[slice] + rest
        }
        return zip(below, below.dropFirst()).map { $1 - $0 }
    }

    // MARK: - Slices

    var sliceCount: Int { min(Self.mostSlices, order.count) }

    /// The slice of a position; the number of slices for the end.
    private func slice(at position: Int) -> Int {
        position >= count ? sliceCount : position * sliceCount / max(count, 1)
    }

    /// The first position of a slice.
    func start(ofSlice slice: Int) -> Int { (slice * count + sliceCount - 1) / max(sliceCount, 1) }

    /// The slices all of whose positions are in a range.
    private func wholeSlices(in positions: Range<Int>) -> Range<Int> {
        guard !positions.isEmpty else { return 0..<0 }
        var first = slice(at: positions.lowerBound)
        if start(ofSlice: first) < positions.lowerBound { first += 1 }
        let end = slice(at: positions.upperBound)
        return first..<max(end, first)
    }
}
