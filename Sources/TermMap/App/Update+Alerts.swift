import CellGraphics
import DataSets
import MapModel
import RowValues
import Rows
import Streams

/// Alerts (`ga`), their list (`gA`), and what happens to them.
extension AppState {
    // MARK: - Making alerts

    /// `ga`: an alert on the box of a tool or the selected area; else the radius of a ring is asked for.
    mutating func askForAlert() -> [Effect] {
        guard things.areFollowed else {
            report("Nothing moves here: alerts are for streams with --id, and feeds", .warning)
            return []
        }
        if let box = map.tool as? BoxTool { return add(alertFor: box.rect) }
        if let test = filterOfArea { return add(alertFor: test) }
        ask(.alert)
        return []
    }

    /// The ring around what is to be watched: the placemark, the selection, or the middle.
    private var alertCenter: (place: Coordinate, name: DisplayText) {
        if let placemark = selection.placemark { return (placemark.coordinate, alertName(of: placemark)) }
        if let selected = selection.current {
            let name = selected.isCluster ? .empty : texts.labels[selected.row] ?? .empty
            return (selected.coordinate.coordinate, name)
        }
        return (map.middle, .empty)
    }

    /// Of an airport the code is enough.
    private func alertName(of placemark: Placemark) -> DisplayText {
        if let code = placemark.place?.airportCodes.first { return DisplayText(sanitising: code, limit: 20) }
        return placemark.place.map { DisplayText(sanitising: $0.name, limit: 30) } ?? placemark.name
    }

    /// The radius of a ring was typed.
    mutating func acceptAlert(_ text: String) -> [Effect] {
        do throws(DistanceText.Failure) {
            let radius = try DistanceText(text, defaultUnit: screen.distanceUnit)
            guard radius.meters > 0,
                let circle = try? GeoCircle(center: alertCenter.place, radiusMeters: radius.meters)
            else {
                panels.prompt?.error = "Not a radius"
                return []
            }
            panels.prompt = nil
            let words = radius.unit.text(meters: radius.meters)
            let name = alertCenter.name
            return add(name.isEmpty ? words : "\(name.text) · \(words)", .circle(circle))
        } catch {
            panels.prompt?.error = KeyedText(error.description, limit: 200)
            return []
        }
    }

    /// What the command line asks for, once something moves; filters that cannot test the rows are named.
    mutating func sendAlerts() -> [Effect] {
        guard things.areFollowed, !things.isEmpty,
            things.alerts.takesUnsent(view: bounds(of: visibleMap))
        else { return [] }
        for problem in things.alerts.bind(to: alertColumns) {
            report(KeyedText("--alert: \(problem.description)", limit: 200), .error)
        }
        return [.watch(things.alerts.alerts)]
    }

    /// What filters of alerts may name: what only some things tell may not have been heard yet.
    private var alertColumns: [String] {
        guard data.haveFeedThings else { return data.columnNames }
        return data.columnNames + ThingColumn.allNames.filter { !data.columnNames.contains($0) }
    }

    /// Why a filter can match nothing of these rows; nil where it can, or where the types of its columns are not known yet.
    private func misfit(of test: Alert.Test) -> FilterProblem? {
        let names = alertColumns
        guard case .filter(let text) = test, let filter = try? Filter(text, columns: names),
            filter.places.isEmpty, filter.timedColumns.isEmpty
        else { return nil }
        var kinds: [Int: ColumnKind] = [:]
        for column in filter.valueColumns {
            guard column < names.count, let kind = alertKind(ofColumn: column, names[column]) else {
                return nil
            }
            kinds[column] = kind
        }
        do throws(FilterProblem) {
            _ = try filter.bound(to: kinds)
            return nil
        } catch {
            return error
        }
    }

    /// The type of a column: of feeds always the same, whatever files beside them have, of other rows that of the values that
    /// were read.
    private func alertKind(ofColumn column: Int, _ name: String) -> ColumnKind? {
        if data.haveFeedThings, let known = ThingColumn.allNames.firstIndex(of: name) {
            return ThingColumn.valueKind(of: known)
        }
        guard let values = data.columnValues[column], values.filledCount > 0 else { return nil }
        return values.kind
    }

    private func bounds(of cells: CellRect) -> GeoBounds {
        let dots = cells.dots
        let northWest = map.viewport.coordinate(at: DotPoint(x: Double(dots.x), y: Double(dots.y)))
        let southEast = map.viewport.coordinate(
            at: DotPoint(x: Double(dots.x + dots.width), y: Double(dots.y + dots.height)))
        return GeoBounds(
            south: southEast.latitude, west: northWest.longitude, north: northWest.latitude,
            east: southEast.longitude)
    }

