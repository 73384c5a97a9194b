import MapModel
import Streams

/// What is said of the points of a journey.
enum JourneyWords {
    /// A line for each thing that was noticed.
    static func notices(_ journey: Journey) -> [String] {
        let notes = journey.notes
        let name = journey.name.isEmpty ? "" : "\(printable(journey.name)): "
        let withoutHeight = notes.withoutHeight - notes.meaninglessHeights
        let lines: [(Int, String)] = [
            (withoutHeight, "of \(grouped(journey.count)) points have no height"),
            (notes.meaninglessHeights, "heights are 0 or impossible and count as none"),
            (notes.withoutTime, "points have no time and get the one before"),
            (notes.backwards, notes.backwards == 1 ? "point goes back in time" : "points go back in time"),
            (notes.movedByWeeks, "times are moved by 1,024 weeks, the turn of a receiver's week counter"),
            (notes.withoutZone, "times have no zone beside others with one and are read as UTC"),
            (notes.faultySteps, "steps faster than 350 m/s begin a segment"),
            (
                notes.gaps,
                notes.gaps == 1
                    ? "gap of time and way begins a segment" : "gaps of time and way begin a segment"
            ),
        ]
        return lines.filter { $0.0 > 0 }.map { "\(name)\(grouped($0.0)) \($0.1)" }
    }
}
