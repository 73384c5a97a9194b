import App
import Scene
import TerminalInput

extension Headless {
    /// Plays keys and returns what is said at first and after each of them, a line each.
    package mutating func speak(_ events: [InputEvent]) -> [String] {
        readNames()
        var narrator = Narrator(keyMap: keyMap)
        var lines = narrator.lines(of: state.atRest)
        play(events) { headless in
            lines += narrator.lines(of: headless.state.atRest)
            // No time passes: a message that is there again is another one.
            headless.clearMessage()
        }
        return lines
    }
}
