/// Decides which fixes are good, and counts the others by reason.
///
/// Fixes are judged in the order of their arrival. The reason for dropping one is the first that applies, in
/// the order of `FixDropReason`.
public struct FixFilter: Sendable {
    /// The decision on one fix.
    public enum Verdict: Hashable, Sendable {
        /// Good, and the newest.
        case newest
        /// Good, of the same moment and receiver as the newest: it repeats or completes that one and replaces
        /// it.
        case sameMoment
        /// Good, older than the newest but tolerated: it belongs before it.
        case late
        /// Good, and it shows that the newest was from the future: it replaces that one, which counts as dropped.
        case newestAfterFuture
        /// Not good, for the first reason that applies.
        case dropped(FixDropReason)

        /// Whether the fix may be used.
        public var isGood: Bool {
            if case .dropped = self { false } else { true }
        }
    }

    /// The limits, fixed for the life of the filter.
    public let rules: FixRules
    /// Whether fixes of one moment and receiver are one fix, of which the last counts: gpsd and receivers
    /// report a moment bit by bit. The points of a track do not, and may have equal times by mistake.
    public var mergesMoments = true
    /// Earlier fixes are dropped; nil until the first good fix of a replayed log.
    public private(set) var start: UTCInstant?
    /// The newest good fix; nil before the first.
    public private(set) var newest: LocationFix?
    /// Good fixes, without those that replaced another of their moment.
    public private(set) var keptCount = 0
    private var counts = [Int](repeating: 0, count: FixDropReason.allCases.count)
    private var droppedPlaces = DroppedPlaces()
    private var unreachable = UnreachableRun()
    private var receiver: FollowedReceiver
    private var hasHeardClock = false
    /// The good fix before the newest.
    private var beforeNewest: LocationFix?

    /// - Parameter start: when the program started; nil for a log, which starts with its first good fix.
    public init(rules: FixRules = FixRules(), start: UTCInstant?) {
        self.rules = rules
        self.start = rules.acceptsStale ? nil : start
        receiver = FollowedReceiver(rules.device)
    }

    /// Fixes dropped so far, for any reason.
    public var droppedCount: Int { counts.reduce(0, +) }

    /// Fixes dropped for `reason` so far.
    public func count(of reason: FixDropReason) -> Int { counts[reason.rawValue] }

    /// The reasons met, the most frequent first: `12 out of order, 3 without a fix`.
    public var summary: String {
        FixDropReason.allCases.filter { count(of: $0) > 0 }
            .sorted { count(of: $0) > count(of: $1) }
            .map { "\(count(of: $0)) \($0.words)" }
            .joined(separator: ", ")
    }

    /// Judges the next fix.
    ///
    /// Receivers whose clock is not set may be off by minutes, and all their fixes with it: one from the future is
    /// kept until another, of the time of this machine, shows that only that one was wrong.
    ///
    /// - Parameter now: the clock of this machine, to detect fixes from the future; nil in a replay, where
    ///   all are past.
    /// - Complexity: O(1).
    public mutating func judge(_ fix: LocationFix, now: UTCInstant? = nil) -> Verdict {
        guard receiver.accepts(fix) else { return drop(.otherReceiver) }
        if now != nil { adjustStart(to: fix.time) }
        var future: LocationFix?
        if let now { future = newestFromFuture(accordingTo: fix, now: now) }
        if future != nil { newest = beforeNewest }
        let reason = reasonToDrop(fix, now: now)
        if let reason, reason != .tooFast || !isConvincing(fix) {
            if reason.isImplausiblePlace, let coordinate = fix.coordinate { droppedPlaces.insert(coordinate) }
            if let future { newest = future }
            return drop(reason)
        }
        unreachable = UnreachableRun()
        receiver.follow(fix)
        if isLate(fix) {
            if let future { newest = future }
            keptCount += 1
            return .late
        }
        let isSameMoment =
            mergesMoments && newest.map { $0.time == fix.time && $0.device == fix.device } ?? false
        if !isSameMoment, future == nil { beforeNewest = newest }
        newest = fix
        if start == nil, !rules.acceptsStale { start = fix.time }
        if future != nil {
            counts[FixDropReason.inFuture.rawValue] += 1
            return .newestAfterFuture
        }
        keptCount += isSameMoment ? 0 : 1
        return isSameMoment ? .sameMoment : .newest
    }

    private mutating func drop(_ reason: FixDropReason) -> Verdict {
        counts[reason.rawValue] += 1
        return .dropped(reason)
    }

