/// What a key, or the mouse, does to the band of time.
package enum BandCommand: Hashable, Sendable {
    /// Opened, or closed: the window stays.
    case toggle
    /// The window by steps.
    case move(steps: Int)
    /// By its own length.
    case moveByLength(later: Bool)
    /// To the first rows, or the last.
    case moveToEnd(last: Bool)
    /// Its end by steps.
    case moveEnd(steps: Int)
    /// A finer or coarser step.
    case step(by: Int)
    /// Fewer moments on the band; while it plays, faster.
    case closer
    /// More moments; while it plays, slower.
    case wider
    /// Plays, or stops.
    case play
    /// Window, all up to its end, all time.
    case mode
    /// How counts become heights.
    case scale
    /// The window is the bar at a column of the screen.
    case bar(column: Int)
    /// It is drawn from one column of the screen to another.
    case drag(from: Int, to: Int)
}
