/// A way through places: points in their order, with heights, times and further values as far as they are known.
///
/// Points belong to segments, between which nothing is known: neither distance nor ascent nor speed bridges them.
/// A point takes 20 to 28 bytes, and 4 more for each column. `JourneyBuilder` makes journeys.
public struct Journey: Sendable {
    /// What its points are.
    public enum Kind: Sendable {
        /// Recorded to follow a way: points each few seconds.
        case track
        /// Recorded to know where somebody was: points each few minutes, for days.
        case history
    }

    /// That of the track, or the value that its rows have in common; may be empty.
    public var name: String
    /// What its points are.
    public let kind: Kind
    /// The row whose line it is; nil where its points are rows.
    public var row: UInt32?
    /// The row of each point; empty where the journey is the line of one row.
    public let rows: [UInt32]
    /// Where the points are.
    public let places: JourneyPlaces
    /// Milliseconds since 1970-01-01T00:00:00Z of each point; empty without times.
    public let moments: [Int64]
    /// Heights as recorded; empty where no point has one.
    public let heights: JourneyHeights
    /// Further values of the points, such as heart rates.
    public let columns: [JourneyColumn]
    /// The first points of the segments, ascending from 0.
    public let segmentStarts: [Int]
    /// The way from point to point, without steps between segments.
    public let way: JourneyWay
    /// What was noticed of its points.
    public let notes: JourneyNotes
    /// From the first to the last point with a time; all without times. The others have the time of the nearest of these, which
    /// says nothing about them.
    let timedPoints: Range<Int>

    /// Points, at least one.
    public var count: Int { places.count }
    /// Whether its points have times.
    public var hasTimes: Bool { !moments.isEmpty }
    /// Whether at least one point has a height.
    public var hasHeights: Bool { !heights.isEmpty }

    /// How much later a point is than the one before, by a clock that never goes back.
    @inline(__always)
    func milliseconds(to point: Int) -> Int64 { Swift.max(moments[point] - moments[point - 1], 0) }

    /// The number of the segment of a point.
    public func segment(of point: Int) -> Int {
        Bisection.first(in: segmentStarts.indices) { segmentStarts[$0] > point } - 1
    }

    /// The points of a segment.
    public func points(ofSegment segment: Int) -> Range<Int> {
        segmentStarts[segment]..<(segment + 1 < segmentStarts.count ? segmentStarts[segment + 1] : count)
    }

    /// Those of a segment that are timed points, in which one is.
    func timedPoints(ofSegment segment: Int) -> Range<Int> {
        points(ofSegment: segment).clamped(to: timedPoints)
    }
}

/// Values of the points of a journey under a name.
public struct JourneyColumn: Sendable, Hashable {
    /// As the source has it: "hr", "power".
    public let name: String
    /// By point; not a number where there is none.
    public let values: [Float]

    /// Values by point.
    public init(name: String, values: [Float]) {
        (self.name, self.values) = (name, values)
    }
}

/// What was noticed of the points of a journey.
public struct JourneyNotes: Sendable, Hashable {
    /// Points without a height beside others with one.
    public var withoutHeight = 0
    /// Of them those that had 0 or a number such as -9999 in its place.
    public var meaninglessHeights = 0
    /// Points without a time beside others with one; between these it is taken from the way.
    public var withoutTime = 0
    /// Points earlier than the one before.
    public var backwards = 0
    /// Points whose times were moved by turns of 1,024 weeks.
    public var movedByWeeks = 0
    /// Points whose times have no zone beside others with one; they are read as UTC.
    public var withoutZone = 0
    /// Segments that begin after a gap in time and way.
    public var gaps = 0
    /// Segments that begin after a step faster than anything that travels.
    public var faultySteps = 0

    /// Nothing noticed.
    public init() {}
}
