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

    /// Times this far ahead of ours are wrong.
    private static let tolerance: Int64 = 10_000
    private static let sampleCount = 20
    /// A clock that is off by this much, and by a whole quarter of an hour, is of another zone.
    private static let zoneLimit: Int64 = 14 * 3_600_000 + 900_000

    private(set) var pace: Pace
    /// What is added to its times.
    private(set) var correction: Int64 = 0
    /// Counts the times that the clock was set.
    private(set) var settings: UInt16 = 0
    private var offsets: [Int64] = []
    private var strayCount = 0
    private var isFirst = true

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
        return (own, own > received + Self.tolerance ? received : min(own, received))
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

    private mutating func learn(_ offset: Int64) {
        if offsets.count < Self.sampleCount {
            offsets.append(offset)
            let median = offsets.sorted()[offsets.count / 2]
            correction = abs(median) > Self.tolerance ? median : 0
            return
        }
        // Someone has set the clock of the source, or ours.
        guard abs(offset - correction) > 60_000 else { return strayCount = 0 }
        strayCount += 1
        guard strayCount >= Self.sampleCount else { return }
        (offsets, strayCount) = ([offset], 0)
        correction = abs(offset) > Self.tolerance ? offset : 0
        settings &+= 1
    }
}
