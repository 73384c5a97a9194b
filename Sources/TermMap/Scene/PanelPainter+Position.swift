import App
import CellGraphics
import MapModel

extension PanelPainter {
    /// The fix, the track, and what became of the fixes.
    func drawPosition(_ scroll: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        guard let position = state.position else { return }
        drawTitle("Your position", "follow \(position.follow.word)", area, &frame)
        if PanelMetrics.isTall(area) {
            let fix =
                position.retrySeconds(at: state.now) == nil
                ? PositionText(position, state).fix : ("not connected", .problem)
            let role: Role = fix.state == .ended ? .panelText : fix.state.role
            put(&frame, fix.text.clipped(to: area.width - 4), area.column + 2, area.row + 2, role)
        }
        drawFields(state.positionFields, scroll, PanelMetrics.textBody(of: area), &frame)
    }
}

extension PositionText.FixState {
    /// Never by colour alone: the text says it as well.
    package var role: Role {
        switch self {
        case .good: .good
        case .ended: .barText
        case .stale: .stale
        case .problem: .warning
        }
    }
}
