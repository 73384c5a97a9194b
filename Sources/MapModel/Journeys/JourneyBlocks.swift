/// Sums over the points of a journey, kept for the first point of each block of 1,024.
enum JourneyBlocks {
    static let shift = 10
    static let size = 1 << shift

    @inline(__always)
    static func block(of point: Int) -> Int { point >> shift }

    /// How many blocks so many points are.
    static func count(_ points: Int) -> Int { (points + size - 1) >> shift }
}

/// The least and the greatest of values, for any run of blocks in logarithmic time: a pyramid.
struct BlockExtremes: Sendable {
    /// The least and the greatest of a run; `least > greatest` where there is no value.
    struct Range: Sendable, Hashable {
        var least = Double.infinity
        var greatest = -Double.infinity

        var isEmpty: Bool { least > greatest }

        @inline(__always)
        mutating func add(_ value: Double) {
            // Comparisons with what is no number are false.
            if value < least { least = value }
            if value > greatest { greatest = value }
        }

        mutating func formUnion(_ other: Range) {
            least = Swift.min(least, other.least)
            greatest = Swift.max(greatest, other.greatest)
        }
    }

    /// Blocks, pairs of blocks, and so on.
    private var levels: [[Range]]

    init(blocks: [Range]) {
        levels = [blocks]
        while let last = levels.last, last.count > 1 {
            levels.append(
                stride(from: 0, to: last.count, by: 2).map { index in
                    var range = last[index]
                    if index + 1 < last.count { range.formUnion(last[index + 1]) }
                    return range
                })
        }
    }

    /// Of the values of all points; those that are no numbers do not count.
    init(_ values: some PointValues) {
        self.init(
            blocks: stride(from: 0, to: values.pointCount, by: JourneyBlocks.size).map { start in
                var range = Range()
                for point in start..<Swift.min(start + JourneyBlocks.size, values.pointCount) {
                    range.add(values.value(at: point))
                }
                return range
            })
    }

    /// Of whole blocks.
    func range(ofBlocks blocks: Swift.Range<Int>) -> Range {
        var result = Range()
        var (start, end) = (blocks.lowerBound, blocks.upperBound)
        for level in levels where start < end {
            if start & 1 == 1 {
                result.formUnion(level[start])
                start += 1
            }
            if end & 1 == 1, start < end {
                end -= 1
                result.formUnion(level[end])
            }
            (start, end) = (start >> 1, end >> 1)
        }
        return result
    }

    /// Of points: whole blocks by the pyramid, the rest by `value`.
    @inline(__always)
    func range(of points: Swift.Range<Int>, _ value: (Int) -> Double) -> Range {
        var result = Range()
        let first = Swift.min(JourneyBlocks.count(points.lowerBound), JourneyBlocks.count(points.upperBound))
        let last = JourneyBlocks.block(of: points.upperBound)
        guard first < last else {
            for point in points { result.add(value(point)) }
            return result
        }
        for point in points.lowerBound..<(first << JourneyBlocks.shift) { result.add(value(point)) }
        result.formUnion(range(ofBlocks: first..<last))
        for point in (last << JourneyBlocks.shift)..<points.upperBound { result.add(value(point)) }
        return result
    }
}

/// A number for each point of a journey.
protocol PointValues: Sendable {
    /// Points.
    var pointCount: Int { get }
    /// Not a number where a point has none.
    func value(at point: Int) -> Double
}

extension [Float]: PointValues {
    var pointCount: Int { count }
    @inline(__always)
    func value(at point: Int) -> Double { Double(self[point]) }
}

/// Values of the points of a journey that can be averaged over any stretch: sums for each block, and extremes.
struct JourneySeries<Values: PointValues>: Sendable {
    let values: Values
    private let extremes: BlockExtremes
    /// Sums and counts before each block.
    private let sums: [(sum: Double, count: Int)]

    init(_ values: Values) {
        self.values = values
        extremes = BlockExtremes(values)
        var sums: [(sum: Double, count: Int)] = []
        sums.reserveCapacity(JourneyBlocks.count(values.pointCount))
        var (sum, count) = (0.0, 0)
        for point in 0..<values.pointCount {
            if point & (JourneyBlocks.size - 1) == 0 { sums.append((sum, count)) }
            let value = values.value(at: point)
            guard !value.isNaN else { continue }
            sum += value
            count += 1
        }
        self.sums = sums
    }

    /// Bytes besides the values.
    var byteCount: Int { sums.count * 48 }

    /// The sum and the number of the values before a point.
    private func sums(before point: Int) -> (sum: Double, count: Int) {
        guard point > 0 else { return (0, 0) }
        let block = Swift.min(JourneyBlocks.block(of: point), sums.count - 1)
        var (sum, count) = sums[block]
        for point in (block << JourneyBlocks.shift)..<point {
            let value = values.value(at: point)
            guard !value.isNaN else { continue }
            sum += value
            count += 1
        }
        return (sum, count)
    }

    /// The mean of points; nil where none has a value.
    func mean(of points: Range<Int>) -> Double? {
        let (end, start) = (sums(before: points.upperBound), sums(before: points.lowerBound))
        let count = end.count - start.count
        return count > 0 ? (end.sum - start.sum) / Double(count) : nil
    }

    /// The least and the greatest value of points; nil where none has one.
    func range(of points: Range<Int>) -> ClosedRange<Double>? {
        let range = extremes.range(of: points) { values.value(at: $0) }
        return range.isEmpty ? nil : range.least...range.greatest
    }
}
