extension Journey {
    /// Several journeys as one, in the order of their first times, else in the given one: each begins a segment.
    public init(joining journeys: [Journey]) {
        precondition(!journeys.isEmpty)
        let isTimed = journeys.allSatisfy(\.hasTimes)
        let ordered = isTimed ? journeys.sorted { $0.moments[0] < $1.moments[0] } : journeys
        var builder = JourneyBuilder(name: "", kind: ordered[0].kind)
        builder.reserveCapacity(ordered.reduce(0) { $0 + $1.count })
        for journey in ordered {
            var next = 0
            for point in 0..<journey.count {
                if next < journey.segmentStarts.count, journey.segmentStarts[next] == point {
                    builder.startSegment()
                    next += 1
                }
                builder.append(
                    journey.places[point], height: journey.heights[point],
                    moment: journey.hasTimes && journey.timedPoints.contains(point)
                        ? journey.moments[point] : nil)
                for column in journey.columns where !column.values[point].isNaN {
                    builder.set(Double(column.values[point]), column: column.name)
                }
            }
        }
        // It has a point.
        self = builder.finish() ?? ordered[0]
    }
}
