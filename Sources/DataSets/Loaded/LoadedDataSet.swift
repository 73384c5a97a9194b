import MapModel
import Platform
import RowValues
import Rows
import Streams
import Synchronization

/// Rows that are read into memory: read once, or as a stream grows, read again on demand, and asked there.
///
/// No threads of its own: each call does its work.
package final class LoadedDataSet: Sendable {
    /// Opens the source again with latitude and longitude swapped, or not.
    package typealias Reopening = @Sendable (_ isSwapped: Bool) throws(SourceError) -> any SourceLoader
    /// Makes what finds rows near a place by an index of the source.
    package typealias Finder = @Sendable () throws(SourceError) -> any NearbySource

    private struct Reader {
        var loader: any SourceLoader
        var isSwapped = false
    }

    private let reader: Mutex<Reader>
    private let reopening: Reopening?
    /// Nil where all rows must be read to find those near a place.
    let finder: Finder?
    private let kept: Mutex<SavedIndex?>
    private let rows = Mutex<LoadedRows?>(nil)
    /// What was read for a command, until a tree of it is asked for.
    private let unsorted = Mutex<LoadedSource?>(nil)
    /// Held while the source is read for those who wait for it.
    private let reading = Mutex(())
    let queries: QueryWork
    /// Held while a part of a stream is made ready.
    let adopting = Mutex(())
    /// What was asked of the rows last.
    let asked = Mutex(RowQuery())
    /// The rows of a stream that move.
    let followed = Mutex(FollowedRows(ThingTimeChoice()))
    /// Who asks for alerts about them.
    let alertWatch = Mutex(AlertWatch())
    /// How they read times.
    let alertTimes = Mutex(TimeQuestion())
    let readings = LoadedReadings()

    /// Rows that `loader` reads.
    package init(
        loader: any SourceLoader, finder: Finder? = nil, saved: SavedIndex? = nil, isSwapped: Bool = false,
        areaSets: AreaSets = AreaSets(), reopening: Reopening? = nil
    ) {
        queries = QueryWork(areaSets: areaSets)
        reader = Mutex(Reader(loader: loader, isSwapped: isSwapped))
        kept = Mutex(saved)
        self.reopening = reopening
        self.finder = finder
    }

    /// What reads the rows.
    package var loader: any SourceLoader { reader.withLock { $0.loader } }
    /// What an earlier run saved of the source; nil where nothing can be.
    package var saved: SavedIndex? { kept.withLock { $0 } }
    /// Restores rows from `saved`, and saves them there; before they are read.
    package func keep(in saved: SavedIndex) { kept.withLock { $0 = saved } }
    /// What was read last; nil before that.
    package var current: LoadedRows? { rows.withLock { $0 } }
    /// The sets of areas that rows can be counted in.
    package var areaSets: AreaSets { queries.areaSets }
    /// The columns that were asked for.
    package var columns: ColumnStore { queries.columns }

    // MARK: - Reading

    /// Restores what an earlier run saved, else reads the source and saves it.
    ///
    /// - Parameter progress: takes what was read so far.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedData {
        if let data = restored() { return data }
        if let source = unsorted.withLock({ $0.take() }) { return adopt(source) }
        let source = try loader.read(isCancelled: isCancelled, progress: progress)
        readings.note(source, isOther: true)
        // The last messages of a stream are judged as well.
        if loader.isStream { return adoptPart(source) }
        let data = adopt(consume source)
        save(data)
        return data
    }

    /// What was read, or is read now, for those who take rows in the order of the source: no tree is made of their places.
    ///
    /// Nil where there is a tree already, or one may be saved.
    ///
    /// - Parameter note: called with what was read now.
    func unsortedSource(_ note: (LoadedSource) -> Void) throws(SourceError) -> LoadedSource? {
        guard current == nil, saved == nil else { return nil }
        return try reading.withLock { _ throws(SourceError) in
            if let known = unsorted.withLock({ $0 }) { return known }
            let source = try loader.read(isCancelled: { false }, progress: { _ in })
            unsorted.withLock { $0 = source }
            note(source)
            return source
        }
    }

    /// What was read, or is read now; concurrent callers wait for the first.
    func wholeRows(
        _ isCancelled: () -> Bool, _ progress: (LoadProgress) -> Void = { _ in }
    ) throws(SourceError) -> LoadedRows {
        while true {
            if let current { return current }
            if isCancelled() { throw .cancelled }
            let result = reading.withLockIfAvailable { _ -> Result<Void, SourceError> in
                Result { () throws(SourceError) in
                    if current == nil { _ = try read(isCancelled: isCancelled, progress: progress) }
                }
            }
            try result?.get()
            if result == nil { MonotonicClock.sleep(microseconds: Self.pollMicroseconds) }
        }
    }

    private static let pollMicroseconds: UInt32 = 20_000

    /// Makes what was read ready to be shown, and keeps it to be looked up.
    ///
    /// - Parameter reload: what was read before may have other rows; else there are more rows of the same.
    package func adopt(
        _ source: consuming LoadedSource, reload: Bool = false, _ identities: RowIdentities? = nil
    ) -> LoadedData {
        let (source, things) = follow(source)
        let before = current
        let generation = (before?.rows.generation ?? 0) + 1
        // Of streams that are read side by side one may grow before the rows of another.
        let isRenumbered =
            reload
            || zip(before?.sources ?? [], source.layers).contains {
                $0.firstRow != $1.firstRow || $0.droppedCount != $1.droppedCount
            }
        let numbering = (before?.rows.numbering ?? 0) + (isRenumbered ? 1 : 0)
        var (data, next) = LoadedRows.prepared(source, generation: generation, numbering: numbering)
        next.identities = identities
        next.reading = generation
        show(next)
        data.areaSets = areaSets.outlines
        data.things = things
        return data
    }

    /// Looks rows up in what was read, and counts them in its areas.
    func show(_ next: LoadedRows) {
        let layers = LayerAreas.all(of: next)
        areaSets.show(layers.areas, layers.others)
        rows.withLock { $0 = next }
    }

    /// The rows as an earlier run saved them; nil when the source must be read.
    private func restored() -> LoadedData? {
        guard let source = saved?.restore() else { return nil }
        let shown = RowSnapshot(source.tree, generation: 1)
        let sources = [source.layer]
        let next = LoadedRows(
            table: source.table, tree: source.tree, rows: shown, shapes: source.shapes, sources: sources,
            skipped: source.skipped, notices: source.notices, reading: 1, saved: saved)
        show(next)
        var data = LoadedData(
            rows: shown, shapes: source.shapes, skipped: source.skipped, notices: source.notices,
            recordCount: source.table.recordCount, sources: sources, columnNames: source.table.columnNames,
            decimalMarks: [source.table.decimalMark], writesShapes: source.table.writesShapes)
        data.vague = source.vague
        data.areaSets = areaSets.outlines
        return data
    }

    /// Saves what was read for the next run.
    package func save(_ data: LoadedData) {
        guard let saved else { return }
        let loaded = rows.withLock { rows in
            rows?.saved = saved
            return rows
        }
        guard let loaded else { return }
        saved.save(
            SavedSource(
                tree: loaded.tree, shapes: data.shapes, table: loaded.table, skipped: data.skipped,
                vague: data.vague, notices: data.notices))
    }

    // MARK: - Reloading

    /// Gathers what rows are recognised by, before the source changes: then it cannot be read as it was.
    package func identifyRows() throws(SourceError) {
        guard let before = current, before.identities == nil, RowIdentities.fit(before.table) else { return }
        try readings.remember(before)
        let identities = try RowIdentities(of: before.table)
        rows.withLock { rows in
            // Hiding a source changes no numbers; a reload does.
            if rows?.reading == before.reading { rows?.identities = identities }
        }
    }

    /// Reads the source again; what was read before stays when that fails.
    ///
    /// - Parameter swapping: latitude and longitude change places.
    package func reload(
        swapping: Bool = false, isCancelled: () -> Bool
    ) throws(SourceError) -> (data: LoadedData, reload: Reload) {
        let before = current
        if let pipe = before?.sources.first(where: { FileStatus(path: $0.name)?.kind == .pipe }) {
            throw .refused(name: pipe.name, words: "is a pipe, which cannot be read again")
        }
        let known = before.map { before in before.identities ?? Self.identities(of: before.table) }
        var (loader, isSwapped) = reader.withLock { ($0.loader, $0.isSwapped != swapping) }
        if swapping {
            guard let reopening else { throw .refused(name: loader.name, words: "cannot be read again") }
            loader = try reopening(isSwapped)
        }
        let source = try loader.read(isCancelled: isCancelled, progress: { _ in })
        let after = Self.identities(of: source.table)
        // Before there was anything, everything is new.
        var reload = Reload(before: known ?? RowIdentities(), after: after)
        reload.isSwap = swapping
        let next = Reader(loader: loader, isSwapped: isSwapped)
        reader.withLock { $0 = next }
        areaSets.forgetFiles()
        readings.note(source, isOther: swapping)
        let data = adopt(source, reload: true, after)
        if let current { readings.note(data, current) }
        if let now = current, let after, let known = reload.before {
            reload.changes = known.changes(to: after, placed: before?.tree, now.tree)
        }
        return (data, reload)
    }

    /// Nil where rows cannot be recognised.
    private static func identities(of table: any RowTable) -> RowIdentities? {
        RowIdentities.fit(table) ? try? RowIdentities(of: table) : nil
    }

    // MARK: - Questions

    /// The rows that a question leaves, with their classes and figures, which are shown from now on; nil when cancelled.
    ///
    /// - Parameter progress: called with the share of the columns that is read.
    package func choose(
        _ question: RowQuery, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(QueryFailure) -> RowSnapshot? {
        asked.withLock { $0 = question }
        while !isCancelled(), let before = current {
            var chosen: RowSnapshot
            do throws(QueryFailure) {
                chosen = try queries.rows(of: before, question, progress: progress)
            } catch {
                if isCancelled() { return nil }
                throw error
            }
            chosen.generation = before.rows.generation + 1
            for index in chosen.other.indices { chosen.other[index].generation = -chosen.generation }
            let next = chosen
            let isStill = rows.withLock { rows in
                // Others were read or chosen meanwhile: once more with those.
                guard rows?.rows.generation == before.rows.generation else { return false }
                rows?.rows = next
                return true
            }
            if isStill { return chosen }
        }
        return nil
    }
}
