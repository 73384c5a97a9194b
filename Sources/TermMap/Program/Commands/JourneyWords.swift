import MapModel
import Streams

/// What is said of the points of a journey.
enum JourneyWords {
    /// A line for each thing that was noticed.
    static func notices(_ journey: Journey) -> [String] {
        let notes = journey.notes
        let name = journey.name.isEmpty ? "" : "\(printable(journey.name)): "
        let withoutHeight = notes.withoutHeight - notes.meaninglessHeights
        let count = grouped(journey.count)
        let lines: [(count: Int, one: String, several: String)] = [
            (withoutHeight, "of \(count) points has no height", "of \(count) points have no height"),
            (
                notes.meaninglessHeights, "height is 0 or impossible and counts as none",
                "heights are 0 or impossible and count as none"
            ),
            (
                notes.withoutTime, "point has no time: it is estimated between others, else unknown",
                "points have no time: it is estimated between others, else unknown"
            ),
            (notes.backwards, "point goes back in time", "points go back in time"),
            (
                notes.movedByWeeks, "time is moved by 1,024 weeks, the turn of a receiver's week counter",
                "times are moved by 1,024 weeks, the turn of a receiver's week counter"
            ),
            (
                notes.withoutZone, "time has no zone beside others with one and is read as UTC",
                "times have no zone beside others with one and are read as UTC"
            ),
            (
                notes.faultySteps, "step faster than 350 m/s begins a segment",
                "steps faster than 350 m/s begin a segment"
            ),
            (
                notes.gaps, "gap of time and way begins a segment", "gaps of time and way begin a segment"
            ),
        ]
        return lines.filter { $0.count > 0 }.map { line in
            "\(name)\(grouped(line.count)) \(line.count == 1 ? line.one : line.several)"
        }
    }
}
