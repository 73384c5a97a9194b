import DataSets
import MapModel
import RowValues

/// The band of time: the moments it shows, the rows of each bar, the window on it, and whether it plays.
package struct TimeBand: Sendable {
    /// Which rows are shown.
    package enum Mode: Sendable, CaseIterable { case window, soFar, all }

    /// The times of the rows that could be shown; nil until they are there, and without any.
    package private(set) var range: ClosedRange<Int64>?
    /// The moments from the left to the right end; the step of the bars may add to them.
    package private(set) var shown: ClosedRange<Int64>?
    /// All times are dates without a clock.
    private var areDays = false
    /// Rows that are earlier or later than what is shown at first.
    private var outliers: BandRange?
    /// Which moments the bars are.
    package private(set) var axis: BandAxis?
    /// Rows in view, as they were counted last.
    package private(set) var counts: BandCounts?
    /// What was asked for last.
    var asked: BandQuestion?
    /// The rows of a server; nil where they are here.
    var server: ServerBand?
    /// Moments whose rows are shown; nil for all time.
    package var window: Range<Int64>?
    package var mode = Mode.window
    /// The window that it is compared with, A; nil for one window.
    package var other: Range<Int64>?
    /// How both are shown; nil for one window.
    package var comparison: WindowComparison?
    /// Keys move A, and not B.
    package var movesOther = false
    /// What the mouse holds on the rail, and the window as it was.
    var held: (handle: Handle, window: Range<Int64>)?
    /// By what the window moves.
    package private(set) var step = CalendarStep(1, .day)
    package var scale = BandContent.Scale.automatic
    /// Nil while the window stands still.
    package var playing: TimePlay?
    /// By how much it moved last while playing.
    private(set) var lastShift: Int64?
    /// The grid of hours and days in the place of the bars; nil while these are shown.
    package var fold: BandFold?
    /// Of calendars and clocks.
    package let zone: ZoneTable
    /// Of the rows that are shown.
    private var timeline: Int?

    /// An empty band.
    package init(zone: ZoneTable) { self.zone = zone }

    /// The moments that rows must have; nil for all.
    package var wanted: TimeWindow? {
        guard let window else { return nil }
        return switch mode {
        case .window: .between(from: window.lowerBound, until: window.upperBound)
        case .soFar: .between(from: nil, until: window.upperBound)
        case .all: nil
        }
    }

    /// Those of the band that are marked on it.
    package var marked: Range<Int64>? {
        guard let window, let range else { return nil }
        return switch mode {
        case .window: window
        case .soFar: min(range.lowerBound, window.lowerBound)..<window.upperBound
        case .all: nil
        }
    }

    /// The times of the rows, without those that are left out at the ends.
    package var listed: ClosedRange<Int64>? { shown == outliers?.shown ? shown : range }

    /// The same in words: the last date has its whole day.
    package var said: ClosedRange<Int64>? {
        guard areDays else { return listed }
        return listed.map { $0.lowerBound...$0.upperBound + WallTime.millisecondsPerDay - 1 }
    }

    /// Rows that are left out at the ends.
    package var left: BandContent.Left {
        guard let outliers, shown == outliers.shown else { return BandContent.Left() }
        return BandContent.Left(before: outliers.before, after: outliers.after)
    }

    // MARK: - What it shows

    /// Shows other rows, whose moments are asked for by their number from 0. What was shown stays where it can.
    package mutating func adopt(timeline: Int, count: Int, moment: (Int) -> Int64) {
        guard self.timeline != timeline else { return }
        self.timeline = timeline
        let wasWhole = shown == nil || shown == range || shown == outliers?.shown
        guard count > 0 else {
            (range, shown, outliers, axis, counts) = (nil, nil, nil, nil, nil)
            return
        }
        let isFirst = range == nil
        range = moment(0)...moment(count - 1)
        outliers = BandRange(count: count, moment: moment)
        areDays = Self.areDays(count, moment, in: zone)
        if wasWhole { shown = outliers?.shown }
        if isFirst, let shown { step = Self.step(of: shown) }
        if areDays, step.typicalMilliseconds < WallTime.millisecondsPerDay { step = CalendarStep(1, .day) }
    }

    /// Whether moments begin days, as far as a thousand of them say; the ends alone say nothing.
    private static func areDays(_ count: Int, _ moment: (Int) -> Int64, in zone: ZoneTable) -> Bool {
        count > 2
            && stride(from: 0, to: count, by: max(count / 1_000, 1)).allSatisfy {
                zone.wall(at: moment($0)) % WallTime.millisecondsPerDay == 0
            }
    }

    /// Bars for so many columns.
    package mutating func fit(columns: Int) {
        guard let shown else { return }
        let next = BandAxis(shown, columns: columns, zone: zone, least: areDays ? .day : nil)
        if next != axis { axis = next }
    }

    /// Takes the rows of each bar.
    package mutating func take(_ counts: BandCounts) { self.counts = counts }

    /// The finest step of which a band shows at most 100.
    private static func step(of range: ClosedRange<Int64>) -> CalendarStep {
        let length = Double(range.upperBound) - Double(range.lowerBound)
        return BandSteps.windows.first { length <= 100 * Double($0.typicalMilliseconds) }
            ?? CalendarStep(1000, .year)
    }

    /// The band shows ten seconds at least.
    private static let shortest: Int64 = 10_000

    /// Shows half of the moments around the window, or twice as many.
    package mutating func zoom(closer: Bool) {
        guard let range, let shown else { return }
        let length = shown.upperBound - shown.lowerBound
        let middle = window.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 }
        let center = min(max(middle ?? shown.lowerBound + length / 2, range.lowerBound), range.upperBound)
        let next = closer ? length / 2 : max(length * 2, Self.shortest)
        if closer, next < Self.shortest { return }
        if let usual = outliers?.shown, usual != range, zoomsPastOutliers(usual, closer: closer, next) {
            return
        }
        if next >= range.upperBound - range.lowerBound {
            self.shown = range
            return
        }
        let start = min(max(center - next / 2, range.lowerBound), range.upperBound - next)
        self.shown = start...start + next
    }

    /// Between the rows without outliers and all of them there is nothing to see: goes from one to the other; false for anything else.
    private mutating func zoomsPastOutliers(_ usual: ClosedRange<Int64>, closer: Bool, _ next: Int64) -> Bool
    {
        guard let shown, let range else { return false }
        let usualLength = usual.upperBound - usual.lowerBound
        if closer {
            guard shown == range, window == nil else { return false }
            self.shown = usual
        } else if shown == usual {
            self.shown = range
        } else if shown.upperBound - shown.lowerBound < usualLength, next >= usualLength,
            usual.overlaps(shown)
        {
            self.shown = usual
        } else {
            return false
        }
        return true
    }

    // MARK: - Steps

    /// A window has no more steps than this.
    private static let mostStepsOfWindow = 100_000.0

    /// A finer or coarser step.
    package mutating func changeStep(by count: Int) {
        let steps = BandSteps.windows
        let current =
            steps.firstIndex { $0.typicalMilliseconds >= step.typicalMilliseconds } ?? steps.count - 1
        let next = steps[min(max(current + count, 0), steps.count - 1)]
        // A finer one that the window has too many of is none.
        if count > 0 || !isTooFine(next) { step = next }
    }

    private func isTooFine(_ step: CalendarStep) -> Bool {
        guard let window else { return false }
        return Double(window.count) > Self.mostStepsOfWindow * Double(step.typicalMilliseconds)
    }

    /// Where the window has too many steps the step becomes a bar, or longer.
    private mutating func fitStep() {
        guard isTooFine(step) else { return }
        if let bar = axis?.step, !isTooFine(bar) {
            step = bar
        } else {
            step = BandSteps.windows.first { !isTooFine($0) } ?? step
        }
    }

    /// Moves the window by steps; without one it is the first step, or the last.
    package mutating func move(by steps: Int) {
        guard let window else { return moveToEnd(last: steps < 0) }
        put(moved(window, by: steps))
    }

    /// Moves the window by its own length.
    package mutating func moveByLength(later: Bool) {
        guard let window else { return moveToEnd(last: !later) }
        let count = stepCount(of: window)
        if let count { return move(by: later ? count : -count) }
        put(later ? like(window, from: window.upperBound) : before(window))
    }

    /// The window begins with the first row, or ends with the last.
    package mutating func moveToEnd(last: Bool) {
        guard let range = listed else { return }
        let count = window.flatMap(stepCount(of:)) ?? 1
        var zones = ZoneCursor(zone)
        if last {
            let end = step.next(
                after: step.start(of: range.upperBound, &zones, in: zone), &zones, in: zone)
            put(moved(end, by: -count)..<end)
        } else {
            let start = step.start(of: range.lowerBound, &zones, in: zone)
            put(start..<moved(start, by: count))
        }
    }

    /// Moves the end of the window by steps; one step remains, and an end behind the last row moves no further.
    package mutating func moveEnd(by steps: Int) {
        guard let window else { return moveToEnd(last: steps < 0) }
        if steps > 0, let range, window.upperBound > range.upperBound { return }
        let end = moved(window.upperBound, by: steps)
        if end > window.lowerBound { put(window.lowerBound..<end) }
    }

    /// Moves the window by steps until it has a moment; without a window nothing moves.
    package mutating func follow(_ moment: Int64) {
        guard let window, !window.contains(moment) else { return }
        let count = stepCount(of: window) ?? 1
        var zones = ZoneCursor(zone)
        let start = step.start(of: moment, &zones, in: zone)
        let first = moment < window.lowerBound ? start : moved(start, by: 1 - count)
        put(first..<moved(first, by: count))
    }

    /// Takes a window that has some of the moments of the rows.
    package mutating func put(_ next: Range<Int64>) {
        guard let range, !next.isEmpty, next.lowerBound <= range.upperBound,
            next.upperBound > range.lowerBound
        else { return }
        if let window { lastShift = next.lowerBound - window.lowerBound }
        window = next
        fitStep()
        if mode == .all { mode = .window }
        guard let shown, next.lowerBound < shown.lowerBound || next.upperBound > shown.upperBound + 1 else {
            return
        }
        // The band follows a window that leaves it, unless it shows all but outliers.
        let length = shown.upperBound - shown.lowerBound
        let hasLeft = next.upperBound <= shown.lowerBound || next.lowerBound > shown.upperBound
        guard length < range.upperBound - range.lowerBound, shown != outliers?.shown || hasLeft else {
            return
        }
        let start =
            next.upperBound > shown.upperBound ? next.upperBound - length : next.lowerBound
        let first = min(max(start, range.lowerBound), range.upperBound - length)
        self.shown = first...first + length
    }

    /// A window some steps later: each end by the calendar, where both begin a step; else they could pass each other.
    func moved(_ window: Range<Int64>, by steps: Int) -> Range<Int64> {
        let start = moved(window.lowerBound, by: steps)
        guard stepCount(of: window) != nil else { return like(window, from: start) }
        return start..<max(moved(window.upperBound, by: steps), start)
    }

    /// A window as long as another.
    private func like(_ window: Range<Int64>, from start: Int64) -> Range<Int64> {
        let end = TimeLength(of: window, in: zone).moment(from: start, isLater: true, in: zone)
        return start..<max(end ?? start, start)
    }

    /// The window of the same length before another.
    func before(_ window: Range<Int64>) -> Range<Int64> {
        let length = TimeLength(of: window, in: zone)
        let start =
            stepCount(of: window).map { moved(window.lowerBound, by: -$0) }
            ?? length.moment(from: window.lowerBound, isLater: false, in: zone)
        return min(start ?? window.lowerBound, window.lowerBound)..<window.lowerBound
    }

    /// A moment some steps later. One that begins no step has the same clock.
    func moved(_ moment: Int64, by steps: Int) -> Int64 {
        var zones = ZoneCursor(zone)
        guard step.start(of: moment, &zones, in: zone) == moment else {
            return TimeLength(abs(steps), of: step).moment(from: moment, isLater: steps > 0, in: zone)
                ?? moment
        }
        var result = moment
        for _ in 0..<min(abs(steps), Self.mostSteps) {
            result =
                steps > 0
                ? step.next(after: result, &zones, in: zone) : step.start(of: result - 1, &zones, in: zone)
        }
        return result
    }

    /// Longer windows are moved by their length.
    private static let mostSteps = 1000

    /// How many whole steps a window is; nil where it is not.
    func stepCount(of window: Range<Int64>) -> Int? {
        let span = window.lowerBound...max(window.upperBound - 1, window.lowerBound)
        guard let edges = step.edges(covering: span, atMost: Self.mostSteps, in: zone),
            edges.first == window.lowerBound, edges.last == window.upperBound
        else { return nil }
        return edges.count - 1
    }
}
