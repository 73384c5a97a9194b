import MapModel
import Rows

/// All things that were heard. A thing keeps its number while it is known.
struct ThingRegister: Sendable {
    /// What a message did.
    struct Effect {
        /// The number of its thing.
        let thing: Int
        let changes: ThingChanges
        /// It had been gone, or was not known.
        let isNew: Bool
        /// Its place is another one than before.
        let hasMoved: Bool
        /// When it was heard, in milliseconds since 1970.
        let moment: Int64
    }

    /// More are not kept: the longest silent are forgotten.
    static let standardLimit = 100_000

    let limit: Int
    let choice: ThingTimeChoice
    private(set) var things: [HeardThing] = []
    private(set) var refused = RefusedPlaces()
    /// Things that were forgotten since there were too many.
    private(set) var forgottenCount = 0
    /// When the last message was heard; nil before the first.
    private(set) var now: Int64?
    private var index = ThingIndex()
    private var hashes: [UInt64] = []
    /// The thing of another source that shares its id, by number and source.
    private var rivals: [Rival: RivalState] = [:]
    /// Numbers of things that may be forgotten, the longest silent last, with when they were heard.
    private var candidates: [(thing: Int, heard: Int64)] = []
    private var lastSweep = Int64.min

    private struct Rival: Hashable {
        let thing: Int
        let source: UInt16
    }

    private struct RivalState {
        var run = UnreachableRun()
        /// The number of the thing that is only of this source.
        var thing: Int?
    }

    init(_ choice: ThingTimeChoice, limit: Int = Self.standardLimit) {
        self.choice = choice
        self.limit = limit
    }

    // MARK: - Messages

    /// Takes what a message says.
    ///
    /// - Parameters:
    ///   - source: the number of the source.
    ///   - moment: when it was by the clock of the source, and when it counts as heard.
    ///   - clock: that of the source.
    mutating func take(
        _ report: borrowing FeedReport, from source: UInt16, _ moment: (own: Int64, heard: Int64),
        _ clock: FeedClock
    ) -> Effect {
        let (own, heardNow) = moment
        let heard = report.heard.map { min(clock.corrected($0), heardNow) } ?? heardNow
        var (thing, isNew) = find(report, source, heard: heard)
        if let rival = rivals.isEmpty ? nil : rivals[Rival(thing: thing, source: source)]?.thing {
            thing = rival
        }
        if things[thing].state == .gone {
            isNew = true
            revive(thing, source, heard: heard)
        }
        let placeTime = report.placeTime.map { min(clock.corrected($0), own) } ?? own
        // `thing` may become another one: two that share an id.
        let moved = takePlace(report, placeTime, &thing, source, clock, heard: heard)
        things[thing].messageCount &+= 1
        var changes = isNew ? ThingChanges.all : things[thing].update(report)
        if isNew { _ = things[thing].update(report) }
        if things[thing].heard < heard { things[thing].heard = heard }
        if things[thing].state == .silent, isLive(things[thing], at: max(now ?? heardNow, heardNow)) {
            things[thing].state = .live
            changes.insert(.of(.state))
        }
        if moved { changes.formUnion(.place) }
        return Effect(
            thing: thing, changes: changes, isNew: isNew, hasMoved: moved, moment: heard)
    }

    private func isLive(_ thing: HeardThing, at now: Int64) -> Bool {
        choice.times(of: thing.kind).state(afterSeconds: Double(now - thing.heard) / 1000) == .live
    }

    private mutating func find(
        _ report: borrowing FeedReport, _ source: UInt16, heard: Int64
    ) -> (thing: Int, isNew: Bool) {
        let id = report.bytes(of: report.id)
        let hash = index.hash(id)
        if let known = index.find(hash, where: { things[$0].id.utf8.elementsEqual(id) }) {
            return (known, false)
        }
        let new = HeardThing(
            id: String(decoding: id, as: UTF8.self), kind: report.kind, source: source, heard: heard)
        return (add(new, hash: hash), true)
    }

    private mutating func add(_ new: HeardThing, hash: UInt64) -> Int {
        if things.count < limit {
            things.append(new)
            hashes.append(hash)
        } else {
            let old = longestSilent()
            index.remove(old, hash: hashes[old])
            rivals = rivals.filter { $0.key.thing != old && $0.value.thing != old }
            things[old] = new
            hashes[old] = hash
            forgottenCount += 1
            index.insert(old, hash: hash)
            return old
        }
        index.insert(things.count - 1, hash: hash)
        return things.count - 1
    }

    /// The thing that was silent for longest, among some hundred that are gathered at a time.
    private mutating func longestSilent() -> Int {
        while true {
            while let candidate = candidates.popLast() {
                if things[candidate.thing].heard == candidate.heard { return candidate.thing }
            }
            let oldest = things.indices.sorted { things[$0].heard < things[$1].heard }
            candidates = oldest.prefix(max(limit / 20, 1)).reversed().map { ($0, things[$0].heard) }
        }
    }

    /// A thing that was gone begins anew.
    private mutating func revive(_ thing: Int, _ source: UInt16, heard: Int64) {
        let old = things[thing]
        var new = HeardThing(id: old.id, kind: old.kind, source: source, heard: heard)
        new.messageCount = old.messageCount
        new.jumpCount = old.jumpCount &+ 1
        new.name = old.name
        things[thing] = new
    }

    // MARK: - Places

