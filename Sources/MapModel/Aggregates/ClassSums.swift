/// Sums of each class over groups of 256 indices: the sum of a range of them costs a 256th of its points.
struct ClassSums<Sum: Sendable>: Sendable {
    private static var groupSize: Int { 256 }

    /// Class after class, so that those of one class are read in a row.
    private let sums: [Sum]
    private let groupCount: Int

    /// Adds each index of `classes` to the sum of its class.
    ///
    /// - Complexity: O(n).
    init(_ classes: ClassCounts, from none: Sum, _ add: (inout Sum, Int) -> Void) {
        groupCount = classes.count / Self.groupSize + 1
        var sums = [Sum](repeating: none, count: groupCount * ClassCounts.limit)
        for index in 0..<classes.count {
            add(&sums[classes.classOfPoint(at: index) * groupCount + index / Self.groupSize], index)
        }
        self.sums = sums
    }

    /// Passes the whole groups of `runs`, and the single indices around them.
    @inline(__always)
    func visit(_ runs: IndexRuns, _ groups: (Range<Int>) -> Void, _ single: (Int) -> Void) {
        for run in runs.runs {
            let first = (run.lowerBound + Self.groupSize - 1) / Self.groupSize
            let end = run.upperBound / Self.groupSize
            guard first < end else {
                for index in run { single(index) }
                continue
            }
            for index in run.lowerBound..<first * Self.groupSize { single(index) }
            groups(first..<end)
            for index in end * Self.groupSize..<run.upperBound { single(index) }
        }
    }

    /// The sums of a class in some groups.
    func sums(ofClass classNumber: Int, in groups: Range<Int>) -> ArraySlice<Sum> {
        sums[classNumber * groupCount + groups.lowerBound..<classNumber * groupCount + groups.upperBound]
    }
}

/// What the numbers of the points of each class of a tree come to, of any range of indices.
public struct ClassAggregates: Sendable {
    private let classes: ClassCounts
    private let numbers: NumberAggregates
    private let groups: ClassSums<NumberAggregates.Aggregate>

    /// The numbers of the points whose classes are `classes`.
    ///
    /// - Complexity: O(n).
    public init(_ numbers: NumberAggregates, _ classes: ClassCounts) {
        (self.numbers, self.classes) = (numbers, classes)
        groups = ClassSums(classes, from: NumberAggregates.Aggregate()) { sum, index in
            if let number = numbers.number(at: index) { sum.add(number) }
        }
    }

    /// What the points of one class in `runs` have in common.
    ///
    /// - Complexity: O(length / 256 + 256 × runs).
    public func aggregate(ofClass classNumber: Int, in runs: IndexRuns) -> NumberAggregates.Aggregate {
        var total = NumberAggregates.Aggregate()
        groups.visit(runs) {
            for sum in groups.sums(ofClass: classNumber, in: $0) { total.add(sum) }
        } _: { index in
            if classes.classOfPoint(at: index) == classNumber, let number = numbers.number(at: index) {
                total.add(number)
            }
        }
        return total
    }
}
