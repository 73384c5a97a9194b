import App
import CTerminalGuard
import CellGraphics
import FoundationEssentials
import MapModel
import MapSources
import Platform
import DataSets
import Receivers
import Rows
import Runtime
import Streams
import TerminalInput

/// What the options ask for, put together.
struct Program {
    static let version = "0.1.0"

    let options: Options
    let configuration: Configuration
    let dataFolder: DataFolder
    let keyMap: KeyMap

    init(_ options: Options, _ configuration: Configuration = Configuration()) {
        self.options = options
        self.configuration = configuration
        keyMap = configuration.keyMap(options.keymap)
        dataFolder =
            options.basemap == .none
            ? DataFolder(path: nil) : DataFolder.find()
    }

    func run() throws(UsageError) {
        if options.version { return Output.write(VersionText.text(dataFolder: .find())) }
        if options.credits { return Output.write(Credits.text) }
        if let shell = options.completion { return Output.write(Completions.script(for: shell)) }
        if options.printKeys { return Output.write(keyMap.text) }
        for warning in configuration.warnings.prefix(Self.mostWarnings) { warn(warning) }
        let more = configuration.warnings.count - Self.mostWarnings
        if more > 0 { warn("\(more.counted("more warning")) about the settings") }
        if options.printConfig { return printConfiguration() }
        try checkTheme()
        let log = try activityLog()
        do throws(UsageError) {
            try show(log)
        } catch {
            log?.note("failed: \(error)")
            throw error
        }
    }

    private static let mostWarnings = 3

    private func warn(_ words: String) {
        Output.writeError("termmap: \(DisplayText(sanitising: words, limit: 2000).text)\n")
    }

    private func printConfiguration() {
        let path = Configuration.standardPath(ProcessInfo.processInfo.environment)
        Output.write(configuration.text(profile: options.keymap, standardPath: path))
    }

    private func checkTheme() throws(UsageError) {
        guard case .own(let name) = options.theme else { return }
        if configuration.themes.contains(where: { $0.name == name }) { return }
        let names = ThemeChoice.allValueStrings + configuration.themes.map(\.name)
        throw UsageError("--theme: no theme \(quoted(name)) (expected \(names.joined(separator: ", ")))")
    }

    private func show(_ log: ActivityLog?) throws(UsageError) {
        let origin = try options.position.origin()
        let (paths, basemap) = try splitTiles(from: try dataPaths())
        for path in paths + (basemap.map { [$0] } ?? []) { log?.note("open \(path)") }
        let source =
            try paths.isEmpty
            ? OpenedSource.loader(NoRows(name: basemap ?? ""), finder: nil) : openSource(paths)
        var interrupt = ServerInterrupt(source)
        defer { withExtendedLifetime(interrupt) {} }
        if options.columns { return try explainColumns(source) }
        _ = try options.source.viewLimit()
        let name = paths.isEmpty ? basemap ?? "" : source.name(of: paths)
        let interval = try options.source.watchInterval()
        let nearby = try options.nearbyRequest()
        let events = try KeyScript.events(in: options.keys ?? "")
        try options.checkPicker()
        try options.checkFilters()
        let isFrame = options.once || options.list || options.measure || options.output?.picture != nil
        let isHeadless = isFrame || !Descriptor.isTerminal(Descriptor.output) && !options.picker.picks
        let rows = RowPrinter(options: options, source: source, name: name)
        if options.source.explain { return try rows.filtered().explain(nearby) }
        if !isFrame, !options.picker.picks, isHeadless || options.output != nil {
            let rows = try rows.filtered()
            if let nearby {
                if options.bbox != nil {
                    throw UsageError("--near and --bbox cannot be combined when rows are printed")
                }
                return try rows.write(nearby)
            }
            if options.printsRows(events) { return try writeRows(with: rows) }
        }
        let streets = try streetWork(basemap, isOnScreen: !isHeadless, log)
        let saved = savedIndex(of: source, isOnScreen: !isHeadless, log)
        if let saved { source.files?.keep(in: saved) }
        let reopening = paths.isEmpty ? nil : try reopening(paths)
        func dataWork(of source: OpenedSource) -> DataWork {
            DataWork(source, streets: streets, saved: saved, isSwapped: options.swap, reopening: reopening)
        }
        if isHeadless {
            return try runHeadless(dataWork(of: source), name: name, nearby, events, origin, log)
        }
        let shown = source.onScreen
        let work = dataWork(of: shown)
        if options.picker.selectOne || options.picker.exitZero {
            if try printOnlyRow(of: work, source, rows.filtered()) { return }
        }
        // What was saved was read before.
        if !paths.isEmpty, saved?.isFound != true || source.files != nil { try checkHead(of: shown) }
        saved?.beginRestoring()
        // From here on the screen looks for signals.
        interrupt = nil
        let watch = if let interval { try watch(paths, source, every: interval) } else { SourceWatch?.none }
        try runOnScreen(work, name: name, nearby, events, origin, watch, log)
    }

