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

    /// What stands above the fields of a panel.
    func head(of panel: Panel) -> (
        title: DisplayText, remark: DisplayText, line: DisplayText, role: Role
    ) {
        switch panel {
        case .place:
            guard let placemark = state.selection.placemark else {
                return ("No placemark", "", "", .panelDim)
            }
            let place = PlaceText.coordinate(placemark.coordinate, zoom: 10)
            return (placemark.name, kind(of: placemark.place), place, .panelDim)
        case .spot(let spot):
            let title = DisplayText(sanitising: state.spotTitle)
            return (title, "", PlaceText.coordinate(spot.coordinate, zoom: 10), .panelDim)
        case .position:
            guard let position = state.position else { return ("", "", "", .panelDim) }
            let isConnected = position.retrySeconds(at: state.now) == nil
            let fix = isConnected ? PositionText(position, state).fix : ("not connected", .problem)
            let role: Role = fix.state == .ended ? .panelText : fix.state.role
            return ("Your position", "follow \(position.follow.word)", fix.text, role)
        case .journey:
            let title: DisplayText = state.strip?.range == nil ? "The journey" : "The range"
            return (title, "", "", .panelDim)
        default: return ("About termmap", "", "", .panelDim)
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
