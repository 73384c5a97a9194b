import App
import MapModel
import MapSources
import DataSets
import Rows
import Streams
import Synchronization

/// The work behind the effects, without any threads: each call does it and returns the action to post.
package final class DataWork: Sendable {
    /// Opens the source again with latitude and longitude swapped, or not.
    package typealias Reopening = @Sendable (_ isSwapped: Bool) throws(SourceError) -> any SourceLoader

    private struct Reader {
        var loader: (any SourceLoader)?
        var isSwapped = false
    }

    private let reader: Mutex<Reader>
    private var loader: (any SourceLoader)? { reader.withLock { $0.loader } }
    private let reopening: Reopening?
    /// What an earlier run saved of the source; nil where nothing can be.
    package let saved: SavedIndex?
    /// Nil for rows that are all read.
    package let server: ServerWork?
    /// Rows are looked up in it.
    package let loaded = Mutex<LoadedRows?>(nil)
    /// The file of rows that is being written.
    package let rowFile = Mutex<SaveTarget?>(nil)
    /// The file of rows that was written last, as the user named it.
    let writtenRowFile = Mutex<String?>(nil)
    package let search = SearchWork()
    let queries = QueryWork()
    package let table = TableWork()
    /// What was read before the screen was opened, until that asks for it.
    private let preloaded = Mutex<Action?>(nil)
    /// Nil without a street map.
    package let streets: StreetWork?
    /// Rows whose names, and whose lines in lists, are asked for.
    let wantedLabels = WantedRows()
    let wantedSummaries = WantedRows()

    package init(
        loader: any SourceLoader, streets: StreetWork? = nil, saved: SavedIndex? = nil,
        isSwapped: Bool = false, reopening: Reopening? = nil
    ) {
        reader = Mutex(Reader(loader: loader, isSwapped: isSwapped))
        self.reopening = reopening
        self.saved = saved
        self.streets = streets
        server = nil
    }

    package convenience init(
        _ source: OpenedSource, streets: StreetWork? = nil, saved: SavedIndex? = nil,
        isSwapped: Bool = false, reopening: Reopening? = nil
    ) {
        switch source {
        case .loader(let loader, _):
            self.init(
                loader: loader, streets: streets, saved: saved, isSwapped: isSwapped, reopening: reopening)
        case .server(let server): self.init(server: server, streets: streets)
        }
    }

    /// Rows stay with the server and are read when they are wanted.
    package init(server source: any ViewportSource, streets: StreetWork? = nil) {
        reader = Mutex(Reader())
        reopening = nil
        saved = nil
        self.streets = streets
        server = ServerWork(source: source)
        let none = QuadTree(PointBuffer())
        loaded.withLock {
            $0 = LoadedRows(table: source.table, tree: none, rows: ShownRows(none), sources: [])
        }
    }

    /// There are no rows, only a street map.
    package var isMapAlone: Bool { loader is NoRows }

    /// Reads the source and builds the index; cancelled with its task.
    ///
    /// - Parameter progress: is told what was read so far; nil where nobody looks.
    package func load(progress: BackgroundJob.Post? = nil) throws(CancellationError) -> Action {
        if let action = preloaded.withLock({ action in action.take() }) { return action }
        if let server { return try server.open(post: progress ?? { _ in }) }
        do throws(SourceError) {
            return .dataRead(try read(progress: progress))
        } catch .empty(let file, let hasHeader) {
            // A file without rows is a file all the same: the map is shown and says so.
            // A map alone has none, and that is no news.
            let notices = isMapAlone ? [] : [SourceError.empty(file: file, hasHeader: hasHeader).description]
            return .dataRead(
                LoadedData(
                    rows: ShownRows(QuadTree(PointBuffer())), skipped: SkippedRows(), notices: notices,
                    recordCount: 0))
        } catch {
            return .loadingFailed(try error.descriptionUnlessCancelled())
        }
    }

    /// Reads the source before there is a screen; the next `load` returns what was read.
    package func preload() throws(UsageError) {
        guard let action = try? load() else { return }
        if case .loadingFailed(let message) = action { throw UsageError(message) }
        preloaded.withLock { $0 = action }
    }

    private func read(progress: BackgroundJob.Post?) throws(SourceError) -> LoadedData {
        guard let loader else { throw .cancelled }
        if let data = restored() { return data }
        let data = adopt(try read(loader, progress))
        save(data)
        return data
    }

    private func read(
        _ loader: any SourceLoader, _ progress: BackgroundJob.Post?
    ) throws(SourceError) -> LoadedSource {
        guard let progress else {
            return try loader.read(isCancelled: { Task.isCancelled }, progress: { _ in })
        }
        let partial = PartialRows(post: progress)
        defer { partial.stop() }
        return try loader.read(
            isCancelled: { Task.isCancelled },
            progress: { read in
                if let total = read.totalBytes {
                    partial.show(read.part, fraction: Double(read.bytesRead) / Double(max(total, 1)))
                } else {
                    progress(.dataGrew(read.part.map { self.adopt($0) }, fraction: nil))
                }
            })
    }

    /// Makes what was read ready to be shown, and keeps it to be looked up.
    ///
    /// - Parameter reload: what was read before may have other rows; else there are more rows of the same.
    private func adopt(
        _ source: consuming LoadedSource, reload: Bool = false, _ identities: RowIdentities? = nil
    ) -> LoadedData {
        let before = loaded.withLock { $0 }
        let generation = (before?.rows.generation ?? 0) + 1
        // Of streams that are read side by side one may grow before the rows of another.
        let isRenumbered =
            reload || zip(before?.sources ?? [], source.layers).contains { $0.firstRow != $1.firstRow }
        let numbering = (before?.rows.numbering ?? 0) + (isRenumbered ? 1 : 0)
        var (data, next) = LoadedRows.prepared(source, generation: generation, numbering: numbering)
        next.identities = identities
        next.reading = generation
        let kept = next
        loaded.withLock { $0 = kept }
        return data
    }

    // MARK: - Reloading

    /// Gathers what rows are recognised by, before the source changes: then it cannot be read as it was.
    ///
    /// - Returns: why they cannot be read, where that is so.
    @discardableResult
    func identifyRows() -> Action? {
        guard server == nil, let before = loaded.withLock({ $0 }), before.identities == nil,
            RowIdentities.fit(before.table)
        else { return nil }
        do throws(SourceError) {
            let identities = try RowIdentities(of: before.table)
            loaded.withLock { loaded in
                // Hiding a source changes no numbers; a reload does.
                if loaded?.reading == before.reading { loaded?.identities = identities }
            }
            return nil
        } catch .cancelled {
            return nil
        } catch {
            return .labelsRead(RowAnswer(numbering: before.rows.numbering, problem: error))
        }
    }

    /// Reads the source again; what was read before stays when that fails.
    ///
    /// - Parameter swapping: latitude and longitude change places.
    func reload(swapping: Bool = false) throws(CancellationError) -> Action {
        guard var loader else { return .reloadFailed("a server is refreshed, not reloaded") }
        do throws(SourceError) {
            let before = loaded.withLock { $0 }
            if let pipe = before?.sources.first(where: { Input.isPipe($0.name) }) {
                return .reloadFailed("\(pipe.name) is a pipe, which cannot be read again")
            }
            let known = before.map { before in
                before.identities ?? Self.identities(of: before.table)
            }
            let isSwapped = reader.withLock { $0.isSwapped } != swapping
            if swapping {
                guard let reopening else { return .reloadFailed("this source cannot be read again") }
                loader = try reopening(isSwapped)
            }
            let source = try loader.read(isCancelled: { Task.isCancelled }, progress: { _ in })
            let after = Self.identities(of: source.table)
            // Before there was anything, everything is new.
            var reload = Reload(before: known ?? RowIdentities(), after: after)
            reload.isSwap = swapping
            reader.withLock { $0 = Reader(loader: loader, isSwapped: isSwapped) }
            let data = adopt(source, reload: true, after)
            if let now = loaded.withLock({ $0 }), let after, let known = reload.before {
                reload.changes = known.changes(to: after, placed: before?.tree, now.tree)
            }
            return .dataReloaded(data, reload)
        } catch {
            return .reloadFailed(try error.descriptionUnlessCancelled())
        }
    }

    /// Nil where rows cannot be recognised.
    private static func identities(of table: any RowTable) -> RowIdentities? {
        RowIdentities.fit(table) ? try? RowIdentities(of: table) : nil
    }
}
