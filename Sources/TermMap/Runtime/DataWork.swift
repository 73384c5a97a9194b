import App
import MapModel
import MapSources
import DataSets
import Rows
import Streams
import Synchronization

/// The work behind the effects, without any threads: each call does it and returns the answer.
package final class DataWork: Sendable {
    /// Rows in memory; nil where a server has them.
    package let dataSet: LoadedDataSet?
    /// Nil for rows that are all read.
    package let server: ServerWork?
    /// Rows are looked up in it.
    package var loaded: LoadedRows? { dataSet.map { $0.current } ?? server?.lookup }
    /// What an earlier run saved of the source; nil where nothing can be.
    package var saved: SavedIndex? { files?.saved }
    /// Files that are read into memory, those beside a server as well.
    private var files: LoadedDataSet? { dataSet ?? (server?.all as? LayeredSource)?.files?.dataSet }
    /// The file of rows that is being written.
    package let rowFile = Mutex<SaveTarget?>(nil)
    /// The file of rows that was written last, as the user named it.
    let writtenRowFile = Mutex<String?>(nil)
    /// How journeys are read; nil where the rows came through a pipe.
    package let journeySource = Mutex<JourneyReading?>(nil)
    package let search = SearchWork()
    package let table = TableWork()
    /// What was read before the screen was opened, until that asks for it.
    private let preloaded = Mutex<Answer?>(nil)
    /// Nil without a street map.
    package let streets: StreetWork?
    /// Rows whose names, and whose lines in lists, are asked for.
    let wantedLabels = WantedRows()
    let wantedSummaries = WantedRows()

    package init(
        loader: any SourceLoader, streets: StreetWork? = nil, saved: SavedIndex? = nil,
        isSwapped: Bool = false, areaSets: AreaSets = AreaSets(), reopening: LoadedDataSet.Reopening? = nil
    ) {
        dataSet = LoadedDataSet(
            loader: loader, saved: saved, isSwapped: isSwapped, areaSets: areaSets, reopening: reopening)
        self.streets = streets
        server = nil
    }

    package convenience init(
        _ source: OpenedSource, streets: StreetWork? = nil, saved: SavedIndex? = nil,
        isSwapped: Bool = false, areaSets: AreaSets = AreaSets(), reopening: LoadedDataSet.Reopening? = nil
    ) {
        switch source {
        case .loader(let loader, _):
            self.init(
                loader: loader, streets: streets, saved: saved, isSwapped: isSwapped, areaSets: areaSets,
                reopening: reopening)
        case .server(let server): self.init(server: server, streets: streets, areaSets: areaSets)
        }
    }

    /// Rows stay with the server and are read when they are wanted.
    package init(
        server source: any ViewportSource, streets: StreetWork? = nil, areaSets: AreaSets = AreaSets()
    ) {
        dataSet = nil
        self.streets = streets
        server = ServerWork(source: source, areaSets: areaSets)
    }

    /// There are no rows, only a street map.
    package var isMapAlone: Bool { dataSet?.loader is NoRows }

    /// Reads the source and builds the index; cancelled with its task.
    ///
    /// - Parameter progress: is called with the rows read so far; nil where they are not shown.
    package func load(progress: BackgroundJob.Post? = nil) throws(CancellationError) -> Answer {
        if let answer = preloaded.withLock({ answer in answer.take() }) { return answer }
        if let server { return try server.open(post: progress ?? { _ in }) }
        let result = try outcome { () throws(SourceError) in try read(progress: progress) }
        guard case .failure(.empty(let file, let hasHeader)) = result else { return .data(result) }
        // A file without rows is a file all the same: the map is shown and says so.
        // A map alone has none, and that is no news.
        let notices = isMapAlone ? [] : [SourceError.empty(file: file, hasHeader: hasHeader).description]
        return .data(
            .success(
                LoadedData(
                    rows: RowSnapshot(QuadTree(PointBuffer())), skipped: SkippedRows(), notices: notices,
                    recordCount: 0)))
    }

    /// Reads the source before there is a screen; the next `load` returns what was read.
    package func preload() throws(UsageError) {
        guard let answer = try? load() else { return }
        if case .data(.failure(let error)) = answer { throw UsageError(error.description) }
        preloaded.withLock { $0 = answer }
    }

    private func read(progress: BackgroundJob.Post?) throws(SourceError) -> LoadedData {
        guard let dataSet else { throw .cancelled }
        let isCancelled = { Task.isCancelled }
        guard let progress else { return try dataSet.read(isCancelled: isCancelled, progress: { _ in }) }
        let partial = PartialRows(post: progress)
        defer { partial.stop() }
        return try dataSet.read(isCancelled: isCancelled) { read in
            if let total = read.totalBytes {
                partial.show(read.part, fraction: Double(read.bytesRead) / Double(max(total, 1)))
            } else {
                progress(.dataGrew(read.part.map { dataSet.adoptPart($0) }, fraction: nil))
            }
        }
    }

    // MARK: - Reloading

    /// Gathers what rows are recognised by, before the source changes.
    ///
    /// - Returns: why they cannot be read, where that is so.
    @discardableResult
    func identifyRows() -> Answer? {
        do throws(SourceError) {
            try files?.identifyRows()
            return nil
        } catch {
            return error == .cancelled
                ? nil : .labels(RowAnswer(numbering: loaded?.rows.numbering ?? 0, problem: error))
        }
    }

    /// How many rows changed since the source was read the time before; nil where that cannot be said.
    func compareReadings() throws(CancellationError) -> ChangeCounts? {
        do throws(SourceError) {
            return try dataSet?.compareReadings { Task.isCancelled }?.counts
        } catch .cancelled {
            throw CancellationError()
        } catch {
            return nil
        }
    }

    /// Shows both readings as one, or the last one.
    func showReadings(_ areShown: Bool) throws(CancellationError) -> Answer {
        .readingsShown(
            try outcome { () throws(SourceError) in try dataSet?.showReadings(areShown) }, areShown: areShown)
    }

    /// Reads the source again; what was read before stays when that fails.
    ///
    /// - Parameter swapping: latitude and longitude change places.
    func reload(swapping: Bool = false) throws(CancellationError) -> Answer {
        guard let dataSet else { throw CancellationError() }
        return .reload(
            try outcome { () throws(SourceError) in
                let (data, reload) = try dataSet.reload(swapping: swapping, isCancelled: { Task.isCancelled })
                return ReloadedData(data, reload)
            })
    }
}
