import App
import CellGraphics
import Streams

extension AppState {
    /// Turns while something is waited for.
    var spinner: DisplayText {
        let signs: [DisplayText] =
            screen.appearance.charset == .ascii
            ? ["|", "/", "-", "\\"] : ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        return signs[now.milliseconds / Self.spinnerStep.milliseconds % signs.count]
    }

    /// How many rows were found; of a server's, those that were asked for until it has counted all.
    func foundText(_ matches: RowMatches) -> DisplayText {
        if let total = data.origin.foundTotal { return "\(total.grouped)" }
        return "\(matches.total.grouped)" + (data.origin.isFoundCut ? "+" : "")
    }
}
