import MapModel

/// The times of a source: by its own clock, corrected where that is always off by the same amount.
struct FeedClock: Sendable {
    /// Whether messages come as they are sent, so that their times can be compared with ours.
    enum Pace: Sendable {
        /// They do.
        case live
        /// They may, or come from a recording.
        case unknown
        /// They are read at once: only their own times mean something.
        case recorded
    }

    /// Times this far ahead of ours are wrong, and offsets no further apart agree.
    static let tolerance: Int64 = 10_000
    private static let sampleLimit = 20
    /// Of the first messages, so many set the clock where they agree.
    static let leastAgreeing = 3
    /// Of the first 20 messages, so many agree where a clock is off.
    private static let convincingCount = 15
    /// A clock that is off by this much, and by a whole quarter of an hour, is of another zone.
    private static let zoneLimit: Int64 = 14 * 3_600_000 + 900_000

    private(set) var pace: Pace
    /// What is added to its times.
    private(set) var correction: Int64 = 0
    /// Counts the times that the clock was set.
    private(set) var settings: UInt16 = 0
    /// Of the first messages, then of those that do not fit the correction.
    private var offsets: [Int64] = []
    private var sampleCount = 0
    private var isFirst = true
    /// How far the last time was ahead of ours, and what it became.
    private var last: (ahead: Int64, own: Int64)?

    init(_ pace: Pace) { self.pace = pace }

    /// The moment of a time of this source; the time of receipt where there is none.
    ///
    /// - Returns: when it was by its corrected clock, and when it counts as heard.
    mutating func moment(of time: Int64?, received: Int64) -> (own: Int64, heard: Int64) {
        if pace == .recorded { return (time ?? received, time ?? received) }
        guard let time else { return (received, received) }
        if isFirst, pace == .unknown { pace = Self.pace(of: time, received: received) }
        isFirst = false
        if pace == .recorded { return (time, time) }
        learn(received - time)
        let own = time + correction
        let ahead = own - received
        let bounded = ahead > Self.tolerance ? self.bounded(ahead, received) : own
        last = (ahead, bounded)
        return (bounded, min(bounded, received))
    }

    /// What a time is that is too far ahead of ours. One alone counts as now, and must not make what follows look old. Those of a clock
    /// that is fast stay ahead: else they would go back, and look older than those before.
    private func bounded(_ ahead: Int64, _ received: Int64) -> Int64 {
        let most = received + Self.tolerance
        guard let last else { return received }
        return abs(ahead - last.ahead) <= Self.tolerance ? most : max(received, min(last.own, most))
    }

    /// Sets the clock by how far the first times are behind ours, before these are taken.
    mutating func prime(_ offsets: [Int64]) {
        guard pace == .live, offsets.count >= Self.leastAgreeing else { return }
        set(to: Self.common(offsets, least: offsets.count))
    }

    /// Other times of a message by the same clock.
    func corrected(_ time: Int64) -> Int64 { time + correction }

    /// How messages come of which one has a time and came at another: those that are hours old, and not of another zone,
    /// come from a recording.
    static func pace(of time: Int64, received: Int64) -> Pace {
        let offset = abs(received - time)
        let rest = offset % 900_000
        let isZone = offset <= zoneLimit && (rest < 120_000 || rest > 780_000)
        return offset < 600_000 || isZone ? .live : .recorded
    }

    /// Old messages, which a broker keeps or a station sends late, say nothing about a clock: it is off where the first ones agree,
    /// three of three or most of 20.
    private mutating func learn(_ offset: Int64) {
        if sampleCount < Self.sampleLimit {
            offsets.append(offset)
            sampleCount += 1
            guard sampleCount >= Self.leastAgreeing else { return }
            let share = sampleCount < Self.sampleLimit ? sampleCount : Self.convincingCount
            set(to: Self.common(offsets, least: share))
            if sampleCount == Self.sampleLimit { offsets = [] }
            return
        }
        // Someone has set the clock of the source, or ours, or it is not as fast as ours.
        guard abs(offset - correction) > Self.tolerance else { return offsets = [] }
        offsets.append(offset)
        guard offsets.count >= Self.sampleLimit else { return }
        if let common = Self.common(offsets, least: Self.convincingCount) { set(to: common) }
        offsets = []
    }

    /// The median of some offsets, where so many are near it; nil where they are not.
    private static func common(_ offsets: [Int64], least count: Int) -> Int64? {
        let median = offsets.sorted()[offsets.count / 2]
        return offsets.count { abs($0 - median) <= tolerance } >= count ? median : nil
    }

    private mutating func set(to offset: Int64?) {
        let wanted = offset.map { abs($0) > Self.tolerance ? $0 : 0 } ?? 0
        // The median moves with each of the first ones.
        guard abs(wanted - correction) > Self.tolerance || (wanted == 0) != (correction == 0) else { return }
        correction = wanted
        settings &+= 1
    }
}
