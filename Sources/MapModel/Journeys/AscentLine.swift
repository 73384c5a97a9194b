/// The heights of a journey without noise, and where they turn.
///
/// 1. The heights of a stop become one, their median. 2. A height more than 30 m from the median of the five around it
/// becomes that median. 3. Each becomes a mean over the way around it, with weights that fall to 0. 4. It turns where
/// it has come back by the hysteresis from an extreme.
struct AscentLine: Sendable {
    /// By point; not a number without a height.
    let heights: JourneySeries<[Float]>
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
        Self.levelStops(&line, known, stops)
        Self.removeStrays(&line)
        if rules.smoothingMeters > 0 {
            line = Self.smoothed(line, known, journey, width: rules.smoothingMeters)
        }
        turns = Self.turns(of: line, known, hysteresis: rules.hysteresisMeters)
        if known.count == journey.count {
            heights = JourneySeries(line)
        } else {
            var all = [Float](repeating: .nan, count: journey.count)
            for (index, point) in known.enumerated() { all[point] = line[index] }
            heights = JourneySeries(all)
        }
    }

    var byteCount: Int {
        heights.values.count * 4 + heights.byteCount + turns.count * MemoryLayout<Turn>.stride
    }

    // MARK: - Making it

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

    private static func removeStrays(_ line: inout [Float]) {
        let original = line
        func value(_ index: Int) -> Float { original[Swift.max(0, Swift.min(index, original.count - 1))] }
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

    /// Means over the way with weights that fall to 0 at `width`, within the segment of each point.
    ///
    /// The sums of what lies before and after move along, and are made anew each
    /// kilometre so that rounding does not add up.
    private static func smoothed(
        _ line: [Float], _ known: [Int], _ journey: Journey, width: Double
    ) -> [Float] {
        var result = line
        let reach = width * 1.0001
        var start = 0
        while start < known.count {
            let segment = journey.points(ofSegment: journey.segment(of: known[start]))
            var end = start
            while end < known.count, known[end] < segment.upperBound { end += 1 }
            smooth(start..<end, line, known, journey.way, reach, &result)
            start = end
        }
        return result
    }

    private static func smooth(
        _ range: Range<Int>, _ line: [Float], _ known: [Int], _ way: JourneyWay, _ reach: Double,
        _ result: inout [Float]
    ) {
        let way = known[range].map { way[$0] }
        var (before, after) = (WeightedSum(), WeightedSum())
        var (first, last) = (0, 0)
        var origin = 0.0
        for index in way.indices {
            if index == 0 || way[index] - origin > 20 * reach {
                origin = way[index]
                (before, after) = (WeightedSum(), WeightedSum())
                for other in first..<index {
                    before.add(way[other] - origin, Double(line[range.lowerBound + other]))
                }
                for other in index..<last {
                    after.add(way[other] - origin, Double(line[range.lowerBound + other]))
                }
            }
            let place = way[index] - origin
            while last < way.count, way[last] - origin <= place + reach {
                after.add(way[last] - origin, Double(line[range.lowerBound + last]))
                last += 1
            }
            while first < index, way[first] - origin < place - reach {
                before.remove(way[first] - origin, Double(line[range.lowerBound + first]))
                first += 1
            }
            // Before: 1 - (place - w) / reach; after: 1 - (w - place) / reach.
            let low = before.linear(1 - place / reach, 1 / reach)
            let high = after.linear(1 + place / reach, -1 / reach)
            let weight = low.weight + high.weight
            if weight > 0 { result[range.lowerBound + index] = Float((low.sum + high.sum) / weight) }
            let height = Double(line[range.lowerBound + index])
            after.remove(place, height)
            before.add(place, height)
        }
    }

    /// Sums of heights and places, for means with weights that are linear in the place.
    private struct WeightedSum {
        private var count = 0.0
        private var places = 0.0
        private var heights = 0.0
        private var products = 0.0

        @inline(__always)
        mutating func add(_ place: Double, _ height: Double) {
            count += 1
            places += place
            heights += height
            products += place * height
        }

        @inline(__always)
        mutating func remove(_ place: Double, _ height: Double) {
            count -= 1
            places -= place
            heights -= height
            products -= place * height
        }

        /// The sum of (base + slope · place) · height, and of these weights.
        @inline(__always)
        func linear(_ base: Double, _ slope: Double) -> (sum: Double, weight: Double) {
            (base * heights + slope * products, base * count + slope * places)
        }
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
        guard next < turns.count, let range = heights.range(of: last.point..<(point + 1)) else {
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
