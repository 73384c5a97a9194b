/// How many points of each class of a tree any range of indices holds, and where they lie in the mean.
///
/// Positions are summed up in blocks of 256, one byte for each point of the tree.
public struct ClassPlaces: Sendable {
    /// The points of one class among others.
    public struct Part: Hashable, Sendable {
        /// 0..<16.
        public let classNumber: Int
        /// At least 1.
        public let count: Int
        /// The mean of their places.
        public let mean: WorldPoint
        /// The least of their indices.
        public let firstIndex: Int
    }

    private typealias Sums = [SIMD2<UInt64>]

    private static let blockSize = 256

    private let counts: ClassCounts
    /// Of each block of 256 indices the sums of x and y of each class, `ClassCounts.limit` to a block.
    private let sums: Sums

    /// The places of the points of `tree`, whose classes are `counts`.
    ///
    /// - Complexity: O(n).
    public init(of tree: QuadTree, _ counts: ClassCounts) {
        self.counts = counts
        var sums = Sums(repeating: .zero, count: (tree.count / Self.blockSize + 1) * ClassCounts.limit)
        for index in 0..<tree.count {
            let place = index / Self.blockSize * ClassCounts.limit + counts.classOfPoint(at: index)
            sums[place] &+= Self.place(tree.keys[index])
        }
        self.sums = sums
    }

    private static func place(_ key: UInt64) -> SIMD2<UInt64> {
        let point = MortonCode.point(of: key)
        return SIMD2(UInt64(point.x), UInt64(point.y))
    }

    /// The classes among `members` of `tree`: that with most points first, of equal ones that with the lower number.
    ///
    /// - Complexity: O(members / 256 + 256 × runs).
    public func parts(of members: IndexRuns, in tree: QuadTree) -> [Part] {
        let tally = counts.tally(in: members)
        var sums = Sums(repeating: .zero, count: ClassCounts.limit)
        for run in members.runs { add(run, of: tree, to: &sums) }
        return (0..<ClassCounts.limit).filter { tally[$0] > 0 }
            .sorted { (tally[$1], $0) < (tally[$0], $1) }
            .map { classNumber in
                let count = Int(tally[classNumber])
                return Part(
                    classNumber: classNumber, count: count,
                    mean: ClusterPlane.SubSquare(sum: sums[classNumber], count: count).mean,
                    firstIndex: counts.first(ofClass: classNumber, in: members) ?? 0)
            }
    }

    private func add(_ run: Range<Int>, of tree: QuadTree, to sums: inout Sums) {
        var index = run.lowerBound
        while index < run.upperBound {
            if index % Self.blockSize == 0, run.upperBound - index >= Self.blockSize {
                let start = index / Self.blockSize * ClassCounts.limit
                for classNumber in 0..<ClassCounts.limit {
                    sums[classNumber] &+= self.sums[start + classNumber]
                }
                index += Self.blockSize
            } else {
                sums[counts.classOfPoint(at: index)] &+= Self.place(tree.keys[index])
                index += 1
            }
        }
    }
}
