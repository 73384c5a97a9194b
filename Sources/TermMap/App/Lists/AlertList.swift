import CellGraphics
import DataSets
import MapModel
import Rows

/// Alerts, and below them what happened, the newest first.
enum AlertList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.alerts }

    static func count(_ state: AppState) -> Int {
        state.things.alerts.alerts.count + state.things.alerts.report.events.count
    }

    static func hints(_ state: AppState) -> [CommandHint] {
        [
            .choose, CommandHint(.open, says: "go there"), CommandHint(.toggle, says: "on, off"),
            CommandHint(.removeAlert, says: "remove"), .close,
        ]
    }

    static func choose(_ state: inout AppState) -> [Effect] { [] }

    /// Shows the ring or the box, or selects the thing of an event.
    static func open(_ state: inout AppState) -> [Effect] {
        let index = state.panels.alerts.index
        let alerts = state.things.alerts.alerts
        guard index >= alerts.count else {
            switch alerts[index].test {
            case .circle(let circle):
                if let box = circle.boundingBoxes.first { state.show(state.fitted(to: box), by: .jump) }
            case .box(let box): state.show(state.fitted(to: box), by: .jump)
            case .areas(let areas):
                if let box = areas.geometry.bounds(of: 0) { state.show(state.fitted(to: box), by: .jump) }
            case .filter: break
            }
            return []
        }
        let events = Array(state.things.alerts.report.events.reversed())
        guard index - alerts.count < events.count else { return [] }
        return state.go(to: events[index - alerts.count])
    }
}

extension AlertList: LineList {
    static func head(_ state: AppState) -> ListHead {
        ListHead(
            title: "Alerts and events",
            remark: "\(state.things.alerts.alerts.count.counted("alert"))")
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        let isASCII = state.screen.appearance.charset == .ascii
        let alerts = state.things.alerts.alerts
        let events = Array(state.things.alerts.report.events.reversed())
        return rows.map { index in
            guard index >= alerts.count else {
                let alert = alerts[index]
                let mark: DisplayText =
                    isASCII ? (alert.isOn ? "[x] " : "[ ] ") : alert.isOn ? "● " : "○ "
                let count = state.things.alerts.report.inside[alert.id]?.count ?? 0
                return ListLine(
                    text: mark + DisplayText(sanitising: alert.name, limit: 80),
                    remark: alert.isOn ? "\(count.grouped) inside" : "off",
                    remarkRole: count > 0 && alert.isOn ? .ring : .panelDim)
            }
            let event = events[index - alerts.count]
            return ListLine(
                text: DisplayText(sanitising: state.clockText(of: event) + " " + event.label, limit: 60),
                remark: DisplayText(sanitising: event.words, limit: 60), remarkRole: event.role)
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText { "No alerts: \(key: .alert) on the map makes one" }
}

extension AppState {
    /// Selects the thing of an event, or goes where it was.
    mutating func go(to event: AlertEvent) -> [Effect] {
        guard event.problem == nil else {
            report(KeyedText("\(event.label): \(event.words)", limit: 200), .error)
            return []
        }
        guard let place = data.tree.place(ofRow: event.row) else {
            guard let place = event.place else {
                report("\(event.label.isEmpty ? "It" : event.label) is gone")
                return []
            }
            let target = map.closeUp(
                of: WebMercator.project(place.coordinate), in: visibleMap, zoom: map.viewport.zoom)
            show(target, by: .jump)
            return []
        }
        selection.current = Selection(row: event.row, at: place)
        revealSelection()
        return selection.readRecord()
    }
}
