import CNcurses
import CTerminalGuard
import CellGraphics
import Platform
import TerminalInput

/// What the terminal says of its colours when it is asked.
extension Terminal {
    /// Asks the terminal for its background and, where `TERM` names but sixteen colours, for those beyond; takes the answers
    /// that come within 100 ms. Keys typed meanwhile are appended to `events`; an answer is never one, and a later one is
    /// taken over by `readEvents`.
    ///
    /// Terminals answer in turn, and all know what they are (DA1), so that comes last: nobody waits for what a terminal does
    /// not know.
    package func askColors(keepingKeysIn events: inout [InputEvent]) {
        guard capabilities.isXtermLike, flush() else { return }
        hasAskedColors = true
        let asksColors = capabilities.colorDepth == .sixteen
        unsent = Array(TerminalModes.colorQuestions(asksColors: asksColors).utf8)[...]
        flush()
        let answers = keys.decoder.answers
        var deadline = ContinuousClock.now + .milliseconds(100)
        while keys.decoder.answers.attributeCount == answers.attributeCount, ContinuousClock.now < deadline,
            !keys.hasHungUp
        {
            wait(timeoutMilliseconds: 10)
            readKeys(&events)
            if guard_take_signal() != 0 { break }
            // Of one that does not say what it is, the first answer is all.
            if keys.decoder.answers != answers { deadline = min(deadline, .now + .milliseconds(20)) }
        }
        adoptAnswers()
    }

    /// Whether the terminal's background is light, by its answer, else by `COLORFGBG`; nil if neither says.
    package var backgroundIsLight: Bool? {
        if let answer = keys.decoder.answers.background, let isLight = BackgroundColor.isLight(answer: answer)
        {
            return isLight
        }
        return Environment["COLORFGBG"].flatMap { BackgroundColor.isLight(colorfgbg: $0) }
    }

    /// Takes over what the terminal said since the last call: true if that is something new about its colours.
    @discardableResult
    func adoptAnswers() -> Bool {
        let answers = keys.decoder.answers
        guard hasAskedColors, answers != adoptedAnswers else { return false }
        defer { adoptedAnswers = answers }
        let hasMoreColors = answers.hasIndexedColors && !adoptedAnswers.hasIndexedColors && useIndexedColors()
        return hasMoreColors || answers.background != adoptedAnswers.background
    }

    /// Gives ncurses a description of the terminal with 256 colours; false where there is none, or no need.
    private func useIndexedColors() -> Bool {
        guard isActive, capabilities.colorDepth == .sixteen else { return false }
        for name in Self.typesWithIndexedColors(like: type) {
            guard let richer = BundledTerminfo.finding(name, { newterm(name, sink.stream, sink.stream) })
            else {
                continue
            }
            guard tigetnum("colors") >= 256 else {
                set_term(screen)
                otherScreens.append(richer)
                continue
            }
            otherScreens.append(screen)
            screen = richer
            adoptScreen()
            return true
        }
        return false
    }

    /// Prepares the screen that ncurses was just given. Keys, the mouse and what gives the terminal back stay those of
    /// `TERM`.
    private func adoptScreen() {
        start_color()
        use_default_colors()
        var richer = TerminalCapabilities(isUnicode: capabilities.isUnicode)
        richer.hasMouse = capabilities.hasMouse
        richer.isXtermLike = capabilities.isXtermLike
        capabilities = richer
        colorPairs = ColorPairs(palette: colorPairs.palette, capabilities: richer)
        prepareCurses()
        resize_term(Int32(rows), Int32(columns))
        // What it says first is that it enters the alternate screen: where that was done it must not be done again.
        if hasDrawn, let window = ncursesStandardWindow() { _ = refresh(window) } else { endwin() }
        discardDrawing()
        repaint()
    }

    /// Types that may describe 256 colours of a terminal of the type `name`; none where the name itself speaks of fewer.
    private static func typesWithIndexedColors(like name: String) -> [String] {
        guard !name.hasSuffix("color"), !name.hasSuffix("-m") else { return [] }
        return [name + "-256color"] + types(like: name)
    }
}
