import CellGraphics
import MapModel
import DataSets
import RowValues
import Rows
import Streams

/// The rows: where they come from, where they are, what could not be shown.
package struct DataState: Sendable {
    /// What is known of the source being read.
    package enum Loading: Equatable, Sendable {
        case reading(fraction: Double?)
        case done
        case failed(String)
    }

    package private(set) var fileName: DisplayText
    /// What filters can name of areas, once one is typed that does.
    var filterAreas: FilterCompletion.Areas?
    /// As the user named it, for messages about its lines.
    package let filePath: String
    package var origin = RowOrigin.memory {
        didSet { if origin.isQueried, rows.coversWorld { rows.coverage = .nowhere } }
    }
    package var loading = Loading.reading(fraction: nil)
    /// There are no rows because only a street map was asked for.
    package var isMapAlone = false
    /// They come from a stream, which may say nothing for long.
    var isStream = false
    /// The data is being reloaded.
    private(set) var isReloading = false
    /// What changed since the reading before, and whether that is shown; nil until it is known.
    package var readings: ReadingChanges?
    /// The data changed while it was read.
    private var mustReloadAgain = false

    /// The rows that are shown, as far as they are known.
    package internal(set) var rows = RowSnapshot(QuadTree(PointBuffer()))
    /// The sources that the rows come from.
    package private(set) var sources: [SourceLayer] = []
    /// The names of the columns, in the order of the table.
    package private(set) var columnNames: [String] = []
    /// "." or ",", in the numbers of the rows of each source.
    private(set) var decimalMarks: [UInt8] = []
    /// What the columns hold; empty until that was asked for.
    package var columns: [ColumnOutline] = []
    /// The columns whose values were asked for, by number.
    var columnValues: [Int: ColumnValues] = [:]
    /// What a filter that no row matches may have meant.
    package var suggestion: DisplayText?
    /// What was asked of the rows last.
    package var query = RowQuery()
    /// What the rows that are shown answer.
    package private(set) var answeredQuery = RowQuery()
    /// The query is that of the rows before a reload.
    private(set) var isAskingAgain = false
    /// The areas that were shown before more rows came, until they are counted again: their indices mean nothing now.
    package private(set) var formerAreas: AreaAnswer?
    /// Of the areas: a number of its own for each answer.
    package private(set) var areasGeneration = 0
    /// The sets of areas that the rows can be counted in.
    package private(set) var areaSets: [AreaSets.Outline] = []
    /// What was asked before a reload that could not answer it; the next one may.
    private(set) var suspendedQuery: RowQuery?
    /// The parts of it that the user knows of.
    private var saidParts: Set<String> = []
    /// How far the columns for the query are read, 0…1; nil when it is answered, or will be in a moment.
    package private(set) var queryProgress: Double?
    /// Whether the table writes them itself as GeoJSON.
    private var writesShapes = false
    /// Whether GeoJSON reduces some of them to points: those of a server, and those cut near a pole.
    var losesShapes: Bool { !writesShapes && (rows.coversWorld ? shapes.cutCount > 0 : !shapes.isEmpty) }
    package private(set) var skipped = SkippedRows()
    /// Whether the rows are things of feeds.
    package var areFeedThings: Bool { columnNames.starts(with: ThingColumn.names) }
    /// Whether things of feeds are among the rows, perhaps beside those of files.
    var haveFeedThings: Bool { Set(columnNames).isSuperset(of: ThingColumn.names) }
    /// Skipped rows that the user should look at: things whose place is not known, or not any more, are none.
    package var skippedTotal: Int {
        guard things.areFollowed else { return skipped.total }
        return skipped.total - skipped.count(of: .gone) - (areFeedThings ? skipped.count(of: .missing) : 0)
    }
    /// The places that the user has chosen for names.
    var placeFixes: [PlaceFix] = []
    /// The rows in the middle of areas; nil where every place is one.
    var vague: VaguePoints?
    /// Those that move.
    package internal(set) var things = FollowedThings()
    /// How fast the rows of a stream come.
    package internal(set) var rate = RowRate()
    /// What is known of the addresses of rows; nil where they have none.
    package internal(set) var addresses: RowAddresses?
    package private(set) var notices: [String] = []
    /// The notices that did not come with the rows; they survive a reload.
    private var unsolicitedNotices: [String] = []

    package init(filePath: String) {
        self.filePath = filePath
        fileName = DisplayText(sanitising: Self.fileName(of: filePath))
    }

    /// Stands between the names of two sources.
    private static let comparedMark = " → "

    /// A path without its folders.
    package static func fileName(of path: String) -> String {
        if path == "-" { return "stdin" }
        // Of two sources that are compared folders often say which is which.
        let sides = path.split(separator: Self.comparedMark)
        if sides.count > 1 {
            let names = sides.map { fileName(of: String($0)) }
            return Set(names).count == 1 ? path : names.joined(separator: Self.comparedMark)
        }
        return path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The name of a source without its folders, except those that distinguish it from another one of the same name.
    package func title(ofSource index: Int) -> String {
        let parts = sources.map { $0.name.split(separator: "/") }
        let own = parts[index]
        let length = (1...max(own.count, 1)).first { length in
            parts.count { $0.suffix(length) == own.suffix(length) } == 1
        }
        guard let length, length > 1 else { return Self.fileName(of: sources[index].name) }
        return own.suffix(length).joined(separator: "/")
    }

    // MARK: - Adopting rows, for `rowsChanged` alone

    package mutating func adopt(_ data: LoadedData, isReload: Bool = false) {
        skipped = data.skipped
        addresses = data.addresses
        vague = data.vague.map { VaguePoints($0, marksMost: data.addresses != nil) }
        notices = data.notices + unsolicitedNotices
        sources = data.sources
        columnNames = data.columnNames
        decimalMarks = data.decimalMarks
        if isReload {
            query = suspendedQuery ?? query
            suspendedQuery = nil
            isAskingAgain = !query.isPlain
            query.hiddenSources = query.hiddenSources.filter { $0 < sources.count }
            columns = []
            columnValues = [:]
        }
        answeredQuery = RowQuery()
        areaSets = data.areaSets
        formerAreas = query.areas == nil ? nil : rows.areas ?? formerAreas
        writesShapes = data.writesShapes
        rows = data.rows
        rows.shapes = data.shapes
    }

    /// Other rows of the same source.
    package mutating func adopt(_ next: RowSnapshot) {
        let shapes = rows.shapes
        formerAreas = nil
        areasGeneration += 1
        rows = next
        rows.shapes = shapes
    }

    /// The columns of a server.
    package mutating func name(_ columns: [String]) { columnNames = columns }

    /// The user asks for something else; what suspended and was not changed may still come back.
    package mutating func ask(_ next: RowQuery) {
        if var suspended = suspendedQuery {
            if next.filter != query.filter { suspended.filter = next.filter }
            if next.time != query.time { suspended.time = next.time }
            if next.coloring != query.coloring || suspended.coloring == query.coloring {
                (suspended.coloring, suspended.hiddenClasses) = (next.coloring, next.hiddenClasses)
            }
            if next.figure != query.figure { suspended.figure = next.figure }
            if next.areas != query.areas { suspended.areas = next.areas }
            (suspended.hiddenSources, suspended.figureMethod) = (next.hiddenSources, next.figureMethod)
            suspendedQuery = suspended == next ? nil : suspended
        }
        query = next
        isAskingAgain = false
    }

    /// A filter that suspended does not come back; whether there was one.
    mutating func giveUpFilter() -> Bool {
        guard var suspended = suspendedQuery, suspended.filter != query.filter else { return false }
        suspended.filter = query.filter
        suspendedQuery = suspended == query ? nil : suspended
        return true
    }

    /// The rows answer `query`.
    mutating func noteAnswer(to query: RowQuery) {
        answeredQuery = query
        queryProgress = nil
        isAskingAgain = false
        if suspendedQuery == nil { saidParts = [] }
    }

    mutating func noteProgress(_ share: Double, of query: RowQuery) {
        if query == self.query { queryProgress = share }
    }

    /// The query cannot be answered: what is shown stays.
    ///
    /// - Returns: True when it was asked again after a reload: what is left of it without `part` is to be asked.
    mutating func failQuery(_ part: RowQuery.Part?) -> Bool {
        queryProgress = nil
        defer { if query.areas == nil { formerAreas = nil } }
        guard isAskingAgain else {
            query = answeredQuery
            return false
        }
        suspendedQuery = suspendedQuery ?? query
        query = part.map { query.without($0) } ?? RowQuery(hiddenSources: query.hiddenSources)
        return true
    }

    /// The parts of what suspended, in words; nil where all of them were said before.
    mutating func takeSuspendedParts() -> [String]? {
        guard let suspendedQuery else { return nil }
        let parts = [
            suspendedQuery.filter == query.filter ? nil : "filter",
            suspendedQuery.time == query.time ? nil : "times",
            suspendedQuery.coloring == query.coloring ? nil : "colours",
            suspendedQuery.figure == query.figure ? nil : "figures",
            suspendedQuery.areas == query.areas ? nil : "areas",
        ].compactMap { $0 }
        defer { saidParts.formUnion(parts) }
        return saidParts.isSuperset(of: parts) ? nil : parts
    }

    /// Sources that are not shown, by index.
    package var hiddenSources: Set<Int> { query.hiddenSources }

    /// The rows of a server's answers.
    package mutating func adopt(rowsOf server: ServerView) {
        rows = server.snapshot(after: rows, keepsApart: query.coloring?.keepsApart == true)
    }

    /// The layers of a server's rows, and of files beside it; their counts are those of the rows that match.
    package mutating func adopt(_ layers: [SourceLayer]) {
        guard layers.count > 1 else { return }
        sources = layers
        rows.layerRows = LayerRows(firstRows: layers.prefix(LayerRows.maximumCount).map(\.firstRow))
    }

    // MARK: - Which rows there are

    /// The rows that are here, by their places.
    package var tree: QuadTree { rows.tree }
    /// Those that lists show: all of them where none is on the map.
    package var listed: QuadTree { rows.unplaced ?? tree }
    /// Lines, or rows with addresses, none of which has a place: they are in lists alone.
    package var isUnplaced: Bool { rows.unplaced != nil }
    /// Of the tree: answers with indices in another one are too late.
    package var generation: Int { rows.generation }
    /// Of the rows: answers about rows numbered otherwise are about other rows.
    package var numbering: Int { rows.numbering }
    package var coloring: RowColoring? { rows.coloring }
    package var figures: RowFigures? { rows.figures }
    /// The areas that are shown, perhaps those of fewer rows.
    package var areas: AreaAnswer? { rows.areas ?? formerAreas }
    /// Lines and areas of rows.
    package var shapes: ShapeIndex { rows.shapes }
    package var layerRows: LayerRows { rows.layerRows }
    /// Rows with a place, also those that the query leaves out.
    package var unfilteredTotal: Int { rows.total }
    /// What is to be known of the columns that the query uses.
    package var queryNotices: [String] { rows.notices }

    /// Rows with a place, wherever they are; all of them where none has one.
    package var rowTotal: Int { rows.unplaced?.count ?? origin.rowCount(tree) }
    /// The box of all rows, with their lines and areas.
    package var bounds: GeoBounds? {
        guard let places = origin.bounds(tree), rows.coversWorld, !shapes.isEmpty else {
            return origin.bounds(tree)
        }
        let hidden = hiddenSources.filter { $0 < sources.count }.map { sources[$0].rows }
        return shapes.bounds(around: places) { row in
            (rows.kept?.contains(row) ?? true) && !hidden.contains { $0.contains(row) }
        }
    }
    /// There is nothing that could be shown.
    package var hasNoPlaces: Bool { origin.isEmpty(tree, sources) }
    /// All is read, or a stream has brought something.
    var isReadable: Bool { loading == .done || loading == .reading(fraction: nil) }
    package var isReading: Bool { if case .reading = loading { true } else { false } }
    /// Rows arrive from a stream, whose end is not known.
    package var isStreaming: Bool { loading == .reading(fraction: nil) }
    var hasFailed: Bool { if case .failed = loading { true } else { false } }

    /// What the source of the rows is doing.
    package func activity(at now: Duration) -> DataActivity {
        if isReloading { return .reloading }
        let activity = origin.activity(loading, at: now)
        return activity == .idle && isChoosing ? .querying : activity
    }

    /// Something is awaited for which the spinner turns.
    package var isAwaited: Bool {
        isReloading || origin.isConnecting(loading) || origin.isWaiting || isChoosing
    }
    /// A server is working out which rows match, or their classes.
    private var isChoosing: Bool { origin.isQueried && loading == .done && query != answeredQuery }

    /// Where a row that is selected is not hidden with its source. Rows of a server may not be known now.
    package func isShown(_ selection: Selection) -> Bool {
        !rows.coversWorld
            || listed.index(ofRow: selection.row, at: selection.coordinate.coordinate) != nil
    }

    /// What the screen says of rows that cannot be read.
    package func words(of error: SourceError) -> KeyedText {
        origin.server == nil ? error.onScreen : KeyedText(error.words)
    }

    // MARK: - Reloading

    /// The files changed while they are read: they are read again after that.
    mutating func noteChange() { mustReloadAgain = true }

    /// Whether a reload begins now; one that runs is repeated when it is done.
    mutating func beginReload() -> Bool {
        mustReloadAgain = isReloading
        if isReloading { return false }
        isReloading = true
        return true
    }

    mutating func endReload() { isReloading = false }

    /// Whether what changed while the data was read is to be read now.
    mutating func takeRepeatedReload() -> Bool {
        defer { mustReloadAgain = false }
        return mustReloadAgain
    }

    // MARK: - A server

    /// The connection stands.
    package mutating func open(_ summary: SourceSummary) {
        loading = .done
        isReloading = false
        origin.server?.open(summary)
        let names = [Self.fileName(of: filePath), summary.table].compactMap(\.self)
        fileName = DisplayText(sanitising: names.joined(separator: "/"))
        if !answeredQuery.testsRows { rows.total = summary.rowCount }
        adopt(summary.layers)
        notices = summary.notices + unsolicitedNotices
        skipped = summary.skippedRows
    }

    /// Whether loading failed. When only the recount of a server's rows did, they stay.
    mutating func failLoading(_ error: SourceError, at now: Duration) -> Bool {
        isReloading = false
        if origin.endRecount() { return false }
        loading = .failed(origin.failure(error, of: filePath))
        origin.retryLater(than: now)
        return true
    }

    // MARK: - Notices

    private static let unsolicitedLimit = 100

    /// Keeps lines that came unasked, each once and up to a limit; the newest that is new.
    package mutating func note(_ lines: [String]) -> String? {
        var newest: String?
        for line in lines where !line.isEmpty && !unsolicitedNotices.contains(line) {
            guard unsolicitedNotices.count < Self.unsolicitedLimit else { break }
            unsolicitedNotices.append(line)
            notices.append(line)
            newest = line
        }
        return newest
    }
}
