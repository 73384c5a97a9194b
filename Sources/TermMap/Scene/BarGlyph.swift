import App
import CellGraphics

/// A cell of an upright bar.
struct BarGlyph {
    let text: DisplayText
    /// The ink's role as paper: the cell is filled, whatever the font does; nil where the paper stays.
    let paper: Role?

    private static let eighths: [DisplayText] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// - Parameter filled: eighths of the cell, from the bottom.
    init(filled: Int, ink: Role, on appearance: Appearance) {
        if appearance.charset == .ascii {
            (text, paper) = (filled > 4 ? "#" : filled > 0 ? "_" : " ", nil)
        } else if filled >= 8, appearance.theme.mode.isTinted {
            (text, paper) = ("█", ink)
        } else {
            (text, paper) = (Self.eighths[min(max(filled, 0), 8)], nil)
        }
    }
}
