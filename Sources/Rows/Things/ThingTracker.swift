import MapModel

/// Follows the things of a stream from part to part: where they went, and when they were heard.
///
/// A value: it is changed by the thread that reads, and hands out sets that share its trails.
package struct ThingTracker: Sendable {
    /// What a set of things needs to be known of, besides what rows say.
    private struct Known: Sendable {
        var thing: Thing
        /// What its row said last, to see that it was heard.
        var messages: Int
        var time: Double?
        /// The last place that was far enough from the one before to tell a course by.
        var anchor: QuantumPoint
        /// Where its speed is measured from.
        var start: Start
        /// It is gone until it is heard again.
        var isForgotten = false
    }

    /// A place that a speed is measured from, and when the thing was there.
    private struct Start: Sendable {
        let place: QuantumPoint
        /// Of the source's own time, else of the clock of the tracker.
        let seconds: Double
        let isOwnTime: Bool

        /// Messages may wait for each other on their way: by when they came, a shorter time says nothing. Times of sources
        /// may be whole seconds.
        var leastSeconds: Double { isOwnTime ? 1 : 5 }

        init(_ place: QuantumPoint, _ report: ThingReport, clock: Double) {
            (self.place, seconds, isOwnTime) = (place, report.time ?? clock, report.time != nil)
        }
    }

    /// Nearer places tell no course and no speed.
    private static let courseMeters = 30.0
    /// A thing that is faster did not come here from its last place, unless that is near.
    private static let nearMeters = 5_000.0
    /// Of a rate of messages.
    private static let rateSeconds = 2.0

    /// How long things are followed.
    package var choice: ThingTimeChoice
    /// By row; nil for a row that never had a place.
    private var known: [Known?] = []
    /// The moment of the first part, which trails count from.
    private var epoch: Double?
    private var messageCount = 0
    private var rateMoment: (clock: Double, count: Int)?
    private var rate: Double?

    /// Without things.
    package init(_ choice: ThingTimeChoice = ThingTimeChoice()) { self.choice = choice }

    /// Takes what rows say now.
    ///
    /// - Parameters:
    ///   - reports: by their rows, ascending.
    ///   - points: the places of rows; a row without one is no thing.
    ///   - total: messages heard so far, where the rows do not count them.
    ///   - clock: seconds of a clock that nobody sets.
    package mutating func take(
        _ reports: [ThingReport], at points: PointBuffer, messages total: Int? = nil, clock: Double
    ) -> ThingSet {
        let newest = reports.reduce(-Double.infinity) { max($0, $1.time ?? -.infinity) }
        let trailClock = trailClock(newest, clock)
        var things: [Thing] = []
        things.reserveCapacity(points.count)
        var next = 0
        points.visitQuanta { row, place in
            while next < reports.count, reports[next].row < row { next += 1 }
            let isReported = next < reports.count && reports[next].row == row
            let report = isReported ? reports[next] : ThingReport(row: row)
            if let thing = follow(report, place, clock: clock, trailClock) { things.append(thing) }
        }
        messageCount = total ?? reports.reduce(0) { $0 + $1.messages }
        countMessages(clock)
        var set = ThingSet(things)
        set.clock = clock
        set.trailClock = trailClock
        set.messageCount = messageCount
        set.messageRate = rate
        set.choice = choice
        return set
    }

    /// Forgets everything heard: a thing is back when it is heard again.
    package mutating func forget() {
        for row in known.indices {
            known[row]?.isForgotten = true
            known[row]?.thing.trail = Trail()
        }
    }

    /// Seconds since the first part, of the source's own time where it says that.
    private mutating func trailClock(_ newest: Double, _ clock: Double) -> Double {
        let moment = newest.isFinite ? newest : clock
        if epoch == nil { epoch = moment - 1_000_000 }
        return moment - (epoch ?? moment)
    }

    // MARK: - One thing

    private mutating func follow(
        _ report: ThingReport, _ place: QuantumPoint, clock: Double, _ trailClock: Double
    ) -> Thing? {
        let row = Int(report.row)
        if row >= known.count { known += [Known?](repeating: nil, count: row + 1 - known.count) }
        let placed = report.time.flatMap { time in epoch.map { time - $0 } } ?? trailClock
        guard var item = known[row] else {
            var thing = Thing(row: report.row, place: place)
            thing.heard = clock
            thing.placed = placed
            adopt(report, &thing)
            known[row] = Known(
                thing: thing, messages: report.messages, time: report.time, anchor: place,
                start: Start(place, report, clock: clock))
            keepPlace(&known[row]!.thing, isBreak: true)
            return known[row]!.thing
        }
        let hasMoved = item.thing.place != place
        let isHeard = hasMoved || report.messages != item.messages || report.time != item.time
        if isHeard {
            let isGone = item.isForgotten || state(of: item.thing, at: clock) == .gone
            if isGone { item.thing.trail = Trail() }
            item.isForgotten = false
            item.thing.heard = clock
            (item.messages, item.time) = (report.messages, report.time)
        }
        let before = item.thing.place
        let elapsed = placed - item.thing.placed
        item.thing.place = place
        if hasMoved { item.thing.placed = placed }
        if hasMoved { derive(&item, report, clock: clock) }
        adopt(report, &item.thing)
        if hasMoved { keepPlace(&item.thing, isBreak: jumps(item.thing, from: before, in: elapsed)) }
        known[row] = item
        return item.isForgotten || state(of: item.thing, at: clock) == .gone ? nil : item.thing
    }

    /// What a row says comes first.
    private func adopt(_ report: ThingReport, _ thing: inout Thing) {
        (thing.kind, thing.messages) = (report.kind, report.messages)
        if report.course.isFinite { thing.course = report.course }
        if report.speed.isFinite { thing.speed = report.speed }
        (thing.altitude, thing.climb, thing.accuracy) = (report.altitude, report.climb, report.accuracy)
        (thing.emergency, thing.rest, thing.isOnGround) = (report.emergency, report.rest, report.isOnGround)
        thing.toldState = report.state
    }

    /// Course and speed of places that are far enough apart, the speed also in time.
    private func derive(_ item: inout Known, _ report: ThingReport, clock: Double) {
        let place = WebMercator.unproject(item.thing.place.worldPoint)
        let anchor = WebMercator.unproject(item.anchor.worldPoint)
        if GreatCircle.distance(from: anchor, to: place) >= Self.courseMeters {
            item.anchor = item.thing.place
            item.thing.course = Float(GreatCircle.bearing(from: anchor, to: place))
        }
        let now = Start(item.thing.place, report, clock: clock)
        let seconds = now.seconds - item.start.seconds
        guard now.isOwnTime == item.start.isOwnTime, seconds >= 0 else { return item.start = now }
        let meters = GreatCircle.distance(
            from: WebMercator.unproject(item.start.place.worldPoint), to: place)
        guard meters >= Self.courseMeters, seconds >= now.leastSeconds else { return }
        item.start = now
        // What nothing of its kind can do is a jump.
        let isPossible = meters <= seconds * report.kind.speedLimitMetersPerSecond
        item.thing.speed = isPossible ? Float(meters / seconds) : .nan
    }

    /// Whether it cannot have come to its place from the one before.
    private func jumps(_ thing: Thing, from before: QuantumPoint, in seconds: Double) -> Bool {
        let meters = GreatCircle.distance(
            from: WebMercator.unproject(before.worldPoint), to: WebMercator.unproject(thing.place.worldPoint))
        return meters > Self.nearMeters + max(seconds, 0) * thing.kind.speedLimitMetersPerSecond
    }

    private func keepPlace(_ thing: inout Thing, isBreak: Bool) {
        thing.trail.take(
            TrailPoint(
                thing.place, seconds: thing.placed, altitude: thing.altitude, speed: thing.speed,
                isBreak: isBreak),
            course: thing.course)
    }

    private func state(of thing: Thing, at clock: Double) -> ThingState {
        let own = choice.times(of: thing.kind).state(afterSeconds: clock - thing.heard)
        return thing.toldState ?? own
    }

    // MARK: - Messages

    private mutating func countMessages(_ clock: Double) {
        guard let moment = rateMoment else { return rateMoment = (clock, messageCount) }
        let elapsed = clock - moment.clock
        guard elapsed >= Self.rateSeconds else { return }
        rate = Double(max(messageCount - moment.count, 0)) / elapsed
        rateMoment = (clock, messageCount)
    }
}
