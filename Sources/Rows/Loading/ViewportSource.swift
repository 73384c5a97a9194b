import MapModel
import Streams

/// A source that answers for a part of the world instead of handing everything over: a database on a server.
///
/// Rows get numbers as they are met: a primary key has the same number as long as the program runs, so that a row that
/// comes back is the same row. Calls block, and may be made
/// from several threads at once: each needs a thread of its own. Each asks `isCancelled` at least ten
/// times a second while it waits, and then takes the question back from the server and throws `.cancelled`.
package protocol ViewportSource: NearbySource {
    /// As the user named it, without its password.
    var name: String { get }

    /// What `--columns` prints: which table and columns were found, and why, a line each.
    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String]

    /// Connects, chooses table and columns, and returns what is there.
    func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary

    func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer

    /// Lets all calls that wait ask `isCancelled` at once. Callable from any thread.
    func wake()

    /// Ends all calls, those to come too: they throw `.cancelled`, within a tenth of a second. Callable from any
    /// thread.
    func close()

    /// Rows whose words contain `text`, at most `limit`, the likeliest first.
    func matches(_ text: String, limit: Int, isCancelled: () -> Bool) throws(SourceError) -> MatchAnswer
}

extension ViewportSource {
    package func wake() {}
    package func close() {}
}

/// A source that can find what lies near a place without reading everything.
package protocol NearbySource: Sendable {
    /// The rows that answers name, found again by their numbers.
    var table: any RowTable { get }

    /// The rows within the radius, nearest first, by the exact distance on the sphere.
    func near(_ question: NearbyQuestion, isCancelled: () -> Bool) throws(SourceError) -> [ExportedRow]

    /// What the user should know of how rows are found, a line each: an index that is missing.
    var notices: [String] { get }

    /// The statements that answer `question`, and how the database says that it carries them out, a line each.
    func explain(_ question: NearbyQuestion) throws(SourceError) -> [String]
}

extension NearbySource {
    package var notices: [String] { [] }
}

/// What lies near a place.
package struct NearbyQuestion: Sendable, Equatable {
    package var center: Coordinate
    /// Nil for the nearest ones, however far.
    package var radiusMeters: Double?
    /// Nil for all.
    package var limit: Int?

    package init(center: Coordinate, radiusMeters: Double?, limit: Int?) {
        self.center = center
        self.radiusMeters = radiusMeters
        self.limit = limit
    }
}

/// What a source holds.
package struct SourceSummary: Sendable, Equatable {
    /// Rows with a place.
    package var rowCount: Int
    /// Rows without one.
    package var skippedCount: Int
    /// The count is the server's estimate: counting would have taken too long.
    package var isEstimate: Bool
    /// The box of all places; nil without places, or where it is not known.
    package var bounds: GeoBounds?
    /// Messages for the user, a line each.
    package var notices: [String]

    package init(
        rowCount: Int, skippedCount: Int = 0, isEstimate: Bool, bounds: GeoBounds?, notices: [String]
    ) {
        self.rowCount = rowCount
        self.skippedCount = skippedCount
        self.isEstimate = isEstimate
        self.bounds = bounds
        self.notices = notices
    }
}

/// What lies in a part of the world: rows where there are at most `limit`, else their clusters.
package struct ViewportQuestion: Hashable, Sendable {
    package let window: WorldWindow
    package let grid: ClusterGrid
    package let limit: Int

    package init(window: WorldWindow, grid: ClusterGrid, limit: Int) {
        self.window = window
        self.grid = grid
        self.limit = limit
    }
}

/// The answer of a server for a region of the world.
package struct ViewportAnswer: Sendable {
    /// Rows, or what they were gathered to.
    package enum Content: Sendable {
        /// All rows in the window.
        case rows(PointBuffer)
        /// The cells of the grid that hold rows, counted and averaged by the server.
        case clusters([Cluster])
    }

    package let question: ViewportQuestion
    /// Rows in the window: those of `content`, exactly.
    package let total: Int
    package let content: Content
    /// What the server said besides, a line each, and what it did not say before.
    package let notices: [String]

    package init(question: ViewportQuestion, total: Int, content: Content, notices: [String] = []) {
        self.question = question
        self.total = total
        self.content = content
        self.notices = notices
    }
}

/// Rows found by their words.
package struct MatchAnswer: Sendable {
    /// A row and where it is.
    package struct Match: Sendable, Equatable {
        package let row: UInt32
        package let place: FixedCoordinate

        package init(row: UInt32, place: FixedCoordinate) {
            self.row = row
            self.place = place
        }
    }

    package let matches: [Match]
    /// There are more than were asked for.
    package let isCut: Bool

    package init(matches: [Match], isCut: Bool) {
        self.matches = matches
        self.isCut = isCut
    }
}
