import MapModel
import Rows
import RowValues
import Streams

/// The rows that a question leaves, as far as they are known: those that are here, and what was counted of others.
///
/// Rows in memory cover the world; those of a server cover a view, or were counted there and not sent.
package struct RowSnapshot: Sendable {
    /// Where all rows are here.
    package enum Coverage: Equatable, Sendable {
        case world
        case window(WorldWindow)
        case nowhere
    }

    /// The rows that are here, by their places.
    package private(set) var tree: QuadTree
    /// A number of its own for each tree that is handed out: indices in one mean nothing in another.
    package var generation = 0
    /// A number of its own for each way in which rows were numbered: hiding a source changes none of their numbers,
    /// a reload does.
    package var numbering = 0
    /// Which rows and which places belong to which source.
    package var layerRows: LayerRows { didSet { layerMarks = LayerMarks(tree, layers: layerRows) } }
    package private(set) var layerMarks: LayerMarks
    package var coverage = Coverage.world
    /// The rows of a log, or of a table of addresses, none of which has a place: lists show them, all at one point that means nothing.
    /// Nil where rows have places.
    package var unplaced: QuadTree?
    /// What is known of rows that are not here.
    package var counted: CountedRows?
    /// Lines and areas of rows; the tree holds a place of each.
    package var shapes = ShapeIndex()
    /// Rows with a place in the sources that are shown, also those that the query leaves out.
    package var total: Int
    /// The rows that the query leaves, those without a place as well; nil for all.
    package var kept: RowSet? { lateRows.rows }
    /// The same, until somebody asks for them.
    package var lateRows = LateRows(nil)
    /// Rows that are left out since no more is known of them than a country, by its code.
    package var roughCounts: [String: Int] = [:]
    /// When rows are, those that the query leaves out as well; nil where it does not ask for times.
    package var times: RowTimes?
    /// The same in order, at all times; nil where it is not asked for.
    package var timeline: RowTimeline?
    /// The rows at all times, where a time is all that is asked and no order of times is wanted.
    package var atAllTimes: QuadTree?
    /// The rows of window A, where they are shown beside these: one or none.
    package var other: [RowSnapshot] = []
    /// Which rows of the tree are in window A and which in B, where both are shown as one.
    package var sides: WindowSides?
    /// The rows of the tree that the window did not have before; nil where that is not asked for.
    package var newPoints: PointSet?
    /// What became of each row, where two sources are compared.
    package var changes: ShownChanges?
    /// The classes of rows, for their colours and the legend.
    package var coloring: RowColoring?
    /// What badges say in place of their counts.
    package var figures: RowFigures?
    /// The rows of each area of a set.
    package var areas: AreaAnswer?
    /// Where the places of the filter are; empty where there are too many to be drawn.
    package var outlines: [PlaceOutline] = []
    /// What is to be known of the columns that the query uses.
    package var notices: [String] = []

    /// Rows that are all here.
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

    /// The same with other rows here.
    package init(_ snapshot: RowSnapshot, with tree: QuadTree) {
        self = snapshot
        self.tree = tree
        generation += 1
        layerMarks = LayerMarks(tree, layers: layerRows)
    }

    /// Whether all rows are here, wherever one looks.
    package var coversWorld: Bool { coverage == .world }

    /// The first and the last moment of the rows that the query leaves; nil without any, and where times are not known.
    package var timeRange: ClosedRange<Int64>? { times?.starts.range(of: kept) }

    // MARK: - Views

    /// The clusters in `window`, which is made of whole cells of `grid`, as far as they are known: what was counted may be
    /// cut by the edge of the view.
    package func clusters(in window: WorldWindow, grid: ClusterGrid) -> [Cluster] {
        counted?.clusters(in: window) ?? tree.clusters(in: window, grid: grid)
    }

    /// Rows in `window` that were counted and are not here.
    package func countedRows(in window: WorldWindow) -> Int {
        counted?.clusters(in: window).reduce(0) { $0 + $1.count } ?? 0
    }

    /// The layers of the rows of an annotation; none where they are not known.
    package func layers(of annotation: Annotation, in window: WorldWindow) -> LayerMarks.Mask {
        if case .place(let row) = annotation.id { return 1 << LayerMarks.Mask(layerRows.layer(of: row)) }
        guard annotation.firstIndex != nil else {
            return annotation.id.cell.flatMap { counted?.layers[$0] } ?? 0
        }
        // The colours of a single class are those of the class.
        if case .classCluster = annotation.id { return 0 }
        return layerMarks.layers(in: members(of: annotation, in: window).runs, of: tree)
    }

    /// The indices in the tree of the rows of an annotation that was seen in `window`: none of rows that were counted.
    package func members(of annotation: Annotation, in window: WorldWindow) -> AnnotationMembers {
        tree.members(of: annotation, in: window, coloring?.counts)
    }
}

/// Rows of a part of the world that a server has counted, and not sent.
package struct CountedRows: Sendable {
    package let window: WorldWindow
    package let grid: ClusterGrid
    private let clusters: [Cluster]
    /// The layers of the rows of each cluster, where there are several.
    package let layers: [ClusterID: LayerMarks.Mask]
    /// What the rows of each cluster were measured to have.
    package let measured: [ClusterID: MeasuredRows.Cluster]

    /// Nil where the answer has rows.
    package init?(_ answer: ViewportAnswer) {
        guard case .clusters(let clusters) = answer.content else { return nil }
        self.clusters = clusters
        (window, grid) = (answer.question.window, answer.question.grid)
        (layers, measured) = (answer.layers, answer.measured.clusters)
    }

    /// The clusters in `window`.
    package func clusters(in window: WorldWindow) -> [Cluster] {
        // A cell that both ends of a turn cut has its mean between them, out of view: its rows are in view.
        if window == self.window { return clusters }
        return clusters.filter { window.contains(QuantumPoint($0.mean)) }
    }

    /// The same as annotations.
    package func annotations(in window: WorldWindow) -> AnnotationSet {
        AnnotationSet(
            annotations: clusters(in: window).map { Annotation(ofServer: $0) }, window: window, grid: grid)
    }
}

/// The colours of rows: which class each has, and how many of each class any badge holds.
package struct RowColoring: Sendable {
    /// The classes and their counts among all rows that match, for the legend.
    package let classes: RowClasses
    /// By index in the tree that is shown.
    package let counts: ClassCounts
    /// The rows of each class in a window of time, where the classes were counted at all times.
    package var inWindow: ClassCounts.Tally?
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
