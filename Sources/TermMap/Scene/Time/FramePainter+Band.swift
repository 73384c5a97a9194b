import App
import CellGraphics

extension FramePainter {
    /// Draws the band of time, or the grid in its place, where it is open.
    func drawBand(_ state: AppState, _ frame: inout CellBuffer) {
        if let fold = state.foldPicture {
            FoldPainter(fold, state.screen.appearance).draw(into: &frame)
        } else if let band = state.bandPicture {
            BandPainter(band, state.screen.appearance).draw(into: &frame)
        }
    }
}
