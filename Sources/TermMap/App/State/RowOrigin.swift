import CellGraphics
import DataSets
import MapModel
import Rows
import Streams

/// What the rows come from, and what it is doing. Which rows are known, a `RowSnapshot` says.
package enum RowOrigin: Sendable {
    /// All rows are loaded, or being loaded.
    case memory
    /// A database server is queried for each view; the tree holds the rows of its answers.
    case server(ServerView)

    /// The answers of the server; nil when the rows are loaded. For the code of servers alone.
    package var server: ServerView? {
        get { if case .server(let view) = self { view } else { nil } }
        set { if let newValue { self = .server(newValue) } }
    }

    // MARK: - Which rows there are

    /// Whether what is asked works with these rows; with a server and files beside it, it must work with both.
    package func can(_ ability: Ability) -> Bool { ability.isThere(server == nil ? .memory : .server) }

    /// Rows are asked for, view by view, and not read once.
    package var isQueried: Bool { server != nil }
    /// Row numbers are those of the source. A server's rows are numbered in the order they arrive.
    package var numbersRows: Bool { can(.rowNumbers) }
    /// The source finds rows by their words itself: no name index is needed.
    var findsRows: Bool { server != nil }

    /// Rows with a place, wherever they are.
    package func rowCount(_ tree: QuadTree) -> Int { server?.summary?.rowCount ?? tree.count }
    package var isTotalKnown: Bool { server == nil || server?.summary != nil }
    package var isCountEstimated: Bool { server?.summary?.isEstimate == true }
    /// The box of all rows.
    package func bounds(_ tree: QuadTree) -> GeoBounds? { server?.summary?.bounds ?? tree.bounds }

    /// There is nothing that could be shown.
    package func isEmpty(_ tree: QuadTree, _ sources: [SourceLayer]) -> Bool {
        if let server { return server.summary?.rowCount == 0 }
        return tree.isEmpty && sources.allSatisfy { $0.placeCount == 0 }
    }

    /// What a server is to answer about a part of the world, of which a dot is `dotExtent` quanta; nil unless it is
    /// connected.
    package func question(in window: WorldWindow, grid: ClusterGrid, dotExtent: UInt32) -> ViewportQuestion? {
        guard let server, server.summary != nil else { return nil }
        return ViewportQuestion(
            window: window, grid: grid, limit: server.limit, dotExtent: dotExtent, measures: server.measures)
    }

    /// Records that a server is asked; the ticket, or nil when that is being asked already.
    package mutating func ask(_ question: ViewportQuestion, at now: Duration) -> Int? {
        server?.ask(question, at: now)
    }

    /// What a server answered before, when that is neither asked nor shown now.
    func cachedAnswer(to question: ViewportQuestion) -> ViewportAnswer? {
        server?.cachedAnswer(to: question)
    }

    /// A search, or a radius, found more rows than are listed.
    package var isFoundCut: Bool { server?.isFoundCut == true }
    package var foundTotal: Int? { server?.foundTotal }
    package var isNearCut: Bool { server?.isNearCut == true }

    /// Rows of files beside a server are shown before it answers.
    mutating func showEarly(_ rows: QuadTree) { server?.show(early: rows) }

    // MARK: - Members of clusters

    /// Rows of a server's cluster are known for a list.
    var holdsMembers: Bool { server?.members.isEmpty == false }
    mutating func forgetMembers() { server?.members = [] }

    // MARK: - What is awaited

    /// An answer for the view is awaited.
    package var isWaiting: Bool { server?.isWaiting == true }

    func isConnecting(_ loading: DataState.Loading) -> Bool {
        if case .reading = loading { server != nil } else { false }
    }

    /// How long until it is queried again after a failure, or the seconds on the screen change.
    func timeToRetry(at now: Duration) -> Duration? {
        nextRetry.map { min(max($0 - now, .zero), .seconds(1)) }
    }

    private var nextRetry: Duration? { server?.retryAt ?? server?.reopenAt }

    /// How long the sum of the view before stands for that of this one.
    private static let staleTime = Duration.milliseconds(300)

    /// Whether the number of rows in view is that of this view, and not of an older one that is still shown.
    package func isCountKnown(at now: Duration) -> Bool {
        guard let server else { return true }
        if server.showsEarlyRows { return true }
        guard server.summary != nil else { return false }
        guard let question = server.question, server.answer?.question.window != question.window else {
            return true
        }
        return server.retryAt == nil && now - server.askedAt < Self.staleTime
    }

    /// Layers could not be opened: there are more rows than are counted.
    package var lacksLayers: Bool { server?.summary?.failures.isEmpty == false }

    /// What the source is doing.
    package func activity(_ loading: DataState.Loading, at now: Duration) -> DataActivity {
        if case .reading(let fraction) = loading {
            return server == nil || fraction != nil ? .reading(fraction: fraction) : .connecting
        }
        guard let server else { return .idle }
        if let retryAt = nextRetry {
            return .retrying(seconds: max((retryAt - now).milliseconds + 999, 0) / 1_000)
        }
        if server.isCached { return .refreshing }
        return server.isWaiting ? .querying : .idle
    }

    // MARK: - Words

    var noRowsYet: DisplayText { server == nil ? "No rows loaded yet" : "The server has not answered yet" }
    var noRows: DisplayText { server == nil ? "No rows in this file" : "No rows in this table" }

    /// Why rows in view may be missing.
    var reasonForMissingRows: DisplayText? {
        if server?.isWaiting == true { return "The server has not answered yet" }
        return server?.retryAt == nil ? nil : "The server is not responding"
    }

    /// Why rows could not be read. A server has its name in the status line; the words need the room.
    func words(of error: SourceError) -> String { server == nil ? error.wholeDescription : error.words }

    /// The same with the name of the source in any case.
    func failure(_ error: SourceError, of path: String) -> String {
        server == nil ? error.wholeDescription : "\(path): \(error.words)"
    }

    // MARK: - Failures

    /// The recount failed if there was one: the rows stay.
    mutating func endRecount() -> Bool {
        guard server?.isCounting == true else { return false }
        server?.isCounting = false
        return true
    }

    mutating func retryLater(than now: Duration) { server?.retryLater(than: now) }
}

/// What the source of the rows is doing, for the status line.
package enum DataActivity: Equatable, Sendable {
    case idle
    case reloading
    /// The share of the bytes that were read; nil for a stream.
    case reading(fraction: Double?)
    case connecting
    case querying
    /// What is shown is cached.
    case refreshing
    case retrying(seconds: Int)
}
