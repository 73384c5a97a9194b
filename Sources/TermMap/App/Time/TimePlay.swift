import RowValues

/// The window moves by itself: eight times a second, by the clock of the data.
package struct TimePlay: Sendable {
    /// So often the window moves.
    package static let interval = Duration.milliseconds(125)
    /// So long a jump is said.
    private static let noticeTime = Duration.seconds(1)
    /// How much time of the data passes in a second, slowest first.
    static let speeds: [CalendarStep] =
        [1, 5, 15, 30].map { CalendarStep($0, .second) } + [1, 5, 15, 30].map { CalendarStep($0, .minute) }
        + [1, 3, 6, 12].map { CalendarStep($0, .hour) }
        + [CalendarStep(1, .day), CalendarStep(1, .week), CalendarStep(1, .month)]
        + [1, 10, 100].map { CalendarStep($0, .year) }
    /// All that the band shows takes at most so many seconds at first.
    private static let longest = 60.0

    private var speedIndex: Int
    /// So many moments with rows pass in a second; nil by the clock of the data.
    private var rowSpeedIndex: Int?
    /// Parts of a moment that have passed.
    private var momentsLeft = 0.0
    /// When the window moved last, since the start of the program.
    private var movedAt: Duration
    private var notice: (text: String, until: Duration)?

    /// Begins now, with some milliseconds on the band.
    package init(showing length: Int64, at now: Duration) {
        movedAt = now
        speedIndex =
            Self.speeds.firstIndex { Double(length) <= Self.longest * Double($0.typicalMilliseconds) }
            ?? Self.speeds.count - 1
    }

    /// How much time of the data passes in a second.
    package var speed: CalendarStep { Self.speeds[speedIndex] }

    /// So many moments with rows pass in a second: 1, 2, 5, 10 …
    private static let rowSpeeds = [1, 10, 100, 1000, 10_000].flatMap { [$0, 2 * $0, 5 * $0] }

    /// Faster only when the user wants that.
    private static let mostMomentsAtFirst = 10

    /// The window moves from row to row, and not by the clock.
    package var isByRows: Bool { rowSpeedIndex != nil }

    /// Plays from row to row, or by the clock again.
    package mutating func changeKind(rows: Int) {
        momentsLeft = 0
        notice = nil
        guard rowSpeedIndex == nil else {
            rowSpeedIndex = nil
            return
        }
        // All that there are take at most a minute, where the eye can follow that.
        rowSpeedIndex =
            Self.rowSpeeds.firstIndex {
                Double(rows) <= Self.longest * Double($0) || $0 >= Self.mostMomentsAtFirst
            } ?? 0
    }

    /// The most moments that pass at once.
    package var momentsAtOnce: Int { rowSpeedIndex.map { Self.rowSpeeds[$0] } ?? 0 }

    /// How many moments pass now; 0 where none is due.
    package mutating func advanceByRows(at now: Duration) -> Int {
        guard let rowSpeedIndex else { return 0 }
        let ticks = Int((now - movedAt) / Self.interval)
        guard ticks > 0 else { return 0 }
        movedAt += Self.interval * ticks
        momentsLeft += Double(Self.rowSpeeds[rowSpeedIndex] * min(ticks, 8)) / 8
        let count = Int(momentsLeft)
        momentsLeft -= Double(count)
        return count
    }

    /// What the title says.
    package func words(at now: Duration) -> String {
        if let notice, now < notice.until { return notice.text }
        if let rowSpeedIndex { return "\(Self.rowSpeeds[rowSpeedIndex].counted("moment"))/s" }
        return (speed.words.first?.isNumber == true ? "" : "1 ") + "\(speed.words)/s"
    }

    /// Faster or slower.
    package mutating func changeSpeed(by count: Int) {
        if let index = rowSpeedIndex {
            rowSpeedIndex = min(max(index + count, 0), Self.rowSpeeds.count - 1)
            return
        }
        speedIndex = min(max(speedIndex + count, 0), Self.speeds.count - 1)
    }

    /// How long until the window moves.
    package func timeToNext(at now: Duration) -> Duration { max(movedAt + Self.interval - now, .zero) }

    /// By how many milliseconds of the data the window moves now: time that was lost is skipped. Nil where it is not due.
    package mutating func advance(at now: Duration) -> Int64? {
        let ticks = Int64((now - movedAt) / Self.interval)
        guard ticks > 0 else { return nil }
        movedAt += Self.interval * Int(ticks)
        return max(speed.typicalMilliseconds * min(ticks, 8) / 8, 1)
    }

    /// Where the window would end without whole units; it goes on from there, unless it was moved.
    fileprivate var exactEnd: Int64?

    /// Where a window that ends at a moment really ends.
    fileprivate func end(after moment: Int64) -> Int64 {
        guard let exactEnd, exactEnd <= moment, moment - exactEnd <= unit.typicalMilliseconds * 2 else {
            return moment
        }
        return exactEnd
    }

    /// The largest unit that passes in each picture.
    fileprivate var unit: CalendarStep {
        let length = speed.typicalMilliseconds / 8
        return BandSteps.bars.last { $0.count == 1 && $0.typicalMilliseconds <= length }
            ?? CalendarStep(1, .second)
    }

    /// Says that a stretch without rows is left out.
    package mutating func noteJump(over milliseconds: Int64, at now: Duration) {
        notice = ("skips " + BandWords.length(milliseconds), now + Self.noticeTime)
    }
}

