// Points between moments, class by class.
extension TimeOrder {
    /// How many points of some indices lie between each two of some moments, which ascend, by the class of their rows.
    ///
    /// - Parameters:
    ///   - classOfRow: by row; those beyond its end are of class 0.
    ///   - classCount: classes have lower numbers.
    /// - Returns: by class, then by bar.
    /// - Complexity: O(indices + slices), and a search for each point of a slice that an edge cuts; shared by the workers.
    public func counts(
        between edges: [Int64], in runs: IndexRuns, classOfRow: [UInt8], classCount: Int,
        by workers: Workers = .alone
    ) -> [[Int]] {
        let barCount = max(edges.count - 1, 0)
        let none = [[Int]](repeating: [Int](repeating: 0, count: barCount), count: classCount)
        guard barCount > 0, count > 0, classCount > 0 else { return none }
        let bars = barsOfSlices(edges)
        let parts = workers.shares(of: runs.count) { share in
            var counts = [Int](repeating: 0, count: barCount * classCount)
            counts.withUnsafeMutableBufferPointer { counts in
                runs.visitRuns(of: share) { run in
                    for index in run {
                        let slice = slices[index]
                        guard slice != Self.noSlice else { continue }
                        var bar = Int(bars[Int(slice)])
                        let row = Int(rows[index])
                        if bar == Self.cutSlice { bar = Self.bar(of: moments[row], edges) }
                        guard bar >= 0 else { continue }
                        let classNumber = row < classOfRow.count ? Int(classOfRow[row]) : 0
                        counts[min(classNumber, classCount - 1) * barCount + bar] += 1
                    }
                }
            }
            return counts
        }
        return (0..<classCount).map { classNumber in
            (0..<barCount).map { bar in parts.reduce(0) { $0 + $1[classNumber * barCount + bar] } }
        }
    }

    private static let outside = -1
    private static let cutSlice = -2

    /// The bar that all points of a slice are in, or why there is none.
    private func barsOfSlices(_ edges: [Int64]) -> [Int32] {
        (0..<sliceCount).map { slice in
            let first = start(ofSlice: slice)
            let last = max(start(ofSlice: slice + 1) - 1, first)
            let bars = (Self.bar(of: moment(at: first), edges), Self.bar(of: moment(at: last), edges))
            // Both ends may be outside at different sides.
            let isWhole =
                bars.0 == bars.1
                && (bars.0 >= 0 || moment(at: last) < edges[0] || moment(at: first) >= edges[edges.count - 1])
            return Int32(isWhole ? bars.0 : Self.cutSlice)
        }
    }

    private static func bar(of moment: Int64, _ edges: [Int64]) -> Int {
        guard moment >= edges[0], moment < edges[edges.count - 1] else { return outside }
        return Bisection.first(in: edges.indices) { edges[$0] > moment } - 1
    }
}

extension PointSet {
    /// The numbers that some members would have, if the members of this set were all that there are.
    ///
    /// - Complexity: O(capacity / 64 + indices).
    public func renumbered(_ indices: some Sequence<Int>) -> PointSet {
        let before = countsBeforeWords
        var found = PointSet(capacity: count)
        for index in indices where contains(index) {
            found.insert(before[index >> 6] + count(in: index & ~63..<index))
        }
        return found
    }

    /// The members of another set as they are numbered among those of this one.
    ///
    /// - Complexity: O(capacity / 64 + members).
    public func renumbered(_ other: PointSet) -> PointSet {
        let before = countsBeforeWords
        var found = PointSet(capacity: count)
        other.forEachMember { index in
            if contains(index) { found.insert(before[index >> 6] + count(in: index & ~63..<index)) }
        }
        return found
    }

    private var countsBeforeWords: [Int] {
        var (before, sum) = ([Int](), 0)
        before.reserveCapacity(wordCount)
        for word in 0..<wordCount {
            before.append(sum)
            sum += count(ofWords: word..<word + 1)
        }
        return before
    }
}

extension IndexRuns {
    /// Calls `body` with the runs of the indices at some positions among all of them.
    func visitRuns(of positions: Range<Int>, _ body: (Range<Int>) -> Void) {
        var start = 0
        for run in runs {
            let common = positions.clamped(to: start..<start + run.count)
            if !common.isEmpty {
                body(run.lowerBound + common.lowerBound - start..<run.lowerBound + common.upperBound - start)
            }
            start += run.count
            if start >= positions.upperBound { return }
        }
    }
}

// MARK: - Moments of points

extension QuadTree {
    /// Whether a window holds the point at an index.
    public func isPoint(_ index: Int, in window: WorldWindow) -> Bool { window.contains(quantum(at: index)) }

    /// Calls `body` with the moment of each point at some positions of runs, but of those that have none.
    ///
    /// - Parameter moments: by row.
    public func visitMoments(
        _ moments: [Int64], in runs: IndexRuns, _ positions: Range<Int>, _ body: (Int64) -> Void
    ) {
        runs.visitRuns(of: positions) { run in
            for index in run {
                let moment = moments[Int(rows[index])]
                if moment > TimeOrder.none { body(moment) }
            }
        }
    }

    /// The first and the last moment of the points of some runs; nil without any.
    public func range(of moments: [Int64], in runs: IndexRuns, by workers: Workers = .alone) -> ClosedRange<
        Int64
    >? {
        let ends = workers.shares(of: runs.count) { share in
            var (least, greatest) = (Int64.max, Int64.min)
            visitMoments(moments, in: runs, share) {
                least = Swift.min(least, $0)
                greatest = Swift.max(greatest, $0)
            }
            return (least, greatest)
        }
        let least = ends.map(\.0).min() ?? .max
        let greatest = ends.map(\.1).max() ?? .min
        return least <= greatest ? least...greatest : nil
    }
}
