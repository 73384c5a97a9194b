import MapModel

/// The offsets of a time zone from UTC, and when they change.
///
/// From the last change on they repeat every 400 years, as the Gregorian calendar does.
package struct ZoneTable: Sendable, Equatable {
    /// `Europe/Berlin`, `UTC`, `+02:00`.
    package let name: String
    /// Seconds since 1970 of UTC at which an offset begins, ascending.
    private let starts: [Int64]
    /// Seconds east of Greenwich: before the first start, then from each on.
    private let offsets: [Int32]
    /// What a clock shows when it changes, before or after, whichever is later; one for each start.
    private let wallStarts: [Int64]
    /// What the clock shows at the starts ascends, as it does where they are hours apart.
    private let isOrdered: Bool
    /// The last starts come again this many seconds later; 0 where there are no rules.
    private let cycle: Int64

    /// Gregorian years in seconds: 146,097 days.
    static let secondsOfCycle: Int64 = 146_097 * 86_400

    /// Greenwich, without summer time.
    package static let utc = ZoneTable(name: "UTC", offsetSeconds: 0)

    /// A zone with one offset.
    package init(name: String, offsetSeconds: Int32) {
        self.init(name: name, starts: [], offsets: [offsetSeconds], repeats: false)
    }

    /// - Parameters:
    ///   - offsets: one more than there are starts.
    ///   - repeats: the starts of the last 400 years come again.
    init(name: String, starts: [Int64], offsets: [Int32], repeats: Bool) {
        precondition(offsets.count == starts.count + 1, "an offset for each start")
        self.name = name
        self.starts = starts
        self.offsets = offsets
        let walls = starts.indices.map { starts[$0] + Int64(max(offsets[$0], offsets[$0 + 1])) }
        let ends = starts.indices.map { starts[$0] + Int64(min(offsets[$0], offsets[$0 + 1])) }
        wallStarts = walls
        isOrdered = zip(walls, ends.dropFirst()).allSatisfy { $0 <= $1 }
        cycle = repeats ? Self.secondsOfCycle : 0
    }

    /// `+02:00`, `-0330`, `UTC`, `Z`; nil for names, which are looked up in the files of the system.
    package init?(fixed text: String) {
        if ["utc", "z", "gmt"].contains(text.lowercased()) {
            self = .utc
            return
        }
        guard text.first == "+" || text.first == "-" else { return nil }
        var text = text
        let minutes = text.withUTF8 { bytes -> Int? in
            var scanner = TimeScanner(bytes)
            let found = scanner.zone()
            return scanner.isAtEnd ? found : nil
        }
        guard let minutes else { return nil }
        self.init(name: text, offsetSeconds: Int32(minutes * 60))
    }

    /// Zones of one name have the same offsets.
    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    // MARK: - From UTC

    /// Seconds east of Greenwich at a moment, and the moments between which that holds, in milliseconds since 1970.
    package func offset(at milliseconds: Int64) -> Stretch {
        let (second, shift) = reduced(Self.seconds(milliseconds), to: starts.last)
        let index = Bisection.first(in: starts.indices) { starts[$0] > second }
        let from = index == 0 ? Int64.min : (starts[index - 1] + shift) * 1000
        let until = index < starts.count ? (starts[index] + shift) * 1000 : .max
        return Stretch(from: from, until: until, offsetMilliseconds: Int64(offsets[index]) * 1000)
    }

    /// A stretch of time with one offset.
    package struct Stretch: Sendable {
        /// The first moment.
        package let from: Int64
        /// The first moment behind it.
        package let until: Int64
        /// East of Greenwich.
        package let offsetMilliseconds: Int64

        /// Whether it holds at a moment.
        package func contains(_ moment: Int64) -> Bool { from <= moment && moment < until }
    }

    /// What the clock shows at a moment, in milliseconds.
    package func wall(at milliseconds: Int64) -> Int64 {
        milliseconds + offset(at: milliseconds).offsetMilliseconds
    }

    /// The offsets of 1970 to 2100 in milliseconds, and the moments at which all but the first begin.
    ///
    /// - Parameter byClock: in place of moments, what the clock shows when they begin.
    package func offsets(byClock: Bool) -> (starts: [Int64], offsets: [Int64]) {
        let years: ClosedRange<Int64> = 0...4_102_444_800
        let changes = starts.indices.filter { years.contains(starts[$0]) }
        guard let first = changes.first else { return ([], [offset(at: 0).offsetMilliseconds]) }
        return (
            changes.map { (byClock ? wallStarts[$0] : starts[$0]) * 1000 },
            [Int64(offsets[first]) * 1000] + changes.map { Int64(offsets[$0 + 1]) * 1000 }
        )
    }

    // MARK: - To UTC

    /// How a clock's time is a moment.
    package enum Clock: Sendable { case plain, skipped, doubled }

    /// The moment at which a clock shows a time, both in milliseconds.
    ///
    /// In the hour that is left out it is read with the offset before, in the hour that comes twice it is the first.
    package func moment(ofWall wall: Int64) -> (milliseconds: Int64, clock: Clock) {
        guard !starts.isEmpty else { return (wall - Int64(offsets[0]) * 1000, .plain) }
        guard isOrdered else { return momentBetweenNearStarts(wall) }
        let (second, _) = reduced(Self.seconds(wall), to: wallStarts.last)
        let index = Bisection.first(in: wallStarts.indices) { wallStarts[$0] > second }
        let moment = wall - Int64(offsets[index]) * 1000
        guard index < starts.count else { return (moment, .plain) }
        let (before, after) = (offsets[index], offsets[index + 1])
        // The next change is at hand where the other offset would have been read already.
        if second < starts[index] + Int64(min(before, after)) { return (moment, .plain) }
        return (moment, after > before ? .skipped : .doubled)
    }

    /// The same in a zone two of whose changes are so near that a clock shows a time in three stretches, or in none: the
    /// first of them, else what the offset before says.
    private func momentBetweenNearStarts(_ wall: Int64) -> (milliseconds: Int64, clock: Clock) {
        // No offset is longer than a week.
        let reach = 7 * WallTime.millisecondsPerDay
        var stretch = offset(at: wall - reach)
        var found: [Int64] = []
        var before = wall - stretch.offsetMilliseconds
        while true {
            let moment = wall - stretch.offsetMilliseconds
            if stretch.contains(moment) { found.append(moment) }
            if stretch.from == .min || stretch.from + stretch.offsetMilliseconds <= wall { before = moment }
            guard stretch.until <= wall + reach else { break }
            stretch = offset(at: stretch.until)
        }
        return (found.first ?? before, found.isEmpty ? .skipped : found.count > 1 ? .doubled : .plain)
    }

    /// A second of the table that has the same offset.
    private func reduced(_ second: Int64, to last: Int64?) -> (second: Int64, shift: Int64) {
        guard cycle > 0, let last, second >= last else { return (second, 0) }
        let shift = ((second - last) / cycle + 1) * cycle
        return (second - shift, shift)
    }

    private static func seconds(_ milliseconds: Int64) -> Int64 {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest < 0 ? seconds - 1 : seconds
    }
}
