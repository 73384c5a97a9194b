import App
import CellGraphics
import MapModel

extension PanelPainter {
    /// A panel of fields below its title and, where there is room, a line.
    func drawFields(of panel: Panel, _ area: CellRect, _ frame: inout CellBuffer) {
        let head = head(of: panel)
        drawTitle(head.title, head.remark, area, &frame)
        if PanelMetrics.isTall(area) {
            put(&frame, head.line.clipped(to: area.width - 4), area.column + 2, area.row + 2, head.role)
        }
        drawFields(state.panelFields ?? [], state.panels.scroll, PanelMetrics.textBody(of: area), &frame)
    }

    private struct Head {
        var title: DisplayText
        var remark: DisplayText = .empty
        var line: DisplayText = .empty
        var role = Role.panelDim
    }

    private func head(of panel: Panel) -> Head {
        switch panel {
        case .place:
            guard let placemark = state.selection.placemark else { return Head(title: "No placemark") }
            return Head(
                title: placemark.name, remark: kind(of: placemark.place),
                line: PlaceText.coordinate(placemark.coordinate, zoom: 10))
        case .spot(let spot):
            return Head(
                title: DisplayText(sanitising: state.spotTitle),
                line: PlaceText.coordinate(spot.coordinate, zoom: 10))
        case .position:
            guard let position = state.position else { return Head(title: .empty) }
            let fix =
                position.retrySeconds(at: state.now) == nil
                ? PositionText(position, state).fix : ("not connected", .problem)
            return Head(
                title: "Your position", remark: "follow \(position.follow.word)", line: fix.text,
                role: fix.state == .ended ? .panelText : fix.state.role)
        default: return Head(title: "About termmap")
        }
    }

    private func kind(of place: Place?) -> DisplayText {
        switch place?.kind {
        case .country: "country"
        case .region, .subregion: "region"
        case .city where place?.isCountryCapital == true: "capital"
        case .city: "place"
        case .sea, .lake, .river, .island, .peak, .range, .airport:
            DisplayText(sanitising: place?.kind.name ?? "")
        case nil: "coordinate"
        }
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
