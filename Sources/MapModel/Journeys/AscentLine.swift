/// The heights of a journey without noise, and where they turn.
///
/// 1. The heights of a stop become one, their median. 2. A height more than 30 m from the median of the five around it
/// becomes that median. 3. Each becomes a mean over the way around it. 4. It turns where it has come back by the
/// hysteresis from an extreme. `HeightNoise` says how far 3 and 4 reach.
struct AscentLine: Sendable {
    /// By point; not a number without a height.
    let heights: JourneySeries<[Float]>
    /// The same with each segment moved to where the one before it ended; nil where there is but one.
    private let levels: JourneySeries<[Float]>?
    /// The extremes in their order, rises and falls alternating.
    private let turns: [Turn]

    /// An extreme, and what rose and fell until there.
    private struct Turn {
        let point: Int
        let height: Double
        var ascent = 0.0
        var descent = 0.0
    }

    private static let strayMeters = 30.0

    /// Nil where fewer than two points have a height.
    init?(_ journey: Journey, _ stops: [JourneyStop], _ rules: JourneyRules) {
        guard journey.hasHeights else { return nil }
        let known = (0..<journey.count).filter { journey.heights.isKnown($0) }
        guard known.count > 1 else { return nil }
        var line = known.map { Float(journey.heights[$0] ?? 0) }
        let way = known.map { journey.way[$0] }
        let noise = HeightNoise(line, known, way, stops)
        Self.levelStops(&line, known, stops)
        let segments = Self.segments(of: known, journey)
        for segment in segments { Self.removeStrays(&line[segment]) }
        let width = rules.smoothingMeters ?? noise.smoothingMeters
        if width > 0 { line = HeightSmoothing(line, way, width).smoothed(segments) }
        heights = Self.series(line, known, journey.count)
        if segments.count > 1 { line = Self.joined(line, segments) }
        levels = segments.count > 1 ? Self.series(line, known, journey.count) : nil
        turns = Self.turns(
            of: line, known, hysteresis: rules.hysteresisMeters ?? noise.hysteresisMeters(smoothing: width))
    }

    var byteCount: Int {
        [heights, levels].compactMap(\.self).reduce(turns.count * MemoryLayout<Turn>.stride) {
            $0 + $1.values.count * 4 + $1.byteCount
        }
    }

    // MARK: - Making it

    /// The heights of the points that have some as those of all points.
    private static func series(_ line: [Float], _ known: [Int], _ count: Int) -> JourneySeries<[Float]> {
        guard known.count < count else { return JourneySeries(line) }
        var all = [Float](repeating: .nan, count: count)
        for (index, point) in known.enumerated() { all[point] = line[index] }
        return JourneySeries(all)
    }

    /// Nothing rises or falls from a segment to the next, where a cable car or a car was taken, or the recorder slept.
    private static func joined(_ line: [Float], _ segments: [Range<Int>]) -> [Float] {
        var joined = line
        var shift = 0.0
        for (last, next) in zip(segments, segments.dropFirst()) {
            shift += Double(line[last.upperBound - 1]) - Double(line[next.lowerBound])
            for index in next { joined[index] = Float(Double(line[index]) + shift) }
        }
        return joined
    }

    private static func levelStops(_ line: inout [Float], _ known: [Int], _ stops: [JourneyStop]) {
        var index = 0
        for stop in stops {
            while index < known.count, known[index] < stop.points.lowerBound { index += 1 }
            let start = index
            while index < known.count, known[index] <= stop.points.upperBound { index += 1 }
            guard index > start else { continue }
            let median = line[start..<index].sorted()[(index - start) / 2]
            for point in start..<index { line[point] = median }
        }
    }

    private static func removeStrays(_ line: inout ArraySlice<Float>) {
        let original = line
        func value(_ index: Int) -> Float {
            original[Swift.max(original.startIndex, Swift.min(index, original.endIndex - 1))]
        }
        for index in line.indices {
            let height = original[index]
            // Nothing strays that is near both neighbours.
            if abs(height - value(index - 1)) <= Float(strayMeters),
                abs(height - value(index + 1)) <= Float(strayMeters)
            {
                continue
            }
            let median = [-2, -1, 0, 1, 2].map { value(index + $0) }.sorted()[2]
            if abs(height - median) > Float(strayMeters) { line[index] = median }
        }
    }

    /// The runs of points with heights that are of one segment.
    private static func segments(of known: [Int], _ journey: Journey) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        var start = 0
        while start < known.count {
            let segment = journey.points(ofSegment: journey.segment(of: known[start]))
            let end = Bisection.first(in: start..<known.count) { known[$0] >= segment.upperBound }
            segments.append(start..<end)
            start = end
        }
        return segments
    }

    private static func turns(of line: [Float], _ known: [Int], hysteresis: Double) -> [Turn] {
        var turns: [Turn] = []
        var low = Turn(point: known[0], height: Double(line[0]))
        var high = low
        var direction = 0
        func append(_ turn: Turn) {
            var turn = turn
            if let last = turns.last {
                turn.ascent = last.ascent + Swift.max(turn.height - last.height, 0)
                turn.descent = last.descent + Swift.max(last.height - turn.height, 0)
            }
            turns.append(turn)
        }
        for (index, value) in line.enumerated() {
            let here = Turn(point: known[index], height: Double(value))
            if here.height > high.height { high = here }
            if here.height < low.height { low = here }
            if direction >= 0, high.height - here.height >= hysteresis, high.height > here.height {
                append(high)
                (direction, low) = (-1, here)
            } else if direction <= 0, here.height - low.height >= hysteresis, here.height > low.height {
                append(low)
                (direction, high) = (1, here)
            }
        }
        if direction == 1 { append(high) }
        if direction == -1 { append(low) }
        return turns
    }
}

extension AscentLine {
    // MARK: - Any stretch

    /// What rose and fell from the start to a point.
    ///
    /// - Complexity: O(log n).
    func risen(at point: Int) -> (ascent: Double, descent: Double) {
        let next = Bisection.first(in: turns.indices) { turns[$0].point > point }
        guard next > 0 else { return (0, 0) }
        let last = turns[next - 1]
        guard next < turns.count, let range = (levels ?? heights).range(of: last.point..<(point + 1)) else {
            return (last.ascent, last.descent)
        }
        if turns[next].height > last.height {
            let top = Swift.min(range.upperBound, turns[next].height)
            return (last.ascent + Swift.max(top - last.height, 0), last.descent)
        }
        let bottom = Swift.max(range.lowerBound, turns[next].height)
        return (last.ascent, last.descent + Swift.max(last.height - bottom, 0))
    }

    /// From one extreme to the next, around a point: the climb or the fall under it.
    func climb(around point: Int) -> ClosedRange<Int>? {
        let next = Bisection.first(in: turns.indices) { turns[$0].point > point }
        guard next > 0, next < turns.count else { return nil }
        return turns[next - 1].point...turns[next].point
    }
}
