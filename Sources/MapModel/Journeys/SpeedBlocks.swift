/// The speeds of the points of a journey: the way over the time of the 10 s around each, within its segment.
struct SpeedBlocks: Sendable {
    /// The fastest of each block.
    private let extremes: BlockExtremes
    /// Where fixes are bad, faster ones do not count.
    private let limit: Float

    private static let halfWindow: Int64 = 5_000
    /// A shorter time says nothing about a speed.
    private static let shortestWindow: Int64 = 5_000
    private static let worstMeters: Float = 20
    private static let share = 0.999

    init(_ journey: Journey) {
        var blocks = [BlockExtremes.Range](
            repeating: BlockExtremes.Range(), count: JourneyBlocks.count(journey.count))
        let isCoarse = Self.isCoarse(journey)
        var counts = SpeedCounts(isUsed: isCoarse)
        Self.visit(0..<journey.count, journey) { point, speed in
            blocks[JourneyBlocks.block(of: point)].add(Double(speed))
            if isCoarse { counts.add(speed) }
        }
        extremes = BlockExtremes(blocks: blocks)
        limit = counts.quantile(Self.share) ?? .infinity
    }

    /// How many speeds there are of each size, to a 4,096th of it.
    private struct SpeedCounts {
        private static let droppedBits: UInt32 = 11
        private var counts: [UInt32]
        private var total = 0

        init(isUsed: Bool) {
            counts = isUsed ? [UInt32](repeating: 0, count: 1 << (32 - Self.droppedBits)) : []
        }

        /// The bits of floating point numbers that are not negative have their order.
        mutating func add(_ speed: Float) {
            counts[Int(speed.bitPattern >> Self.droppedBits)] += 1
            total += 1
        }

        func quantile(_ share: Double) -> Float? {
            var rest = Int(Double(total - 1) * share)
            guard total > 0 else { return nil }
            for (index, count) in counts.enumerated() where count > 0 {
                rest -= Int(count)
                if rest < 0 { return Float(bitPattern: UInt32(index) << Self.droppedBits) }
            }
            return nil
        }
    }

    /// Whether fixes are worse than 20 m: as they say, else in histories.
    private static func isCoarse(_ journey: Journey) -> Bool {
        let column = journey.columns.first { ["accuracy", "accuracy_m"].contains($0.name) }
        guard let values = column?.values.filter({ !$0.isNaN }).sorted(), !values.isEmpty else {
            return journey.kind == .history
        }
        return values[values.count / 2] > worstMeters
    }

    /// The fastest speed of points; nil where none is known.
    func fastest(in points: Range<Int>, _ journey: Journey) -> Double? {
        var result = BlockExtremes.Range()
        let first = Swift.min(JourneyBlocks.count(points.lowerBound), JourneyBlocks.count(points.upperBound))
        let last = JourneyBlocks.block(of: points.upperBound)
        if first < last {
            result = extremes.range(ofBlocks: first..<last)
            Self.visit(points.lowerBound..<(first << JourneyBlocks.shift), journey) { result.add(Double($1)) }
            Self.visit((last << JourneyBlocks.shift)..<points.upperBound, journey) { result.add(Double($1)) }
        } else {
            Self.visit(points, journey) { result.add(Double($1)) }
        }
        return result.isEmpty ? nil : Swift.min(result.greatest, Double(limit))
    }

    /// Calls `body` with the speed at each of some points that has one.
    @inline(__always)
    static func visit(_ points: Range<Int>, _ journey: Journey, _ body: (Int, Float) -> Void) {
        let points = points.clamped(to: journey.timedPoints)
        guard !points.isEmpty else { return }
        var segment = journey.segment(of: points.lowerBound)
        var range = journey.timedPoints(ofSegment: segment)
        // The last point 5 s before, and the first 5 s after; with the time from one to the other.
        var (first, last) = (points.lowerBound, points.lowerBound)
        var (before, after) = (Int64(0), Int64(0))
        for point in points {
            if point > points.lowerBound {
                if point >= range.upperBound {
                    segment += 1
                    range = journey.timedPoints(ofSegment: segment)
                    (first, last, before, after) = (point, point, 0, 0)
                } else {
                    let step = journey.milliseconds(to: point)
                    before += step
                    after -= step
                }
            } else {
                while first > range.lowerBound, before < halfWindow {
                    before += journey.milliseconds(to: first)
                    first -= 1
                }
            }
            if last < point { (last, after) = (point, 0) }
            while last + 1 < range.upperBound, after < halfWindow {
                last += 1
                after += journey.milliseconds(to: last)
            }
            while first < point {
                let step = journey.milliseconds(to: first + 1)
                guard before - step >= halfWindow else { break }
                before -= step
                first += 1
            }
            let span = before + after
            guard span >= shortestWindow else { continue }
            body(point, Float((journey.way[last] - journey.way[first]) / Double(span) * 1000))
        }
    }
}
