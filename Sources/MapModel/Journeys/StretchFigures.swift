/// The figures of a stretch of a journey; nil where something cannot be known.
public struct StretchFigures: Hashable, Sendable {
    /// Points in it.
    public var pointCount = 0
    /// Segments of which it has something.
    public var segmentCount = 0
    /// The way as recorded.
    public var meters = 0.0
    /// The same in space; nil without heights.
    public var metersInSpace: Double?
    /// What of it lies between points with times; nil without any.
    var timedMeters: Double?
    /// The way outside of stops and pauses; nil without times.
    public var movingMeters: Double?
    /// Metres upwards; nil without two heights.
    public var ascent: Double?
    /// Metres downwards.
    public var descent: Double?
    /// The lowest height as recorded.
    public var lowest: Double?
    /// The highest height as recorded.
    public var highest: Double?
    /// When it begins, in milliseconds since 1970-01-01T00:00:00Z: the earliest time of a whole journey.
    public var start: Int64?
    /// When it ends: the latest time of a whole journey.
    public var end: Int64?
    /// From the earliest to the latest time.
    public var elapsedSeconds: Double?
    /// Time outside of stops and pauses and within segments; nil where all points have the same time.
    public var movingSeconds: Double?
    /// The fastest speed, in metres per second.
    public var fastest: Double?
    /// The time of the fastest kilometre, in seconds; nil where there is none.
    public var bestKilometerSeconds: Double?
    /// What it rises from its start to its end, as a fraction of its length.
    public var meanSlope: Double?

    /// The way over all of the time, in metres per second.
    public var meanSpeed: Double? { Self.quotient(timedMeters ?? meters, elapsedSeconds) }
    /// The way over the time, both outside of stops.
    public var movingSpeed: Double? { movingMeters.flatMap { Self.quotient($0, movingSeconds) } }

    private static func quotient(_ meters: Double, _ seconds: Double?) -> Double? {
        seconds.flatMap { $0 > 0 ? meters / $0 : nil }
    }
}

extension JourneyFigures {
    /// The figures of the whole journey.
    public var whole: StretchFigures { stretch(from: start, to: end) }

    /// The figures of a stretch; what lies between two points is in proportion.
    ///
    /// - Complexity: O(log n): microseconds.
    public func stretch(from start: JourneyPosition, to end: JourneyPosition) -> StretchFigures {
        let isWhole = start == self.start && end == self.end
        let points = start.nextPoint..<Swift.max(start.nextPoint, end.point + 1)
        var figures = StretchFigures()
        figures.pointCount = points.count
        figures.segmentCount = journey.segment(of: end.point) - journey.segment(of: start.point) + 1
        figures.meters = distance(at: end) - distance(at: start)
        addHeights(from: start, to: end, points, &figures)
        guard journey.hasTimes else { return figures }
        addTimes(from: start, to: end, isWhole: isWhole, &figures)
        figures.fastest = speeds?.fastest(in: points, journey) ?? figures.meanSpeed
        // The jitter of a stop adds up to a way that nobody went.
        if figures.movingSeconds != 0 {
            figures.bestKilometerSeconds = best?.seconds(from: start, to: end, self)
        }
        return figures
    }

    private func addHeights(
        from start: JourneyPosition, to end: JourneyPosition, _ points: Range<Int>,
        _ figures: inout StretchFigures
    ) {
        guard let heights else { return }
        var (lowest, highest) = (Double.infinity, -Double.infinity)
        if let range = heights.range(of: points) {
            (lowest, highest) = (range.lowerBound, range.upperBound)
        }
        for height in [height(at: start), height(at: end)].compactMap(\.self) {
            (lowest, highest) = (Swift.min(lowest, height), Swift.max(highest, height))
        }
        guard lowest <= highest else { return }
        figures.lowest = lowest
        figures.highest = highest
        figures.metersInSpace = figures.meters + excess(until: end) - excess(until: start)
        guard let ascent, start < end else { return }
        let (from, to) = (risen(at: start, ascent), risen(at: end, ascent))
        figures.ascent = to.ascent - from.ascent
        figures.descent = to.descent - from.descent
        if figures.meters > 0, let low = smoothHeight(at: start), let high = smoothHeight(at: end) {
            figures.meanSlope = (high - low) / figures.meters
        }
    }

    private func risen(at position: JourneyPosition, _ line: AscentLine) -> (ascent: Double, descent: Double)
    {
        let here = line.risen(at: position.point)
        guard position.fraction > 0, position.point + 1 < journey.count else { return here }
        let next = line.risen(at: position.point + 1)
        return (
            here.ascent + (next.ascent - here.ascent) * position.fraction,
            here.descent + (next.descent - here.descent) * position.fraction
        )
    }

    /// The height without noise; nil where a point beside it has none.
    public func smoothHeight(at position: JourneyPosition) -> Double? {
        guard let values = ascent?.heights.values else { return height(at: position) }
        let here = Double(values[position.point])
        guard position.fraction > 0, position.point + 1 < journey.count else {
            return here.isNaN ? nil : here
        }
        let height = here + (Double(values[position.point + 1]) - here) * position.fraction
        return height.isNaN ? nil : height
    }

    private func excess(until position: JourneyPosition) -> Double {
        let block = JourneyBlocks.block(of: position.point)
        var sum = slopes[block]
        for point in ((block << JourneyBlocks.shift) + 1)..<(position.point + 2) where point <= position.point
        {
            sum += Self.slope(to: point, journey)
        }
        guard position.fraction > 0, position.point + 1 < journey.count else { return sum }
        return sum + Self.slope(to: position.point + 1, journey) * position.fraction
    }

    private func addTimes(
        from start: JourneyPosition, to end: JourneyPosition, isWhole: Bool, _ figures: inout StretchFigures
    ) {
        let timed = (start: timed(start), end: timed(end))
        // Where a stretch begins or ends behind the last time, nobody knows how long it took.
        guard isWhole || timed == (start, end) else { return }
        let (first, last) = (rests.sum(until: timed.start, self), rests.sum(until: timed.end, self))
        let meters = distance(at: timed.end) - distance(at: timed.start)
        figures.timedMeters = meters
        figures.movingMeters = meters - (last.meters - first.meters)
        if isWhole, let range = clock.range {
            figures.start = range.lowerBound
            figures.end = range.upperBound
            figures.elapsedSeconds = Double(range.upperBound - range.lowerBound) / 1000
        } else {
            figures.start = moment(at: start)
            figures.end = moment(at: end)
            figures.elapsedSeconds = Double(milliseconds(at: end) - milliseconds(at: start)) / 1000
        }
        // If all points have the same time, moving and stopped time cannot be told apart.
        guard let range = clock.range, range.lowerBound < range.upperBound else { return }
        let inSegments = inSegments(until: end) - inSegments(until: start)
        figures.movingSeconds = Double(inSegments - (last.milliseconds - first.milliseconds)) / 1000
    }
}
