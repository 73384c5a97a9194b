import CellGraphics
import DataSets
import MapModel
import Rows

/// What is asked of journeys, and what comes back.
extension AppState {
    /// Asks for the journeys of the strip, or the stops of the list, where other rows are shown than those asked about.
    mutating func askForJourneys() -> [Effect] {
        guard strip != nil || panels.stack.contains(.stops) else { return [] }
        guard let question = journeyQuestion, let ticket = map.journeys.ask(question, at: now) else {
            return []
        }
        return [.readJourneys(question, ticket: ticket)]
    }

    /// The strip, or the list of stops, is open, and what it shows is on its way.
    package var awaitsJourneys: Bool {
        map.journeys.isAwaited && (strip.map { $0.shown == nil } ?? (map.journeys.stays == nil))
    }

    private var journeyQuestion: JourneyQuestion? {
        let asksForStops = strip == nil
        if map.journeys.isOwn, strip != nil {
            return position.map { JourneyQuestion(.track($0.track), asksForStops: false) }
        }
        if let row = map.journeys.thing, strip != nil {
            // One that is gone leaves what was shown of it.
            guard let thing = things.all?[row] else { return nil }
            return JourneyQuestion(.trail(thing, name: title(ofRow: row).text), asksForStops: false)
        }
        // A stream may never end: what is there is shown.
        guard data.loading == .done || data.rowTotal > 0 else { return nil }
        return JourneyQuestion(
            .rows(data.rows.kept, generation: data.generation), asksForStops: asksForStops,
            names: asksForStops ? shipped.atlas.map { StayNames($0, unit: screen.distanceUnit) } : nil)
    }

    /// Takes journeys, or their stops.
    mutating func receive(_ answer: JourneyAnswer, ticket: Int) -> [Effect] {
        guard map.journeys.receive(ticket) else { return [] }
        map.journeys.problem = answer.problem
        if let stays = answer.stays {
            receive(stays, of: answer.journeys)
        } else if strip != nil {
            showJourneys(answer.journeys)
            if answer.journeys.isEmpty {
                report(KeyedText(answer.problem ?? "There is no track in the data"), .warning)
                closeStrip()
            }
        }
        return []
    }

    private mutating func showJourneys(_ journeys: [ShownJourney]) {
        let wanted = map.journeys.wanted
        map.journeys.wanted = nil
        let first = wanted.map { self.number(of: $0, journeys) } ?? 0
        map.journeys.strip?.adopt(journeys, showing: first)
        guard let wanted, let shown = strip?.shown else { return }
        if case .number(_, let points) = wanted {
            let ends = [points.lowerBound, points.upperBound].map {
                JourneyPosition(point: min($0, shown.journey.count - 1))
            }
            let axis = stripAxis(of: shown)
            map.journeys.strip?.setRange(ends[0]...ends[1], axis)
        }
        keepJourneyInView(shown)
    }

    private func number(of wanted: WantedJourney, _ journeys: [ShownJourney]) -> Int {
        let nearest: Coordinate
        switch wanted {
        case .number(let number, _): return number
        case .row(let row):
            if let number = journeys.firstIndex(where: { $0.holds(row: row) }) { return number }
            nearest = map.middle
        case .near(let place): nearest = place
        }
        let point = WebMercator.project(nearest)
        let distances = journeys.map { $0.distance(to: point) }
        return distances.indices.min { distances[$0] < distances[$1] } ?? 0
    }

    /// The map keeps its scale, and moves by whole cells so that as much as can be of the line is in view. A line that is
    /// little larger is shown whole, as long as the strip is open.
    private mutating func keepJourneyInView(_ shown: ShownJourney) {
        guard let bounds = shown.line.bounds() else { return }
        let corners = [
            Coordinate(latitude: bounds.north, longitude: bounds.west),
            Coordinate(latitude: bounds.south, longitude: bounds.west + bounds.longitudeSpan),
        ].map { map.viewport.dot(of: WebMercator.project($0)).cell }
        let width = corners[1].column - corners[0].column
        let height = corners[1].row - corners[0].row
        let area = visibleMap
        guard width >= 0, height >= 0, width < area.width, height < area.height else {
            guard width >= 0, height >= 0, width < 2 * area.width, height < 2 * area.height else {
                return revealCursor(evenIfNear: true)
            }
            // It was in view until the strip took its rows.
            map.makeMoreRoom(map.fitted(to: bounds, in: area))
            return refreshAnnotations(animated: false)
        }
        let rect = CellRect(
            column: corners[0].column, row: corners[0].row, width: width + 1, height: height + 1)
        if !rect.intersects(
            CellRect(
                column: area.column - area.width, row: area.row - area.height, width: 3 * area.width,
                height: 3 * area.height))
        {
            return show(fitted(to: bounds, maximumZoom: map.viewport.zoom), by: .jump)
        }
        if let target = map.revealing(rect, in: area) { show(target, by: .pan) }
    }
}
