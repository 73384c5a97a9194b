import MapModel
import Rows
import Streams

/// Places of rows, ready to be shown.
struct ShownRows: Sendable {
    var tree: QuadTree
    /// A number of its own for each tree that is handed out: indices in one mean nothing in another.
    var generation = 0
    /// A number of its own for each way in which rows were numbered: hiding a source changes none of their numbers,
    /// a reload does.
    var numbering = 0
    /// Which rows and which places belong to which source.
    var layerRows: LayerRows
    var layerMarks: LayerMarks
    /// Rows with a place in the sources that are shown, also those that the query leaves out.
    var total: Int
    /// The rows that the query leaves, those without a place as well; nil for all.
    var rows: RowSet?
    /// The classes of rows, for their colours and the legend.
    var coloring: RowColoring?
    /// What badges say in place of their counts.
    var figures: RowFigures?
    /// What is to be known of the columns that the query uses.
    var notices: [String] = []

    init(_ tree: QuadTree, generation: Int = 0, numbering: Int = 0, layerRows: LayerRows = LayerRows()) {
        self.tree = tree
        total = tree.count
        self.generation = generation
        self.numbering = numbering
        self.layerRows = layerRows
        layerMarks = LayerMarks(tree, layers: layerRows)
    }
}

/// The colours of rows: which class each has, and how many of each class any badge holds.
struct RowColoring: Sendable {
    /// The classes and their counts among all rows that match, for the legend.
    let classes: RowClasses
    /// By index in the tree that is shown.
    let counts: ClassCounts
    /// Where the rows of each class are; nil where badges mix classes.
    var places: ClassPlaces?
}

/// A number of each row that badges sum up.
struct RowFigures: Sendable {
    let figure: RowQuery.Figure
    /// The type of the numbers.
    let kind: ColumnKind
    /// By index in the tree that is shown.
    let numbers: NumberAggregates
    /// The classes of its numbers; nil where a figure of many rows is none of them, as a sum.
    var ranges: NumberRanges?
    /// The numbers of the rows of each class; nil where badges mix classes.
    var byClass: ClassAggregates?

    /// The figure of some rows; nil where none of them has a value, or they are too large to be added.
    func value(of aggregate: NumberAggregates.Aggregate) -> Double? {
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
struct ColumnOutline: Equatable, Sendable {
    let name: String
    let kind: ColumnKind
    /// The share of the first rows that has no value.
    let missingShare: Double
    /// Whether at least half of the rows with a value have one of so few that each has a colour of its own.
    var hasClasses = false
}

/// Why a query has no answer, in one line; where it lies in the text of a filter.
struct QueryFailure: Error, Equatable, Sendable {
    let message: String
    /// What is wrong with the text of the filter; nil for other reasons.
    private(set) var problem: FilterProblem?
    /// That text.
    private(set) var filter = ""
    /// The part of the query that has none; nil for all of it.
    var part: RowQuery.Part?

    init(message: String) { self.message = message }

    /// A filter cannot be used: that of the rows, or that of a figure.
    init(_ problem: FilterProblem, in filter: String) {
        message = problem.description
        self.problem = problem
        self.filter = filter
    }

    /// There is no such column.
    init(noColumn name: String, _ columns: FilterColumns) {
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
