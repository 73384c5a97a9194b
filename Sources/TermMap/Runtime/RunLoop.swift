import App
import CellGraphics
import Scene
import TerminalInput
import TerminalScreen

/// Waits for keys and for background work, changes the state, shows the frame. Nothing else happens on this thread.
package struct RunLoop {
    package var state: AppState
    package let screen: LoopScreen
    var terminal: any LoopTerminal { screen.terminal }
    package let mailbox: Mailbox
    package let runner: EffectRunner
    var mapper: InputMapper
    var painter: FramePainter
    var narrator: Narrator
    var mustPaint = true
    /// What was typed and is still to be carried out.
    package var input = InputQueue()
    /// Since when a burst of keys has been carried out that takes longer than a frame.
    var burstSince: Duration?
    /// Since when its first event has been waiting for results, and whether the screen says so.
    var waitingSince: Duration?
    var hasReportedWaiting = false
    /// How the map looks on what the terminal said so far.
    package let appearance: () -> Appearance
    var givenAppearance: Appearance
    private let start = ContinuousClock.now
    var hasShown = false

    package init(
        state: AppState, screen: LoopScreen, mailbox: Mailbox, runner: EffectRunner, keyMap: KeyMap,
        appearance: @escaping () -> Appearance
    ) {
        self.appearance = appearance
        givenAppearance = state.screen.appearance
        self.state = state
        self.screen = screen
        self.mailbox = mailbox
        self.runner = runner
        mapper = InputMapper(keyMap: keyMap)
        painter = FramePainter(keyMap: keyMap)
        narrator = Narrator(keyMap: keyMap)
    }

    /// Runs until the user quits; returns the signal that ended it, or 0.
    ///
    /// - Parameters:
    ///   - pending: typed while the terminal was asked for its colours.
    ///   - script: typed by `--keys` once the data is there.
    package mutating func run(pending: [InputEvent], script: [InputEvent]) -> Int32 {
        var script = script
        var typed = pending
        while true {
            take(typed)
            typed = []
            if !isPreparing, !script.isEmpty {
                input.append(script)
                script = []
            }
            if let signal = handleInput() { return signal }
            for action in mailbox.takeAll() { apply(action) }
            apply(.tick)
            if state.isQuitting { return 0 }
            if mustPaint, !isHoldingFirstFrame { show() }
            if !isPreparing, !script.isEmpty { continue }
            // An answer may be what the next key waits for.
            if hasKeysToCarryOut {
                terminal.wait(untilReadable: [], timeoutMilliseconds: 0)
                terminal.readEvents(into: &typed)
                continue
            }
            // What changes by itself (a bounce, the end of a message) is drawn when its time has come.
            mustPaint = !hasShown || state.timeToNextChange != nil
            terminal.wait(untilReadable: [mailbox.descriptor], timeoutMilliseconds: timeout)
            terminal.readEvents(into: &typed)
        }
    }

    package var now: Duration { ContinuousClock.now - start }

    /// Typing a script waits for the data and the names of places.
    private var isPreparing: Bool { isReading || state.shipped.isAtlasAwaited }

    private var timeout: Int? {
        let times = [
            isHoldingFirstFrame ? firstFrameHold - now : nil, state.timeToNextChange, timeToWaitingLimit,
        ]
        return times.compactMap { $0 }.min().map { $0.milliseconds + 1 }
    }
}
