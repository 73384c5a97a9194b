import CellGraphics
import MapModel

/// The stops of a history: a list by days, and signs on the map.
extension AppState {
    mutating func carryOut(_ command: StayCommand) -> [Effect] {
        switch command {
        case .toggle: return toggleStays()
        case .order:
            guard let number = chosenStay else { return [] }
            map.journeys.stays?.turnOrder()
            let line = map.journeys.stays?.line(ofStay: number) ?? 0
            let count = StopList.count(self)
            panels.stops.move(to: line, of: count, pageRows: StopList.pageRows(self))
        case .copy:
            guard let number = chosenStay, let stays = map.journeys.stays else { return [] }
            let stay = stays.stays[number]
            let parts = [
                name(of: stay).text, stays.words(stay.start).text, stays.words(stay.end).text,
                JourneyWords.stay(stay.seconds),
                "\(stay.place.latitude.trimmed(5)),\(stay.place.longitude.trimmed(5))",
            ]
            return copy(Array(parts.joined(separator: "\t").utf8), "The stop")
        }
        return []
    }

    /// `:stops`: looks for the places where somebody stayed.
    private mutating func toggleStays() -> [Effect] {
        if panels.current == .stops { return closePanel() }
        if let reason = reasonAgainstJourneys {
            report(reason, .warning)
            return []
        }
        closeStrip()
        let effects = map.band == nil ? [] : toggleBand()
        map.journeys.stays = nil
        map.journeys.forget()
        panels.stops = ListCursor()
        return effects + open(.stops)
    }

    /// Takes the stops that were found.
    mutating func receive(_ stays: Stays, of journeys: [ShownJourney]) {
        let isFirst = map.journeys.stays == nil
        map.journeys.stays = stays
        map.journeys.lines = journeys.map(\.line)
        guard isFirst else { return StopList.move(by: 0, &self) }
        panels.stops = ListCursor()
        StopList.move(by: 0, &self)
        let isInView = stays.stays.contains {
            visibleMap.contains(map.viewport.dot(of: WebMercator.project($0.place)).cell)
        }
        let bounds = stays.stays.map { GeoBounds(at: $0.place) }
        guard !isInView, let first = bounds.first else { return }
        show(fitted(to: bounds.dropFirst().reduce(first) { $0.union($1) }), by: .jump)
    }

    /// The number of the stop under the cursor.
    var chosenStay: Int? { map.journeys.stays?.stay(atLine: panels.stops.index) }

    private var shownStay: Stay? {
        chosenStay.flatMap { number in map.journeys.stays.map { $0.stays[number] } }
    }

    /// The map moves so that the stop under the cursor is in view.
    mutating func revealStay() {
        guard let stay = shownStay else { return }
        let cell = map.viewport.dot(of: WebMercator.project(stay.place)).cell
        let rect = CellRect(column: cell.column - 1, row: cell.row, width: 3, height: 1)
        if let target = map.revealing(rect, in: visibleMap) { show(target, by: .pan) }
    }

    /// Enter: as near as a town, with the points of the stop.
    mutating func showStay() {
        guard let stay = shownStay else { return }
        show(fitted(to: GeoBounds(at: stay.place)), by: .jump)
    }

    /// `p` on a stop: the profile, with its points as the range.
    mutating func profileOfStay() -> [Effect] {
        guard let stay = shownStay else { return [] }
        map.journeys.forget()
        map.journeys.strip = JourneyStrip()
        map.journeys.wanted = .number(stay.journey, stay.points)
        setPanel(nil)
        map.makeRoom(layout.visibleMap)
        refreshAnnotations(animated: false)
        return []
    }

    // MARK: - What is said of them

    /// The stops that are drawn; nil while their list is closed.
    package var staysOnMap: Stays? { panels.stack.contains(.stops) ? map.journeys.stays : nil }
    /// The lines of their journeys.
    package var journeyLines: [JourneyLine] { map.journeys.lines }

    /// What the list says without any stop.
    package var staysText: KeyedText {
        if let problem = map.journeys.problem { return KeyedText(problem) }
        return map.journeys.isAwaited || map.journeys.stays == nil
            ? "Looking for stops …" : "No stop is long enough"
    }

    /// The name of a stop's place; its coordinate where none is known.
    package func name(of stay: Stay) -> DisplayText {
        stay.name.isEmpty ? PlaceText.coordinate(stay.place, zoom: 12) : stay.name
    }