extension TimeBand {
    /// Moves the window as it plays, and A with it; whether it goes on. A stretch without rows in view that takes longer than a
    /// second is jumped over.
    ///
    /// - Parameter next: the end of a window that has so many moments with rows more than one that ends at a moment; nil
    ///   behind the last row.
    package mutating func play(at now: Duration, next: (_ end: Int64, _ count: Int) -> Int64?) -> Bool {
        guard let before = window else { return false }
        let goesOn = playing?.isByRows == true ? playByRows(at: now, next) : playByClock(at: now)
        if let other, let window, window != before {
            let shift = window.upperBound - before.upperBound
            self.other = other.lowerBound + shift..<other.upperBound + shift
        }
        return goesOn
    }

    private mutating func playByRows(at now: Duration, _ next: (Int64, Int) -> Int64?) -> Bool {
        guard let window, let range, window.upperBound <= range.upperBound else { return false }
        guard let count = playing?.advanceByRows(at: now), count > 0 else { return true }
        let end = next(window.upperBound, count) ?? range.upperBound + 1
        put(end - (window.upperBound - window.lowerBound)..<end)
        return true
    }

    private mutating func playByClock(at now: Duration) -> Bool {
        guard var playing, let window, let range else { return false }
        guard let by = playing.advance(at: now) else { return true }
        guard window.upperBound <= range.upperBound else { return false }
        var end = playing.end(after: window.upperBound) + by
        let next = nextRow(after: window.upperBound)
        if let next, next - window.upperBound > playing.speed.typicalMilliseconds {
            end = next + 1
            playing.noteJump(over: next - window.upperBound, at: now)
        }
        // The last picture has the last row, whatever the speed is.
        end = min(end, range.upperBound + 1)
        playing.exactEnd = end
        // The window ends at whole units, so that its words stay short.
        let unit = playing.unit
        var zones = ZoneCursor(zone)
        let start = unit.start(of: end, &zones, in: zone)
        let wholeEnd = start == end ? end : unit.next(after: start, &zones, in: zone)
        let length = window.upperBound - window.lowerBound
        let middle = wholeEnd - length + min(unit.typicalMilliseconds, length) / 2
        self.playing = playing
        let first = min(unit.start(of: middle, &zones, in: zone), wholeEnd - 1)
        put(min(first, range.upperBound)..<wholeEnd)
        return true
    }

    /// The beginning of the next bar with rows; nil where the bars do not say.
    private func nextRow(after moment: Int64) -> Int64? {
        guard let axis, let counts = counts?.bars, let bar = axis.bar(of: moment),
            counts.count == axis.barCount, counts[bar] == 0
        else { return nil }
        return counts.indices[bar...].first { counts[$0] > 0 }.map { axis.edges[$0] }
    }
}