    /// `:alert [NAME=]WHERE`: LAT,LON,RADIUS, a filter, or `view`.
    mutating func add(alertFor text: String) -> [Effect] {
        guard things.areFollowed else { return askForAlert() }
        if text.lowercased() == "view" { return add(text, .box(bounds(of: visibleMap))) }
        let named = Alert.named(text)
        if let (place, radius) = Alert.circle(in: named?.rest ?? text) {
            guard radius.meters > 0, let center = try? CoordinateText(place),
                let circle = try? GeoCircle(center: center.coordinate, radiusMeters: radius.meters)
            else {
                report(
                    "\(key: .search) finds a place, then \(key: .alert) asks for a radius around it",
                    .warning)
                return []
            }
            return add(named?.name ?? text, .circle(circle))
        }
        do throws(FilterProblem) {
            let alert = try Alert(id: 0, name: text, .filter(text)).bound(to: alertColumns)
            if let problem = misfit(of: alert.test) { throw problem }
            return add(alert.name, alert.test)
        } catch {
            let isFile = TypedFile.isMeant(by: named?.rest ?? text)
            report(
                isFile
                    ? KeyedText("No file is read now: start with --alert \(text)", limit: 200)
                    : KeyedText(error.description, limit: 200), isFile ? .warning : .error)
            return []
        }
    }

    /// The box of a tool.
    mutating func add(alertFor cells: CellRect) -> [Effect] {
        map.tool = nil
        return add("box \(things.alerts.alerts.count + 1)", .box(bounds(of: cells)))
    }

    private mutating func add(_ name: String, _ test: Alert.Test) -> [Effect] {
        let alert = things.alerts.add(name, test)
        report(
            KeyedText(DisplayText(sanitising: "Alert: \(alert.name)", limit: 80))
                + " (\(key: .alerts) lists alerts and events)")
        return [.watch(things.alerts.alerts)]
    }

    // MARK: - Events

    /// What was heard: the newest that matters is said, and the bell rings.
    mutating func receive(alerts report: AlertReport?) -> [Effect] {
        let new = things.adopt(report, at: now)
        if let misfit = new.last(where: { $0.problem != nil }) {
            self.report(KeyedText("\(misfit.label): \(misfit.words)", limit: 200), .error)
        }
        let reported = new.filter { [.enter, .match, nil].contains($0.kind) && $0.problem == nil }
        // Nothing is more urgent than an emergency.
        guard let last = reported.last(where: { $0.kind == nil }) ?? reported.last else { return [] }
        let time = clockText(of: last)
        let words = DisplayText(sanitising: "\(last.label) \(last.words)", limit: 80)
        self.report(KeyedText(words + "  " + DisplayText(sanitising: time)), .warning)
        return things.alerts.takesBell(at: now) ? [.ring] : []
    }

    /// "14:03:12" of an event, in UTC.
    package func clockText(of event: AlertEvent) -> String { clockText(milliseconds: event.time) }

    /// The same of milliseconds since 1970.
    func clockText(milliseconds: Int64) -> String {
        guard let instant = UTCInstant(milliseconds: milliseconds) else { return "" }
        return String(instant.description.dropFirst(11).prefix(8))
    }

    /// The rings and boxes of alerts that are on.
    var alertOverlay: [Overlay.Line] {
        things.alerts.alerts.filter(\.isOn).flatMap { alert in
            let label = label(of: alert)
            switch alert.test {
            case .circle(let circle): return [Overlay.Line(.circle(circle), label: label, isDotted: true)]
            case .areas(let areas):
                return areas.outlines.enumerated().map { number, outline in
                    Overlay.Line(
                        Overlay.Path(outline), label: number == 0 ? label : .empty, isDotted: true)
                }
            case .box(let box):
                let corners = [
                    (box.north, box.west), (box.north, box.east), (box.south, box.east),
                    (box.south, box.west),
                ].map { FixedCoordinate(Coordinate(latitude: $0.0, longitude: $0.1)) }
                return [
                    Overlay.Line(.outline(PlaceOutline(.area, corners)), label: label, isDotted: true)
                ]
            case .filter: return []
            }
        }
    }

    /// "ZRH · 40 km": the name, and of a circle its radius where the name does not end with it.
    func label(of alert: Alert) -> DisplayText {
        var name = alert.name
        if case .circle(let circle) = alert.test {
            let unit = screen.distanceUnit
            if let comma = name.lastIndex(of: ","),
                (try? DistanceText(String(name[name.index(after: comma)...]), defaultUnit: unit)) != nil
            {
                name = String(name[..<comma])
            }
            let end = name.split(separator: " · ").last.map(String.init) ?? ""
            if (try? DistanceText(end, defaultUnit: unit)) == nil {
                name += " · " + unit.text(meters: circle.radiusMeters)
            }
        }
        return DisplayText(sanitising: name, limit: 40)
    }

    // MARK: - The list

    mutating func removeAlert() -> [Effect] {
        guard panels.list == .alerts else { return [] }
        let index = panels.alerts.index
        guard index < things.alerts.alerts.count else { return [] }
        report(KeyedText(DisplayText(sanitising: "Removed: \(things.alerts.alerts[index].name)", limit: 80)))
        things.alerts.remove(index)
        return [.watch(things.alerts.alerts)]
    }

    mutating func toggleAlert() -> [Effect] {
        let index = panels.alerts.index
        guard index < things.alerts.alerts.count else { return [] }
        things.alerts.toggle(index)
        return [.watch(things.alerts.alerts)]
    }
}