    private mutating func takePlace(
        _ report: borrowing FeedReport, _ time: Int64, _ thing: inout Int, _ source: UInt16,
        _ clock: FeedClock, heard: Int64
    ) -> Bool {
        let coordinate: Coordinate
        switch report.place {
        case .none: return false
        case .notAvailable:
            refused.add(.noCoordinate)
            return false
        case .degrees(let latitude, let longitude):
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        guard let moment = UTCInstant(milliseconds: time) else { return false }
        if things[thing].clockSetting != clock.settings {
            things[thing].clockSetting = clock.settings
            things[thing].filter = PlaceFilter()
        }
        let fixed =
            abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
            ? FixedCoordinate(coordinate) : nil
        // A document that says again what it said before.
        if report.placeTime != nil, let fixed, things[thing].place == fixed,
            time < things[thing].placeTime + 500
        {
            return false
        }
        let reach = reach(of: things[thing], at: moment, isTimed: report.hasTime || clock.pace == .live)
        if things[thing].source != source, things[thing].filter.newest != nil, fixed != nil {
            let place = TimedPlace(coordinate: coordinate, time: moment)
            guard takesOver(place, &thing, source, reach, heard: heard) else { return false }
        }
        switch things[thing].filter.judge(coordinate, at: moment, within: reach) {
        case .dropped(let reason):
            refused.add(reason)
            return false
        case .jumped:
            things[thing].jumpCount &+= 1
        case .newest: break
        }
        return adopt(coordinate, report, time, thing, source, heard: heard)
    }

    /// How far a thing can have come since its last place.
    ///
    /// Messages without a time that follow each other at once come from a file: then nobody knows how long it was, and
    /// some minutes are granted.
    private func reach(of thing: HeardThing, at moment: UTCInstant, isTimed: Bool) -> TimedPlace.Reach {
        let limit = thing.kind.speedLimitMetersPerSecond
        let isAtOnce = thing.filter.newest.map { moment.milliseconds(since: $0.time) < 1_000 } ?? false
        let granted = !isTimed && isAtOnce ? limit * Self.grantedSeconds : 0
        return TimedPlace.Reach(metersPerSecond: limit, slackMeters: 5_000 + granted)
    }

    private static let grantedSeconds = 600.0

    private mutating func adopt(
        _ coordinate: Coordinate, _ report: borrowing FeedReport, _ time: Int64, _ thing: Int,
        _ source: UInt16, heard: Int64
    ) -> Bool {
        let place = FixedCoordinate(coordinate)
        let hasMoved = things[thing].place != place
        things[thing].place = place
        // A clock that runs ahead is right for speeds only.
        things[thing].placeTime = min(time, heard)
        things[thing].source = source
        things[thing].accuracy = report.accuracyMeters.map { Float($0) } ?? .nan
        return hasMoved
    }

    /// Whether the place of another source is taken for its thing: the newer one counts, and what is out of reach of it
    /// again and again is another thing with the same id.
    private mutating func takesOver(
        _ place: TimedPlace, _ thing: inout Int, _ source: UInt16, _ reach: TimedPlace.Reach, heard: Int64
    ) -> Bool {
        guard let newest = things[thing].filter.newest else { return true }
        let rival = Rival(thing: thing, source: source)
        if place.isReachable(from: newest, within: reach) {
            rivals[rival] = nil
            // Not an error: the other source was faster.
            return place.time >= newest.time
        }
        rivals[rival, default: RivalState()].run.add(place, within: reach)
        guard let run = rivals[rival]?.run, run.count >= PlaceFilter.convincingCount else {
            refused.add(.tooFast)
            return false
        }
        guard things[thing].state == .live else { return true }
        let old = things[thing]
        let number = 2 + rivals.count { $0.key.thing == thing && $0.value.thing != nil }
        let id = "\(old.id) (\(number))"
        let hash = index.hash(Array(id.utf8)[...])
        var new = HeardThing(id: id, kind: old.kind, source: source, heard: heard)
        new.name = old.name
        let other = add(new, hash: hash)
        rivals[rival]?.thing = other
        thing = other
        return true
    }

    // MARK: - Time

    /// Goes on to a moment: who has not been heard is silent, then gone; called at least once a second of the feed.
    ///
    /// - Parameter note: takes each thing whose state changes, with the moment of that.
    mutating func advance(to moment: Int64) {
        guard let before = now else { return now = moment }
        // One time that is far ahead must not make all others look old.
        guard moment > before, moment - before < Self.longestStep || confirms(moment) else { return }
        now = moment
    }

    private static let longestStep: Int64 = 3_600_000
    private var leap: (moment: Int64, count: Int) = (0, 0)

    /// Whether messages agree that so much time has passed.
    private mutating func confirms(_ moment: Int64) -> Bool {
        leap = abs(moment - leap.moment) < Self.longestStep ? (moment, leap.count + 1) : (moment, 1)
        return leap.count >= 3
    }

    /// Finds who has not been heard for long, at most once in half a second of the feed.
    ///
    /// - Parameter note: takes each thing whose state changes, as it was before, its number, and when that was.
    mutating func sweep(isForced: Bool = false, _ note: (Int, HeardThing, ThingState, Int64) -> Void) {
        guard let now, isForced || now >= lastSweep &+ 500 || now < lastSweep else { return }
        lastSweep = now
        for number in things.indices where things[number].state != .gone {
            let times = choice.times(of: things[number].kind)
            let age = Double(now - things[number].heard) / 1000
            let state = times.state(afterSeconds: age)
            guard state != things[number].state else { continue }
            if things[number].state == .live, times.silentSeconds.isFinite {
                note(number, things[number], .silent, moment(things[number].heard, times.silentSeconds))
                things[number].state = .silent
            }
            if state == .gone {
                note(number, things[number], .gone, moment(things[number].heard, times.expirySeconds))
                things[number].state = .gone
                things[number].place = nil
            } else {
                things[number].state = state
            }
        }
    }

    private func moment(_ heard: Int64, _ seconds: Double) -> Int64 {
        heard + Int64(min(seconds, 1e9) * 1000)
    }
}
