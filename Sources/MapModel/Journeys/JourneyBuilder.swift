/// Makes a journey of points that are added in their order.
public struct JourneyBuilder: Sendable {
    private let name: String
    private let kind: Journey.Kind
    private let row: UInt32?
    private var places = JourneyPlaces()
    private var rows: [UInt32] = []
    private var moments: [Int64] = []
    private var heights = JourneyHeights()
    private var columns: [(name: String, values: [Float])] = []
    private var segmentStarts: [Int] = []
    private var startsSegment = true
    private var notes = JourneyNotes()
    /// Points that were added without a time, among others with one.
    private var untimed: [Range<Int>] = []

    private static let noMoment = Int64.min

    /// A journey without points.
    ///
    /// - Parameter row: the row whose line it is; nil where its points are rows.
    public init(name: String, kind: Journey.Kind = .track, row: UInt32? = nil) {
        (self.name, self.kind, self.row) = (name, kind, row)
    }

    /// Points so far.
    public var count: Int { places.count }

    /// Makes room for points.
    public mutating func reserveCapacity(_ count: Int) {
        places.reserveCapacity(count)
    }

    /// The next point begins a segment.
    public mutating func startSegment() { startsSegment = true }

    /// Adds a point on the globe.
    ///
    /// - Parameters:
    ///   - height: metres; anything that cannot be a height counts as none.
    ///   - moment: milliseconds since 1970-01-01T00:00:00Z.
    public mutating func append(_ place: Coordinate, height: Double? = nil, moment: Int64? = nil) {
        places.append(place)
        appended(height, moment)
    }

    /// Adds the place of a row.
    public mutating func append(
        _ place: FixedCoordinate, row: UInt32, height: Double? = nil, moment: Int64? = nil
    ) {
        places.append(place)
        rows.append(row)
        appended(height, moment)
    }

    private mutating func appended(_ height: Double?, _ moment: Int64?) {
        let count = places.count
        if startsSegment { segmentStarts.append(count - 1) }
        startsSegment = false
        if let height {
            while heights.count < count - 1 { heights.append(nil) }
            heights.append(height)
            if !JourneyHeights.credible.contains(height) { notes.meaninglessHeights += 1 }
        } else if !heights.isEmpty {
            heights.append(nil)
        }
        if let moment {
            while moments.count < count - 1 { moments.append(Self.noMoment) }
            moments.append(moment)
        } else if !moments.isEmpty {
            moments.append(Self.noMoment)
        }
    }

    /// Notes points whose times have no zone beside others with one; they are read as UTC.
    public mutating func note(withoutZone count: Int) { notes.withoutZone += count }

    /// Sets a value of the last point.
    public mutating func set(_ value: Double, column name: String) {
        let index = columns.firstIndex { $0.name == name }
        if let index {
            set(Float(value), at: index)
        } else if columns.count < Self.mostColumns {
            columns.append((name, []))
            set(Float(value), at: columns.count - 1)
        }
    }

    private static let mostColumns = 32

    private mutating func set(_ value: Float, at index: Int) {
        while columns[index].values.count < places.count { columns[index].values.append(.nan) }
        columns[index].values[places.count - 1] = value
    }

    /// The journey; nil without points.
    public consuming func finish(_ rules: SegmentRules = SegmentRules()) -> Journey? {
        guard places.count > 0 else { return nil }
        closeTimes()
        closeHeights()
        let way = followed(rules)
        let count = places.count
        return Journey(
            name: name, kind: kind, row: row, rows: rows, places: places, moments: moments, heights: heights,
            columns: columns.map { column in
                let missing = repeatElement(Float.nan, count: count - column.values.count)
                return JourneyColumn(name: column.name, values: column.values + missing)
            },
            segmentStarts: segmentStarts, way: way, notes: notes, timedPoints: timedPoints)
    }
}

/// When a step between two points begins a segment.
public struct SegmentRules: Sendable, Hashable {
    /// Longer gaps that are also wider than `gapMeters` do.
    public var gapMilliseconds: Int64 = 30 * 60_000
    /// Wider gaps that are also longer than `gapMilliseconds` do.
    public var gapMeters = 1_000.0
    /// Faster steps are faults of the receiver.
    public var fastest = 350.0
    /// Shorter times count as so many seconds there: jitter is no speed.
    public var shortestSeconds = 1.0

    /// The standard rules.
    public init() {}
}

extension JourneyBuilder {
    // MARK: - Times

    /// Gives points without a time one between those around them, and moves times whose week counter has turned.
    private mutating func closeTimes() {
        guard let first = moments.first(where: { $0 != Self.noMoment }) else {
            moments = []
            return
        }
        while moments.count < places.count { moments.append(Self.noMoment) }
        var last = first
        for point in moments.indices {
            if moments[point] == Self.noMoment {
                noteUntimed(point)
                moments[point] = last
            }
            last = moments[point]
        }
        moveWeeks()
        straightenTimes()
        spreadTimes()
    }

    private mutating func noteUntimed(_ point: Int) {
        notes.withoutTime += 1
        if let run = untimed.last, run.upperBound == point {
            untimed[untimed.count - 1] = run.lowerBound..<point + 1
        } else {
            untimed.append(point..<point + 1)
        }
    }

    /// From the first to the last point with a time: before and behind them nobody knows when it was.
    private var timedPoints: Range<Int> {
        guard !moments.isEmpty else { return 0..<places.count }
        let first = untimed.first.flatMap { $0.lowerBound == 0 ? $0.upperBound : nil } ?? 0
        let end = untimed.last.flatMap { $0.upperBound == places.count ? $0.lowerBound : nil }
        return first..<(end ?? places.count)
    }

