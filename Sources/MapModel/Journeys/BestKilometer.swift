/// The least time that a kilometre took: a window over the way within a segment, with ends between points.
///
/// The best window begins or ends at a point; the least times of both kinds are kept for each block.
struct BestKilometer: Sendable {
    static let meters = 1_000.0

    /// Of the windows that begin at the points of each block.
    private let beginning: BlockExtremes
    /// Of those that end there.
    private let ending: BlockExtremes

    init(_ journey: Journey) {
        let count = JourneyBlocks.count(journey.count)
        var beginning = [BlockExtremes.Range](repeating: BlockExtremes.Range(), count: count)
        var ending = beginning
        Self.visitBeginning(0..<journey.count, journey) { point, seconds in
            beginning[JourneyBlocks.block(of: point)].add(seconds)
        }
        Self.visitEnding(0..<journey.count, journey) { point, seconds in
            ending[JourneyBlocks.block(of: point)].add(seconds)
        }
        self.beginning = BlockExtremes(blocks: beginning)
        self.ending = BlockExtremes(blocks: ending)
    }

    /// Of the windows within a stretch; nil where there is none, and where times stand still.
    func seconds(from start: JourneyPosition, to end: JourneyPosition, _ figures: JourneyFigures) -> Double? {
        let journey = figures.journey
        let (first, last) = (figures.distance(at: start), figures.distance(at: end))
        guard last - first >= Self.meters else { return nil }
        let lastStart = figures.position(atDistance: last - Self.meters).point
        let firstEnd = figures.position(atDistance: first + Self.meters).nextPoint
        var best = BlockExtremes.Range()
        let starts = start.nextPoint..<Swift.max(start.nextPoint, lastStart + 1)
        let ends = firstEnd..<Swift.max(firstEnd, end.point + 1)
        best.formUnion(Self.least(beginning, starts) { Self.visitBeginning($0, journey, $1) })
        best.formUnion(Self.least(ending, ends) { Self.visitEnding($0, journey, $1) })
        return best.isEmpty || best.least <= 0 ? nil : best.least
    }

    private static func least(
        _ extremes: BlockExtremes, _ points: Range<Int>, _ visit: (Range<Int>, (Int, Double) -> Void) -> Void
    ) -> BlockExtremes.Range {
        let first = Swift.min(JourneyBlocks.count(points.lowerBound), JourneyBlocks.count(points.upperBound))
        let last = JourneyBlocks.block(of: points.upperBound)
        var result = BlockExtremes.Range()
        guard first < last else {
            visit(points) { result.add($1) }
            return result
        }
        result = extremes.range(ofBlocks: first..<last)
        visit(points.lowerBound..<(first << JourneyBlocks.shift)) { result.add($1) }
        visit((last << JourneyBlocks.shift)..<points.upperBound) { result.add($1) }
        return result
    }

    /// Calls `body` with the seconds of the window that begins at each point, where its segment is long enough.
    private static func visitBeginning(
        _ points: Range<Int>, _ journey: Journey, _ body: (Int, Double) -> Void
    ) {
        let points = points.clamped(to: journey.timedPoints)
        guard let start = points.first else { return }
        var segment = journey.segment(of: start)
        var range = journey.timedPoints(ofSegment: segment)
        var end = start
        var clock: Int64 = 0
        for point in points {
            if point >= range.upperBound {
                segment += 1
                range = journey.timedPoints(ofSegment: segment)
                (end, clock) = (point, 0)
            } else if point > start {
                if end < point { (end, clock) = (point, 0) } else { clock -= journey.milliseconds(to: point) }
            }
            let target = journey.way[point] + meters
            while end + 1 < range.upperBound, journey.way[end] < target {
                end += 1
                clock += journey.milliseconds(to: end)
            }
            guard journey.way[end] >= target, end > point else { continue }
            let step = journey.way[end] - journey.way[end - 1]
            let rest = step > 0 ? (journey.way[end] - target) / step : 0
            let milliseconds = Double(clock) - rest * Double(journey.milliseconds(to: end))
            body(point, milliseconds / 1000)
        }
    }

    /// Calls `body` with the seconds of the window that ends at each point.
    private static func visitEnding(
        _ points: Range<Int>, _ journey: Journey, _ body: (Int, Double) -> Void
    ) {
        let points = points.clamped(to: journey.timedPoints)
        guard let start = points.first else { return }
        var segment = journey.segment(of: start)
        var range = journey.timedPoints(ofSegment: segment)
        // The last point at the beginning of the window or before it.
        var first = Swift.max(
            range.lowerBound, Swift.min(start, journey.way.firstPoint(at: journey.way[start] - meters)))
        if first > range.lowerBound, journey.way[first] > journey.way[start] - meters { first -= 1 }
        var clock: Int64 = 0
        if first < start { for point in (first + 1)...start { clock += journey.milliseconds(to: point) } }
        for point in points {
            if point >= range.upperBound {
                segment += 1
                range = journey.timedPoints(ofSegment: segment)
                (first, clock) = (point, 0)
            } else if point > start {
                clock += journey.milliseconds(to: point)
            }
            let target = journey.way[point] - meters
            while first < point, journey.way[first + 1] <= target {
                first += 1
                clock -= journey.milliseconds(to: first)
            }
            guard journey.way[first] <= target, first < point else { continue }
            let step = journey.way[first + 1] - journey.way[first]
            let rest = step > 0 ? (target - journey.way[first]) / step : 0
            let milliseconds = Double(clock) - rest * Double(journey.milliseconds(to: first + 1))
            body(point, milliseconds / 1000)
        }
    }
}