    /// A clock that is more than a minute behind ours, and less than a day, counts from the first time it reports:
    /// only repeats of that are from before the start.
    private mutating func adjustStart(to time: UTCInstant?) {
        guard !hasHeardClock, let time, let start else { return }
        hasHeardClock = true
        let behind = start.milliseconds(since: time)
        guard behind > Self.clockToleranceMilliseconds, behind <= Self.futureLimitMilliseconds else { return }
        self.start = UTCInstant(milliseconds: time.milliseconds + 1)
    }

    /// The newest fix if it is ahead of our clock, and `fix`, which would be out of order, agrees with our clock: one
    /// wrong time must not shut out all that are right.
    private mutating func newestFromFuture(accordingTo fix: LocationFix, now: UTCInstant) -> LocationFix? {
        guard !rules.acceptsStale, let newest, let newestTime = newest.time, let time = fix.time,
            newestTime.milliseconds(since: now) > Self.clockToleranceMilliseconds,
            abs(time.milliseconds(since: now)) <= Self.clockToleranceMilliseconds,
            newestTime.milliseconds(since: time) > rules.lateToleranceMilliseconds
        else { return nil }
        // Of several from the future the others are not known any more.
        if let before = beforeNewest?.time, before.milliseconds(since: now) > Self.clockToleranceMilliseconds
        {
            beforeNewest = nil
        }
        return newest
    }

    private static let clockToleranceMilliseconds: Int64 = 60_000

    private func isLate(_ fix: LocationFix) -> Bool {
        guard let time = fix.time, let newestTime = newest?.time else { return false }
        return time < newestTime
    }

    private func reasonToDrop(_ fix: LocationFix, now: UTCInstant?) -> FixDropReason? {
        guard fix.mode >= .twoDimensional else { return .noFix }
        // Of both reasons of a place the accuracy is between.
        let reasonOfPlace = TimedPlace.reasonToDrop(
            fix.coordinate, nullIslandRadiusMeters: rules.nullIslandRadiusMeters)
        guard let coordinate = fix.coordinate, reasonOfPlace != .noCoordinate else { return .noCoordinate }
        if let reason = reasonOfAccuracy(fix.accuracyMeters) ?? reasonOfPlace { return reason }
        guard let time = fix.time else { return .noTime }
        if let reason = reasonOfTime(time, now: now) { return reason }
        let place = TimedPlace(coordinate: coordinate, time: time)
        if let reach, let start = newest.flatMap(TimedPlace.init),
            !place.isReachable(from: start, within: reach)
        {
            return .tooFast
        }
        return rules.dropsRepeatsOfDropped && droppedPlaces.contains(coordinate) ? .repeatsDropped : nil
    }

    /// Whether enough fixes in a row that agree with each other show that the newest good one was wrong.
    private mutating func isConvincing(_ fix: LocationFix) -> Bool {
        guard let reach, let place = TimedPlace(fix) else { return false }
        unreachable.add(place, within: reach)
        guard unreachable.count >= Self.convincingCount else { return false }
        droppedPlaces = DroppedPlaces()
        return true
    }

    private static let convincingCount = 5

    /// Nil for no limit.
    private var reach: TimedPlace.Reach? {
        rules.speedLimitMetersPerSecond.map { TimedPlace.Reach(metersPerSecond: $0) }
    }

    private func reasonOfAccuracy(_ accuracy: Double?) -> FixDropReason? {
        guard let accuracy, accuracy.isFinite else { return rules.requiresAccuracy ? .noAccuracy : nil }
        if accuracy < 0 { return .negativeAccuracy }
        return accuracy > rules.accuracyLimitMeters ?? .infinity ? .accuracyBeyondLimit : nil
    }

    /// A clock that is not set may be off by minutes; one that is off by years is useless.
    private static let futureLimitMilliseconds = UTCInstant.millisecondsPerDay

    private func reasonOfTime(_ time: UTCInstant, now: UTCInstant?) -> FixDropReason? {
        if !rules.acceptsStale {
            if let now, time.milliseconds(since: now) > Self.futureLimitMilliseconds { return .inFuture }
            if let start, time < start {
                return GPSWeek.isRolledOver(time, from: newest?.time ?? start) ? .weekRollover : .beforeStart
            }
        }
        if let newestTime = newest?.time,
            time.milliseconds(since: newestTime) < -rules.lateToleranceMilliseconds
        {
            return GPSWeek.isRolledOver(time, from: newestTime) ? .weekRollover : .outOfOrder
        }
        return nil
    }
}

extension FixDropReason {
    /// Dropped because of its place, not its time.
    fileprivate var isImplausiblePlace: Bool {
        switch self {
        case .negativeAccuracy, .accuracyBeyondLimit, .nullIsland, .beforeStart, .tooFast: true
        default: false
        }
    }
}
