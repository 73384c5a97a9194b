import MapModel
import Rows
import Streams

/// Places of rows, ready to be shown.
package struct ShownRows: Sendable {
    package var tree: QuadTree
    /// A number of its own for each tree that is handed out: indices in one mean nothing in another.
    package var generation = 0
    /// A number of its own for each way in which rows were numbered: hiding a source changes none of their numbers,
    /// a reload does.
    package var numbering = 0
    /// Which rows and which places belong to which source.
    package var layerRows: LayerRows
    package internal(set) var layerMarks: LayerMarks
    /// Rows with a place in the sources that are shown, also those that the query leaves out.
    package var total: Int
    /// The rows that the query leaves, those without a place as well; nil for all.
    package var rows: RowSet?
    /// The classes of rows, for their colours and the legend.
    package var coloring: RowColoring?
    /// What badges say in place of their counts.
    package var figures: RowFigures?
    /// What is to be known of the columns that the query uses.
    package var notices: [String] = []

    package init(
        _ tree: QuadTree, generation: Int = 0, numbering: Int = 0, layerRows: LayerRows = LayerRows()
    ) {
        self.tree = tree
        total = tree.count
        self.generation = generation
        self.numbering = numbering
        self.layerRows = layerRows
        layerMarks = LayerMarks(tree, layers: layerRows)
    }
}

/// The colours of rows: which class each has, and how many of each class any badge holds.
package struct RowColoring: Sendable {
    /// The classes and their counts among all rows that match, for the legend.
    package let classes: RowClasses
    /// By index in the tree that is shown.
    package let counts: ClassCounts
    /// Where the rows of each class are; nil where badges mix classes.
    package var places: ClassPlaces?

    package init(classes: RowClasses, counts: ClassCounts, places: ClassPlaces? = nil) {
        self.classes = classes
        self.counts = counts
        self.places = places
    }
}

/// A number of each row that badges sum up.
package struct RowFigures: Sendable {
    package let figure: RowQuery.Figure
    /// The type of the numbers.
    package let kind: ColumnKind
    /// By index in the tree that is shown.
    package let numbers: NumberAggregates
    /// The classes of its numbers; nil where a figure of many rows is none of them, as a sum.
    package var ranges: NumberRanges?
    /// The numbers of the rows of each class; nil where badges mix classes.
    package var byClass: ClassAggregates?

    package init(
        figure: RowQuery.Figure, kind: ColumnKind, numbers: NumberAggregates, ranges: NumberRanges? = nil,
        byClass: ClassAggregates? = nil
    ) {
        self.figure = figure
        self.kind = kind
        self.numbers = numbers
        self.ranges = ranges
        self.byClass = byClass
    }

    /// The figure of some rows; nil where none of them has a value, or they are too large to be added.
    package func value(of aggregate: NumberAggregates.Aggregate) -> Double? {
        let value = number(of: aggregate)
        return value?.isFinite == true ? value : nil
    }

    private func number(of aggregate: NumberAggregates.Aggregate) -> Double? {
        switch figure.function {
        case .mean, .share: aggregate.mean
        case .sum: aggregate.count == 0 ? nil : aggregate.sum
        case .min: aggregate.count == 0 ? nil : aggregate.least
        case .max: aggregate.count == 0 ? nil : aggregate.greatest
        case .count: Double(aggregate.count)
        }
    }
}

/// A column, as far as the first rows show it.
package struct ColumnOutline: Equatable, Sendable {
    package let name: String
    package let kind: ColumnKind
    /// The share of the first rows that has no value.
    package let missingShare: Double
    /// Whether at least half of the rows with a value have one of so few that each has a colour of its own.
    package var hasClasses = false

    package init(name: String, kind: ColumnKind, missingShare: Double, hasClasses: Bool = false) {
        self.name = name
        self.kind = kind
        self.missingShare = missingShare
        self.hasClasses = hasClasses
    }
}

/// Why a query has no answer, in one line; where it lies in the text of a filter.
package struct QueryFailure: Error, Equatable, Sendable {
    package let message: String
    /// What is wrong with the text of the filter; nil for other reasons.
    package private(set) var problem: FilterProblem?
    /// That text.
    package private(set) var filter = ""
    /// The part of the query that has none; nil for all of it.
    package var part: RowQuery.Part?

    /// Why rows could not be read for it; nil for other reasons.
    package private(set) var reading: SourceError?

    package init(message: String) { self.message = message }

    /// Rows could not be read.
    package init(_ reading: SourceError) {
        message = reading.description
        self.reading = reading
    }

    /// A filter cannot be used: that of the rows, or that of a figure.
    package init(_ problem: FilterProblem, in filter: String) {
        message = problem.description
        self.problem = problem
        self.filter = filter
    }

    /// There is no such column.
    package init(noColumn name: String, _ columns: FilterColumns) {
        let similar = columns.similar(to: name)
        let listed = columns.names.prefix(8).map { FilterText.name($0) }.joined(separator: ", ")
        let more = columns.names.count - 8
        self.init(
            message: "no column \(quoted(name))"
                + (similar.isEmpty
                    ? " (columns: \(listed)\(more > 0 ? " and \(more) more" : ""))"
                    : ": \(similar.joined(separator: ", "))?"))
    }
}
