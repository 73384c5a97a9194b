import MapModel
import Platform
import Rows
import Streams
import Synchronization

/// Files that are shown beside the tables of servers, answered for like those: their rows are read once and stay in memory.
///
/// Rows are numbered as they are read, from 0 on.
package final class FileLayer: ViewportSource {
    /// What was read.
    struct Loaded: Sendable {
        let source: LoadedSource
        let rows: Shown
    }

    /// Rows that are shown.
    struct Shown: Sendable {
        let tree: QuadTree
        let shapes: ShapeIndex
        /// Which files they come from.
        let marks: LayerMarks
    }

    /// What all layers of the same files share.
    private final class Kept: Sendable {
        let loaded = Mutex<Loaded?>(nil)
        let names = Mutex<(index: NameIndex, ranking: RowRanking)?>(nil)
        /// The columns that were asked for.
        let columns = Mutex<[Int: ColumnValues]>([:])
        /// What was worked out for the last view: the next one mostly asks for the same.
        let classes = Mutex<(filters: [String], byRow: [UInt8])?>(nil)
        /// What the files were when they were read.
        let identities = Mutex<[String: FileIdentity]>([:])
    }

    private let loader: any SourceLoader
    private let paths: [String]
    private let kept: Kept
    /// The rows that match a filter; nil for all.
    private let matching: RowSet?
    /// The files that are hidden, by number.
    private let hidden: Set<Int>
    /// The rows that match and are not hidden; nil for all.
    private let filtered: Shown?

    /// - Parameter paths: the files that the loader reads.
    package init(_ loader: any SourceLoader, paths: [String]) {
        self.loader = loader
        self.paths = paths
        kept = Kept()
        (matching, hidden, filtered) = (nil, [], nil)
    }

    private init(_ layer: FileLayer, matching: RowSet?, hidden: Set<Int>) {
        (loader, paths, kept) = (layer.loader, layer.paths, layer.kept)
        (self.matching, self.hidden) = (matching, hidden)
        let loaded = kept.loaded.withLock { $0 }
        filtered = loaded.flatMap { loaded in
            if matching == nil, hidden.isEmpty { return nil }
            let files = loaded.source.layers.indices.filter(hidden.contains)
            let ranges = files.map { loaded.source.layers[$0].rows }
            let rows = RowSet(capacity: loaded.source.table.recordCount) { row in
                (matching?.contains(UInt32(row)) ?? true)
                    && !ranges.contains { $0.contains(UInt32(row)) }
            }
            let tree = QuadTree(loaded.rows.tree, keeping: rows)
            return Shown(
                tree: tree, shapes: ShapeIndex(joining: [(loaded.rows.shapes, rows, 0)]),
                marks: LayerMarks(tree, layers: LayerRows(layers: loaded.source.layers)))
        }
    }

    package var name: String { loader.name }

    /// How many files there are that can be hidden; 0 before they are read.
    package var layers: [SourceLayer] { ready?.source.layers ?? [] }
    /// Nil while the files are being read.
    private var ready: Loaded? { kept.loaded.withLockIfAvailable { $0 } ?? nil }
    package var table: any RowTable { ready?.source.table ?? NoRows(name: name) }
    /// All files are hidden.
    package var isHidden: Bool { !layers.isEmpty && layers.indices.allSatisfy(hidden.contains) }

    private static let pollMicroseconds: UInt32 = 20_000

    /// Reads the files, unless they are read.
    ///
    /// - Parameter progress: takes the share that is read, where that is known.
    package func read(isCancelled: () -> Bool, progress: (Double) -> Void) throws(SourceError) {
        _ = try loaded(isCancelled) { part in
            guard let total = part.totalBytes else { return }
            progress(Double(part.bytesRead) / Double(max(total, 1)))
        }
    }

    /// Reads the files, unless they are; whoever comes meanwhile waits.
    private func loaded(
        _ isCancelled: () -> Bool, _ progress: (LoadProgress) -> Void = { _ in }
    ) throws(SourceError) -> Loaded {
        while true {
            if isCancelled() { throw .cancelled }
            let found = kept.loaded.withLockIfAvailable { loaded -> Result<Loaded, SourceError> in
                if let loaded { return .success(loaded) }
                do throws(SourceError) {
                    let next = try read(isCancelled, progress)
                    loaded = next
                    return .success(next)
                } catch {
                    return .failure(error)
                }
            }
            if let found { return try found.get() }
            MonotonicClock.sleep(microseconds: Self.pollMicroseconds)
        }
    }

    private func read(
        _ isCancelled: () -> Bool, _ progress: (LoadProgress) -> Void
    ) throws(SourceError) -> Loaded {
        kept.identities.withLock { identities in
            for path in paths { identities[path] = FileIdentity(path: path) }
        }
        let source = try loader.readWhole(isCancelled: isCancelled, progress: progress)
        let tree = QuadTree(source.points, by: .processors)
        let marks = LayerMarks(tree, layers: LayerRows(layers: source.layers))
        return Loaded(
            source: source, rows: Shown(tree: tree, shapes: ShapeIndex(source.shapes), marks: marks))
    }

    private func shown(_ isCancelled: () -> Bool) throws(SourceError) -> Shown {
        let loaded = try loaded(isCancelled)
        return filtered ?? loaded.rows
    }

    private func tree(_ isCancelled: () -> Bool) throws(SourceError) -> QuadTree {
        try shown(isCancelled).tree
    }

    // MARK: - Opening

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try loader.explainColumns(isCancelled: isCancelled)
    }

    package func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary {
        let source = try loaded(isCancelled).source
        let shown = try shown(isCancelled)
        let bounds = shown.tree.bounds.map { shown.shapes.bounds(around: $0) { _ in true } }
        return SourceSummary(
            rowCount: shown.tree.count, skippedCount: source.skipped.total, isEstimate: false, bounds: bounds,
            notices: changes + source.notices)
    }

    /// The files that are no longer what was read, a line each.
    private var changes: [String] {
        let known = kept.identities.withLock { $0 }
        return paths.filter { FileIdentity(path: $0) != known[$0] }
            .map { "\($0) has changed on disk: beside a server, files are read once (start termmap again)" }
    }

    // MARK: - Views

    package func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        let shown = try shown(isCancelled)
        let tree = shown.tree
        let total = tree.count(in: question.window)
        var answer: ViewportAnswer
        if total <= question.limit {
            let found = tree.indices(in: question.window).indices(limit: total)
                .map { MatchAnswer.Match(row: tree.row(at: $0), place: tree.fixedCoordinate(at: $0)) }
            answer = ViewportAnswer(
                question: question, total: total, content: .rows(PointBuffer(matches: found)))
        } else {
            let clusters = tree.clusters(in: question.window, grid: question.grid)
            answer = ViewportAnswer(question: question, total: total, content: .clusters(clusters))
            for cluster in clusters {
                let members = tree.members(of: cluster.id, in: question.window)
                answer.layers[cluster.id] = shown.marks.layers(in: members, of: tree)
            }
        }
        if question.dotExtent > 0 { answer.shapes = shown.shapes }
        if let measures = question.measures {
            answer.measured = try measured(measures, answer, tree, isCancelled)
        }
        return answer
    }

    // MARK: - Rows

    package func near(_ question: NearbyQuestion, isCancelled: () -> Bool) throws(SourceError)
        -> [ExportedRow]
    {
        let tree = try tree(isCancelled)
        let found = tree.neighbors(
            of: question.center, limit: question.limit, within: question.radiusMeters ?? .infinity)
        return found.map {
            ExportedRow(
                row: tree.row(at: $0.index), place: tree.fixedCoordinate(at: $0.index),
                distanceMeters: $0.distanceMeters)
        }
    }

    package func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] { [] }

    package func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        let tree = try tree(isCancelled)
        var found: [MatchAnswer.Match] = []
        for window in windows {
            tree.visit(in: window) { index in
                let number = tree.row(at: index)
                if row.map({ number > $0 }) ?? true {
                    found.append(MatchAnswer.Match(row: number, place: tree.fixedCoordinate(at: index)))
                }
                return true
            }
        }
        found.sort { $0.row < $1.row }
        return MatchAnswer(matches: Array(found.prefix(limit)), isCut: found.count > limit)
    }

    // MARK: - Search

    package func matches(
        _ text: String, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        let tree = try tree(isCancelled)
        let (indices, total) = try found(text, limit, isCancelled)
        let matches = indices.map {
            MatchAnswer.Match(row: tree.row(at: $0), place: tree.fixedCoordinate(at: $0))
        }
        return MatchAnswer(matches: matches, isCut: total > matches.count)
    }

    package func matchCount(_ text: String, isCancelled: () -> Bool) throws(SourceError) -> Int {
        try found(text, 1, isCancelled).total
    }

    /// The best rows by their indices, and how many match.
    private func found(
        _ text: String, _ limit: Int, _ isCancelled: () -> Bool
    ) throws(SourceError) -> (best: [Int], total: Int) {
        let names = try names(isCancelled)
        let ranking = filtered.map { RowRanking($0.tree) } ?? names.ranking
        guard
            let hits = names.index.hits(
                SearchQuery(text), in: 0..<names.index.segmentCount, rankedCount: limit,
                isCancelled: isCancelled)
        else { throw .cancelled }
        let points = ranking.indices(of: hits)
        return (ranking.best(limit, of: hits, points, near: nil, in: names.index), points.count)
    }

    private func names(
        _ isCancelled: () -> Bool
    ) throws(SourceError) -> (index: NameIndex, ranking: RowRanking) {
        if let known = kept.names.withLock({ $0 }) { return known }
        let loaded = try loaded(isCancelled)
        var builder = NameIndex.Builder(hasLetterSets: true)
        try loaded.source.table.appendNames(to: &builder, isCancelled: isCancelled, progress: { _ in })
        let names = (builder.finish(), RowRanking(loaded.rows.tree))
        kept.names.withLock { $0 = names }
        return names
    }

    // MARK: - Columns

    package func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try loaded(isCancelled).source.table.columnNames
    }

    package func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind] {
        try loaded(isCancelled).source.table.sampledColumns().map(\.kind)
    }

    /// The values of a column of all rows, which are read once.
    package func values(of column: Int, _ isCancelled: () -> Bool) throws(SourceError) -> ColumnValues {
        if let known = kept.columns.withLock({ $0[column] }) { return known }
        let read = try loaded(isCancelled).source.table.readColumns([column], isCancelled: isCancelled)[0]
        kept.columns.withLock { $0[column] = read }
        return read
    }

    /// The rows that match a filter, whether they are shown or not.
    package func rows(matching filter: Filter, _ isCancelled: () -> Bool) throws(FilterFailure) -> RowSet {
        var columns: [Int: ColumnValues] = [:]
        let rowCount: Int
        do throws(SourceError) {
            rowCount = try loaded(isCancelled).source.table.recordCount
            for column in filter.columns { columns[column] = try values(of: column, isCancelled) }
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        return try filter.rows(columns, rowCount: rowCount, isCancelled: isCancelled)
    }

    /// What `make` works out for some filters, unless it was worked out for the last view.
    package func keptClasses(
        _ filters: [String], _ make: () throws(SourceError) -> [UInt8]
    ) throws(SourceError) -> [UInt8] {
        if let known = kept.classes.withLock({ $0 }), known.filters == filters { return known.byRow }
        let byRow = try make()
        kept.classes.withLock { $0 = (filters, byRow) }
        return byRow
    }

    /// The rows that are shown.
    package func rows(_ isCancelled: () -> Bool) throws(SourceError) -> RowSet {
        let tree = try tree(isCancelled)
        var all = PointSet(capacity: tree.count)
        all.insert(contentsOf: 0..<tree.count)
        return tree.rows(of: all, capacity: try loaded(isCancelled).source.table.recordCount)
    }

    package func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> Self {
        guard let filter else { return Self(self, matching: nil, hidden: hidden) }
        return Self(self, matching: try rows(matching: filter, isCancelled), hidden: hidden)
    }

    /// The rows of the files that are not hidden.
    package func hiding(_ layers: Set<Int>) -> Self {
        layers == hidden ? self : Self(self, matching: matching, hidden: layers)
    }
}

extension PointBuffer {
    /// The places of rows, in the order of their numbers.
    init(matches: [MatchAnswer.Match]) {
        self.init()
        for match in matches.sorted(by: { $0.row < $1.row }) { append(match.place, row: match.row) }
    }
}
