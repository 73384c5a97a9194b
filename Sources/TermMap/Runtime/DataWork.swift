import MapModel
import MapSources
import Synchronization

/// The work behind the effects, without any threads: each call does it and returns the action to post.
final class DataWork: Sendable {
    /// What was read last.
    private struct Loaded: Sendable {
        var table: any RowTable
        /// The places of all rows.
        var tree: QuadTree
        /// Those that are not hidden.
        var rows: ShownRows
        var sources: [SourceLayer]
        /// A number of its own for each time that the source was read.
        var reading = 0
        /// Nil until they were gathered, and where rows cannot be recognised.
        var identities: RowIdentities?
    }

    private let loader: (any SourceLoader)?
    /// Nil for rows that are all read.
    let server: ServerWork?
    /// Rows are looked up in it.
    private let loaded = Mutex<Loaded?>(nil)
    let search = SearchWork()

    private var table: (any RowTable)? { loaded.withLock { $0?.table } }

    init(loader: any SourceLoader) {
        self.loader = loader
        server = nil
    }

    convenience init(_ source: OpenedSource) {
        switch source {
        case .loader(let loader, _): self.init(loader: loader)
        case .server(let server): self.init(server: server)
        }
    }

    /// Rows stay with the server and are read when they are wanted.
    init(server source: any ViewportSource) {
        loader = nil
        server = ServerWork(source: source)
        let none = QuadTree(PointBuffer())
        loaded.withLock {
            $0 = Loaded(table: source.table, tree: none, rows: ShownRows(none), sources: [])
        }
    }

    /// Reads the source and builds the index, telling `progress` of every part; cancelled with its task.
    func load(progress: (Action) -> Void) -> Action? {
        if let server { return server.open() }
        do throws(SourceError) {
            return .dataRead(try read(progress: progress))
        } catch .cancelled {
            return nil
        } catch .empty(let file, let hasHeader) {
            // A file without rows is a file all the same: the map is shown and says so.
            let notice = SourceError.empty(file: file, hasHeader: hasHeader).description
            return .dataRead(
                LoadedData(
                    rows: ShownRows(QuadTree(PointBuffer())), skipped: SkippedRows(), notices: [notice],
                    recordCount: 0))
        } catch {
            return .loadingFailed(error.description)
        }
    }

    private func read(progress: (Action) -> Void) throws(SourceError) -> LoadedData {
        guard let loader else { throw .cancelled }
        let source = try loader.read(
            isCancelled: { Task.isCancelled },
            progress: { part in
                let fraction = part.totalBytes.map { Double(part.bytesRead) / Double(max($0, 1)) }
                // Of a file only the places are shown before its end: it will not be long.
                let data = part.part.map {
                    fraction == nil ? self.adopt($0) : Self.prepared($0, generation: 0).data
                }
                progress(.dataGrew(data, fraction: fraction))
            })
        return adopt(source)
    }

    /// Makes what was read ready to be shown, and keeps it to be looked up.
    private func adopt(_ source: consuming LoadedSource, _ identities: RowIdentities? = nil) -> LoadedData {
        let generation = (loaded.withLock { $0?.rows.generation } ?? 0) + 1
        var (data, next) = Self.prepared(source, generation: generation)
        next.identities = identities
        next.reading = generation
        let kept = next
        loaded.withLock { $0 = kept }
        return data
    }

    private static func prepared(
        _ source: consuming LoadedSource, generation: Int
    ) -> (data: LoadedData, loaded: Loaded) {
        let points = source.points
        let shapes = source.shapes
        let (table, layers) = (source.table, source.layers)
        let (skipped, notices) = (source.skipped, source.notices)
        // The tree takes the memory over only when nobody else holds it.
        _ = consume source
        let tree = QuadTree(points)
        // More sources than there are marks for share the last of them.
        let layerRows = LayerRows(firstRows: layers.prefix(LayerRows.maximumCount).map(\.firstRow))
        let rows = ShownRows(tree, generation: generation, layerRows: layerRows)
        let next = Loaded(table: table, tree: tree, rows: rows, sources: layers)
        let data = LoadedData(
            rows: rows, shapes: ShapeIndex(shapes), skipped: skipped, notices: notices,
            recordCount: table.recordCount, sources: layers)
        return (data, next)
    }

    // MARK: - Reading anew

