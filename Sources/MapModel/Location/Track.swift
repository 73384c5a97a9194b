/// A track: good fixes in the order of their times, without any left out until the limit is reached.
///
/// 28 bytes a fix and 1.5 for drawing. A copy shares its memory with the original, so that a snapshot for
/// saving or drawing costs nothing. The newest fixes, within the tolerance for late ones, are kept apart
/// until nothing can be inserted between them; only then is their distance final.
public struct Track: Sendable {
    /// Memory stays below 128 MB: five days at ten fixes a second.
    public static let standardLimit = 1 << 22

    /// The most fixes that may be unsettled, however long the tolerance.
    private static let recentLimit = 1024

    private let limit: Int
    private let lateToleranceMilliseconds: Int64
    private var chunks: [TrackChunk] = []
    private var levels = TrackLevels()
    private var settledCount = 0
    private var settledTravel = TravelMeter()
    private var recent: [TrackPoint] = []

    /// The time of the oldest point.
    public private(set) var startTime: UTCInstant?
    /// The box of all points.
    public private(set) var bounds: GeoBounds?
    /// How often every second point was dropped because the limit was reached.
    public private(set) var halvings = 0

    /// - Parameters:
    ///   - lateToleranceMilliseconds: how late a fix may come, as in `FixRules`.
    ///   - limit: at this many points every second one is dropped, so that a track of any length fits.
    public init(lateToleranceMilliseconds: Int64 = 0, limit: Int = Track.standardLimit) {
        self.lateToleranceMilliseconds = lateToleranceMilliseconds
        self.limit = Swift.max(limit, 2)
    }

    /// Points kept, the newest included.
    public var count: Int { settledCount + recent.count }
    /// Whether there are no points.
    public var isEmpty: Bool { count == 0 }
    /// The point with the latest time; nil without points.
    public var newest: TrackPoint? { recent.last }

    /// Seconds from the oldest to the newest point.
    public var durationSeconds: Double {
        guard let startTime, let newest else { return 0 }
        return newest.time.seconds(since: startTime)
    }

    /// Metres travelled, along great circles, without the noise of standing still: see `TravelMeter`.
    ///
    /// - Complexity: O(number of fixes within the tolerance for late ones).
    public var distanceMeters: Double {
        var travel = settledTravel
        for point in recent { travel.add(point) }
        return travel.meters
    }

    /// Distance by duration; nil when less than a millisecond has passed.
    ///
    /// - Complexity: that of `distanceMeters`.
    public var meanSpeedMetersPerSecond: Double? {
        durationSeconds > 0 ? distanceMeters / durationSeconds : nil
    }

    /// Inserts a point by its time, after those of the same time. Points older than the tolerance keep their
    /// order.
    ///
    /// - Complexity: O(1) for points in order, amortised.
    public mutating func add(_ point: TrackPoint) {
        var place = recent.count
        while place > 0, recent[place - 1].time > point.time { place -= 1 }
        recent.insert(point, at: place)
        startTime = startTime.map { Swift.min($0, point.time) } ?? point.time
        extendBounds(point.coordinate)
        settle()
    }

    /// Replaces the newest point with a better report of the same moment.
    public mutating func replaceNewest(with point: TrackPoint) {
        if !recent.isEmpty { recent.removeLast() }
        add(point)
    }

    /// Adds a fix that the filter found good.
    public mutating func add(_ fix: LocationFix, verdict: FixFilter.Verdict) {
        guard let point = TrackPoint(fix) else { return }
        switch verdict {
        case .newest, .late: add(point)
        case .sameMoment: replaceNewest(with: point)
        case .newestAfterFuture:
            recent.removeAll { $0.time > point.time }
            add(point)
        case .dropped: break
        }
    }

    private mutating func extendBounds(_ place: Coordinate) {
        if let bounds, bounds.contains(place) { return }
        let here = GeoBounds(
            south: place.latitude, west: place.longitude, north: place.latitude, east: place.longitude)
        bounds = bounds?.union(here) ?? here
    }

    /// The newest point always stays among the recent ones: it may be replaced.
    private mutating func settle() {
        guard let newest = recent.last else { return }
        let settling = recent.dropLast().prefix {
            newest.time.milliseconds(since: $0.time) > lateToleranceMilliseconds
        }
        let count = Swift.max(settling.count, recent.count - Self.recentLimit)
        for point in recent.prefix(count) {
            settledTravel.add(point)
            store(point)
        }
        recent.removeFirst(count)
        if self.count >= limit { halve() }
    }

    private mutating func store(_ point: TrackPoint) {
        let last = chunks.count - 1
        if last < 0 || !chunks[last].append(point) {
            // The line to the next chunk belongs to this one.
            if last >= 0 { chunks[last].extendBox(point.coordinate) }
            chunks.append(TrackChunk(firstIndex: settledCount, point))
        }
        levels.append(point.coordinate)
        settledCount += 1
    }

    private mutating func halve() {
        let old = chunks
        chunks = []
        levels = TrackLevels()
        settledCount = 0
        var isWanted = true
        for chunk in old {
            for packed in chunk.points {
                if isWanted, let point = packed.point(since: chunk.start) { store(point) }
                isWanted.toggle()
            }
        }
        halvings += 1
    }
}

extension Track {
    /// Calls `body` with every point, the oldest first, until it throws.
    public func forEach<Failure: Error>(_ body: (TrackPoint) throws(Failure) -> Void) throws(Failure) {
        for chunk in chunks {
            for packed in chunk.points {
                if let point = packed.point(since: chunk.start) { try body(point) }
            }
        }
        for point in recent { try body(point) }
    }

    /// Calls `body` with the places that a line of the track needs at a zoom of web maps, the oldest first:
    /// points nearer than a dot to the previous one are left out, and stretches outside `box` have few.
    ///
    /// - Parameters:
    ///   - box: the part in view; nil for all.
    ///   - body: takes a place, and whether a line starts there rather than continuing from the place before.
    /// - Complexity: O(n / 4096 + m / 64 + k) for m fixes in the chunks of 4,096 that meet `box`, and k
    ///   places.
    public func visitPlaces(
        atZoom zoom: Double, in box: GeoBounds? = nil, _ body: (Coordinate, _ startsLine: Bool) -> Void
    ) {
        let level = TrackLevels.level(forZoom: zoom)
        var startsLine = true
        func visit(_ place: Coordinate) {
            body(place, startsLine)
            startsLine = false
        }
        for (number, chunk) in chunks.enumerated() {
            guard box.map(chunk.isVisible) ?? true else {
                startsLine = true
                continue
            }
            if startsLine { visit(chunk.points[0].coordinate) }
            // The first was visited as the start, or as the end of the chunk before.
            levels.visit(level: level, in: chunk.indices.dropFirst()) { index in
                visit(chunk.points[index - chunk.firstIndex].coordinate)
            }
            if number + 1 < chunks.count { visit(chunks[number + 1].points[0].coordinate) }
        }
        if startsLine, let last = chunks.last?.points.last { visit(last.coordinate) }
        for point in recent { visit(point.coordinate) }
    }

    /// What the points occupy, in bytes.
    public var storedBytes: Int {
        chunks.reduce(levels.bytes) { $0 + $1.points.capacity * MemoryLayout<PackedTrackPoint>.stride }
    }
}

extension TravelMeter {
    fileprivate mutating func add(_ point: TrackPoint) {
        add(
            point.coordinate, accuracyMeters: point.accuracyMeters,
            speedMetersPerSecond: point.speedMetersPerSecond)
    }
}
