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

    /// What the title says.
    package func words(at now: Duration) -> String {
        if let notice, now < notice.until { return notice.text }
        return "\(speed.words)/s"
    }

    /// Faster or slower.
    package mutating func changeSpeed(by count: Int) {
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
    /// Moves the window as it plays; whether it goes on. A stretch without rows in view that takes longer than a second is
    /// jumped over.
    package mutating func play(at now: Duration) -> Bool {
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
        guard let axis, let bar = axis.bar(of: moment), counts.count == axis.barCount, counts[bar] == 0 else {
            return nil
        }
        return counts.indices[bar...].first { counts[$0] > 0 }.map { axis.edges[$0] }
    }
}
