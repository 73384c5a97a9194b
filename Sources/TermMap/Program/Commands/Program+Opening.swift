import App
import Dispatch
import Feeds
import FoundationEssentials
import MapSources
import Platform
import DataSets
import Rows
import Runtime
import Streams
import Synchronization

/// What the options name, opened.
extension Program {
    /// The rows that the options name, and what they are called.
    func openedRows() throws(UsageError) -> (rows: any DataSet, name: String) {
        let paths = try dataPaths()
        let areas = try askedAreas(paths)
        let source = try openSource(paths, areas)
        return (source.dataSet(countedIn: areas.sets), source.name(of: paths))
    }

    /// The rows that the options name.
    ///
    /// - Parameter feeds: how feeds are read; nil as the options say.
    func openSource(
        _ paths: [String], _ areas: AskedAreas, _ feeds: FeedOptions? = nil
    ) throws(UsageError) -> OpenedSource {
        var sourceOptions = try options.sourceOptions()
        // Where rows are printed, partial rows are never shown, and none are given up.
        if options.output != nil, !options.picker.picks {
            sourceOptions.csv.snapshotInterval = .seconds(1 << 32)
            (sourceOptions.keptLines, sourceOptions.keptRecords) = (nil, nil)
        }
        var asked = try feedOptions(isOnScreen: isOnScreen)
        if let feeds { asked = feeds }
        let opener = opener(sourceOptions, areas, asked)
        let (newOptions, feeding) = (sourceOptions, asked)
        let difference = try openDifference(paths) { (path, isNew) throws(SourceError) in
            let own = newOptions.compared(isNew: isNew).asked(of: path, among: paths)
            return checkingOrder(try self.opener(own, areas, feeding).open([path]))
        }
        if let difference { return difference }
        do throws(SourceError) {
            return try tracked(checkingOrder(try opener.open(paths)))
        } catch {
            throw UsageError(error.description + (suggestion(for: paths, error) ?? ""))
        }
    }

    /// The rows as lines, with `--track-by`.
    private func tracked(_ source: OpenedSource) throws(SourceError) -> OpenedSource {
        guard let grouping = options.journeys.grouping else { return source }
        guard case .loader(let loader, _) = source else {
            throw .refused(
                name: options.files.first ?? "", words: "stays on a server: --track-by needs files")
        }
        return .loader(TrackLoader(base: loader, by: grouping, options.time.reading), finder: nil)
    }

    private func opener(
        _ sourceOptions: SourceOptions, _ areas: AskedAreas, _ feeds: FeedOptions
    ) -> SourceOpener {
        SourceOpener(
            sourceOptions, places: options.places(), joining: areas.joining, areaSets: areas.sets,
            feeds: feeds)
    }

    /// Rows that are read at once are looked at where they lie, unless the user has decided how they are read.
    private func checkingOrder(_ source: OpenedSource) -> OpenedSource {
        guard case .loader(let loader, let finder) = source, !loader.isStream, !(loader is FeedLoader),
            !options.swap
        else {
            return source
        }
        return .loader(OrderCheckedLoader(base: loader, folder: .find()), finder: finder)
    }

    /// How the files are opened again with latitude and longitude swapped.
    func reopening(
        _ paths: [String], _ areas: AskedAreas
    ) throws(UsageError) -> LoadedDataSet.Reopening {
        let sourceOptions = try options.sourceOptions()
        let places = options.places()
        let joining = areas.joining
        let changes = try options.changes.question(id: options.id)
        let (grouping, reading) = (options.journeys.grouping, options.time.reading)
        return { isSwapped throws(SourceError) in
            if let input = paths.first(where: SourceOpener.isStandardInput) {
                throw .refused(name: input, words: "cannot be read again (use a file)")
            }
            var sourceOptions = sourceOptions
            sourceOptions.csv.columns.isSwapped = isSwapped
            let opener = SourceOpener(sourceOptions, places: places, joining: joining)
            let newOptions = sourceOptions
            if let changes {
                return try Self.differenceLoader(paths, changes) { (path, isNew) throws(SourceError) in
                    let own = newOptions.compared(isNew: isNew).asked(of: path, among: paths)
                    return try SourceOpener(own, places: places, joining: joining).open([path])
                }
            }
            guard case .loader(let loader, _) = try opener.open(paths) else {
                throw .refused(name: paths[0], words: "is asked for each view (start with --swap)")
            }
            return grouping.map { TrackLoader(base: loader, by: $0, reading) } ?? loader
        }
    }