    private func activityLog() throws(UsageError) -> ActivityLog? {
        guard let path = options.log else { return nil }
        do throws(FileError) {
            let first = "termmap \(Self.version), data from \(dataFolder.path ?? "nowhere")"
            return try ActivityLog(path, first: first)
        } catch {
            let isMissing = error.reason == .noSuchFile
            throw UsageError("--log: \(isMissing ? "\(printable(path)): no such folder" : "\(error)")")
        }
    }

    /// Files are watched; a server is queried again.
    private func watch(
        _ paths: [String], _ source: OpenedSource, every interval: Duration
    ) throws(UsageError) -> SourceWatch? {
        if case .server = source { return SourceWatch(paths: nil, interval: interval) }
        let files = paths.filter { !SourceOpener.isStandardInput($0) && Input.isRegularFileOrMissing($0) }
        if files.isEmpty { throw UsageError("--watch needs a file (streams update by themselves)") }
        return SourceWatch(paths: files, interval: interval)
    }

    private func explainColumns(_ source: OpenedSource) throws(UsageError) {
        do throws(SourceError) {
            for line in try source.explainColumns(isCancelled: { false }) {
                Output.write(DisplayText(sanitising: line).text + "\n")
            }
        } catch {
            throw UsageError(error.description)
        }
    }

    // MARK: - Without a screen

    private func runHeadless(
        _ work: DataWork, name: String, _ nearby: NearbyRequest?, _ events: [InputEvent],
        _ origin: PositionSource.Origin?, _ log: ActivityLog?
    ) throws(UsageError) {
        let size = try options.screenSize() ?? ScreenSize.ofEnvironment
        var state = try startState(
            columns: size.columns, rows: size.rows, name: name, nearby, isServer: work.server != nil,
            hasStreets: work.streets != nil, isMapAlone: work.isMapAlone,
            appearance: Appearances.plain(options, configuration.themes)
        )
        let files = try startPosition(origin, in: &state)
        if let origin, state.position?.isLive == true {
            let flag = if case .gpsd = origin { "--gps" } else { "--nmea with a device" }
            throw UsageError("\(flag) needs a screen (termmap track works without one)")
        }
        // A list of what is in view says nothing of places, and has no map.
        let isOnlyList = options.list && events.isEmpty
        let basemap = try isOnlyList ? BasemapData.none : basemap(beside: origin == nil ? work : nil)
        let names = isOnlyList ? nil : DataFolder.find()
        var headless = Headless(state: state, work: work, basemap: basemap, names: names, keyMap: keyMap)
        headless.positionFiles = files
        headless.log = log
        headless.isASCIIAlone = Appearances.isASCIIAlone(options)
        if let error = origin.flatMap({ headless.replay(PositionSource($0)) }) ?? headless.load() {
            throw UsageError(error)
        }
        if let failure = headless.filterFailure { throw UsageError(failure, of: options.filter) }
        headless.play(events)
        options.measure ? headless.readNames() : headless.readNamesInView()
        if options.list { headless.hideLegend() }
        ServerInterrupt.leaveIfAsked()
        if case .failed(let message) = headless.state.streets.phase { throw UsageError(message) }
        if let failure = headless.serverFailure { throw UsageError("\(name): \(failure)") }
        Output.report(headless.state.shipped.faults + (headless.state.streets.problem.map { [$0] } ?? []))
        Output.reportSkipped(headless.state.data.skipped, headless.state.data.notices, name: name)
        Output.report(headless.state.data.queryNotices)
        if options.measure {
            var measurement = Measurement(headless, keyMap: keyMap)
            return Output.write(measurement.report())
        }
        Output.write(
            options.list
                ? headless.list()
                : options.output?.picture.map { headless.picture($0) }
                    ?? headless.frame(colored: Appearances.wantsColor(options)))
        if headless.state.data.hasNoPlaces, !headless.state.data.isMapAlone {
            // What was reported above says why.
            if !headless.state.data.notices.isEmpty { ExitCode.nothing.end() }
            Output.fail("\(name): no points to show", code: .nothing)
        }
    }

