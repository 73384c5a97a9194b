/// The distance along a track, without the noise of standing still.
///
/// A receiver at rest wanders by its accuracy, which adds up to kilometres a day. So the distance is counted
/// from an *anchor*, the last place that counted, in chords, and a fix counts only when it is outside the
/// *gate*, a circle around the anchor whose radius follows from the accuracy a of both fixes:
///
///     its reported speed is ≥ 1 m/s:         2 a, 4 to 12 m
///     it stands, or reports no speed:        2 a, 10 to 100 m, and either outside twice that,
///                                            or followed by two fixes outside too
///
/// a is a radius of 95 %, 2.45 σ of each of the two Gaussian axes; two fixes at rest are further apart than 2 a
/// in exp(−(4.9)² / 4) = 0.25 % of cases, three in a row practically never. A receiver's own speed comes from
/// the Doppler shift, good to decimetres a second, and is believed from 1 m/s, a slow walk; then chords stay
/// short, so that corners are not cut.
struct TravelMeter: Sendable {
    private static let assumedAccuracyMeters = 5.0
    private static let movingSpeed = 1.0
    private static let fixesToLeave = 3

    private struct Stop: Sendable {
        let place: Coordinate
        let accuracy: Double
        let isMoving: Bool
    }

    private(set) var meters = 0.0
    private var anchor: Stop?
    /// Outside the gate of the anchor, not yet believed.
    private var waiting: [Stop] = []

    mutating func add(_ place: Coordinate, accuracyMeters: Double?, speedMetersPerSecond: Double?) {
        let stop = Stop(
            place: place, accuracy: Swift.max(accuracyMeters ?? Self.assumedAccuracyMeters, 0),
            isMoving: speedMetersPerSecond ?? 0 >= Self.movingSpeed)
        guard let anchor else {
            self.anchor = stop
            return
        }
        let chord = GreatCircle.distance(from: anchor.place, to: place)
        let gate = Self.gate(from: anchor, to: stop)
        guard chord > gate.radius else {
            if !waiting.isEmpty { waiting.removeAll(keepingCapacity: true) }
            return
        }
        waiting.append(stop)
        if chord > gate.certain || waiting.count >= Self.fixesToLeave { countWaiting(from: anchor) }
    }

    /// Moves to the first of those that wait, then to those of the others that are outside the gate in turn.
    private mutating func countWaiting(from start: Stop) {
        var anchor = start
        for (index, stop) in waiting.enumerated() {
            let chord = GreatCircle.distance(from: anchor.place, to: stop.place)
            guard index == 0 || chord > Self.gate(from: anchor, to: stop).radius else { continue }
            meters += chord
            anchor = stop
        }
        self.anchor = anchor
        waiting.removeAll(keepingCapacity: true)
    }

    private static func gate(from anchor: Stop, to stop: Stop) -> (radius: Double, certain: Double) {
        let accuracy = Swift.max(anchor.accuracy, stop.accuracy)
        if stop.isMoving {
            let radius = Swift.min(Swift.max(2 * accuracy, 4), 12)
            return (radius, radius)
        }
        let radius = Swift.min(Swift.max(2 * accuracy, 10), 100)
        return (radius, 2 * radius)
    }
}