    /// Gives points without a time that lie between others theirs: in proportion to the way, as if the speed were the same.
    private mutating func spreadTimes() {
        for run in untimed where run.lowerBound > 0 && run.upperBound < moments.count {
            let (from, to) = (moments[run.lowerBound - 1], moments[run.upperBound])
            guard from < to else { continue }
            var previous = GeodesicStep(places[run.lowerBound - 1])
            var ways = [0.0]
            for point in run.lowerBound...run.upperBound {
                let place = GeodesicStep(places[point])
                ways.append(ways[ways.count - 1] + previous.distance(to: place))
                previous = place
            }
            let meters = ways[ways.count - 1]
            for (index, point) in run.enumerated() {
                let share =
                    meters > 0 ? ways[index + 1] / meters : Double(index + 1) / Double(run.count + 1)
                moments[point] = from + Int64((Double(to - from) * share).rounded())
            }
        }
    }

    /// The later of two eras is right: a receiver whose counter has turned is 1,024 weeks late.
    private mutating func moveWeeks() {
        let turn = GPSWeek.rolloverMilliseconds
        var shift: Int64 = 0
        var least: Int64 = 0
        var shifts: [(point: Int, shift: Int64)] = []
        for point in moments.indices.dropFirst() {
            let step = moments[point] - moments[point - 1]
            let turns = (Double(step) / Double(turn)).rounded()
            guard turns != 0, abs(turns) <= 3,
                abs(step - Int64(turns) * turn) <= UTCInstant.millisecondsPerDay / 2
            else { continue }
            shift -= Int64(turns) * turn
            shifts.append((point, shift))
            least = Swift.min(least, shift)
        }
        guard !shifts.isEmpty else { return }
        // All are brought to the era of the latest times, those with the least shift.
        var current = -least
        var next = shifts.startIndex
        for point in moments.indices {
            if next < shifts.endIndex, shifts[next].point == point {
                current = shifts[next].shift - least
                next += 1
            }
            if current != 0 { notes.movedByWeeks += 1 }
            moments[point] += current
        }
    }

    /// So many points later a time that went back must have returned, or the clock was set.
    private static let longestExcursion = 10

    /// Gives points whose times go back for a while, or forwards and back, the time before: they take no time.
    private mutating func straightenTimes() {
        for point in moments.indices.dropFirst() where moments[point] < moments[point - 1] {
            let before = moments[point - 1]
            let reach = Swift.min(point + Self.longestExcursion, moments.count)
            if let back = (point..<reach).first(where: { moments[$0] >= before }) {
                for other in point..<back { moments[other] = before }
                notes.backwards += back - point
            } else if point >= 2, moments[point] >= moments[point - 2] {
                moments[point - 1] = moments[point - 2]
                notes.backwards += 1
            } else {
                notes.backwards += 1
            }
        }
    }

    // MARK: - Heights

    private static let leastZeros = 5
    private static let farFromZero = 100.0

    /// 0 stands for no height where five points in a row have it beside others of 100 m and more.
    private mutating func closeHeights() {
        guard !heights.isEmpty else { return }
        while heights.count < places.count { heights.append(nil) }
        var greatest = -Double.infinity
        for point in 0..<heights.count { greatest = Swift.max(greatest, heights[point] ?? greatest) }
        if greatest >= Self.farFromZero { removeZeros() }
        let known = (0..<heights.count).count { heights.isKnown($0) }
        if known == 0 { heights = JourneyHeights() }
        notes.withoutHeight = heights.isEmpty ? 0 : places.count - known
    }

    private mutating func removeZeros() {
        var start: Int?
        for point in 0...heights.count {
            if point < heights.count, heights.isKnown(point), heights.isZero(point) {
                start = start ?? point
            } else if let first = start {
                if point - first >= Self.leastZeros {
                    heights.remove(first..<point)
                    notes.meaninglessHeights += point - first
                }
                start = nil
            }
        }
    }

    // MARK: - The way

    /// Measures all steps, and begins segments after gaps and faults.
    private mutating func followed(_ rules: SegmentRules) -> JourneyWay {
        var way = JourneyWay()
        way.reserveCapacity(places.count)
        way.append(step: 0)
        var starts: [Int] = []
        starts.reserveCapacity(segmentStarts.count)
        var given = segmentStarts[...]
        if given.first == 0 { given.removeFirst() }
        starts.append(0)
        var previous = GeodesicStep(places[0])
        for point in 1..<Swift.max(places.count, 1) {
            let place = GeodesicStep(places[point])
            let meters = previous.distance(to: place)
            previous = place
            let milliseconds = moments.isEmpty ? 0 : moments[point] - moments[point - 1]
            if given.first == point {
                given.removeFirst()
                starts.append(point)
                way.append(step: 0)
            } else if isBroken(meters, milliseconds, rules) {
                starts.append(point)
                way.append(step: 0)
            } else {
                way.append(step: meters)
            }
        }
        segmentStarts = starts
        return way
    }

    private mutating func isBroken(_ meters: Double, _ milliseconds: Int64, _ rules: SegmentRules) -> Bool {
        guard !moments.isEmpty, meters > rules.fastest * rules.shortestSeconds else { return false }
        if milliseconds > rules.gapMilliseconds, meters > rules.gapMeters {
            notes.gaps += 1
            return true
        }
        let seconds = Swift.max(Double(milliseconds) / 1000, rules.shortestSeconds)
        // Points with one time between them say nothing about speed.
        if milliseconds > 0, meters > rules.fastest * seconds {
            notes.faultySteps += 1
            return true
        }
        return false
    }
}
