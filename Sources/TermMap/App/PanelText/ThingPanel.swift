import CellGraphics
import MapModel
import Rows

/// What a panel says of the selected thing above its columns: how it moves, what it did, where it is inside.
package struct ThingPanel {
    package enum Part {
        /// Fields beside each other.
        case fields([Field])
        /// A heading with a line, and what stands at its right end.
        case heading(DisplayText, DisplayText)
        /// A curve with the greatest and the least number at its right.
        case plot(Plot)
        case line(Line)
        case gap

        /// Rows of the screen.
        package var height: Int {
            switch self {
            case .plot(let plot): plot.rows
            case .fields(let fields): fields.map(\.lines.count).max() ?? 0
            case .heading, .line, .gap: 1
            }
        }
    }

    /// A value under a name, as many lines as it takes.
    package struct Field {
        package var name: DisplayText
        package var lines: [DisplayText]
    }

    /// A number over time.
    package struct Plot {
        package var values: [(seconds: Double, number: Float)]
        package var rows: Int
        /// What the height of the plot stands for at least: a smaller change is noise.
        package var leastSpan: Float
        package var ink: Role
        package var most: DisplayText
        package var least: DisplayText
    }

    /// A line of a list: a thing or a time, what it is about, and what happened.
    package struct Line {
        /// The row whose sign stands first; nil for none.
        package var row: UInt32?
        package var start: DisplayText
        package var middle: DisplayText
        package var end: DisplayText
        package var endRole = Role.panelDim
        /// Where the middle and the end begin; the end is at the right edge where nil.
        package var middleColumn: Int
        package var endColumn: Int?
    }

    package private(set) var parts: [Part] = []
    /// Columns that the name of a field takes.
    package static let nameColumns = 10
    /// Rows of the screen, with a free one below in a panel at the side.
    package var height: Int { parts.isEmpty ? 0 : used + (isAtSide ? 1 : 0) }

    /// Rows of the panel that its columns keep, at the side and below the map.
    private static let leastRows = 5
    private static let leastRowsBelow = 1
    private static let mostInside = 5
    private static let mostEvents = 8
    private let room: Int
    private let isAtSide: Bool

    /// - Parameter body: what lies below the head of the panel.
    init(_ thing: Thing, _ state: AppState, in body: CellRect) {
        isAtSide = state.layout.isSidePanel
        room = body.height - (isAtSide ? Self.leastRows : Self.leastRowsBelow)
        guard room >= (isAtSide ? 5 : 1) else { return }
        addFields(thing, state, width: body.width - 4)
        guard isAtSide else { return }
        addPlots(thing, state)
        add(section: Self.inside(state))
        add(section: Self.events(state))
    }

    private var used: Int { parts.reduce(0) { $0 + $1.height } }

    /// Adds parts with a gap before them, as many as there is room for; a heading alone is none.
    private mutating func add(section: [Part]) {
        let rest = room - used - 1
        guard section.count > 1, rest >= 2 else { return }
        parts.append(.gap)
        parts += section.prefix(rest)
    }

    // MARK: - Fields

    /// One below the other at the side, else two beside each other.
    private mutating func addFields(_ thing: Thing, _ state: AppState, width: Int) {
        let count = isAtSide ? 1 : 2
        let columns = max(width / count - Self.nameColumns - (count - 1), 1)
        var fields = Self.fields(thing, state).filter { !$0.1.isEmpty }.map { name, value in
            Field(name: DisplayText(sanitising: name), lines: value.wrapped(to: columns))
        }
        while !fields.isEmpty {
            let part = Part.fields(Array(fields.prefix(count)))
            guard used + part.height <= room else { return }
            parts.append(part)
            fields.removeFirst(min(count, fields.count))
        }
    }

    private static func fields(_ thing: Thing, _ state: AppState) -> [(String, DisplayText)] {
        let text = state.thingText
        let coordinate = WebMercator.unproject(thing.place.worldPoint)
        var seen = ""
        if state.things.areFollowed {
            let isGone = state.things.all?[thing.row] == nil
            seen =
                (isGone ? "gone, " : "")
                + ThingText.ago(state.things.silence(of: thing, at: state.now))
            if thing.messages > 0 { seen += ", " + thing.messages.counted("message") }
        }
        return [
            ("altitude", DisplayText(sanitising: text.altitude(thing))),
            ("speed", DisplayText(sanitising: text.motion(thing))),
            ("position", state.whereabouts(of: coordinate)),
            ("seen", DisplayText(sanitising: seen)),
            ("receiver", DisplayText(sanitising: state.value(ofColumn: ThingColumn.source.name), limit: 60)),
        ]
    }

    // MARK: - Plots

    private mutating func addPlots(_ thing: Thing, _ state: AppState) {
        guard let all = state.things.all, all.isFollowed else { return }
        let longest = all.choice.times(of: thing.kind).trailSeconds
        let points = thing.trail.points[thing.trail.firstIndex(since: max(all.trailClock - longest, 0))...]
        guard let first = points.first else { return }
        let span = DisplayText(sanitising: "last " + ThingText.span(max(thing.placed - first.seconds, 1)))
        var heights = points.compactMap { point in point.altitude.map { (point.seconds, $0) } }
        if thing.altitude.isFinite { heights.append((thing.placed, thing.altitude)) }
        var speeds = points.compactMap { point in point.metersPerSecond.map { (point.seconds, $0) } }
        if thing.speed.isFinite { speeds.append((thing.placed, thing.speed)) }
        let text = state.thingText
        add(plot: "ALTITUDE", span, heights, rows: 4, over: 100, .place) { text.level($0, thing.kind) }
        add(plot: "SPEED", span, speeds, rows: 3, over: 5, .track) { text.speed($0, thing.kind) }
    }

    private mutating func add(
        plot title: DisplayText, _ span: DisplayText, _ values: [(Double, Float)], rows: Int,
        over leastSpan: Float, _ ink: Role, _ words: (Float) -> String
    ) {
        guard values.count > 1, room - used >= rows + 2 else { return }
        let numbers = values.map(\.1)
        let (most, least) = (numbers.max() ?? 0, numbers.min() ?? 0)
        parts.append(.gap)
        parts.append(.heading(title, span))
        parts.append(
            .plot(
                Plot(
                    values: values.map { (seconds: $0.0, number: $0.1) }, rows: rows,
                    leastSpan: leastSpan, ink: ink,
                    most: DisplayText(sanitising: words(most)), least: DisplayText(sanitising: words(least))))
        )
    }

    // MARK: - Alerts

    /// The things inside the first alert that has any, those that came last first.
    private static func inside(_ state: AppState) -> [Part] {
        let alerts = state.things.alerts
        guard
            let alert = alerts.alerts.first(where: { alert in
                alert.isOn && alerts.report.inside[alert.id]?.isEmpty == false
            }), let inside = alerts.report.inside[alert.id], let all = state.things.all
        else { return [] }
        let text = state.thingText
        let newest = inside.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let title = DisplayText(sanitising: "INSIDE " + alert.name, limit: 30)
        return [.heading(title, "\(inside.count.grouped)")]
            + newest.prefix(mostInside).compactMap { row, time in
                guard let thing = all[row] else { return nil }
                let isNew = state.things.callouts.contains(row)
                let since = state.clockText(milliseconds: time)
                return .line(
                    Line(
                        row: row, start: state.title(ofRow: row), middle: text.beside(thing),
                        end: DisplayText(sanitising: (isNew ? "entered " : "since ") + since),
                        endRole: isNew ? .ring : .panelDim, middleColumn: 12))
            }
    }

    private static let eventMilliseconds: Int64 = 600_000

    /// What happened in the last ten minutes, the newest first.
    private static func events(_ state: AppState) -> [Part] {
        let events = state.things.alerts.report.events
        guard let last = events.last else { return [] }
        let recent = events.reversed().prefix { last.time - $0.time <= eventMilliseconds }
        return [.heading("EVENTS", "last 10 min")]
            + recent.prefix(mostEvents).map { event in
                .line(
                    Line(
                        start: DisplayText(sanitising: state.clockText(of: event)),
                        middle: DisplayText(sanitising: event.label, limit: 14),
                        end: DisplayText(sanitising: event.words, limit: 60), endRole: event.role,
                        middleColumn: 10, endColumn: 19))
            }
    }
}