    /// Gathers what rows are recognised by, before the source changes: then it cannot be read as it was.
    func identifyRows() {
        guard server == nil, let before = loaded.withLock({ $0 }), before.identities == nil,
            let identities = try? RowIdentities(of: before.table)
        else { return }
        loaded.withLock { loaded in
            // Hiding a source changes no numbers; reading anew does.
            if loaded?.reading == before.reading { loaded?.identities = identities }
        }
    }

    /// Reads the source again; what was read before stays when that fails.
    func reload() -> Action? {
        guard let loader else { return nil }
        do throws(SourceError) {
            let before = loaded.withLock { $0 }
            let known = before.map { before in
                before.identities ?? (try? RowIdentities(of: before.table))
            }
            let source = try loader.read(isCancelled: { Task.isCancelled }, progress: { _ in })
            let after = try? RowIdentities(of: source.table)
            // Before there was anything, everything is new.
            let reload = Reload(before: known ?? RowIdentities(), after: after)
            return .dataReloaded(adopt(source, after), reload)
        } catch .cancelled {
            return nil
        } catch .empty(let file, let hasHeader) {
            return .reloadFailed(SourceError.empty(file: file, hasHeader: hasHeader).description)
        } catch {
            return .reloadFailed(error.description)
        }
    }

    // MARK: - Sources

    /// The rows of the sources that are not hidden.
    func hideSources(_ hidden: Set<Int>) -> Action? {
        while !Task.isCancelled, let before = loaded.withLock({ $0 }) {
            let hiddenRows = hidden.filter { $0 < before.sources.count }.map { before.sources[$0].rows }
            let tree = hiddenRows.isEmpty ? before.tree : QuadTree(before.tree, hiding: hiddenRows)
            let rows = ShownRows(
                tree, generation: before.rows.generation + 1, layerRows: before.rows.layerRows)
            let isStill = loaded.withLock { loaded in
                // Others were read, hidden or shown meanwhile: once more with those.
                guard loaded?.rows.generation == before.rows.generation else { return false }
                loaded?.rows = rows
                return true
            }
            if isStill { return .sourcesHidden(rows, hidden: hidden) }
        }
        return nil
    }

    // MARK: - Rows

    /// The names of rows; rows that cannot be read have none.
    func readLabels(_ rows: [UInt32]) -> Action? {
        guard let table else { return nil }
        let ascending = Set(rows).sorted()
        let labels = (try? table.rowLabels(ascending)) ?? []
        return .labelsRead(Dictionary(zip(ascending, labels)) { first, _ in first })
    }

    /// What lists show of rows; rows that cannot be read are left out.
    func readSummaries(_ rows: [UInt32]) -> Action? {
        guard let table else { return nil }
        let words = (try? table.rowWords(Set(rows).sorted())) ?? []
        // A row that cannot be read is answered as well, or it would be asked for again and again.
        var summaries = Dictionary(
            rows.map { ($0, RowSummary(title: .empty, detail: .empty, code: .empty)) }
        ) { first, _ in first }
        for words in words { summaries[words.row] = RowSummary(words) }
        return .summariesRead(summaries)
    }

    /// Gathers the names of all rows, telling `progress` of every part.
    func indexNames(progress: (Action) -> Void) -> Action? {
        guard let loaded = loaded.withLock({ $0 }) else { return nil }
        return search.indexNames(
            of: loaded.table, loaded.rows.tree, generation: loaded.rows.generation, progress: progress)
    }

    func readRecord(_ row: UInt32, ticket: Int) -> Action {
        guard let table else {
            return .recordRead(.failure(RecordError(message: "the file is not read yet")), ticket: ticket)
        }
        do throws(SourceError) {
            let record = try table.namedRow(row)
            let fields = record.fields.map { RowRecord.Field(name: $0.name, value: $0.value.text) }
            return .recordRead(
                .success(RowRecord(row: row, line: record.line, fields: fields)), ticket: ticket)
        } catch {
            return .recordRead(.failure(RecordError(message: error.description)), ticket: ticket)
        }
    }
}

extension RowSummary {
    fileprivate init(_ words: RowWords) {
        title = AppState.oneLine(words.label)
        code = AppState.oneLine(words.identifier)
        detail = AppState.oneLine(words.details.joined(separator: ", "), limit: 1000)
    }
}
