/// Sums of each class over blocks of 256 indices: what a range of them comes to costs a 256th of its points.
struct ClassBlocks<Sum: Sendable>: Sendable {
    private static var blockSize: Int { 256 }

    /// Class after class, so that those of one class are read in a row.
    private let sums: [Sum]
    private let blockCount: Int

    /// Adds each index of `classes` to the sum of its class.
    ///
    /// - Complexity: O(n).
    init(_ classes: ClassCounts, from none: Sum, _ add: (inout Sum, Int) -> Void) {
        blockCount = classes.count / Self.blockSize + 1
        var sums = [Sum](repeating: none, count: blockCount * ClassCounts.limit)
        for index in 0..<classes.count {
            add(&sums[classes.classOfPoint(at: index) * blockCount + index / Self.blockSize], index)
        }
        self.sums = sums
    }

    /// Passes the whole blocks of `runs`, and the single indices around them.
    @inline(__always)
    func visit(_ runs: IndexRuns, _ blocks: (Range<Int>) -> Void, _ single: (Int) -> Void) {
        for run in runs.runs {
            let first = (run.lowerBound + Self.blockSize - 1) / Self.blockSize
            let end = run.upperBound / Self.blockSize
            guard first < end else {
                for index in run { single(index) }
                continue
            }
            for index in run.lowerBound..<first * Self.blockSize { single(index) }
            blocks(first..<end)
            for index in end * Self.blockSize..<run.upperBound { single(index) }
        }
    }

    /// The sums of a class in some blocks.
    func sums(ofClass classNumber: Int, in blocks: Range<Int>) -> ArraySlice<Sum> {
        sums[classNumber * blockCount + blocks.lowerBound..<classNumber * blockCount + blocks.upperBound]
    }
}

/// What the numbers of the points of each class of a tree come to, of any range of indices.
public struct ClassAggregates: Sendable {
    private let classes: ClassCounts
    private let numbers: NumberAggregates
    private let blocks: ClassBlocks<NumberAggregates.Aggregate>

    /// The numbers of the points whose classes are `classes`.
    ///
    /// - Complexity: O(n).
    public init(_ numbers: NumberAggregates, _ classes: ClassCounts) {
        (self.numbers, self.classes) = (numbers, classes)
        blocks = ClassBlocks(classes, from: NumberAggregates.Aggregate()) { sum, index in
            if let number = numbers.number(at: index) { sum.add(number) }
        }
    }

    /// What the points of one class in `runs` have in common.
    ///
    /// - Complexity: O(length / 256 + 256 × runs).
    public func aggregate(ofClass classNumber: Int, in runs: IndexRuns) -> NumberAggregates.Aggregate {
        var total = NumberAggregates.Aggregate()
        blocks.visit(runs) {
            for sum in blocks.sums(ofClass: classNumber, in: $0) { total.add(sum) }
        } _: { index in
            if classes.classOfPoint(at: index) == classNumber, let number = numbers.number(at: index) {
                total.add(number)
            }
        }
        return total
    }
}
