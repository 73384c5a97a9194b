import CellGraphics
import RowValues

/// What the band is to show: counts of rows by bar, windows, and what the title says.
package struct BandContent: Equatable, Sendable {
    /// The name of the column of times.
    package var column = DisplayText.empty
    /// Which moments the bars are.
    package var axis: BandAxis
    /// Rows of each bar.
    package var counts: [Int]
    /// The same for each class, in the order of the legend; empty without colours.
    package var classes: [[Int]] = []
    /// The first and the last moment of the rows that could be shown; nil without rows.
    package var range: ClosedRange<Int64>?
    /// The times are on their way.
    package var isAwaited = false
    /// Whose rows are shown; nil for all time. Of two the later one, B.
    package var window: Range<Int64>?
    /// What it is compared with: A; nil with one window.
    package var other: Range<Int64>?
    /// Rows of the window, of A, and of all time.
    package var rows = Rows()
    /// The moment of the selected row.
    package var cursor: Int64?
    /// How counts become heights.
    package var scale = Scale.automatic
    /// By what the window moves.
    package var step: CalendarStep?
    /// Most rows in the window; nil for the bar with most of them.
    package var busiest: Busiest?
    /// What is left out at the ends.
    package var left = Left()
    /// What is said while it plays; nil when it does not.
    package var playing: Playing?
    /// The terminal shows ASCII only.
    package var isASCII = false

    /// Nothing but bars.
    package init(axis: BandAxis, counts: [Int]) { (self.axis, self.counts) = (axis, counts) }

    /// How counts become heights.
    package enum Scale: Equatable, Sendable {
        /// Square roots where one bar towers above the others.
        case automatic
        case linear, root
    }

    /// How many rows there are in view.
    package struct Rows: Equatable, Sendable {
        package var window = 0
        package var other = 0
        package var all = 0
        /// Of these the rows with a time that the band does not leave out; nil for all.
        package var timed: Int?

        /// Rows of the window, of A, of all time.
        package init(window: Int = 0, other: Int = 0, all: Int = 0) {
            (self.window, self.other, self.all) = (window, other, all)
        }
    }

    /// The unit of the calendar with most rows.
    package struct Busiest: Equatable, Sendable {
        package var moments: Range<Int64>
        package var unit: CalendarStep.Unit
        package var rows: Int

        /// Moments of a unit, and how many rows they have.
        package init(moments: Range<Int64>, unit: CalendarStep.Unit, rows: Int) {
            (self.moments, self.unit, self.rows) = (moments, unit, rows)
        }
    }

    /// Rows that the band does not show.
    package struct Left: Equatable, Sendable {
        package var before = 0
        package var after = 0
        package var withoutTime = 0

        /// Rows before the first bar, behind the last, and without a time.
        package init(before: Int = 0, after: Int = 0, withoutTime: Int = 0) {
            (self.before, self.after, self.withoutTime) = (before, after, withoutTime)
        }
    }

    /// What is said while the window moves by itself.
    package struct Playing: Equatable, Sendable {
        /// `1 day/s`, `skips 11 days`.
        package var words: DisplayText
        /// Rows that came with the last step.
        package var arrived: Int

        /// Words, and how many rows came.
        package init(_ words: DisplayText, arrived: Int = 0) { (self.words, self.arrived) = (words, arrived) }
    }
}