extension AppState {
    /// What the panel says of the selected thing above its columns; nil where that is no thing.
    package func thingPanel(in area: CellRect) -> ThingPanel? {
        guard panels.showsDetails, let thing = selectedThing, things.areFollowed || layout.isSidePanel else {
            return nil
        }
        return ThingPanel(thing, self, in: PanelMetrics.textBody(of: area))
    }

    /// What identifies the selected thing of a feed, and what it is: "ship · cargo", "aircraft · squawk 3051"; nil where
    /// no such thing is selected.
    package var thingHead: (id: DisplayText, kind: DisplayText)? {
        guard data.areFeedThings, things.areFollowed, let thing = selectedThing else { return nil }
        let squawk = value(ofColumn: ThingDetail.squawk.name)
        let words = [
            thing.kind.name, value(ofColumn: ThingDetail.shipType.name),
            squawk.isEmpty ? "" : "squawk " + squawk,
            value(ofColumn: ThingDetail.destination.name),
        ]
        let separator = screen.appearance.charset == .ascii ? ", " : " · "
        return (
            DisplayText(sanitising: value(ofColumn: ThingColumn.id.name), limit: 30),
            DisplayText(sanitising: words.filter { !$0.isEmpty }.joined(separator: separator), limit: 100)
        )
    }

    /// What lies below the head of a panel, and below what is said of a thing.
    package func textBody(of area: CellRect) -> CellRect {
        let body = PanelMetrics.textBody(of: area)
        guard let panel = thingPanel(in: area) else { return body }
        return CellRect(
            column: body.column, row: body.row + panel.height, width: body.width,
            height: max(body.height - panel.height, 1))
    }

    /// "87 km NW of Zürich"; the coordinate where no names are known.
    func whereabouts(of coordinate: Coordinate) -> DisplayText {
        guard let atlas = shipped.atlas,
            let found = atlas.locator.description(
                of: coordinate, viewSpanMeters: viewSpanMeters(at: coordinate))
        else { return PlaceText.coordinate(coordinate, zoom: map.viewport.zoom) }
        return DisplayText(sanitising: found.text(unit: screen.distanceUnit))
    }

    /// The value of a column of the selected row, as far as it was read.
    func value(ofColumn name: String) -> String {
        guard case .success(let record) = selection.record else { return "" }
        return record.fields.first { $0.name == name }?.value.text ?? ""
    }
}
