/// The times of a journey by a clock that never goes back.
struct JourneyClock: Sendable {
    /// At the first point of each block; empty without times.
    private let blockStarts: [Int64]
    /// Before each segment, what passed between segments.
    private let gaps: [Int64]
    /// From the earliest to the latest time.
    let range: ClosedRange<Int64>?

    init(_ journey: Journey) {
        guard journey.hasTimes else {
            (blockStarts, gaps, range) = ([], [], nil)
            return
        }
        var starts: [Int64] = []
        starts.reserveCapacity(JourneyBlocks.count(journey.count))
        var gaps: [Int64] = []
        var (clock, gap) = (Int64(0), Int64(0))
        var (least, greatest) = (journey.moments[0], journey.moments[0])
        var segment = 0
        for point in 0..<journey.count {
            let step = point == 0 ? 0 : journey.milliseconds(to: point)
            clock += step
            if segment < journey.segmentStarts.count, journey.segmentStarts[segment] == point {
                gap += step
                gaps.append(gap)
                segment += 1
            }
            if point & (JourneyBlocks.size - 1) == 0 { starts.append(clock) }
            least = Swift.min(least, journey.moments[point])
            greatest = Swift.max(greatest, journey.moments[point])
        }
        blockStarts = starts
        self.gaps = gaps
        range = least...greatest
    }

    var byteCount: Int { (blockStarts.count + gaps.count) * 8 }

    /// Milliseconds from the first point.
    func milliseconds(at point: Int, of journey: Journey) -> Int64 {
        let block = JourneyBlocks.block(of: point)
        var clock = blockStarts[block]
        for other in ((block << JourneyBlocks.shift) + 1)..<(point + 1) where other <= point {
            clock += journey.milliseconds(to: other)
        }
        return clock
    }

    /// The last point at a time or before it.
    func point(at milliseconds: Int64, of journey: Journey) -> Int {
        let next = Bisection.first(in: blockStarts.indices) { blockStarts[$0] > milliseconds }
        guard next > 0 else { return 0 }
        var point = (next - 1) << JourneyBlocks.shift
        var clock = blockStarts[next - 1]
        while point + 1 < journey.count {
            clock += journey.milliseconds(to: point + 1)
            if clock > milliseconds { break }
            point += 1
        }
        return point
    }

    /// What passed between the segments before one, its own gap included.
    func gap(before segment: Int) -> Int64 { gaps[segment] }
}
