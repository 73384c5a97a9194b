import Glibc

extension RunLoop {
    /// Carries out what was typed, up to where an answer must be there first; returns the signal that ends the program.
    mutating func handle(_ events: inout ArraySlice<InputEvent>) -> Int32? {
        for case .terminate(let signal) in events { return signal }
        while let event = events.first, !mustWait(with: event) {
            events.removeFirst()
            for action in mapper.actions(for: event, in: state, at: now) { apply(action) }
            if event == .resumed { mustPaint = true }
        }
        return nil
    }

    /// Letters go into the field of a search at once; keys that choose among its results wait for them.
    func mustWait(with event: InputEvent) -> Bool {
        guard state.awaitsResults, case .key(let key, _) = event else { return false }
        if case .character = key { return false }
        return key != .escape && key != .backspace
    }
}