    /// The basemap, read while the rows of `work` are.
    private func basemap(beside work: DataWork?) throws(UsageError) -> BasemapData {
        if options.basemap == .none { return .none }
        let folder = dataFolder
        var reading = OrderedParts(count: 1, threads: 1) { _ in folder.readBasemap() }
        if let work, work.server == nil { try work.preload() }
        return reading.next { false } ?? .none
    }

    /// Puts the position that is asked for into the state; what is kept of it goes into the files.
    private func startPosition(
        _ origin: PositionSource.Origin?, in state: inout AppState
    ) throws(UsageError) -> PositionFiles? {
        guard let origin else { return nil }
        let started = try options.position.start(origin)
        state.position = started.position
        return started.files
    }

    func startState(
        columns: Int, rows: Int, name: String, _ nearby: NearbyRequest?, isServer: Bool,
        hasStreets: Bool, isMapAlone: Bool, appearance: Appearance
    ) throws(UsageError) -> AppState {
        var helpText = keyMap.helpText
        helpText.version = Self.version
        helpText.credits = Credits.text
        var state = AppState(
            columns: columns, rows: rows, filePath: name, appearance: appearance, helpText: helpText)
        if isServer { state.data.origin = .server(ServerView(limit: try options.source.viewLimit())) }
        if let place = try options.startPlace(names: .find()) {
            let placemark = Placemark(place)
            state.selection.placemark = placemark
            state.map.viewport = state.map.fitted(to: placemark, in: state.visibleMap)
            if let zoom = try options.startZoom() {
                state.map.viewport = Viewport(
                    center: placemark.point, zoom: zoom, size: state.map.viewport.size)
            }
            state.map.isViewChosen = true
        } else if let view = try options.startView(
            size: state.map.viewport.size, visible: state.visibleMap.dots)
        {
            state.map.viewport = view
            state.map.isViewChosen = true
        }
        if !state.map.isViewChosen { state.map.chosenZoom = try options.startZoom() }
        state.screen.distanceUnit = options.distanceUnit()
        if options.density {
            state.show(.density)
            // What was asked for needs no message, unless it cannot be.
            if state.isDensity { state.screen.message = nil }
        }
        if hasStreets { state.streets.begin() }
        state.data.isMapAlone = isMapAlone
        state.data.query.filter = options.filter ?? ""
        state.data.query.coloring = options.colors.by.map {
            RowQuery.Coloring(
                column: $0, method: options.colors.classes, keepsApart: options.colors.separate)
        }
        state.data.query.figure = try options.colors.figure()
        state.data.query.figureMethod = options.colors.classes
        state.data.query.sizesByFigure = options.colors.sizes
        state.nearbyRequest = nearby
        state.marks.picking = options.picker.picking
        return state
    }
}
