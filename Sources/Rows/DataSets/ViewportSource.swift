import RowValues
import MapModel
import Streams

/// A source that answers for a window of the world instead of loading everything: a database on a server.
///
/// Rows get numbers when they first appear: a primary key keeps its number while the program runs, so that a
/// row that reappears is the same row. Calls block and may be made from several threads at once: each needs a
/// thread of its own. Each checks `isCancelled` at least ten times a second while it waits; then it cancels
/// the statement on the server and throws `.cancelled`.
package protocol ViewportSource: NearbySource {
    /// As the user named it, without its password.
    var name: String { get }

    /// What `--columns` prints: which table and columns were found, and why, a line each.
    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String]

    /// Connects, chooses table and columns, and returns what is there.
    func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary

    /// The same, and says what was read so far of the files that it reads first.
    func open(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> SourceSummary

    /// All rows, counted exactly however long that takes: with a place, and without one by reason.
    func tally(isCancelled: () -> Bool) throws(SourceError) -> RowTally

    /// The rows or clusters of a window, whichever `question` allows.
    func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer

    /// A table with the values of many rows at hand: those of `tree`, which are the rows of this source in `window`. The
    /// source asks by the condition of the window; `table` would ask by the key of each row.
    func table(
        of tree: QuadTree, in window: WorldWindow, isCancelled: () -> Bool
    ) throws(SourceError) -> any RowTable

    /// The same source without some of its layers, by number; the source itself where it has but one.
    func hiding(_ layers: Set<Int>) -> Self

    /// Where the user may choose what names without a place mean; nil where no places are found by names. What is
    /// chosen counts when it is opened again.
    var placeFixes: PlaceFixes? { get }

    /// Makes all waiting calls check `isCancelled` at once. Callable from any thread.
    func wake()

    /// Ends all calls, including later ones: they throw `.cancelled`, within a tenth of a second. Callable
    /// from any thread.
    func close()

    /// The types that filters take the columns for, in their order.
    func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind]

    /// The times of the rows that match, in no order, rounded down to a number of milliseconds.
    ///
    /// - Throws: `.refused` where they cannot be counted.
    func times(
        _ question: TimeQuestion, per milliseconds: Int64, isCancelled: () -> Bool
    ) throws(SourceError) -> RowTimes

    /// The column of times, and from when to when its times are.
    func timeOutline(
        _ question: TimeQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> TimeOutline

    /// How many rows of a window begin between each two of some moments, which ascend; a row at the second is not counted.
    func timeCounts(
        _ question: TimeQuestion, between edges: [Int64], in window: WorldWindow, isCancelled: () -> Bool
    ) throws(SourceError) -> [Int]

    /// How many rows of some windows, each once, there are by two parts of their times; nil where none has a time, and with too
    /// many years.
    func timeFold(
        _ question: TimeQuestion, by parts: [TimeFold.Part], in windows: [WorldWindow],
        isCancelled: () -> Bool
    ) throws(SourceError) -> TimeFold?

    /// The first different moments at which rows of a window begin, ascending from `start` on, at most `limit`.
    func timeMoments(
        _ question: TimeQuestion, from start: Int64, limit: Int, in window: WorldWindow,
        isCancelled: () -> Bool
    ) throws(SourceError) -> [Int64]

    /// The most frequent values of a column among the rows of this source, at most `limit`, and how many rows have
    /// them; rows without a value are not counted.
    func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)]

    /// What each column holds among the rows of this source, or those of windows that do not overlap, in the order of
    /// the columns; none where there are no windows.
    ///
    /// - Parameter limit: the most values to list of a column of words.
    func summarizeColumns(
        in windows: [WorldWindow]?, listing limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary]

    /// What a column holds among the rows of this source, and of numbers and times about `quantileCount` quantiles, from
    /// the least on, equally far apart.
    func distribution(
        of column: Int, quantileCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnDistribution

    /// How many rows match each of some filters, of which no row matches two; the first number is of those that match
    /// none.
    func rowCounts(matching filters: [String], isCancelled: () -> Bool) throws(SourceError) -> [Int]

    /// Rows whose words contain `text`, at most `limit`, the best matches first.
    func matches(_ text: String, limit: Int, isCancelled: () -> Bool) throws(SourceError) -> MatchAnswer

    /// How many rows contain `text` in their words.
    func matchCount(_ text: String, isCancelled: () -> Bool) throws(SourceError) -> Int

    /// The rows of windows, which do not overlap, in the order of their keys, at most `limit`: the first ones, or those
    /// after `row`, which an earlier answer named.
    func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer
}

