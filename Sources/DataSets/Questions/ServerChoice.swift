import MapModel
import RowValues
import Rows

/// What a server answered to a query: how many rows match, and how views of them are coloured and summed up.
package struct ServerChoice: Sendable {
    package var summary: SourceSummary
    /// The classes of a column and their counts among all rows that match, without the rows of views.
    package var classes: RowClasses?
    package var figure: Figure?
    /// The times of two windows, from which the window of each row is known; empty for a single window.
    package var windows: [TimeQuestion] = []
    /// Whether the rows of both windows are shown as one.
    package var areMerged = false

    package init(summary: SourceSummary, classes: RowClasses? = nil, figure: Figure? = nil) {
        self.summary = summary
        self.classes = classes
        self.figure = figure
    }

    /// A figure on badges.
    package struct Figure: Sendable {
        package let figure: RowQuery.Figure
        /// The type of the numbers.
        package let kind: ColumnKind
        package let number: RowMeasures.Number
        package var ranges: NumberRanges?

        package init(
            figure: RowQuery.Figure, kind: ColumnKind, number: RowMeasures.Number, ranges: NumberRanges? = nil
        ) {
            self.figure = figure
            self.kind = kind
            self.number = number
            self.ranges = ranges
        }
    }

    /// What views are asked besides their rows; nil for nothing.
    package var measures: RowMeasures? {
        if !windows.isEmpty {
            var measures = RowMeasures()
            measures.windows = windows
            return measures
        }
        guard classes != nil || figure != nil else { return nil }
        return RowMeasures(classes: classes?.filters ?? [], number: figure?.number)
    }
}
