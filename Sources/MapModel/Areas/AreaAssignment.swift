/// The areas of all points of a tree, as runs of indices: 8 bytes a run.
public struct AreaAssignment: Sendable {
    /// Points from `start` to the next run, which lie in the same areas.
    struct Run: Sendable, Hashable {
        let start: UInt32
        let cover: UInt32
    }

    let runs: [Run]
    /// The areas of runs, each list once; the first is empty.
    let covers: [[UInt32]]
    /// Points of the tree.
    public let pointCount: Int
    /// Areas, those without points as well.
    public let areaCount: Int

    /// Stretches of points that lie in the same areas; 8 bytes each.
    public var runCount: Int { runs.count }

    /// How many points lie where.
    public struct Counts: Sendable, Hashable {
        /// Of each area.
        public var areas: [Int]
        /// Points in none.
        public var outside = 0
        /// Points in more than one.
        public var inSeveral = 0
    }

    /// Points whose areas are known by index, ascending.
    public init(pointCount: Int, areaCount: Int, areasOfIndex areas: (Int) -> [UInt32]) {
        var runs: [Run] = []
        var covers: [[UInt32]] = [[]]
        var numbers: [[UInt32]: UInt32] = [[]: 0]
        for index in 0..<pointCount {
            let cover = areas(index)
            let number = numbers[cover] ?? UInt32(covers.count)
            if number == covers.count {
                covers.append(cover)
                numbers[cover] = number
            }
            if runs.last?.cover != number { runs.append(Run(start: UInt32(index), cover: number)) }
        }
        (self.runs, self.covers) = (runs, covers)
        (self.pointCount, self.areaCount) = (pointCount, areaCount)
    }

    init(runs: [Run], covers: [[UInt32]], pointCount: Int, areaCount: Int) {
        (self.runs, self.covers) = (runs, covers)
        (self.pointCount, self.areaCount) = (pointCount, areaCount)
    }

    func forEachRun(_ body: (Range<Int>, UInt32) -> Void) {
        for (number, run) in runs.enumerated() {
            let end = number + 1 < runs.count ? Int(runs[number + 1].start) : pointCount
            body(Int(run.start)..<end, run.cover)
        }
    }

    /// Calls `body` with each run of points and their areas; none for those outside.
    public func visitRuns(_ body: (Range<Int>, [UInt32]) -> Void) {
        forEachRun { body($0, covers[Int($1)]) }
    }

    /// How many points lie where. Complexity: O(runs).
    public var counts: Counts {
        var counts = Counts(areas: [Int](repeating: 0, count: areaCount))
        visitRuns { range, areas in
            for area in areas { counts.areas[Int(area)] += range.count }
            if areas.isEmpty { counts.outside += range.count }
            if areas.count > 1 { counts.inSeveral += range.count }
        }
        return counts
    }

    /// The points in areas for which `isWanted` is true. Complexity: O(runs + areas).
    public func indices(in isWanted: (Int) -> Bool) -> IndexRuns {
        let wanted = covers.map { $0.contains { isWanted(Int($0)) } }
        var runs = IndexRuns()
        forEachRun { if wanted[Int($1)] { runs.append($0) } }
        return runs
    }

    /// The points in no area. Complexity: O(runs).
    public var outside: IndexRuns {
        var runs = IndexRuns()
        forEachRun { if covers[Int($1)].isEmpty { runs.append($0) } }
        return runs
    }
}
