/// A journey with what its figures are made of: those of any stretch cost microseconds.
///
/// - Complexity: O(n) to make, about 150 ns a point.
public struct JourneyFigures: Sendable {
    /// The journey.
    public let journey: Journey
    /// How its figures are made.
    public let rules: JourneyRules
    /// Its stops, one after the other; none without times.
    public let stops: [JourneyStop]

    let clock: JourneyClock
    /// Nil where fewer than two points have heights.
    let ascent: AscentLine?
    /// Heights as recorded.
    let heights: JourneySeries<JourneyHeights>?
    let columns: [JourneySeries<[Float]>]
    let speeds: SpeedBlocks?
    let best: BestKilometer?
    /// What the slope adds to the way until each block.
    let slopes: [Double]
    /// Its stops and pauses.
    let rests: JourneyRests

    /// Measures a journey.
    ///
    /// - Parameter stopsAlone: only stops, ways and times are asked for: nothing else is known, in a third of the time.
    public init(_ journey: Journey, _ rules: JourneyRules? = nil, stopsAlone: Bool = false) {
        let rules = rules ?? JourneyRules(journey.kind)
        let stops = StopFinder(journey: journey, rules: rules).stops()
        let clock = JourneyClock(journey)
        self.journey = journey
        self.rules = rules
        self.stops = stops
        self.clock = clock
        rests = JourneyRests(journey, stops, clock, rules)
        let hasHeights = journey.hasHeights && !stopsAlone
        let hasTimes = journey.hasTimes && !stopsAlone
        ascent = hasHeights ? AscentLine(journey, stops, rules) : nil
        heights = hasHeights ? JourneySeries(journey.heights) : nil
        columns = stopsAlone ? [] : journey.columns.map { JourneySeries($0.values) }
        speeds = hasTimes ? SpeedBlocks(journey) : nil
        best = hasTimes && journey.way.meters >= BestKilometer.meters ? BestKilometer(journey) : nil
        slopes = hasHeights ? Self.slopes(journey) : []
    }

    /// Bytes of the journey and of what is kept of it.
    public var byteCount: Int {
        journey.places.byteCount + journey.moments.count * 8 + journey.heights.byteCount
            + journey.rows.count * 4 + journey.way.byteCount + clock.byteCount
            + (ascent?.byteCount ?? 0) + (heights?.byteCount ?? 0)
            + columns.reduce(0) { $0 + $1.values.count * 4 + $1.byteCount }
            + stops.count * MemoryLayout<JourneyStop>.stride
    }

    /// How much longer the way is in space than on the ellipsoid, until each block.
    private static func slopes(_ journey: Journey) -> [Double] {
        var blocks: [Double] = []
        var sum = 0.0
        for point in 0..<journey.count {
            sum += slope(to: point, journey)
            if point & (JourneyBlocks.size - 1) == 0 { blocks.append(sum) }
        }
        return blocks
    }

    /// The same of the step to a point, or of the way from the last one with a height.
    static func slope(to point: Int, _ journey: Journey) -> Double {
        guard point > 0, let to = journey.heights[point] else { return 0 }
        var before = point - 1
        while before > 0, !journey.heights.isKnown(before) { before -= 1 }
        guard let from = journey.heights[before], from != to else { return 0 }
        let meters = journey.way[point] - journey.way[before]
        // Between segments there is no step.
        if meters == 0 || before < point - 1, journey.segmentStarts.count > 1,
            journey.segment(of: point) != journey.segment(of: before)
        {
            return 0
        }
        return (meters * meters + (to - from) * (to - from)).squareRoot() - meters
    }

    /// The stops that end after a point, from the first.
    private func firstStop(after point: Int) -> Int {
        Bisection.first(in: stops.indices) { stops[$0].points.upperBound > point }
    }

    /// The stops that have something of a stretch.
    public func stops(from start: JourneyPosition, to end: JourneyPosition) -> ArraySlice<JourneyStop> {
        let first = firstStop(after: start.point)
        let last = Bisection.first(in: stops.indices) { stops[$0].points.lowerBound >= end.nextPoint }
        return stops[first..<Swift.max(first, last)]
    }
}
