import CellGraphics
import MapModel

extension RunLoop {
    /// Draws the state and hands the frame to the terminal.
    mutating func show() {
        mustPaint = false
        hasShown = true
        let frame = painter.paint(state, at: now)
        _ = state.update(.laidOut(scrollLimit: painter.scrollLimit), at: now)
        terminal.present(
            frame, palette: state.appearance.theme.palette, region: scrollRegion)
    }

    /// The part of the world plane on the screen, in cells of the present zoom.
    private var scrollRegion: ScrollRegion {
        let origin = state.viewport.origin
        return ScrollRegion(
            rect: state.visibleMap, column: origin.x / Viewport.dotsPerColumn,
            row: origin.y / Viewport.dotsPerRow,
            scale: state.viewport.zoom)
    }
}
