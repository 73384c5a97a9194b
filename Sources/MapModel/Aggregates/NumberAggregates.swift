/// A number for each point of a tree, and sum, least and greatest of any range of indices.
///
/// Aggregated in blocks of 64, so that a cluster costs a sixty-fourth of its points. Points without a number have NaN
/// and take no part.
public struct NumberAggregates: Sendable {
    /// What some points have in common.
    public struct Aggregate: Hashable, Sendable {
        /// Points that have a number.
        public private(set) var count = 0
        /// Their sum; 0 without any.
        public private(set) var sum = 0.0
        /// The least of them; infinity without any.
        public private(set) var least = Double.infinity
        /// The greatest of them; minus infinity without any.
        public private(set) var greatest = -Double.infinity

        /// Of no points.
        public init() {}

        /// Of points with these numbers; NaN is none.
        @inline(__always)
        init(of numbers: ArraySlice<Double>) {
            for number in numbers { add(number) }
        }

        /// Of points that somebody else summed up.
        public init(count: Int, sum: Double, least: Double, greatest: Double) {
            (self.count, self.sum, self.least, self.greatest) = (count, sum, least, greatest)
        }

        /// The mean; nil without numbers.
        public var mean: Double? { count == 0 ? nil : sum / Double(count) }

        /// Takes a number in; NaN is none.
        @inline(__always)
        public mutating func add(_ number: Double) {
            guard !number.isNaN else { return }
            count += 1
            sum += number
            least = Swift.min(least, number)
            greatest = Swift.max(greatest, number)
        }

        /// Takes the points of another aggregate in.
        @inline(__always)
        public mutating func add(_ other: Aggregate) {
            count += other.count
            sum += other.sum
            least = Swift.min(least, other.least)
            greatest = Swift.max(greatest, other.greatest)
        }
    }

    private static let blockSize = 64

    /// By index.
    private let numbers: [Double]
    private let blocks: [Aggregate]

    /// The numbers of the points of `tree`, given by row; NaN for none.
    ///
    /// - Complexity: O(n).
    public init(of tree: QuadTree, byRow number: (Int) -> Double) {
        self.init(byIndex: tree.rows.map { number(Int($0)) })
    }

    /// The numbers of points by their index; NaN for none.
    ///
    /// - Complexity: O(n), shared by the workers.
    public init(byIndex numbers: [Double], by workers: Workers = .alone) {
        self.numbers = numbers
        let blockCount = numbers.count / Self.blockSize
        blocks = [Aggregate](unsafeUninitializedCapacity: blockCount) { blocks, count in
            // Each worker writes to its own blocks.
            nonisolated(unsafe) let blocks = blocks
            workers.run(workers.count) { number in
                for block in workers.share(number, of: blockCount) {
                    let first = block * Self.blockSize
                    blocks.initializeElement(
                        at: block, to: Aggregate(of: numbers[first..<(first + Self.blockSize)]))
                }
            }
            count = blockCount
        }
    }

    /// Points, with a number or without.
    public var count: Int { numbers.count }

    /// The number of the point at an index, 0..<count; nil where it has none.
    public func number(at index: Int) -> Double? { numbers[index].isNaN ? nil : numbers[index] }

    /// What the points in `range` have in common.
    ///
    /// - Complexity: O(length / 64).
    public func aggregate(in range: Range<Int>) -> Aggregate {
        var aggregate = Aggregate()
        var index = range.lowerBound
        while index < range.upperBound {
            if index % Self.blockSize == 0, range.upperBound - index >= Self.blockSize {
                aggregate.add(blocks[index / Self.blockSize])
                index += Self.blockSize
            } else {
                aggregate.add(numbers[index])
                index += 1
            }
        }
        return aggregate
    }

    /// What the points in `runs` have in common.
    public func aggregate(in runs: IndexRuns) -> Aggregate {
        runs.runs.reduce(into: Aggregate()) { $0.add(aggregate(in: $1)) }
    }
}
