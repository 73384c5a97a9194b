/// What was passed while a journey rested, and how long that took: in its stops, and while its recorder paused.
///
/// A step that takes as long as a stop, at less than 1 km/h, is a pause: where its ends are farther apart than those of a
/// stop, it has no place and is none, but nobody goes so slowly.
struct JourneyRests: Sendable {
    /// Way and time.
    struct Sum: Sendable {
        var meters = 0.0
        var milliseconds: Int64 = 0
    }

    /// The points of each, one after the other; a pause begins at the last point of a stop where it follows one.
    private var rests: [ClosedRange<Int>] = []
    /// Until the start of each, and until the end.
    private var sums = [Sum()]

    /// 1 km/h.
    private static let slowest = 1 / 3.6

    init(_ journey: Journey, _ stops: [JourneyStop], _ clock: JourneyClock, _ rules: JourneyRules) {
        guard journey.hasTimes else { return }
        var next = 1
        for stop in stops {
            addPauses(next..<(stop.points.lowerBound + 1), journey, rules)
            rests.append(stop.points)
            next = stop.points.upperBound + 1
        }
        addPauses(next..<journey.count, journey, rules)
        for rest in rests {
            var sum = sums[sums.count - 1]
            let part = Self.sum(rest, journey, clock)
            sum.meters += part.meters
            sum.milliseconds += part.milliseconds
            sums.append(sum)
        }
    }

    /// Adds the steps to points that are pauses.
    private mutating func addPauses(_ points: Range<Int>, _ journey: Journey, _ rules: JourneyRules) {
        for point in points {
            let milliseconds = journey.milliseconds(to: point)
            guard milliseconds > 0, milliseconds >= rules.stopMilliseconds else { continue }
            let meters = journey.way[point] - journey.way[point - 1]
            guard meters < Self.slowest * Double(milliseconds) / 1000,
                journey.segment(of: point) == journey.segment(of: point - 1)
            else { continue }
            rests.append((point - 1)...point)
        }
    }

    /// The way and the time within segments of some points.
    private static func sum(_ points: ClosedRange<Int>, _ journey: Journey, _ clock: JourneyClock) -> Sum {
        let gaps =
            clock.gap(before: journey.segment(of: points.upperBound))
            - clock.gap(before: journey.segment(of: points.lowerBound))
        return Sum(
            meters: journey.way[points.upperBound] - journey.way[points.lowerBound],
            milliseconds: clock.milliseconds(at: points.upperBound, of: journey)
                - clock.milliseconds(at: points.lowerBound, of: journey) - gaps)
    }

    /// What was passed in rests until a position, and how long it took.
    func sum(until position: JourneyPosition, _ figures: JourneyFigures) -> Sum {
        let index = Bisection.first(in: rests.indices) { rests[$0].upperBound > position.point }
        var sum = sums[index]
        guard index < rests.count, rests[index].lowerBound <= position.point else { return sum }
        let start = JourneyPosition(point: rests[index].lowerBound)
        sum.meters += figures.distance(at: position) - figures.distance(at: start)
        sum.milliseconds += figures.inSegments(until: position) - figures.inSegments(until: start)
        return sum
    }
}
