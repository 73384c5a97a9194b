import CellGraphics
import MapModel

/// Waits for keys and for background work, changes the state, shows the frame. Nothing else happens on this thread.
struct RunLoop {
    var state: AppState
    let terminal: Terminal
    let mailbox: Mailbox
    let runner: EffectRunner
    var mapper: InputMapper
    var painter: FramePainter
    var mustPaint = true
    private let start = ContinuousClock.now
    /// A small file is read within this time: it is better not to show an empty map before it.
    private static let firstFrameHold = Duration.milliseconds(80)
    var hasShown = false

    init(state: AppState, terminal: Terminal, mailbox: Mailbox, runner: EffectRunner, keyMap: KeyMap) {
        self.state = state
        self.terminal = terminal
        self.mailbox = mailbox
        self.runner = runner
        mapper = InputMapper(keyMap: keyMap)
        painter = FramePainter(keyMap: keyMap)
    }

    /// Runs until the user quits; returns the signal that ended it, or 0.
    ///
    /// - Parameters:
    ///   - pending: typed while the terminal was asked for its colours.
    ///   - script: typed by `--keys` once the data is there.
    mutating func run(pending: [InputEvent], script: [InputEvent]) -> Int32 {
        var events = pending[...]
        var script = script
        while true {
            if !isPreparing, !script.isEmpty {
                events += script
                script = []
            }
            if let signal = handle(&events) { return signal }
            for action in mailbox.takeAll() { apply(action) }
            apply(.tick)
            if state.isQuitting { return 0 }
            if mustPaint, !isHoldingFirstFrame { show() }
            if !isPreparing, !script.isEmpty { continue }
            if let next = events.first, !mustWait(with: next) { continue }
            // What changes by itself (a bounce, the end of a message) is drawn when its time has come.
            mustPaint = !hasShown || state.timeToNextChange != nil
            terminal.wait(untilReadable: [mailbox.descriptor], timeoutMilliseconds: timeout)
            var typed: [InputEvent] = []
            terminal.readEvents(into: &typed)
            events += typed
        }
    }

    var now: Duration { ContinuousClock.now - start }

    /// Typing a script waits for the data and the names of places.
    private var isPreparing: Bool { isReading || state.isAtlasAwaited }

    private var isReading: Bool {
        if case .reading = state.loading { return true }
        return false
    }

    private var isHoldingFirstFrame: Bool {
        !hasShown && isReading && now < Self.firstFrameHold
    }

    private var timeout: Int? {
        let times = [isHoldingFirstFrame ? Self.firstFrameHold - now : nil, state.timeToNextChange]
        return times.compactMap { $0 }.min().map { $0.milliseconds + 1 }
    }

    mutating func apply(_ action: Action) {
        if case .basemapRead = action { painter.forgetBasemap() }
        if case .tick = action {} else { mustPaint = true }
        for effect in state.update(action, at: now) {
            switch effect {
            case .repaint: terminal.repaint()
            case .suspend: terminal.suspend()
            case .saveTrack: runner.save(state.position?.track)
            default: runner.run(effect)
            }
        }
    }
}
