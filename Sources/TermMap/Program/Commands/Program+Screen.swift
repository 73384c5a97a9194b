import App
import CTerminalGuard
import CellGraphics
import Dispatch
import Feeds
import Platform
import Receivers
import Runtime
import Streams
import TerminalInput
import TerminalScreen

extension Program {
    func runOnScreen(
        _ work: DataWork, name: String, _ nearby: NearbyRequest?, _ areas: AskedAreas,
        _ events: [InputEvent], _ origin: PositionSource.Origin?, _ watch: SourceWatch?, _ log: ActivityLog?
    ) throws(UsageError) {
        let started = try origin.map { origin throws(UsageError) in try options.position.start(origin) }
        // What a stream is, is known when its first bytes come.
        let loader = work.dataSet?.loader
        let mayBeFeed = origin == nil && (loader is FeedLoader || loader?.isStream == true)
        let feedPosition = mayBeFeed ? try options.position.ofFeed(name) : nil
        let viewFile = try viewFile(of: work, name: name)
        let mailbox: Mailbox
        do throws(FileError) { mailbox = try Mailbox() } catch { throw UsageError(error.description) }
        var typed: [InputEvent] = []
        let screen = try openScreen()
        let terminal = screen.terminal
        let runner = EffectRunner(
            work: work, mailbox: mailbox, positionFiles: started?.files, viewFile: viewFile, log: log)
        // While the data is read the terminal says what it looks like.
        runner.start(dataFolder: options.basemap == .none ? nil : dataFolder, names: DataFolder.find())
        let appearance = appearance(on: screen, keepingKeysIn: &typed)
        var beginning: Beginning
        do throws(UsageError) {
            beginning = try self.beginning(on: screen, of: work, name: name, nearby, appearance())
        } catch {
            terminal.leave()
            throw error
        }
        if let viewFile {
            let (views, damage) = viewFile.open()
            if let damage { mailbox.post(.noticed([damage])) }
            beginning.keptViews = views
        }
        log?.note(
            "screen \(beginning.columns)x\(beginning.rows), \(beginning.appearance.theme.mode.rawValue) colours"
        )
        beginning.position = started?.position
        beginning.feedPosition = feedPosition
        beginning.awaitsAtlas = true
        beginning.query.areas = areas.question
        if let origin { runner.follow(PositionSource(origin)) }
        if mayBeFeed { runner.follow(ownReports) }
        if let watch { runner.follow(watch) }
        if !configuration.warnings.isEmpty { mailbox.post(.noticed(configuration.warnings)) }
        let printed = screen.errors.map { follow($0, mailbox) }
        let state = AppState(beginning)
        // Before anything is heard: the first message may be the one that matters.
        alertWatch.set(state.things.alerts.alerts)
        runner.follow(alertWatch)
        var loop = RunLoop(
            state: state, screen: screen, mailbox: mailbox, runner: runner, keyMap: keyMap,
            appearance: appearance)
        let signal = loop.run(pending: typed, script: events)
        terminal.leave()
        log?.note(signal == 0 ? "quit" : "ended by signal \(signal)")
        guard_stop_watchdog()
        work.saved?.abandon()
        printed?.cancel()
        let failure = signal == 0 ? printPicked(loop.state.marks, of: work) : nil
        runner.leaveServer()
        if let problem = viewFile?.write(loop.state.keptViews) { log?.note("views not kept: \(problem)") }
        let unwritten = loop.state.screen.rowFile.flatMap {
            runner.leaveRowFile($0.path) ? "\($0.path): not written, the program ended before" : nil
        }
        let unsaved = runner.finish(loop.state.position) ?? unwritten
        try end(loop.state, by: signal, unsaved: unsaved, failure, name: name)
    }

    /// Ends the program as the screen was left: by a signal, with what could not be written, or with what was picked.
    private func end(
        _ state: AppState, by signal: Int32, unsaved: String?, _ failure: UsageError?, name: String
    ) throws(UsageError) {
        if let unsaved {
            Output.writeError("termmap: \(DisplayText(sanitising: unsaved, limit: 2000).text)\n")
        }
        if signal != 0 {
            FileBroker.finish()
            guard_die_by(signal)
        }
        if unsaved != nil { ExitCode.usage.end() }
        if let failure { throw failure }
        if state.marks.picking != .none { exitAfterPicking(state.marks) }
        if case .failed(let message) = state.data.loading { throw UsageError(message) }
        if case .done = state.data.loading, state.data.hasNoPlaces, !state.data.isMapAlone,
            !state.data.isUnplaced
        {
            Output.fail(state.data.notices.first ?? "\(name): no points to show", code: .nothing)
        }
        if state.marks.picking != .none { ExitCode.nothing.end() }
    }

    /// Where bookmarks and views of the source are kept; nil where they are not.
    private func viewFile(of work: DataWork, name: String) throws(UsageError) -> ViewFile? {
        guard options.history else { return nil }
        if let server = work.server { return ViewFile([server.all.name]) }
        return ViewFile(try dataPaths())
    }

    /// What C libraries print while the screen is up becomes a message.
    private func follow(_ errors: ErrorCapture, _ mailbox: Mailbox) -> any DispatchSourceRead {
        let descriptor = errors.descriptor
        let watch = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        // The descriptor stays open as long as it is looked at.
        watch.setCancelHandler { withExtendedLifetime(errors) {} }
        watch.setEventHandler { mailbox.post(.noticed(ErrorCapture.lines(from: descriptor))) }
        watch.activate()
        return watch
    }

    /// The terminal for frames, or for the lines of `--spoken`.
    private func openScreen() throws(UsageError) -> LoopScreen {
        do throws(TerminalError) {
            if options.spoken { return .lines(try LineTerminal()) }
            return .frames(
                try Terminal(
                    Terminal.Wishes(
                        mouse: options.mouse, color: Appearances.mayColor(options),
                        handsWholeFrames: options.wholeFrames)))
        } catch {
            throw UsageError(error.description)
        }
    }

    /// How the map looks on what the terminal has said so far; it is asked here.
    private func appearance(
        on screen: LoopScreen, keepingKeysIn typed: inout [InputEvent]
    ) -> () -> Appearance {
        guard case .frames(let terminal) = screen else { return { Appearances.spoken } }
        if Appearances.dependsOnTerminal(options, terminal) { terminal.askColors(keepingKeysIn: &typed) }
        let (options, themes) = (options, configuration.themes)
        return { Appearances.onScreen(options, themes, terminal) }
    }

    private func beginning(
        on screen: LoopScreen, of work: DataWork, name: String, _ nearby: NearbyRequest?,
        _ appearance: Appearance
    ) throws(UsageError) -> Beginning {
        guard case .frames(let terminal) = screen else {
            let size = try options.spokenSize()
            return try beginning(
                of: work, name: name, nearby, columns: size.columns, rows: size.rows, appearance)
        }
        var beginning = try beginning(
            of: work, name: name, nearby, columns: terminal.columns, rows: terminal.rows, appearance)
        beginning.usesMouse = terminal.capabilities.isXtermLike ? terminal.capabilities.hasMouse : nil
        beginning.hasClipboard = terminal.capabilities.isXtermLike
        beginning.hasBell = options.bell
        return beginning
    }
}

extension LoopScreen {
    /// What is printed on standard error while a frame is on the screen.
    fileprivate var errors: ErrorCapture? {
        if case .frames(let terminal) = self { terminal.errors } else { nil }
    }
}
