import MapModel
import Rows
import RowValues
import Streams

/// Rows that a command asks for: in memory (`LoadedDataSet`), or on a server (`QueriedDataSet`); of one source or several.
///
/// Calls wait until they have the answer; a server ends them when it is closed.
package protocol DataSet: Sendable {
    /// What `--columns` prints: which table and columns were found, and why, a line each. This uses up a stream.
    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String]

    /// The columns that a filter can name.
    func columnNames(_ demand: RowDemand) throws(SourceError) -> [String]

    /// The rows that match a filter, all for nil, wherever they are, in the order of their source; at most `limit`.
    func rows(
        matching filter: Filter?, limit: Int?, _ demand: RowDemand
    ) throws(FilterFailure) -> WrittenRows

    /// The rows that match a filter; all for nil.
    func matching(_ filter: Filter?, _ demand: RowDemand) throws(FilterFailure) -> any MatchingRows

    /// What became of every row, with a filter or without.
    func audit(_ filter: Filter?, _ demand: RowDemand) throws(FilterFailure) -> RowAudit

    /// When the rows that match are.
    ///
    /// - Parameter milliseconds: what times may be rounded down to; nil for all of them as they are.
    func times(
        _ question: TimeQuestion, matching filter: Filter?, per milliseconds: Int64?, _ demand: RowDemand
    ) throws(FilterFailure) -> MatchingTimes

    /// Whether a database finds the rows near a place, and not we among all rows.
    var findsNearby: Bool { get }

    /// What finds the rows near a place.
    func nearbySource(_ demand: RowDemand) throws(SourceError) -> any NearbySource

    /// What finds those of the same that match a filter.
    func applying(
        _ filter: Filter, to found: any NearbySource, _ demand: RowDemand
    ) throws(FilterFailure) -> any NearbySource
}

extension DataSet {
    /// Asks for the rows of the whole world.
    package func rows(
        matching filter: Filter?, limit: Int?, _ demand: RowDemand
    ) throws(FilterFailure) -> WrittenRows {
        let matching = try matching(filter, demand)
        do throws(SourceError) {
            // What is to be known of the rows is noted with their box.
            _ = try matching.bounds()
            return try matching.rows(in: .everywhere, limit: limit)
        } catch {
            throw .source(error)
        }
    }
}

/// The rows of a data set that match a filter.
package protocol MatchingRows: Sendable {
    /// The box of their places; nil without any.
    func bounds() throws(SourceError) -> GeoBounds?

    /// How many there are, of how many.
    func counts() throws(SourceError) -> RowCounts

    /// The rows in a part of the world, in the order of their source.
    ///
    /// - Parameter limit: the most rows; nil for all.
    func rows(in area: RowArea, limit: Int?) throws(SourceError) -> WrittenRows

    /// All of them where they are at most `count`; of more perhaps some, at least `count` of them, or nil.
    func few(_ count: Int) throws(SourceError) -> WrittenRows?

    /// What each column holds, in the order of the columns.
    func summarizeColumns() throws(SourceError) -> [ColumnSummary]
}

/// What a command wants of rows besides which ones.
package struct RowDemand: Sendable {
    /// Lines and areas are written with their rows.
    package let withShapes: Bool
    /// Rows without a place are wanted, too.
    package let withUnplaced: Bool
    /// Takes what the user should know, as soon as it is known.
    package let note: @Sendable (RowNote) -> Void

    /// A demand for rows; without a word about them unless `note` takes it.
    package init(
        withShapes: Bool = false, withUnplaced: Bool = false,
        note: @escaping @Sendable (RowNote) -> Void = { _ in }
    ) {
        (self.withShapes, self.withUnplaced, self.note) = (withShapes, withUnplaced, note)
    }
}

/// What the user should know about rows that are asked for.
package enum RowNote: Sendable {
    /// Rows without a place, and how the others were read or are found, a line each.
    case skipped(SkippedRows, [String])
    /// The lines and areas of rows that were read; `areCopied` where GeoJSON has them as they stood in the file.
    case shapes(ShapeIndex, areCopied: Bool)
    /// Columns of the filter have values of other types, a line each.
    case misfits([String])
    /// No row has a place.
    case noPlaces
}

/// How many rows a data set has.
package struct RowCounts: Sendable {
    /// All rows, with a place or without.
    package let all: Int
    /// Those that match.
    package let matching: Int
    /// Those that match and have a place.
    package let placed: Int
    /// The box of their places; nil without any.
    package let bounds: GeoBounds?
}

/// A part of the world whose rows are wanted.
package enum RowArea: Sendable {
    case everywhere
    case box(GeoBounds)
    case window(WorldWindow)

    /// The indices of the places in it.
    func indices(in tree: QuadTree) -> [Int] {
        let runs: IndexRuns
        switch self {
        case .everywhere: return Array(0..<tree.count)
        case .box(let bounds): runs = tree.indices(in: bounds)
        case .window(let window): runs = tree.indices(in: window)
        }
        return runs.indices(limit: runs.count)
    }

    /// A window that holds all of it.
    var window: WorldWindow {
        switch self {
        case .everywhere: return .world
        case .window(let window): return window
        case .box(let bounds):
            let side = Double(WorldWindow.worldSize)
            let northWest = WebMercator.project(Coordinate(latitude: bounds.north, longitude: bounds.west))
            let southEast = WebMercator.project(Coordinate(latitude: bounds.south, longitude: bounds.east))
            let west = Int64(northWest.x * side) - 1
            let east = Int64(southEast.x * side) + 2
            return WorldWindow(
                west: west, east: bounds.west > bounds.east ? east + Int64(side) : east,
                north: Int64(northWest.y * side) - 1, south: Int64(southEast.y * side) + 2)
        }
    }
}
