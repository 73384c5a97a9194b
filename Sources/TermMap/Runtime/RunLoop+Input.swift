import CellGraphics
import TerminalInput
import TerminalScreen

extension RunLoop {
    /// Keys typed ahead wait so long for their results before the screen says so, and so long before they are dropped.
    static let reportDelay = Duration.milliseconds(400)
    static let waitTimeout = Duration.seconds(3) * Slowness.factor

    /// A burst of keys is carried out for so long before a frame is drawn and the terminal is read again.
    private static let burstLength = Duration.milliseconds(50)

    /// Takes what was typed since the last call.
    mutating func take(_ typed: [InputEvent]) {
        if let burstSince, now - burstSince >= Self.reportDelay {
            input.interrupt(with: typed)
        } else {
            input.append(typed)
        }
    }

    /// Carries out what was typed, up to where an answer must be there first; returns the signal that ends the program.
    mutating func handleInput() -> Int32? {
        if let signal = input.takeTermination() { return signal }
        let begin = now
        while !state.isQuitting, let event = nextEvent() {
            carryOut(event)
            if now - begin >= Self.burstLength, hasKeysToCarryOut { break }
        }
        burstSince = hasKeysToCarryOut ? burstSince ?? begin : nil
        watchWaitingKeys()
        return nil
    }

    /// Keys are left that wait for nothing.
    var hasKeysToCarryOut: Bool { !input.isEmpty && !firstKeyWaits }

    /// Text that was typed at once goes into a field at once: a filter is not evaluated for each letter of it.
    private mutating func nextEvent() -> InputEvent? {
        if let first = input.first, mapper.isText(first, in: state), let text = input.takeText() {
            return .paste(text)
        }
        return input.next(firstWaits: firstKeyWaits)
    }

    private mutating func carryOut(_ event: InputEvent) {
        if let keys = mapper.escapeAndKey(of: event, in: state) { return keys.forEach { carryOut($0) } }
        #if DEBUG
            Fault.happenIfAsked(by: event)
        #endif
        for action in mapper.actions(for: event, in: state, at: now) {
            apply(action, isTypedAhead: !input.isEmpty)
        }
        if event == .resumed { mustPaint = true }
        if event == .answered { adoptAppearance() }
    }

    /// The terminal answered late: its colours are used from now on.
    private mutating func adoptAppearance() {
        let found = appearance()
        apply(.appearanceFound(found, former: givenAppearance))
        givenAppearance = found
    }

    /// What waits has a limit, and the screen says what it waits for.
    private mutating func watchWaitingKeys() {
        guard !input.isEmpty, firstKeyWaits else {
            waitingSince = nil
            return
        }
        if waitingSince == nil { hasReportedWaiting = false }
        let since = waitingSince ?? now
        waitingSince = since
        if now - since >= Self.waitTimeout {
            let (first, dropped) = input.dropWaiting()
            waitingSince = nil
            if let first { carryOut(first) }
            apply(.keysDropped(dropped))
        } else if now - since >= Self.reportDelay, !hasReportedWaiting {
            hasReportedWaiting = true
            apply(.keysWait(input.count))
        }
    }

    /// How long until keys that wait are spoken of or dropped.
    var timeToWaitingLimit: Duration? {
        guard let waitingSince, !input.isEmpty else { return nil }
        let limit = hasReportedWaiting ? Self.waitTimeout : Self.reportDelay
        return max(waitingSince + limit - now, .zero)
    }

    /// Letters go into the field of a search at once; keys that choose among its results wait for them.
    private var firstKeyWaits: Bool { input.first.map { mapper.waits($0, in: state) } ?? false }
}
