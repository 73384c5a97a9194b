import MapModel
import Streams

/// A date for a stream whose sentences have none.
package struct DateFallback: Sendable {
    /// Where the date comes from.
    package enum Origin: Sendable {
        /// When the file was changed last.
        case file
        /// The clock of this computer: the stream is live.
        case clock
    }

    /// What the date is taken from.
    package let origin: Origin
    /// A moment soon after the last fix of a file, or close to the present one of a live stream.
    private let time: @Sendable () -> UTCInstant

    /// Asks for `time` when it is needed.
    package init(_ origin: Origin, _ time: @escaping @Sendable () -> UTCInstant) {
        self.origin = origin
        self.time = time
    }

    /// The clock of this computer.
    package static let clock = DateFallback(.clock) { WallClock.now }

    /// When a file was changed last; the clock for what is no file.
    package init(changeOf file: FileIdentity) {
        let changed = UTCInstant(milliseconds: Int64(file.modifiedSeconds) * 1000)
        if file.isRegular, let changed { self.init(.file) { changed } } else { self = .clock }
    }

    /// How many fixes wait for a sentence with a date. A live position must not wait long; a file is read to its
    /// end, within 20 MB.
    var waitingLimit: Int { origin == .clock ? 5 : 100_000 }

    /// Clocks may differ: a time of day up to so much ahead is of the same day.
    private static let toleranceMilliseconds: Int64 = 3_600_000

    /// How the fixes were dated, in words for the user.
    func note(newest: UTCInstant) -> String {
        let (year, month, day) = newest.date
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let source = origin == .file ? "the file's last change" : "this computer's clock"
        return "no dates in the NMEA: \(year)-\(two(month))-\(two(day)) from \(source)"
    }

    /// The latest moment of a time of day that is not after the fallback's.
    func latest(_ timeOfDay: Int64) -> UTCInstant? {
        let limit = time().milliseconds + Self.toleranceMilliseconds
        let ofDay =
            (limit % UTCInstant.millisecondsPerDay + UTCInstant.millisecondsPerDay)
            % UTCInstant.millisecondsPerDay
        let midnight = limit - ofDay - (timeOfDay > ofDay ? UTCInstant.millisecondsPerDay : 0)
        return UTCInstant(milliseconds: midnight + timeOfDay)
    }
}

/// Gives each moment its date, which most sentences leave out.
///
/// The date comes from the moment's own sentences, else from the moment before it. Fixes before the first date of
/// all wait for it, and get theirs backwards from there; without one in time, the fallback dates the newest.
struct EpochDating: Sendable {
    /// A clock is set back by less than this; a longer way back is the next day.
    private static let longestSetBack = UTCInstant.millisecondsPerDay / 4

    private let fallback: DateFallback?
    /// The latest moment known with its date.
    private var reference: UTCInstant?
    private var waiting: [(fix: LocationFix, timeOfDay: Int64?)] = []
    /// The date that the fallback gave the newest fix of then; nil when it was not needed.
    private(set) var guess: UTCInstant?

    init(fallback: DateFallback?) { self.fallback = fallback }

    /// Takes what an epoch says of the date; `fix`, which has no time so far, is nil for a clock alone.
    mutating func add(
        _ fix: LocationFix?, timeOfDay: Int64?, midnight: UTCInstant?, _ body: (LocationFix) -> Void
    ) {
        if let time = time(timeOfDay, midnight) {
            release(before: time, body)
            reference = time
            if let fix { body(fix.at(time)) }
        } else if let fix {
            guard reference == nil, fallback != nil || timeOfDay != nil else { return body(fix) }
            waiting.append((fix, timeOfDay))
            if waiting.count >= fallback?.waitingLimit ?? .max { giveUp(body) }
        }
    }

    /// Dates what waits by the fallback: no more sentences will follow, or enough fixes wait.
    mutating func giveUp(_ body: (LocationFix) -> Void) {
        if let newest = waiting.last(where: { $0.timeOfDay != nil })?.timeOfDay,
            let time = fallback?.latest(newest)
        {
            guess = time
            reference = time
            release(before: time, body)
        } else {
            for held in waiting { body(held.fix) }
            waiting = []
        }
    }

    /// After midnight it is the next day.
    private func time(_ timeOfDay: Int64?, _ midnight: UTCInstant?) -> UTCInstant? {
        guard let timeOfDay else { return nil }
        if let midnight { return UTCInstant(milliseconds: midnight.milliseconds + timeOfDay) }
        return reference.flatMap { Self.moment(of: timeOfDay, after: $0) }
    }

    private static func moment(of timeOfDay: Int64, after reference: UTCInstant) -> UTCInstant? {
        let ahead = inOneDay(timeOfDay - Int64(reference.millisecondOfDay))
        return UTCInstant(milliseconds: reference.milliseconds + ahead)
    }

    private static func moment(of timeOfDay: Int64, before reference: UTCInstant) -> UTCInstant? {
        let behind = inOneDay(Int64(reference.millisecondOfDay) - timeOfDay)
        return UTCInstant(milliseconds: reference.milliseconds - behind)
    }

    /// The time from one moment to the next, which may be the next day, unless the clock was set back.
    private static func inOneDay(_ difference: Int64) -> Int64 {
        let day = UTCInstant.millisecondsPerDay
        let forward = difference < 0 ? difference + day : difference
        return forward < day - longestSetBack ? forward : forward - day
    }

    private mutating func release(before end: UTCInstant, _ body: (LocationFix) -> Void) {
        var next = end
        for index in waiting.indices.reversed() {
            guard let timeOfDay = waiting[index].timeOfDay,
                let time = Self.moment(of: timeOfDay, before: next)
            else { continue }
            waiting[index].fix.time = time
            next = time
        }
        for held in waiting { body(held.fix) }
        waiting = []
    }
}

extension LocationFix {
    fileprivate func at(_ time: UTCInstant) -> LocationFix {
        var fix = self
        fix.time = time
        return fix
    }
}
