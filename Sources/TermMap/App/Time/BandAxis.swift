import MapModel
import RowValues

/// Which moments the columns of the band are: bars of whole units of the calendar, each equally many columns wide.
///
/// Equal slices of other lengths were tried: weeks beat against them and draw a rhythm that is not there.
package struct BandAxis: Equatable, Sendable {
    /// What a bar is.
    package let step: CalendarStep
    /// Where each bar begins, and the end of the last: milliseconds since 1970.
    package let edges: [Int64]
    /// 1…6.
    package let columnsPerBar: Int
    /// In which a clock and a calendar are read.
    package let zone: ZoneTable

    /// Wider bars look like blocks.
    private static let mostColumnsPerBar = 6
    /// The share of the width that bars fill where any step lets them.
    private static let leastFill = 0.6

    /// The finest bars that cover a range and fill at least 60 % of some columns; where none do, the finest.
    ///
    /// - Parameter least: no bar is of a finer unit.
    package init(
        _ range: ClosedRange<Int64>, columns: Int, zone: ZoneTable = .utc, least: CalendarStep.Unit? = nil
    ) {
        let columns = max(columns, 1)
        let shortest = least.map { CalendarStep(1, $0).typicalMilliseconds } ?? 0
        var best: (step: CalendarStep, edges: [Int64], width: Int)?
        for step in BandSteps.bars where step.typicalMilliseconds >= shortest {
            // The difference of two moments does not overflow: all are within 285,000 years.
            let bars = Double(range.upperBound - range.lowerBound) / Double(step.typicalMilliseconds)
            guard bars <= Double(columns + 1),
                let edges = step.edges(covering: range, atMost: columns, in: zone)
            else { continue }
            let width = min(max(columns / (edges.count - 1), 1), Self.mostColumnsPerBar)
            let filled = width * (edges.count - 1)
            let isFull = Double(filled) >= Self.leastFill * Double(columns)
            if best == nil || isFull { best = (step, edges, width) }
            if isFull { break }
        }
        step = best?.step ?? CalendarStep(1_000_000, .year)
        edges = best?.edges ?? [range.lowerBound, max(range.upperBound, range.lowerBound) + 1]
        columnsPerBar = best?.width ?? 1
        self.zone = zone
    }

    /// How many bars there are.
    package var barCount: Int { edges.count - 1 }
    /// Columns that the bars take.
    package var columns: Int { barCount * columnsPerBar }
    /// The first moment.
    package var start: Int64 { edges[0] }
    /// The first moment behind the last bar.
    package var end: Int64 { edges[barCount] }

    /// The moments of a bar.
    package func moments(ofBar bar: Int) -> Range<Int64> { edges[bar]..<edges[bar + 1] }

    /// The bar that a moment is in; nil outside.
    package func bar(of moment: Int64) -> Int? {
        guard moment >= start, moment < end else { return nil }
        return Bisection.first(in: edges.indices) { edges[$0] > moment } - 1
    }

    /// The bar at a column; nil outside.
    package func bar(atColumn column: Int) -> Int? {
        column >= 0 && column < columns ? column / columnsPerBar : nil
    }

    /// The column of a moment; nil outside.
    package func column(of moment: Int64) -> Int? {
        guard let bar = bar(of: moment) else { return nil }
        let bounds = moments(ofBar: bar)
        let share = Double(moment - bounds.lowerBound) / Double(bounds.upperBound - bounds.lowerBound)
        return bar * columnsPerBar + min(Int(share * Double(columnsPerBar) + 1e-9), columnsPerBar - 1)
    }

    /// The first moment of a column, one of the nearest bar outside; `columns` is the end of the last bar.
    package func moment(atColumn column: Int) -> Int64 {
        let column = min(max(column, 0), columns)
        if column == columns { return end }
        let bounds = moments(ofBar: column / columnsPerBar)
        let share = Double(column % columnsPerBar) / Double(columnsPerBar)
        let length = Double(bounds.upperBound - bounds.lowerBound)
        return bounds.lowerBound + Int64((share * length).rounded(.up))
    }

    /// The columns of a window, one at least; nil where it is wholly outside. The column within which it ends is not its own:
    /// the next window begins there.
    package func columns(of window: Range<Int64>) -> ClosedRange<Int>? {
        guard window.lowerBound < end, window.upperBound > start, !window.isEmpty else { return nil }
        let first = window.lowerBound <= start ? 0 : column(of: window.lowerBound) ?? 0
        let last = window.upperBound >= end ? columns - 1 : (column(of: window.upperBound) ?? columns) - 1
        return first...max(first, last)
    }

    /// Whether half of a bar, or of the window, is in the window.
    package func isBar(_ bar: Int, in window: Range<Int64>) -> Bool {
        let bounds = moments(ofBar: bar)
        let common = Double(bounds.clamped(to: window).count)
        return common > 0 && common >= 0.5 * Double(min(bounds.count, window.count))
    }
}
