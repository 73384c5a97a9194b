import Glibc

extension RunLoop {
    /// Carries out what was typed, up to where an answer must be there first; returns the signal that ends the program.
    mutating func handle(_ events: inout ArraySlice<InputEvent>) -> Int32? {
        for case .terminate(let signal) in events { return signal }
        while let index = events.indices.first(where: { !mustWait(with: events[$0]) }) {
            let event = events[index]
            if index > events.startIndex {
                // Giving up gives up what was waiting; a new size of the screen passes by; all else waits its turn.
                guard Self.isGivingUp(event) || Self.isOfTheScreen(event) else { return nil }
                if Self.isGivingUp(event) { events = events[index...] }
            }
            events.remove(at: index)
            for action in mapper.actions(for: event, in: state, at: now) { apply(action) }
            if event == .resumed { mustPaint = true }
        }
        return nil
    }

    private static func isOfTheScreen(_ event: InputEvent) -> Bool {
        switch event {
        case .resize, .suspend, .resumed: true
        default: false
        }
    }

    /// Letters go into the field of a search at once; keys that choose among its results wait for them.
    func mustWait(with event: InputEvent) -> Bool {
        guard state.awaitsResults, case .key(let key, _) = event else { return false }
        switch key {
        case .up, .down, .pageUp, .pageDown, .tab, .backTab, .enter: return true
        default: return false
        }
    }

    private static func isGivingUp(_ event: InputEvent) -> Bool {
        guard case .key(let key, let modifiers) = event else { return false }
        return key == .escape || (key == .character("c") && modifiers == .control)
    }
}
