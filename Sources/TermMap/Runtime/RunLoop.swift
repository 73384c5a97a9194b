import CellGraphics
import MapModel

/// Waits for keys and for background work, changes the state, shows the frame. Nothing else happens on this thread.
struct RunLoop {
    var state: AppState
    let terminal: Terminal
    let mailbox: Mailbox
    let runner: EffectRunner
    private var mapper: InputMapper
    private var painter: FramePainter
    private var mustPaint = true
    private let start = ContinuousClock.now
    /// A small file is read within this time: it is better not to show an empty map before it.
    private static let firstFrameHold = Duration.milliseconds(80)
    private var hasShown = false

    init(state: AppState, terminal: Terminal, mailbox: Mailbox, runner: EffectRunner, keyMap: KeyMap) {
        self.state = state
        self.terminal = terminal
        self.mailbox = mailbox
        self.runner = runner
        mapper = InputMapper(keyMap: keyMap)
        painter = FramePainter(keyMap: keyMap)
    }

    /// Runs until the user quits; returns the signal that ended it, or 0.
    mutating func run(pending: [InputEvent]) -> Int32 {
        var events = pending
        while true {
            for event in events {
                if case .terminate(let signal) = event { return signal }
                for action in mapper.actions(for: event, in: state, at: now) { apply(action) }
                if event == .resumed { mustPaint = true }
            }
            for action in mailbox.takeAll() { apply(action) }
            apply(.tick)
            if state.isQuitting { return 0 }
            if mustPaint, !isHoldingFirstFrame { show() }
            events = []
            // What changes by itself (a bounce, the end of a message) is drawn when its time has come.
            mustPaint = !hasShown || state.timeToNextChange != nil
            terminal.wait(untilReadable: [mailbox.descriptor], timeoutMilliseconds: timeout)
            terminal.readEvents(into: &events)
        }
    }

    private var now: Duration { ContinuousClock.now - start }

    private var isHoldingFirstFrame: Bool {
        guard !hasShown, case .reading = state.loading else { return false }
        return now < Self.firstFrameHold
    }

    private var timeout: Int? {
        let times = [isHoldingFirstFrame ? Self.firstFrameHold - now : nil, state.timeToNextChange]
        return times.compactMap { $0 }.min().map {
            Int($0.components.seconds) * 1000 + Int($0.components.attoseconds / 1_000_000_000_000_000) + 1
        }
    }

    private mutating func apply(_ action: Action) {
        if case .basemapRead = action { painter.forgetBasemap() }
        if case .tick = action {} else { mustPaint = true }
        for effect in state.update(action, at: now) {
            switch effect {
            case .repaint: terminal.repaint()
            case .suspend: terminal.suspend()
            default: runner.run(effect)
            }
        }
    }

    /// The part of the world plane on the screen, in cells of the present zoom.
    private var scrollRegion: ScrollRegion {
        let origin = state.viewport.origin
        return ScrollRegion(
            rect: state.visibleMap, column: origin.x / Viewport.dotsPerColumn,
            row: origin.y / Viewport.dotsPerRow,
            scale: state.viewport.zoom)
    }

    private mutating func show() {
        mustPaint = false
        hasShown = true
        terminal.present(
            painter.paint(state, at: now), palette: state.appearance.theme.palette, region: scrollRegion)
    }
}