    /// From, to, its points and the way before it, in a line of `width` cells.
    package func fields(
        of number: Int, _ stays: Stays, width: Int
    ) -> [(name: DisplayText, value: DisplayText)] {
        let stay = stays.stays[number]
        let unit = screen.distanceUnit
        let points = stay.pointCount.grouped + " within " + unit.text(meters: stay.reachMeters)
        var fields: [(name: DisplayText, value: DisplayText)] = [
            ("from", stays.words(stay.start)), ("to", stays.words(stay.end)),
            ("points", DisplayText(sanitising: points)),
        ]
        if number > 0, let before = wayBefore(stay, from: stays.stays[number - 1], width) {
            fields.append(("before", before))
        }
        return fields
    }

    /// `38 km from Padua in 41 min`; where that is too wide, the place stands last and is clipped, or is left out.
    private func wayBefore(_ stay: Stay, from last: Stay, _ width: Int) -> DisplayText? {
        guard let meters = stay.wayMeters, let seconds = stay.waySeconds else { return nil }
        let way = DisplayText(sanitising: screen.distanceUnit.text(meters: meters))
        let time = DisplayText(sanitising: JourneyWords.stay(seconds))
        let place = name(of: last)
        let whole = way + " from " + place + " in " + time
        if whole.width <= width { return whole }
        let start = way + ", " + time + " from "
        let room = width - start.width
        guard room >= Self.leastPlaceWidth else { return way + " in " + time }
        let ellipsis: Ellipsis = screen.appearance.charset == .ascii ? .tilde : .unicode
        return start + place.clipped(to: room, ellipsis: ellipsis)
    }

    /// Fewer cells do not name a place.
    private static let leastPlaceWidth = 6

    /// Where the cursor of the strip is, or the stop under the cursor of the list.
    package var journeySpot: Coordinate? {
        if let strip, let shown = strip.shown { return shown.figures.coordinate(at: strip.cursor) }
        return staysOnMap == nil ? nil : shownStay?.place
    }

    /// "13 stops of 48,210 points", or "1 track, 2,412 points".
    package var journeyStatus: (count: DisplayText, rest: DisplayText)? {
        if let stays = staysOnMap {
            return ("\(stays.stays.count.counted("stop"))", " of \(stays.pointCount.counted("point"))")
        }
        guard let strip, let shown = strip.shown else { return nil }
        return (
            "\(strip.journeys.count.counted("track"))", ", \(shown.journey.count.counted("point"))"
        )
    }

    /// Rows lie under the line of a journey, and are not drawn: those of the tracks in the strip, all below the stops.
    package var hidesRows: Bool {
        if staysOnMap != nil { return true }
        guard let shown = strip?.shown else { return false }
        return shown.hasRows
    }
}

extension AppState {
    /// The rows of the range of the strip; nil without a range, and where its points are no rows.
    private var rowsOfRange: RowSet? {
        guard let shown = strip?.shown, let range = strip?.range, shown.hasRows else { return nil }
        let first = range.lowerBound.nextPoint
        let points = shown.journey.rows[first...max(range.upperBound.point, first)]
        var rows = RowSet(capacity: Int(points.max() ?? 0) + 1)
        for row in points { rows.insert(row) }
        return rows
    }

    /// Whether rows are to be saved that have nothing of the range of the strip: those of lines.
    var savesBesidesRange: Bool { strip?.range != nil && rowsOfRange == nil }

    /// What `:save` writes of journeys: the stops while they are listed, as GeoJSON; the range of the strip, or all of the
    /// journey, as GPX; the rows of the range where its points are rows.
    func savedJourney(in request: SaveRequest) -> (rows: SavedRows, noun: String, words: String)? {
        let ending = request.path.split(separator: ".").last?.lowercased()
        if let stays = staysOnMap, ending == "geojson" {
            return (.stays(stays.stays), "stop", stays.stays.count.counted("stop"))
        }
        guard let strip, let shown = strip.shown else { return nil }
        if ending != "gpx" {
            guard let rows = rowsOfRange else { return nil }
            let marked = SavedRows.marked(rows, places: [:], numbering: data.numbering)
            return (marked, "row", rows.count.counted("row") + " of the range")
        }
        let range = strip.range ?? shown.figures.start...shown.figures.end
        let count = shown.figures.stretch(from: range.lowerBound, to: range.upperBound).pointCount
        return (.journey(shown, range), "point", count.counted("point"))
    }
}
