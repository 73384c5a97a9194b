import MapModel
import RowValues
import Rows
import Streams
import Synchronization

/// Rows in memory, asked view by view like the tables of servers beside them; what a filter leaves is kept until they are
/// read again.
///
/// Rows are numbered as they are read, from 0 on.
package final class LoadedLayer: ViewportSource {
    /// Rows that are shown.
    private struct Shown: Sendable {
        let match: LoadedMatch
        let shapes: ShapeIndex
        /// Which files they come from.
        let marks: LayerMarks
    }

    /// What all layers of the same files share.
    private final class Kept: Sendable {
        let names = Mutex<(index: NameIndex, ranking: RowRanking, reading: Int)?>(nil)
        /// What was worked out for the last view: the next one mostly asks for the same.
        let classes = Mutex<(filters: [String], byRow: [UInt8], reading: Int)?>(nil)
        /// What the files were when they were read.
        let identities = Mutex<[FileIdentity?]>([])
        let reload = Mutex<Reload?>(nil)
    }

    package let dataSet: LoadedDataSet
    private let paths: [String]
    private let kept: Kept
    /// Nil for all rows.
    private let filter: Filter?
    /// The files that are hidden, by number.
    private let hidden: Set<Int>
    /// The rows that match and are not hidden, of one reading.
    private let filtered = Mutex<Shown?>(nil)

    /// - Parameter paths: the files that the data set reads.
    package init(_ dataSet: LoadedDataSet, paths: [String]) {
        self.dataSet = dataSet
        self.paths = paths
        kept = Kept()
        (filter, hidden) = (nil, [])
    }

    private init(_ layer: LoadedLayer, filter: Filter?, hidden: Set<Int>) {
        (dataSet, paths, kept) = (layer.dataSet, layer.paths, layer.kept)
        (self.filter, self.hidden) = (filter, hidden)
    }

    package var name: String { dataSet.loader.name }

    /// How many files there are that can be hidden; 0 before they are read.
    package var layers: [SourceLayer] { dataSet.current?.sources ?? [] }
    package var table: any RowTable { dataSet.current?.table ?? EmptyTable(name: name) }
    /// All files are hidden.
    package var isHidden: Bool { !layers.isEmpty && layers.indices.allSatisfy(hidden.contains) }

    /// Reads the files, unless they are read.
    ///
    /// - Parameter progress: takes what is read so far.
    func read(isCancelled: () -> Bool, progress: (LoadProgress) -> Void) throws(SourceError) {
        _ = try self.loaded(isCancelled, progress)
    }

    /// Reads the files, unless they are; concurrent callers wait. A file without rows is a layer all the same.
    private func loaded(
        _ isCancelled: () -> Bool, _ progress: (LoadProgress) -> Void = { _ in }
    ) throws(SourceError) -> LoadedRows {
        if let current = dataSet.current { return current }
        kept.identities.withLock { identities in
            if identities.isEmpty { identities = self.identities }
        }
        do throws(SourceError) {
            return try dataSet.wholeRows(isCancelled, progress)
        } catch .empty(let file, let hasHeader) {
            let reason = SourceError.empty(file: file, hasHeader: hasHeader)
            _ = dataSet.adopt(.withoutRows(name: name, because: reason))
            return try dataSet.wholeRows(isCancelled, progress)
        }
    }

    /// What the paths name now.
    private var identities: [FileIdentity?] { paths.map { FileIdentity(path: $0) } }

    private func shown(_ isCancelled: () -> Bool) throws(SourceError) -> Shown {
        let loaded = try self.loaded(isCancelled)
        if let known = filtered.withLock({ $0 }), known.match.loaded.reading == loaded.reading {
            return known
        }
        do throws(FilterFailure) {
            return try shown(loaded, isCancelled)
        } catch .source(let error) {
            throw error
        } catch .problem(let problem) {
            throw .refused(name: name, words: "filter: \(problem)")
        } catch {
            throw .cancelled
        }
    }

    private func shown(_ loaded: LoadedRows, _ isCancelled: () -> Bool) throws(FilterFailure) -> Shown {
        let match = try LoadedMatch(
            filter, hiding: hidden, of: loaded, dataSet.columns, isCancelled: isCancelled)
        let shown = Shown(
            match: match, shapes: match.shapes, marks: LayerMarks(match.tree, layers: loaded.rows.layerRows))
        filtered.withLock { $0 = shown }
        return shown
    }

    private func tree(_ isCancelled: () -> Bool) throws(SourceError) -> QuadTree {
        try shown(isCancelled).match.tree
    }

    // MARK: - Opening

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        do throws(SourceError) {
            return try dataSet.explainColumns(isCancelled: isCancelled)
        } catch .empty {
            return ["no rows"]
        }
    }

    /// Reloads the files if one has changed on disk; what was read before stays, and is reloaded the next time, when that
    /// fails or is cancelled.
    package func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary {
        var notices: [String] = []
        // A file that changes while it is read is reloaded once more.
        let now = identities
        let known = kept.identities.withLock { $0 }
        if dataSet.current != nil, let changed = paths.indices.first(where: { now[$0] != known[$0] }) {
            do throws(SourceError) {
                let reload = try dataSet.reload(isCancelled: isCancelled).reload
                kept.reload.withLock { $0 = reload }
                kept.identities.withLock { $0 = now }
            } catch {
                if error == .cancelled { throw error }
                notices = ["\(printable(paths[changed])): not reloaded: \(error.words)"]
            }
        }
        let loaded = try self.loaded(isCancelled)
        let shown = try self.shown(isCancelled)
        let bounds = shown.match.tree.bounds.map { shown.shapes.bounds(around: $0) { _ in true } }
        return SourceSummary(
            rowCount: shown.match.tree.count, skippedCount: loaded.skipped.total, isEstimate: false,
            bounds: bounds,
            notices: notices + loaded.notices)
    }

    /// What became of the rows when they were reloaded; returned once.
    func takeReload() -> Reload? { kept.reload.withLock { $0.take() } }

    // MARK: - Views

    package func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        let shown = try self.shown(isCancelled)
        let tree = shown.match.tree
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
        let isWhole = filter == nil && hidden.isEmpty
        let ranking = isWhole ? names.ranking : RowRanking(try tree(isCancelled))
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
    ) throws(SourceError) -> (index: NameIndex, ranking: RowRanking, reading: Int) {
        let loaded = try self.loaded(isCancelled)
        if let known = kept.names.withLock({ $0 }), known.reading == loaded.reading { return known }
        let index =
            if let saved = loaded.saved?.names(recordCount: loaded.table.recordCount) {
                saved
            } else {
                try readNames(of: loaded, isCancelled)
            }
        let names = (index, RowRanking(loaded.tree), loaded.reading)
        kept.names.withLock { $0 = names }
        return names
    }

    private func readNames(
        of loaded: LoadedRows, _ isCancelled: () -> Bool
    ) throws(SourceError) -> NameIndex {
        var builder = NameIndex.Builder(hasLetterSets: true)
        try loaded.table.appendNames(to: &builder, isCancelled: isCancelled, progress: { _ in })
        let index = builder.finish()
        loaded.saved?.save(index)
        return index
    }

    // MARK: - Columns

    package func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try loaded(isCancelled).table.columnNames
    }

    package func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind] {
        try loaded(isCancelled).table.sampledColumns().map(\.kind)
    }

    /// The values of a column of all rows, which are read once.
    func values(of column: Int, _ isCancelled: () -> Bool) throws(SourceError) -> ColumnValues {
        let loaded = try self.loaded(isCancelled)
        guard let values = try dataSet.columns.values(of: [column], loaded)[column] else { throw .cancelled }
        return values
    }

    /// The rows that match a filter, whether they are shown or not.
    func rows(matching filter: Filter, _ isCancelled: () -> Bool) throws(FilterFailure) -> RowSet {
        let loaded: LoadedRows
        do throws(SourceError) {
            loaded = try self.loaded(isCancelled)
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        return try dataSet.columns.rows(of: loaded, matching: filter, isCancelled: isCancelled)
    }

    /// What `make` works out for some filters, unless it was worked out for the last view.
    func keptClasses(
        _ filters: [String], _ make: () throws(SourceError) -> [UInt8]
    ) throws(SourceError) -> [UInt8] {
        let reading = dataSet.current?.reading ?? 0
        if let known = kept.classes.withLock({ $0 }), known.filters == filters, known.reading == reading {
            return known.byRow
        }
        let byRow = try make()
        kept.classes.withLock { $0 = (filters, byRow, reading) }
        return byRow
    }

    /// The rows that are shown.
    func rows(_ isCancelled: () -> Bool) throws(SourceError) -> RowSet {
        let tree = try tree(isCancelled)
        var all = PointSet(capacity: tree.count)
        all.insert(contentsOf: 0..<tree.count)
        return tree.rows(of: all, capacity: try loaded(isCancelled).table.recordCount)
    }

    package func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> Self {
        let next = Self(self, filter: filter, hidden: hidden)
        guard filter != nil else { return next }
        let loaded: LoadedRows
        do throws(SourceError) {
            loaded = try self.loaded(isCancelled)
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        _ = try next.shown(loaded, isCancelled)
        return next
    }

    /// The rows of the files that are not hidden.
    package func hiding(_ layers: Set<Int>) -> Self {
        layers == hidden ? self : Self(self, filter: filter, hidden: layers)
    }
}

extension PointBuffer {
    /// The places of rows, in the order of their numbers.
    init(matches: [MatchAnswer.Match]) {
        self.init()
        for match in matches.sorted(by: { $0.row < $1.row }) { append(match.place, row: match.row) }
    }
}
