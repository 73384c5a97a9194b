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

    private let counts: ClassCounts
    /// The sums of x and y.
    private let sums: ClassSums<SIMD2<UInt64>>

    /// The places of the points of `tree`, whose classes are `counts`.
    ///
    /// - Complexity: O(n).
    public init(of tree: QuadTree, _ counts: ClassCounts) {
        self.counts = counts
        sums = ClassSums(counts, from: .zero) { $0 &+= Self.place(tree.keys[$1]) }
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
        var totals = [SIMD2<UInt64>](repeating: .zero, count: ClassCounts.limit)
        let present = (0..<ClassCounts.limit).filter { tally[$0] > 0 }
        sums.visit(members) { blocks in
            for classNumber in present {
                for sum in sums.sums(ofClass: classNumber, in: blocks) { totals[classNumber] &+= sum }
            }
        } _: { index in
            totals[counts.classOfPoint(at: index)] &+= Self.place(tree.keys[index])
        }
        return
            present
            .sorted { (tally[$1], $0) < (tally[$0], $1) }
            .map { classNumber in
                let count = Int(tally[classNumber])
                return Part(
                    classNumber: classNumber, count: count,
                    mean: ClusterPlane.SubSquare(sum: totals[classNumber], count: count).mean,
                    firstIndex: counts.first(ofClass: classNumber, in: members) ?? 0)
            }
    }
}
