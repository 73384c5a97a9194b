import App
import CellGraphics
import MapModel
import TerminalScreen

extension RunLoop {
    /// Draws the state and hands the frame to the terminal.
    package mutating func show() {
        mustPaint = false
        hasShown = true
        let whole = presentation(of: state)
        guard terminal.isSlow, let sketch = state.sketch.map({ presentation(of: $0, stage: .sketch) }) else {
            return terminal.present(whole)
        }
        // The whole frame would be out of date before it is on the screen.
        if case .reading = state.data.loading { return terminal.present(sketch) }
        let data = state.dataSketch.map { presentation(of: $0, stage: .data) }
        terminal.present(whole, sketch: sketch, data: data)
    }

    /// The screen at rest, without a message.
    package mutating func picture() -> CellBuffer {
        painter.paint(state.withoutMessage, at: now)
    }

    private mutating func presentation(of state: AppState, stage: Presentation.Stage = .whole) -> Presentation
    {
        Presentation(
            frame: painter.paint(state, at: now), palette: state.screen.appearance.theme.palette,
            region: scrollRegion,
            stage: stage)
    }

    /// The part of the world plane on the screen, in cells of the present zoom.
    private var scrollRegion: ScrollRegion {
        let origin = state.map.viewport.origin
        return ScrollRegion(
            rect: state.visibleMap, column: origin.x / Viewport.dotsPerColumn,
            row: origin.y / Viewport.dotsPerRow,
            scale: state.map.viewport.zoom)
    }
}
