/// What a profile shows along a journey.
public enum JourneyMeasure: Hashable, Sendable {
    /// Metres.
    case height
    /// Metres per second.
    case speed
    /// Rise over way.
    case slope
    /// The values of a column, by its number.
    case column(Int)
}

extension JourneyFigures {
    /// What a journey has.
    public var measures: [JourneyMeasure] {
        (heights == nil ? [] : [.height]) + (speeds == nil ? [] : [.speed]) + (ascent == nil ? [] : [.slope])
            + columns.indices.map { .column($0) }
    }

    /// The mean of a stretch; nil where nothing is known.
    ///
    /// Of a slope it is that of at least 100 m around its middle.
    ///
    /// - Complexity: O(1).
    public func mean(
        of measure: JourneyMeasure, from start: JourneyPosition, to end: JourneyPosition
    ) -> Double? {
        let points = start.nextPoint..<Swift.max(start.nextPoint, end.point + 1)
        switch measure {
        case .height:
            return heights?.mean(of: points)
                ?? height(at: start).flatMap { low in
                    height(at: end).map { (low + $0) / 2 }
                }
        case .speed: return meanSpeed(from: start, to: end)
        case .slope: return meanSlope(from: start, to: end)
        case .column(let column):
            if let mean = columns[column].mean(of: points) { return mean }
            let value = columns[column].values[start.point]
            return points.isEmpty && !value.isNaN ? Double(value) : nil
        }
    }

    /// The least and the greatest value in a stretch; nil where nothing is known, and for slopes.
    public func extremes(
        of measure: JourneyMeasure, from start: JourneyPosition, to end: JourneyPosition
    ) -> ClosedRange<Double>? {
        let points = start.nextPoint..<Swift.max(start.nextPoint, end.point + 1)
        switch measure {
        case .height: return heights?.range(of: points)
        case .speed: return speeds?.fastest(in: points, journey).map { 0...Swift.max($0, 0) }
        case .slope: return nil
        case .column(let column): return columns[column].range(of: points)
        }
    }

    private func meanSpeed(from start: JourneyPosition, to end: JourneyPosition) -> Double? {
        guard journey.hasTimes else { return nil }
        let milliseconds = inSegments(until: end) - inSegments(until: start)
        guard milliseconds > 0 else { return nil }
        return (distance(at: timed(end)) - distance(at: timed(start))) / Double(milliseconds) * 1000
    }

    /// A slope is one over so much of the way to both sides, at least.
    private static let slopeMeters = 50.0

    private func meanSlope(from start: JourneyPosition, to end: JourneyPosition) -> Double? {
        guard ascent != nil else { return nil }
        var (first, last) = (distance(at: start), distance(at: end))
        if last - first < 2 * Self.slopeMeters {
            let middle = (first + last) / 2
            let range = journey.points(ofSegment: journey.segment(of: start.point))
            first = Swift.max(middle - Self.slopeMeters, journey.way[range.lowerBound])
            last = Swift.min(middle + Self.slopeMeters, journey.way[range.upperBound - 1])
        }
        guard last > first, let low = smoothHeight(at: position(atDistance: first)),
            let high = smoothHeight(at: position(atDistance: last))
        else { return nil }
        return (high - low) / (last - first)
    }
}
