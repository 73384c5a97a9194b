import App
import CellGraphics
import MapModel
import TerminalScreen

extension RunLoop {
    /// A small file is read within this time: it is better not to show an empty map before it, and on a slow
    /// line an empty one would be in the way of the first.
    var firstFrameHold: Duration { .milliseconds(terminal.isSlow ? 400 : 80) * Slowness.factor }

    var isReading: Bool {
        if case .reading = state.data.loading { return true }
        return false
    }

    var isHoldingFirstFrame: Bool {
        // The rest of a stream may come at any time, or never; on a slow line it is waited for all the same.
        let hasFirstRows = state.data.isStreaming && state.data.unfilteredTotal > 0 && !terminal.isSlow
        return !hasShown && isReading && !hasFirstRows && now < firstFrameHold
    }

    /// Hands the state to the terminal: a frame, or lines that say what changed.
    package mutating func show() {
        mustPaint = false
        hasShown = true
        switch screen {
        case .frames(let terminal): draw(on: terminal)
        case .lines(let terminal): terminal.print(narrator.lines(of: state.atRest))
        }
    }

    private mutating func draw(on terminal: Terminal) {
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
