extension JourneyFigures {
    /// Where the journey begins.
    public var start: JourneyPosition { JourneyPosition(point: 0) }
    /// Where it ends.
    public var end: JourneyPosition { JourneyPosition(point: journey.count - 1) }

    /// A position, or the nearest one between the first and the last point with a time.
    func timed(_ position: JourneyPosition) -> JourneyPosition {
        let (first, last) = (journey.timedPoints.lowerBound, journey.timedPoints.upperBound - 1)
        return Swift.min(
            Swift.max(position, JourneyPosition(point: first)), JourneyPosition(point: Swift.max(first, last))
        )
    }

    /// Metres from the start, as recorded.
    public func distance(at position: JourneyPosition) -> Double {
        let meters = journey.way[position.point]
        guard position.fraction > 0, position.point + 1 < journey.count else { return meters }
        return meters + (journey.way[position.point + 1] - meters) * position.fraction
    }

    /// Seconds from the first point, by a clock that never goes back; nil without times.
    public func seconds(at position: JourneyPosition) -> Double? {
        journey.hasTimes ? Double(milliseconds(at: position)) / 1000 : nil
    }

    /// The same in milliseconds; 0 without times.
    func milliseconds(at position: JourneyPosition) -> Int64 {
        guard journey.hasTimes else { return 0 }
        let milliseconds = clock.milliseconds(at: position.point, of: journey)
        guard position.fraction > 0, position.point + 1 < journey.count else { return milliseconds }
        let step = Double(journey.milliseconds(to: position.point + 1))
        return milliseconds + Int64((step * position.fraction).rounded())
    }

    /// Milliseconds from the first point without what passed between segments.
    func inSegments(until position: JourneyPosition) -> Int64 {
        guard journey.hasTimes else { return 0 }
        let gap = clock.gap(before: journey.segment(of: position.point))
        // A gap has no length: a position in it is at its beginning.
        if position.fraction > 0, isGap(after: position.point) {
            return clock.milliseconds(at: position.point, of: journey) - gap
        }
        return milliseconds(at: position) - gap
    }

    /// Whether a segment ends with a point.
    public func isGap(after point: Int) -> Bool {
        guard point + 1 < journey.count else { return false }
        let next = journey.segment(of: point + 1)
        return journey.segmentStarts[next] == point + 1
    }

    /// The moment at a position, in milliseconds since 1970-01-01T00:00:00Z; nil without times.
    public func moment(at position: JourneyPosition) -> Int64? {
        guard journey.hasTimes else { return nil }
        let moment = journey.moments[position.point]
        guard position.fraction > 0, position.point + 1 < journey.count else { return moment }
        let step = Double(journey.milliseconds(to: position.point + 1))
        return moment + Int64((step * position.fraction).rounded())
    }

    /// Where it is, straight from point to point.
    public func coordinate(at position: JourneyPosition) -> Coordinate {
        let place = journey.places[position.point]
        guard position.fraction > 0, position.point + 1 < journey.count else { return place }
        let step = Geodesic(from: place, to: journey.places[position.point + 1])
        return step.line.coordinate(at: step.meters * position.fraction)
    }

    /// The height as recorded; nil where a point beside it has none.
    public func height(at position: JourneyPosition) -> Double? {
        guard let height = journey.heights[position.point] else { return nil }
        guard position.fraction > 0, position.point + 1 < journey.count else { return height }
        guard let next = journey.heights[position.point + 1] else { return nil }
        return height + (next - height) * position.fraction
    }

    /// The position at metres from the start, within it.
    ///
    /// - Complexity: O(log n).
    public func position(atDistance meters: Double) -> JourneyPosition {
        let next = journey.way.firstPoint(at: meters)
        guard next > 0, journey.way[next] > meters else { return JourneyPosition(point: next) }
        let before = journey.way[next - 1]
        let fraction = (meters - before) / (journey.way[next] - before)
        return JourneyPosition(point: next - 1, fraction: Swift.min(Swift.max(fraction, 0), 1.nextDown))
    }

    /// The position at seconds from the first point, within the journey; nil without times.
    ///
    /// - Complexity: O(log n).
    public func position(atSeconds seconds: Double) -> JourneyPosition? {
        guard journey.hasTimes else { return nil }
        let milliseconds = Int64((Swift.min(Swift.max(seconds, 0), 1e12) * 1000).rounded())
        let point = clock.point(at: milliseconds, of: journey)
        guard point + 1 < journey.count else { return JourneyPosition(point: point) }
        let step = journey.milliseconds(to: point + 1)
        let rest = milliseconds - clock.milliseconds(at: point, of: journey)
        guard step > 0, rest > 0 else { return JourneyPosition(point: point) }
        return JourneyPosition(point: point, fraction: Swift.min(Double(rest) / Double(step), 1.nextDown))
    }

    /// The first position at a moment or after it, in milliseconds since 1970-01-01T00:00:00Z; nil without times and
    /// where all points are earlier.
    ///
    /// - Complexity: O(n): the points need not be in the order of their times.
    public func position(atMoment moment: Int64) -> JourneyPosition? {
        guard journey.hasTimes,
            let next = journey.moments[journey.timedPoints].firstIndex(where: { $0 >= moment })
        else { return nil }
        guard next > journey.timedPoints.lowerBound, journey.moments[next] > moment, !isGap(after: next - 1)
        else {
            return JourneyPosition(point: next)
        }
        let before = journey.moments[next - 1]
        let fraction = Double(moment - before) / Double(journey.moments[next] - before)
        return JourneyPosition(point: next - 1, fraction: Swift.min(fraction, 1.nextDown))
    }

    /// The climb or the fall around a position, from extreme to extreme.
    public func climb(around position: JourneyPosition) -> ClosedRange<JourneyPosition>? {
        ascent?.climb(around: position.point).map {
            JourneyPosition(point: $0.lowerBound)...JourneyPosition(point: $0.upperBound)
        }
    }
}
