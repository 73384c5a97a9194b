import CellGraphics

/// What a key, or the mouse, does to the strip of a journey.
package enum StripCommand: Hashable, Sendable {
    /// Opened, or closed.
    case toggle
    /// The cursor by columns; with `ranging` it draws a range behind it.
    case move(columns: Int, ranging: Bool)
    /// By tenths of the strip.
    case moveTenths(Int, ranging: Bool)
    case moveToEnd(last: Bool, ranging: Bool)
    /// Arrows draw a range without Shift, or no more.
    case range
    /// The next or the previous column of figures.
    case column(step: Int)
    /// By distance, or by time.
    case axis
    /// The map shows the range, or all of the journey.
    case fit
    /// The next or the previous stop.
    case stop(step: Int)
    /// The next of several journeys.
    case journey(step: Int)
    /// All figures, in a panel.
    case figures
    /// Only the rows of the range.
    case filter
    case copy
    /// The mouse: the cursor at a column of the screen; a range from one to another; the climb or fall under it.
    case point(column: Int)
    case drag(from: Int, to: Int)
    case climb(column: Int)
}