extension ViewportSource {
    /// Opens a source that reads no files.
    package func open(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> SourceSummary { try open(isCancelled: isCancelled) }
    /// What the source says when it is opened: for sources that never estimate.
    package func tally(isCancelled: () -> Bool) throws(SourceError) -> RowTally {
        let summary = try open(isCancelled: isCancelled)
        return RowTally(
            rows: summary.rowCount + summary.skippedCount, placed: summary.rowCount,
            skipped: summary.skippedRows)
    }
    /// The table that fetches rows by their keys: for sources that are fast at that.
    package func table(
        of tree: QuadTree, in window: WorldWindow, isCancelled: () -> Bool
    ) throws(SourceError) -> any RowTable { table }
    /// Refuses: for sources that do not count times.
    package func timeOutline(
        _ question: TimeQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> TimeOutline { throw .refused(name: name, words: TimeOutline.refusal) }
    /// Refuses: for sources that do not count times.
    package func timeCounts(
        _ question: TimeQuestion, between edges: [Int64], in window: WorldWindow, isCancelled: () -> Bool
    ) throws(SourceError) -> [Int] { throw .refused(name: name, words: TimeOutline.refusal) }
    /// Refuses: for sources that do not count times.
    package func timeFold(
        _ question: TimeQuestion, by parts: [TimeFold.Part], in windows: [WorldWindow],
        isCancelled: () -> Bool
    ) throws(SourceError) -> TimeFold? { throw .refused(name: name, words: TimeOutline.refusal) }
    /// Refuses: for sources that do not count times.
    package func timeMoments(
        _ question: TimeQuestion, from start: Int64, limit: Int, in window: WorldWindow,
        isCancelled: () -> Bool
    ) throws(SourceError) -> [Int64] { throw .refused(name: name, words: TimeOutline.refusal) }
    /// None: for sources with coordinates.
    package var placeFixes: PlaceFixes? { nil }
    /// Does nothing: for sources whose calls do not wait.
    package func wake() {}
    /// Does nothing: for sources without connections.
    package func close() {}
    /// Hides nothing: for sources of one layer.
    package func hiding(_ layers: Set<Int>) -> Self { self }
}

/// A source that can find rows near a place without reading everything.
package protocol NearbySource: Sendable {
    /// The rows that answers name, by their numbers.
    var table: any RowTable { get }

    /// The rows within the radius, nearest first, by the exact distance on the sphere.
    func near(_ question: NearbyQuestion, isCancelled: () -> Bool) throws(SourceError) -> [ExportedRow]

    /// The columns that a filter can name.
    func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String]

    /// The same source with the rows that match `filter` alone; all rows for nil, whatever filter this one has.
    ///
    /// - Throws: `.problem` where a value of the filter is of another type than its column.
    func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> Self

    /// Messages for the user about how rows are found, a line each, such as a missing index.
    var notices: [String] { get }

    /// The statements that answer `question`, and the database's plan for them, a line each.
    func explain(_ question: NearbyQuestion) throws(SourceError) -> [String]
}

extension NearbySource {
    /// No notices.
    package var notices: [String] { [] }
}

/// A search for rows near a place.
package struct NearbyQuestion: Sendable, Equatable {
    /// The place to measure from, in degrees.
    package var center: Coordinate
    /// Nil for the nearest rows at any distance.
    package var radiusMeters: Double?
    /// Nil for all.
    package var limit: Int?

    /// A question for the rows within `radiusMeters` of `center`, at most the nearest `limit`.
    package init(center: Coordinate, radiusMeters: Double?, limit: Int?) {
        self.center = center
        self.radiusMeters = radiusMeters
        self.limit = limit
    }
}

/// A query for a window of the world: its rows when there are at most `limit`, else their clusters.
package struct ViewportQuestion: Hashable, Sendable {
    /// The part of the world plane that is asked for.
    package let window: WorldWindow
    /// The grid that clusters are counted by.
    package let grid: ClusterGrid
    /// The most rows to return one by one.
    package let limit: Int
    /// Quanta to a dot, to which lines and areas are simplified; 0 where they are not wanted.
    package let dotExtent: UInt32
    /// What is asked about the rows besides where they are; nil for nothing.
    package let measures: RowMeasures?

    /// A question for the rows in `window`.
    package init(
        window: WorldWindow, grid: ClusterGrid, limit: Int, dotExtent: UInt32 = 0,
        measures: RowMeasures? = nil
    ) {
        self.window = window
        self.grid = grid
        self.limit = limit
        self.dotExtent = dotExtent
        self.measures = measures
    }
}

/// The answer of a server for a window of the world.
package struct ViewportAnswer: Sendable {
    /// Rows, or their clusters.
    package enum Content: Sendable {
        /// All rows in the window.
        case rows(PointBuffer)
        /// The cells of the grid that hold rows, counted and averaged by the server.
        case clusters([Cluster])
    }

    /// The question that is answered.
    package let question: ViewportQuestion
    /// The exact number of rows in the window: those of `content`.
    package let total: Int
    /// All rows in the window, or their clusters.
    package private(set) var content: Content
    /// The answer to the measures of the question.
    package var measured = MeasuredRows()
    /// New notices of the server, a line each.
    package var notices: [String]
    /// The layers of the rows of each cluster, where there are several.
    package var layers: [ClusterID: LayerMarks.Mask] = [:]
    /// Lines and areas that meet the window, also of rows that are counted in clusters, simplified for the view.
    package var shapes = ShapeIndex()
    /// Lines and areas that are large enough to be seen, but too many to be sent.
    package var leftOutShapeCount = 0

    /// About as many bytes as the answer occupies.
    package var byteCount: Int {
        let content =
            switch content {
            case .rows(let points): points.byteCount
            case .clusters(let clusters): clusters.count * MemoryLayout<Cluster>.stride
            }
        let layerBytes =
            layers.capacity * (MemoryLayout<ClusterID>.stride + MemoryLayout<LayerMarks.Mask>.stride)
        return content + measured.byteCount + layerBytes + shapes.byteCount
    }

    /// The same answer with other clusters.
    package init(_ answer: ViewportAnswer, clusters: [Cluster]) {
        self = answer
        content = .clusters(clusters)
    }

    /// The same answer with other rows.
    package init(_ answer: ViewportAnswer, points: PointBuffer) {
        self = answer
        content = .rows(points)
    }

    /// An answer with `total` rows in its content.
    package init(question: ViewportQuestion, total: Int, content: Content, notices: [String] = []) {
        self.question = question
        self.total = total
        self.content = content
        self.notices = notices
    }
}

/// Rows that match a text.
package struct MatchAnswer: Sendable {
    /// A row and where it is.
    package struct Match: Sendable, Equatable {
        /// The row's number.
        package let row: UInt32
        /// Its representative point.
        package let place: FixedCoordinate

        /// A row that matches, and where it is.
        package init(row: UInt32, place: FixedCoordinate) {
            self.row = row
            self.place = place
        }
    }

    /// The rows found, the likeliest first.
    package let matches: [Match]
    /// There are more matches than were requested.
    package let isCut: Bool

    /// An answer to a search for text.
    package init(matches: [Match], isCut: Bool) {
        self.matches = matches
        self.isCut = isCut
    }
}
