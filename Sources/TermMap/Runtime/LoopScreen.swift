import TerminalScreen

/// What the loop shows its state on.
package enum LoopScreen {
    case frames(Terminal)
    /// Lines of words for a screen reader.
    case lines(LineTerminal)

    package var terminal: any LoopTerminal {
        switch self {
        case .frames(let terminal): terminal
        case .lines(let terminal): terminal
        }
    }
}
