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
        var all = NumberAggregates.Aggregate()
        var sample: [Double] = []
        let step = max(tree.count / Self.sampleSize, 1)
        for index in 0..<tree.count {
            let number = numbers.value(at: Int(tree.row(at: index)))
            all.add(number)
            if index % step == 0, !number.isNaN { sample.append(number) }
        }
        sample.sort()
        missingCount = tree.count - all.count
        guard all.count > 0 else {
            (edges, counts, histogram, histogramEnd) = ([], [], [], 0)
            return
        }
        edges = Self.edges(sample, all, count, method, kind)
        let quantile = sample.isEmpty ? all.greatest : sample[min(sample.count * 99 / 100, sample.count - 1)]
        histogramEnd = quantile > all.least ? quantile : all.greatest
        var counts = [Int](repeating: 0, count: edges.count)
        var histogram = [Int](repeating: 0, count: Self.barCount)
        let width = (histogramEnd - all.least) / Double(Self.barCount)
        for index in 0..<tree.count {
            let number = numbers.value(at: Int(tree.row(at: index)))
            if number.isNaN { continue }
            counts[Self.range(of: number, edges)] += 1
            let bar = width > 0 ? (number - all.least) / width : 0
            histogram[bar < Double(Self.barCount) ? Int(bar) : Self.barCount - 1] += 1
        }
        self.counts = Array(counts.dropLast(edges.count > 1 ? 1 : 0))
        self.histogram = histogram
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
