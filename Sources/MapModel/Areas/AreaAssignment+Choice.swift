extension AreaAssignment {
    /// What `whole` says of all points of `tree`, for those of a tree of some of its rows.
    ///
    /// - Complexity: O(n), shared by the workers.
    public init(
        _ whole: AreaAssignment, of tree: QuadTree, keeping kept: RowSet?,
        hiding hidden: [Range<UInt32>] = [],
        by workers: Workers = .alone
    ) {
        let choice = RowChoice(kept: kept, hidden: hidden)
        let shares = workers.shares(of: whole.pointCount) { share in
            var parts: [Run] = []
            tree.rows.withUnsafeBufferPointer { rows in
                whole.forEachRun(in: share) { range, cover in
                    let count = choice.count(rows[range])
                    if count > 0 {
                        parts.append(Run(start: UInt32(truncatingIfNeeded: count), cover: cover))
                    }
                }
            }
            return parts
        }
        var runs: [Run] = []
        var start: UInt32 = 0
        for part in shares.joined() {
            if runs.last?.cover != part.cover { runs.append(Run(start: start, cover: part.cover)) }
            start += part.start
        }
        self.init(runs: runs, covers: whole.covers, pointCount: Int(start), areaCount: whole.areaCount)
    }

    /// What the points of each area have in common, given their numbers by index.
    ///
    /// - Complexity: O(runs + points / 64), and all points where runs are short; shared by the workers.
    public func aggregates(
        of numbers: NumberAggregates, by workers: Workers = .alone
    ) -> [NumberAggregates.Aggregate] {
        let none = [NumberAggregates.Aggregate](repeating: .init(), count: areaCount)
        let shares = workers.shares(of: pointCount) { share in
            var sums = none
            forEachRun(in: share) { range, cover in
                let areas = covers[Int(cover)]
                guard !areas.isEmpty else { return }
                let sum = numbers.aggregate(in: range)
                for area in areas { sums[Int(area)].add(sum) }
            }
            return sums
        }
        return shares.dropFirst().reduce(shares.first ?? none) { sums, share in
            zip(sums, share).map { first, second in
                var sum = first
                sum.add(second)
                return sum
            }
        }
    }

    /// Calls `body` with the runs in some points, cut at their ends.
    @inline(__always)
    private func forEachRun(in points: Range<Int>, _ body: (Range<Int>, UInt32) -> Void) {
        guard !points.isEmpty else { return }
        var number = Bisection.first(in: runs.indices) { runs[$0].start > points.lowerBound } - 1
        var start = points.lowerBound
        while start < points.upperBound {
            let end = number + 1 < runs.count ? Int(runs[number + 1].start) : pointCount
            body(start..<Swift.min(end, points.upperBound), runs[number].cover)
            start = end
            number += 1
        }
    }
}
