import MapModel
import Rows

/// What a server answered to a query: how many rows match, and how views of them are coloured and summed up.
struct ServerChoice: Sendable {
    var summary: SourceSummary
    /// The classes of a column and their counts among all rows that match, without the rows of views.
    var classes: RowClasses?
    var figure: Figure?

    /// A figure on badges.
    struct Figure: Sendable {
        let figure: RowQuery.Figure
        /// The type of the numbers.
        let kind: ColumnKind
        let number: RowMeasures.Number
        var ranges: NumberRanges?
    }

    /// What views are asked besides their rows; nil for nothing.
    var measures: RowMeasures? {
        guard classes != nil || figure != nil else { return nil }
        return RowMeasures(classes: classes?.filters ?? [], number: figure?.number)
    }
}
