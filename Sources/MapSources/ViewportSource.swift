import MapModel

/// A source that answers for a part of the world instead of handing everything over: a database on a server.
///
/// Rows get numbers as they are met: a primary key has the same number as long as the program runs, so that a row that
/// comes back is the same row. Calls block, and may be made
/// from several threads at once: each needs a thread of its own. Each asks `isCancelled` at least ten
/// times a second while it waits, and then takes the question back from the server and throws `.cancelled`.
public protocol ViewportSource: NearbySource {
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
    public func wake() {}
    public func close() {}
}

/// A source that can find what lies near a place without reading everything.
public protocol NearbySource: Sendable {
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
    public var notices: [String] { [] }
}

/// What lies near a place.
public struct NearbyQuestion: Sendable, Equatable {
    public var center: Coordinate
    /// Nil for the nearest ones, however far.
    public var radiusMeters: Double?
    /// Nil for all.
    public var limit: Int?

    public init(center: Coordinate, radiusMeters: Double?, limit: Int?) {
        self.center = center
        self.radiusMeters = radiusMeters
        self.limit = limit
    }
}

/// What a source holds.
public struct SourceSummary: Sendable, Equatable {
    /// Rows with a place.
    public var rowCount: Int
    /// Rows without one.
    public var skippedCount: Int
    /// The count is the server's estimate: counting would have taken too long.
    public var isEstimate: Bool
    /// The box of all places; nil without places, or where it is not known.
    public var bounds: GeoBounds?
    /// Messages for the user, a line each.
    public var notices: [String]

    public init(
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
public struct ViewportQuestion: Hashable, Sendable {
    public let window: WorldWindow
    public let grid: ClusterGrid
    public let limit: Int

    public init(window: WorldWindow, grid: ClusterGrid, limit: Int) {
        self.window = window
        self.grid = grid
        self.limit = limit
    }
}

/// The answer of a server for a region of the world.
public struct ViewportAnswer: Sendable {
    /// Rows, or what they were gathered to.
    public enum Content: Sendable {
        /// All rows in the window.
        case rows(PointBuffer)
        /// The cells of the grid that hold rows, counted and averaged by the server.
        case clusters([Cluster])
    }

    public let question: ViewportQuestion
    /// Rows in the window: those of `content`, exactly.
    public let total: Int
    public let content: Content
    /// What the server said besides, a line each, and what it did not say before.
    public let notices: [String]

    public init(question: ViewportQuestion, total: Int, content: Content, notices: [String] = []) {
        self.question = question
        self.total = total
        self.content = content
        self.notices = notices
    }
}

/// Rows found by their words.
public struct MatchAnswer: Sendable {
    /// A row and where it is.
    public struct Match: Sendable, Equatable {
        public let row: UInt32
        public let place: FixedCoordinate

        public init(row: UInt32, place: FixedCoordinate) {
            self.row = row
            self.place = place
        }
    }

    public let matches: [Match]
    /// There are more than were asked for.
    public let isCut: Bool

    public init(matches: [Match], isCut: Bool) {
        self.matches = matches
        self.isCut = isCut
    }
}
