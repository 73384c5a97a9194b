import App
import CellGraphics

extension FramePainter {
    /// Draws the strip of a journey, where it is open.
    func drawStrip(_ state: AppState, _ frame: inout CellBuffer) {
        if let strip = state.stripPicture {
            StripPainter(strip, state.screen.appearance).draw(into: &frame)
        }
    }
}
