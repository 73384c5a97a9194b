import MapModel

/// Classes of numbers: ranges between breaks. A number on a break belongs to the upper range.
package struct NumberRanges: Sendable, Equatable {
    /// Bars of the histogram.
    package static let barCount = 28
    /// Values that the breaks are made from.
    private static let sampleSize = 65_536
    private static let naturalSampleSize = 1_024

    /// The least number, the breaks between the ranges in ascending order, the greatest number; empty without numbers.
    package let edges: [Double]
    /// Rows in each range among those that were classified.
    package let counts: [Int]
    /// Rows without a number among those.
    package let missingCount: Int
    /// Rows in each of equal parts from the least number to `histogramEnd`; the last one holds all beyond.
    package let histogram: [Int]
    /// The 99 % quantile, so that a few great numbers leave room for the others.
    package let histogramEnd: Double

    /// How many ranges there are: fewer than asked for where there are few different numbers.
    package var rangeCount: Int { max(edges.count - 1, 0) }

    /// The ranges of the rows in `tree`, at most `count`.
    package init(
        _ numbers: PackedNumbers, of tree: QuadTree, count: Int, method: ClassMethod,
        kind: ColumnKind = .number
    ) {
        self.init(byIndex: numbers.gathered(by: tree, .alone), count: count, method: method, kind: kind)
    }

    /// The ranges of the numbers of points by index, at most `count`; NaN is none.
    ///
    /// - Complexity: O(n), shared by the workers, and O(s log s) for a sample of s = 65,536.
    package init(
        byIndex numbers: [Double], count: Int, method: ClassMethod, kind: ColumnKind = .number,
        by workers: Workers = .alone
    ) {
        let all = workers.shares(of: numbers.count) { share in
            var all = NumberAggregates.Aggregate()
            for number in numbers[share] { all.add(number) }
            return all
        }.reduce(into: NumberAggregates.Aggregate()) { $0.add($1) }
        let step = max(numbers.count / Self.sampleSize, 1)
        let places = stride(from: 0, to: numbers.count, by: step)
        let sample = places.map { numbers[$0] }.filter { !$0.isNaN }.sorted()
        missingCount = numbers.count - all.count
        guard all.count > 0 else {
            (edges, counts, histogram, histogramEnd) = ([], [], [], 0)
            return
        }
        let edges = Self.edges(sample, all, count, method, kind)
        let quantile = sample.isEmpty ? all.greatest : sample[min(sample.count * 99 / 100, sample.count - 1)]
        self.edges = edges
        histogramEnd = quantile > all.least ? quantile : all.greatest
        let bars = Bars(least: all.least, width: (histogramEnd - all.least) / Double(Self.barCount))
        let found = workers.shares(of: numbers.count) { share in
            (Self.counts(of: numbers[share], edges), bars.counts(of: numbers[share]))
        }
        counts = Self.sums(found.map(\.0))
        histogram = Self.sums(found.map(\.1))
    }

    /// The sums of lists of equal length, place by place.
    private static func sums(_ lists: [[Int]]) -> [Int] {
        lists.dropFirst().reduce(lists.first ?? []) { zip($0, $1).map { $0 + $1 } }
    }

    /// The numbers in each range.
    private static func counts(of numbers: ArraySlice<Double>, _ edges: [Double]) -> [Int] {
        // Of each edge, the numbers that are not below it: those of the first are all, those of the last none.
        var reached = [numbers.count { !$0.isNaN }]
        let inner = Array(edges.dropFirst().dropLast())
        for first in stride(from: 0, to: inner.count, by: 8) {
            let some = inner[first..<min(first + 8, inner.count)]
            var breaks = SIMD8<Double>(repeating: .infinity)
            for (lane, edge) in some.enumerated() { breaks[lane] = edge }
            // Lanes instead of branches, which nobody could predict.
            var counts = SIMD8<Int64>.zero
            for number in numbers {
                counts.replace(with: counts &+ 1, where: breaks .<= SIMD8<Double>(repeating: number))
            }
            for lane in some.indices { reached.append(Int(counts[lane - first])) }
        }
        reached.append(0)
        return zip(reached, reached.dropFirst()).map { $0 - $1 }
    }

    /// Equal parts of numbers from the least on.
    private struct Bars: Sendable {
        let least: Double
        let width: Double

        /// The numbers in each part; the last one holds all beyond.
        func counts(of numbers: ArraySlice<Double>) -> [Int] {
            // A bar that is met again at once would wait for its own counter.
            let barCount = NumberRanges.barCount
            var counts = [Int](repeating: 0, count: 4 * barCount)
            counts.withUnsafeMutableBufferPointer { counts in
                for (place, number) in numbers.enumerated() where !number.isNaN {
                    let bar = width > 0 ? (number - least) / width : 0
                    let own = bar < Double(barCount) ? Int(bar) : barCount - 1
                    counts[(place & 3) * barCount + own] &+= 1
                }
            }
            return (0..<barCount).map { bar in (0..<4).reduce(0) { $0 + counts[$1 * barCount + bar] } }
        }
    }

    /// Ranges whose rows somebody else counted.
    package init(
        edges: [Double], counts: [Int], missingCount: Int, histogram: [Int], histogramEnd: Double
    ) {
        (self.edges, self.counts, self.missingCount) = (edges, counts, missingCount)
        (self.histogram, self.histogramEnd) = (histogram, histogramEnd)
    }

    /// The class of a number from 1 on; 0 for NaN.
    @inline(__always)
    package func classOfNumber(_ number: Double) -> Int {
        number.isNaN || edges.isEmpty ? 0 : Self.range(of: number, edges) + 1
    }

    /// The class of each row.
    func classes(of numbers: PackedNumbers, by workers: Workers) -> [UInt8] {
        workers.shares(of: numbers.count) { rows in
            var classes: [UInt8] = []
            classes.reserveCapacity(rows.count)
            numbers.forEach(in: rows) { classes.append(UInt8(truncatingIfNeeded: classOfNumber($0))) }
            return classes
        }.reduce(into: []) { $0 += $1 }
    }

    /// The range from 0 on in which a number lies; one beyond the ends is in the first or last.
    @inline(__always)
    private static func range(of number: Double, _ edges: [Double]) -> Int {
        var range = 0
        while range + 2 < edges.count, number >= edges[range + 1] { range += 1 }
        return range
    }

    // MARK: - Breaks

    /// The edges of at most `count` ranges, from the least number to the greatest, by a sorted sample of the numbers.
    package static func edges(
        _ sample: [Double], _ all: NumberAggregates.Aggregate, _ count: Int, _ method: ClassMethod,
        _ kind: ColumnKind
    ) -> [Double] {
        guard all.greatest > all.least else { return [all.least, all.greatest] }
        let breaks =
            switch method {
            case .quantiles: quantiles(sample, count)
            case .equalIntervals:
                (1..<count).map { all.least + (all.greatest - all.least) * Double($0) / Double(count) }
            case .naturalBreaks: naturalBreaks(sample, count)
            }
        let rounded = rounded(breaks, within: all, kind)
        var edges = [all.least]
        for value in rounded where value > (edges.last ?? value) && value < all.greatest {
            edges.append(value)
        }
        return edges + [all.greatest]
    }

    private static let dayMilliseconds = 86_400_000.0

    /// Rounds breaks to short labels as long as they stay distinct: numbers to two digits, times to whole days, hours or
    /// minutes.
    private static func rounded(
        _ breaks: [Double], within all: NumberAggregates.Aggregate, _ kind: ColumnKind
    ) -> [Double] {
        func areApart(_ breaks: [Double]) -> Bool {
            zip(breaks, breaks.dropFirst()).allSatisfy { $0 < $1 }
        }
        guard kind == .time else {
            let rounded = breaks.map(roundedToTwoDigits)
            return areApart(rounded) ? rounded : breaks
        }
        // Ties produce equal breaks, and breaks at the ends.
        let different = breaks.enumerated().filter { index, value in
            value > (index == 0 ? all.least : breaks[index - 1]) && value < all.greatest
        }.map(\.element)
        let edges = [all.least] + different + [all.greatest]
        let gap = zip(edges, edges.dropFirst()).map { $1 - $0 }.min() ?? 0
        // At most a quarter of the smallest gap, so that the ranges keep about their sizes.
        for unit in [Self.dayMilliseconds, 3_600_000, 60_000] where unit * 4 <= gap {
            return different.map { ($0 / unit).rounded() * unit }
        }
        return breaks
    }

    private static func quantiles(_ sample: [Double], _ count: Int) -> [Double] {
        (1..<count).map { sample[min(sample.count * $0 / count, sample.count - 1)] }
    }

    /// 12,345 becomes 12,000.
    private static func roundedToTwoDigits(_ number: Double) -> Double {
        guard number != 0, number.isFinite else { return number }
        var unit = 1.0
        while abs(number) / unit >= 100 { unit *= 10 }
        while abs(number) / unit < 10 { unit /= 10 }
        return (number / unit).rounded() * unit
    }

    /// The breaks with the least sum of squared differences from the means of the ranges, over quantiles.
    /// Source: Fisher, "On grouping for maximum homogeneity", 1958; Jenks, "The data model concept", 1967.
    private static func naturalBreaks(_ sample: [Double], _ count: Int) -> [Double] {
        let step = max(sample.count / naturalSampleSize, 1)
        let values = stride(from: 0, to: sample.count, by: step).map { sample[$0] }
        guard values.count > count else { return quantiles(sample, count) }
        var sums = [0.0]
        var squares = [0.0]
        let origin = values[values.count / 2]
        for value in values {
            sums.append(sums[sums.count - 1] + value - origin)
            squares.append(squares[squares.count - 1] + (value - origin) * (value - origin))
        }
        func cost(_ start: Int, _ end: Int) -> Double {
            let sum = sums[end] - sums[start]
            return squares[end] - squares[start] - sum * sum / Double(end - start)
        }
        var best = (0...values.count).map { $0 == 0 ? 0 : cost(0, $0) }
        var starts: [[Int]] = []
        for ranges in 2...count {
            var next = [Double](repeating: .infinity, count: values.count + 1)
            var start = [Int](repeating: 0, count: values.count + 1)
            for end in ranges...values.count {
                for split in (ranges - 1)..<end where best[split] + cost(split, end) < next[end] {
                    next[end] = best[split] + cost(split, end)
                    start[end] = split
                }
            }
            best = next
            starts.append(start)
        }
        var end = values.count
        var breaks: [Double] = []
        for start in starts.reversed() {
            end = start[end]
            breaks.append(values[end])
        }
        return breaks.reversed()
    }
}