    /// How files are read again for their journeys; nil where they cannot be.
    func journeyReading(_ paths: [String]) throws(UsageError) -> JourneyReading? {
        guard !paths.isEmpty, !paths.contains(where: SourceOpener.isStandardInput) else { return nil }
        let reader = JourneyReader(
            try options.sourceOptions(), by: options.journeys.grouping, options.time.reading)
        return JourneyReading(reader, paths)
    }

    /// What an earlier run saved of the source; a screen saves it for the next, a run without one would take longer.
    func savedIndex(of source: OpenedSource, isOnScreen: Bool, _ log: ActivityLog?) throws(UsageError)
        -> SavedIndex?
    {
        guard options.cache, let folder = SavedFolder(environment: ProcessInfo.processInfo.environment)
        else { return nil }
        return SavedIndex(
            of: source.loader ?? source.files?.loader, in: folder, version: Self.version, saves: isOnScreen,
            columnLimit: try options.columnLimit(),
            note: { log?.note($0) })
    }

    /// A file that cannot be read, or has no coordinates, is refused before the screen is taken.
    func checkHead(of source: OpenedSource) throws(UsageError) {
        // A statement may take long to its first row, so it is awaited on the screen.
        if options.source.sql != nil { return }
        if case .server(let server) = source { return try checkAtOnce(server) }
        // A look at a stream uses it up.
        guard source.isRereadable else { return }
        do throws(SourceError) {
            _ = try source.dataSet.explainColumns(isCancelled: { false })
        } catch .empty {
            return
        } catch {
            throw UsageError(error.description)
        }
    }

    /// Reports fast failures of a server before the screen opens; a slow server is awaited on the screen, where its query
    /// goes on.
    private func checkAtOnce(_ server: any ViewportSource) throws(UsageError) {
        let check = FirstLook()
        let isRunning = BlockingThread.detach {
            do throws(SourceError) {
                _ = try server.explainColumns(isCancelled: { false })
            } catch {
                check.failure.withLock { $0 = error }
            }
            check.isDone.signal()
        }
        guard isRunning, check.isDone.wait(timeout: .now() + .milliseconds(250)) == .success,
            let failure = check.failure.withLock({ $0 })
        else { return }
        throw UsageError(failure.description)
    }

    /// The result of a check that may outlive its caller.
    private final class FirstLook: Sendable {
        let failure = Mutex<SourceError?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    /// The files to open: those that are named, else standard input if it is piped, else the airports.
    func dataPaths() throws(UsageError) -> [String] {
        if options.demo {
            guard options.files.isEmpty else {
                throw UsageError("--demo opens the bundled airports (name no file with it)")
            }
            return [try bundledAirports()]
        }
        let readsPosition = options.position.readsStandardInput
        if !options.files.isEmpty {
            if readsPosition, let input = options.files.first(where: SourceOpener.isStandardInput) {
                throw UsageError("--nmea - and \(input) are both standard input (use a file for one)")
            }
            return options.files
        }
        if case .tiles = options.basemap,
            Descriptor.isTerminal(Descriptor.input) || !Input.isPipedOrFile(Descriptor.input)
        {
            return []
        }
        if !readsPosition, !Descriptor.isTerminal(Descriptor.input), Input.isPipedOrFile(Descriptor.input) {
            return ["-"]
        }
        return [try bundledAirports()]
    }

    private func bundledAirports() throws(UsageError) -> String {
        guard let airports = DataFolder.find().airports else {
            throw UsageError(
                "no file given, and the bundled airports were not found (set \(DataFolder.variable) to their folder)"
            )
        }
        return airports
    }
}

extension SourceOptions {
    /// How one of two sources that are compared is read: only the new one is swapped, and heights count.
    fileprivate func compared(isNew: Bool) -> SourceOptions {
        var options = self
        if !isNew { options.csv.columns.isSwapped = false }
        options.csv.keepsHeights = true
        return options
    }

    /// Of a file that is compared with a server `--table` and `--sql` say nothing.
    fileprivate func asked(of path: String, among paths: [String]) -> SourceOptions {
        func isServer(_ path: String) -> Bool { SourceOpener.servers.contains { $0.isAddress(path) } }
        guard !isServer(path), paths.contains(where: isServer) else { return self }
        var options = self
        (options.table, options.sql) = (nil, nil)
        return options
    }
}
