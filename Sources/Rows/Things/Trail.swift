import MapModel

/// A place on the way of a thing: 16 bytes.
package struct TrailPoint: Sendable, Equatable {
    /// Where it was.
    package let place: QuantumPoint
    /// Tenths of a second since the beginning of the trails.
    let tenths: UInt32
    /// The level in steps of two metres; the least number where it is not known.
    private let level: Int16
    /// Tenths of a metre a second, and whether a new line begins here; the greatest number where it is not known.
    private let speed: UInt16

    private static let noLevel = Int16.min
    private static let noSpeed: UInt16 = 0x7fff
    private static let breakFlag: UInt16 = 0x8000
    private static let metersPerLevel: Float = 2

    /// A place with what was known there, NaN for what was not.
    ///
    /// - Parameter isBreak: the thing did not come here from the place before.
    package init(
        _ place: QuantumPoint, seconds: Double, altitude: Float = .nan, speed: Float = .nan,
        isBreak: Bool = false
    ) {
        self.place = place
        tenths = UInt32(min(max(seconds, 0) * 10, Double(UInt32.max) - 1))
        level =
            altitude.isFinite
            ? Int16(min(max((altitude / Self.metersPerLevel).rounded(), -32_767), 32_767)) : Self.noLevel
        let rounded =
            speed.isFinite
            ? UInt16(min(max((speed * 10).rounded(), 0), Float(Self.noSpeed) - 1)) : Self.noSpeed
        self.speed = isBreak ? rounded | Self.breakFlag : rounded
    }

    /// When it was there, in seconds since the beginning of the trails.
    package var seconds: Double { Double(tenths) / 10 }
    /// Metres above the sea; nil where that is not known.
    package var altitude: Float? { level == Self.noLevel ? nil : Float(level) * Self.metersPerLevel }
    /// Metres a second; nil where that is not known.
    package var metersPerSecond: Float? {
        let number = speed & ~Self.breakFlag
        return number == Self.noSpeed ? nil : Float(number) / 10
    }
    /// A new line begins here.
    package var isBreak: Bool { speed & Self.breakFlag != 0 }
}

/// The way of a thing, from the oldest place to the newest but one: the newest is that of the thing itself.
///
/// A copy shares its points until one of them grows.
package struct Trail: Sendable, Equatable {
    /// Points at most: what is older is thinned first.
    package static let limit = 512
    /// A point is kept where the course has changed by so much …
    private static let turnDegrees: Float = 3
    /// … or after so long.
    private static let stepSeconds = 10.0

    /// From the oldest to the newest.
    package private(set) var points: [TrailPoint] = []
    /// The course at the newest point; NaN where it was not known.
    private var course = Float.nan

    /// None.
    package init() {}

    /// Whether nothing of the way is known.
    package var isEmpty: Bool { points.isEmpty }

    /// Takes the next place, if it is worth keeping.
    ///
    /// - Parameter course: of the thing from there on, in degrees; NaN where it is not known.
    package mutating func take(_ point: TrailPoint, course: Float) {
        guard let last = points.last else { return keep(point, course) }
        let waited = point.seconds - last.seconds
        // A clock that was set back starts again.
        guard waited >= 0 else {
            points = []
            return keep(point, course)
        }
        let turn = abs((course - self.course).remainder(dividingBy: 360))
        if point.isBreak || waited >= Self.stepSeconds
            || turn >= Self.turnDegrees && last.place != point.place
        {
            keep(point, course)
        }
    }

    private mutating func keep(_ point: TrailPoint, _ course: Float) {
        points.append(point)
        self.course = course
        if points.count > Self.limit { thin() }
    }

    /// Every second point of the older half goes.
    private mutating func thin() {
        let half = points.count / 2
        var kept: [TrailPoint] = []
        kept.reserveCapacity(Self.limit + 1)
        for index in 0..<half where index % 2 == 0 || points[index].isBreak { kept.append(points[index]) }
        // Breaks that follow each other leave nothing to be thinned: then the oldest go.
        kept += points[half...]
        points = kept.count > Self.limit ? Array(kept.suffix(Self.limit)) : kept
    }

    /// The index of the first point that is not older than `seconds`.
    ///
    /// - Complexity: O(log n).
    package func firstIndex(since seconds: Double) -> Int {
        Bisection.first(in: points.indices) { points[$0].seconds >= seconds }
    }
}
