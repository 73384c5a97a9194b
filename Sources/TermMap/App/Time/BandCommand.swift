import CellGraphics

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
    /// The grid of hours and days in the place of the bars.
    case fold
    /// In the grid, the choice and its end by a row.
    case moveRow(by: Int), moveEndRow(by: Int)
    /// What is chosen in the grid filters at once, or is written into the prompt of the filter.
    case restrict, filter
    /// The cell of the grid at a cell of the screen.
    case cell(CellPoint)
    /// The next row in time, or the one before.
    case row(by: Int)
    /// Plays, or stops.
    case play
    /// By the clock, or from row to row.
    case playKind
    /// Window, all up to its end, all time.
    case mode
    /// Two windows beside each other, their difference, or one window.
    case compare
    /// Which of two windows moves.
    case otherWindow
    /// How counts become heights.
    case scale
    /// The window is the bar at a column of the screen.
    case bar(column: Int)
    /// It is drawn from one column of the screen to another; on the rail it is moved, by its middle or an end.
    case drag(from: Int, to: Int, onRail: Bool)
    /// The mouse lets go.
    case drop
}
