import App
import CTerminalGuard
import CellGraphics
import Feeds
import FoundationEssentials
import MapModel
import MapSources
import Platform
import DataSets
import Receivers
import RowValues
import Rows
import Runtime
import Streams
import TerminalInput

/// What the options ask for, put together.
struct Program {
    static let version = "1.0.0"

    let options: Options
    let configuration: Configuration
    let dataFolder: DataFolder
    let keyMap: KeyMap
    /// What feeds say of the own position.
    let ownReports = OwnReports()
    /// Judges what moves on the screen.
    let alertWatch = AlertWatch()

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
        do throws(UsageError) { try options.feed.checkObjects() } catch {
            throw UsageError(error.description + (Self.commandHint(options.files) ?? ""))
        }
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
        if options.audit { try AuditReport.check(options) }
        let origin = try positionOrigin()
        try options.lock.enter(lockPolicy())
        let (paths, basemap) = try splitTiles(from: try dataPaths())
        for path in paths + (basemap.map { [$0] } ?? []) { log?.note("open \(path)") }
        let areas = try askedAreas(paths)
        if printsEvents { return try writeEvents(paths, areas) }
        let source =
            paths.isEmpty
            ? OpenedSource.loader(NoRows(name: basemap ?? ""), finder: nil) : try openSource(paths, areas)
        var interrupt = ServerInterrupt(source)
        defer { withExtendedLifetime(interrupt) {} }
        if options.columns { return try explainColumns(source.dataSet) }
        if options.place.unplaced { return try writeUnplaced(source) }
        _ = try options.source.viewLimit()
        let name = paths.isEmpty ? basemap ?? "" : source.name(of: paths)
        let interval = try options.source.watchInterval()
        let nearby = try options.nearbyRequest()
        let events = try KeyScript.events(in: options.keys ?? "")
        try options.checkPicker()
        try options.checkFilters()
        _ = try options.wantedFilm()
        let isFrame = options.once || options.list || options.measure || options.output?.picture != nil
        let isHeadless = isFrame || !Descriptor.isTerminal(Descriptor.output) && !options.picker.picks
        let rows = RowPrinter(
            options: options, dataSet: source.dataSet(countedIn: areas.sets), name: name,
            areas: areas.question)
        if options.audit {
            return try AuditReport(rows.audit().ordered(by: paths.map(SourceOpener.names))).print()
        }
        if try print(source, rows, areas, nearby, events, isFrame: isFrame, isHeadless: isHeadless) { return }
        if options.nearFile != nil, options.within == nil {
            throw UsageError("--near with a file needs --within on the map")
        }
        let streets = try streetWork(basemap, isOnScreen: !isHeadless, log)
        let saved = try savedIndex(of: source, isOnScreen: !isHeadless, log)
        if let saved { source.files?.keep(in: saved) }
        let reopening = paths.isEmpty ? nil : try reopening(paths, areas)
        let journeys = try journeyReading(paths)
        let times = try options.feed.times()
        func dataWork(of source: OpenedSource) -> DataWork {
            let work = DataWork(
                source, streets: streets, saved: saved, isSwapped: options.swap, areaSets: areas.sets,
                reopening: reopening)
            work.journeySource.withLock { $0 = journeys }
            work.dataSet?.followThings(times, alerts: alertWatch, reading: options.time.reading)
            return work
        }
        if isHeadless {
            return try runHeadless(dataWork(of: source), name: name, nearby, areas, events, origin, log)
        }
        let shown = source.onScreen
        let work = dataWork(of: shown)
        if options.picker.selectOne || options.picker.exitZero {
            if try printOnlyRow(of: work, rows) { return }
        }
        // What was saved was read before.
        if !paths.isEmpty, saved?.isFound != true || source.files != nil { try checkHead(of: shown) }
        saved?.beginRestoring()
        // From here on the screen looks for signals.
        interrupt = nil
        let watch =
            if let interval { try watch(paths, areas, source, every: interval) } else { SourceWatch?.none }
        try runOnScreen(work, name: name, nearby, areas, events, origin, watch, log)
    }

    /// Prints rows, or areas, where no screen and no picture is asked for; false where the map is.
    private func print(
        _ source: OpenedSource, _ rows: RowPrinter, _ areas: AskedAreas, _ nearby: NearbyRequest?,
        _ events: [InputEvent],
        isFrame: Bool, isHeadless: Bool
    ) throws(UsageError) -> Bool {
        if options.source.explain {
            try rows.explain(nearby)
            return true
        }
        let prints = !isFrame && (isHeadless || options.output != nil)
        if options.area.byArea != nil, options.list || prints {
            try writeAreas(rows, areas)
            return true
        }
        guard prints, !options.picker.picks else { return false }
        if options.changes.diff, !options.spoken, options.output?.picture == nil {
            try writeChanges(with: rows)
            return true
        }
        if options.nearFile != nil, options.bbox == nil {
            try rows.writeNearFile()
        } else if let nearby {
            if options.bbox != nil {
                throw UsageError("--near and --bbox cannot be combined when rows are printed")
            }
            try rows.write(nearby)
        } else if options.printsRows(events), !options.spoken {
            if try !writePassingRows(source, with: rows) { try writeRows(with: rows) }
        } else {
            return false
        }
        return true
    }

    private func activityLog() throws(UsageError) -> ActivityLog? {
        guard let path = options.log else { return nil }
        do throws(FileError) {
            let first = "termmap \(Self.version), data from \(dataFolder.place)"
            return try ActivityLog(path, first: first)
        } catch {
            let isMissing = error.reason == .noSuchFile
            throw UsageError("--log: \(isMissing ? "\(printable(path)): no such folder" : "\(error)")")
        }
    }

    /// Files are watched; a server is queried again.
    private func watch(
        _ paths: [String], _ areas: AskedAreas, _ source: OpenedSource, every interval: Duration
    ) throws(UsageError) -> SourceWatch? {
        if case .server = source { return SourceWatch(paths: nil, interval: interval) }
        let files = paths.filter { !SourceOpener.isStandardInput($0) && Input.isRegularFileOrMissing($0) }
        if files.isEmpty { throw UsageError("--watch needs a file (streams update by themselves)") }
        return SourceWatch(paths: files + areas.files, interval: interval)
    }

    private func explainColumns(_ dataSet: any DataSet) throws(UsageError) {
        do throws(SourceError) {
            for line in try dataSet.explainColumns(isCancelled: { false }) {
                Output.write(DisplayText(sanitising: line).text + "\n")
            }
        } catch {
            throw UsageError(error.description)
        }
    }

    // MARK: - Without a screen

    private func runHeadless(
        _ work: DataWork, name: String, _ nearby: NearbyRequest?, _ areas: AskedAreas,
        _ events: [InputEvent], _ origin: PositionSource.Origin?, _ log: ActivityLog?
    ) throws(UsageError) {
        let size =
            options.spoken ? try options.spokenSize() : try options.screenSize() ?? ScreenSize.ofEnvironment
        let film = try options.wantedFilm()
        var beginning = try beginning(
            of: work, name: name, nearby, columns: size.columns, rows: size.rows,
            options.spoken ? Appearances.spoken : Appearances.plain(options, configuration.themes))
        let started = try origin.map { origin throws(UsageError) in try options.position.start(origin) }
        beginning.position = started?.position
        beginning.query.areas = areas.question
        let state = AppState(beginning)
        if let origin, state.position?.isLive == true {
            let flag = if case .gpsd = origin { "--gps" } else { "--nmea with a device" }
            throw UsageError("\(flag) needs a screen (termmap track works without one)")
        }
        // A list of what is in view says nothing of places, and has no map.
        let isOnlyList = options.list && events.isEmpty
        let basemap = try isOnlyList ? BasemapData.none : basemap(beside: origin == nil ? work : nil)
        let names = isOnlyList ? nil : DataFolder.find()
        var headless = Headless(state: state, work: work, basemap: basemap, names: names, keyMap: keyMap)
        headless.positionFiles = started?.files
        headless.log = log
        headless.isASCIIAlone = Appearances.isASCIIAlone(options)
        if let error = origin.flatMap({ headless.replay(PositionSource($0)) }) ?? headless.load() {
            throw UsageError(error)
        }
        if let failure = headless.filterFailure { throw UsageError(failure, of: options.filter) }
        let spoken = options.spoken ? headless.speak(events) : []
        if case .keys = film {} else if !options.spoken { headless.play(events) }
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
        try write(&headless, spoken, film)
        try endAsDiff(headless.state)
        if headless.state.data.hasNoPlaces, !headless.state.data.isMapAlone {
            // What was reported above says why.
            if !headless.state.data.notices.isEmpty { ExitCode.nothing.end() }
            Output.fail("\(name): no points to show", code: .nothing)
        }
        if options.list, let words = options.noMatch, headless.state.data.rowTotal == 0, film == nil {
            Output.fail(words, code: .nothing)
        }
    }

    /// Writes what was said, a film, a list, a picture or a frame.
    private func write(
        _ headless: inout Headless, _ spoken: [String], _ film: FilmOptions.Film?
    ) throws(UsageError) {
        if case .windows(let film) = film {
            try write(film, &headless)
        } else if case .keys(let duration) = film, let format = options.output?.picture {
            let steps = try KeyScript.steps(in: options.keys ?? "")
            Output.write(headless.film(of: steps, each: duration, format))
        } else {
            Output.write(
                options.spoken
                    ? lines(spoken)
                    : options.list
                        ? headless.list()
                        : options.output?.picture.map { headless.picture($0) }
                            ?? headless.frame(colored: Appearances.wantsColor(options)))
        }
    }

    /// Writes a picture or a list for each part of a time.
    private func write(_ film: WindowFilm, _ headless: inout Headless) throws(UsageError) {
        guard headless.hasFilmSpan else {
            if headless.knowsTimes { Output.fail(options.noMatch ?? "no row has a time", code: .nothing) }
            throw UsageError("--frames on a server needs --time with a beginning and an end, such as 2025")
        }
        let lists = options.list ? headless.lists(of: film) : nil
        let text = lists?.text ?? options.output?.picture.map { headless.pictures(of: film, $0) } ?? ""
        if let failure = headless.filterFailure { throw UsageError(failure, of: options.filter) }
        if let failure = headless.serverFailure { throw UsageError(failure) }
        Output.write(text)
        if lists?.isEmpty == true { Output.fail(options.noMatch ?? "no row has a time", code: .nothing) }
    }

    /// What is said, in the characters of the locale.
    private func lines(_ spoken: [String]) -> String {
        spoken.map { (Appearances.isASCIIAlone(options) ? AsciiFallback.text($0) : $0) + "\n" }.joined()
    }

    /// The basemap, read while the rows of `work` are.
    private func basemap(beside work: DataWork?) throws(UsageError) -> BasemapData {
        if options.basemap == .none { return .none }
        let folder = dataFolder
        var reading = OrderedParts(count: 1, threads: 1) { _ in folder.readBasemap() }
        if let work, work.server == nil { try work.preload() }
        return reading.next { false } ?? .none
    }

    /// What the options ask the program to begin with.
    ///
    /// - Parameter work: nil without rows.
    func beginning(
        of work: DataWork?, name: String, _ nearby: NearbyRequest?, columns: Int, rows: Int,
        _ appearance: Appearance
    ) throws(UsageError) -> Beginning {
        var helpText = keyMap.helpText
        helpText.version = Self.version
        helpText.credits = Credits.text
        helpText.lock = Confinement.status.joined(separator: "\n")
        var beginning = Beginning(
            columns: columns, rows: rows, filePath: name, appearance: appearance, helpText: helpText)
        if work?.server != nil { beginning.serverLimit = try options.source.viewLimit() }
        beginning.view = try options.startView(names: .find())
        beginning.distanceUnit = options.distanceUnit()
        beginning.isDensity = options.density
        beginning.hasStreets = work?.streets != nil
        beginning.isMapAlone = work?.isMapAlone == true
        beginning.isStream = work?.dataSet?.loader.isStream == true
        beginning.query = try query
        beginning.nearby = nearby
        beginning.picking = options.picker.picking
        let loader = work?.dataSet?.loader
        beginning.alerts = try firstAlerts(ofFeed: loader.map(Self.movesByFeedsAlone) ?? false)
        return beginning
    }

    /// What the options ask of all rows; nothing of areas.
    var query: RowQuery {
        get throws(UsageError) {
            var query = RowQuery(
                filter: RowFilter(options.filter ?? ""),
                coloring: options.colors.by.map {
                    RowQuery.Coloring(
                        column: $0, method: options.colors.classes, keepsApart: options.colors.separate)
                }, figure: try options.figure(),
                figureMethod: options.colors.classes, sizesByFigure: options.colors.sizes)
            query.time = try options.time.question()
            // Of a film without a window all times are asked for.
            if case .windows = try options.wantedFilm(), query.time == nil {
                query.time = try options.time.question(always: true)
            }
            query.calendar = RowQuery.Calendar(try options.time.question(always: true))
            if options.changes.diff {
                let column = query.coloring
                query.compare(only: try options.changes.classes())
                if let column, column.column != ShownChanges.column {
                    if options.changes.only != nil {
                        throw UsageError(
                            "--only and --by cannot be combined (use --filter \"change = 'added'\")")
                    }
                    (query.coloring, query.hiddenClasses) = (column, HiddenClasses())
                }
            }
            return query
        }
    }
}
