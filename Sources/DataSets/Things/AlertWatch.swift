import MapModel
import Rows

/// Judges the things of each part of a stream by alerts.
struct AlertWatch: Sendable {
    /// Events that are kept.
    private static let eventLimit = 200

    /// Who is inside an alert that is made, or turned on, while things are heard has not just entered it.
    var alerts: [Alert] {
        get { engine.alerts }
        set {
            let before = Set(engine.alerts.lazy.filter(\.isOn).map(\.id))
            let after = Set(newValue.lazy.filter(\.isOn).map(\.id))
            if hasJudged { unannounced = unannounced.union(after.subtracting(before)).intersection(after) }
            engine.alerts = newValue
        }
    }
    /// Other things are left out, in the language of filters; nil for none.
    var filter: String?
    /// Who is inside, and what happened.
    var report: AlertReport {
        var report = AlertReport()
        (report.inside, report.events) = (engine.inside, events)
        return report
    }

    private var engine = AlertEngine()
    private var events: [AlertEvent] = []
    private var nextNumber = 1
    private var hasJudged = false
    /// Alerts whose first things are inside already, by their numbers.
    private var unannounced: Set<Int> = []
    /// Things inside that are known to be silent, and those in an emergency.
    private var silent: Set<UInt32> = []
    private var emergencies: [UInt32: Thing.Emergency] = [:]

    /// - Parameters:
    ///   - matches: the rows that the filter of an alert leaves; nil where it cannot be asked.
    ///   - counted: the rows that are not left out; nil for all.
    ///   - name: what identifies a thing, and what it is called.
    ///   - time: milliseconds since 1970.
    mutating func judge(
        _ things: ThingSet, matches: (Alert) -> RowSet?, counted: RowSet? = nil,
        name: (UInt32) -> (id: String, name: String), time: Int64
    ) {
        var found: [AlertEvent] = []
        for thing in things.things where thing.emergency != emergencies[thing.row] ?? .none {
            emergencies[thing.row] = thing.emergency
            if thing.emergency != .none {
                found.append(AlertEvent(thing.emergency, row: thing.row, time: time))
            }
        }
        let gone = Set(engine.inside.values.flatMap(\.keys)).filter { things[$0] == nil }
        for row in gone.sorted() { found += engine.judge(row, isGone: true, time: time) }
        var matching: [Int: RowSet] = [:]
        for alert in alerts where alert.isOn {
            if case .filter = alert.test { matching[alert.id] = matches(alert) }
        }
        for thing in things.things {
            let counts = counted?.contains(thing.row) ?? true
            let place = Self.coordinate(of: thing.place)
            found += engine.judge(thing.row, at: place, time: time, counts: counts) { alert in
                matching[alert.id]?.contains(thing.row)
            }
            if things.state(of: thing) == .silent, silent.insert(thing.row).inserted {
                found += engine.judge(thing.row, isGone: false, time: time)
            }
        }
        silent = silent.filter { row in things[row].map { things.state(of: $0) == .silent } ?? false }
        emergencies = emergencies.filter { $0.value != .none && things[$0.key] != nil }
        if !unannounced.isEmpty {
            found.removeAll { event in
                guard event.kind == .enter || event.kind == .match, let alert = event.alert else {
                    return false
                }
                return unannounced.contains(alert.id)
            }
        }
        (hasJudged, unannounced) = (true, [])
        for var event in found {
            (event.id, event.name) = name(event.row)
            event.place = things[event.row].map { FixedCoordinate(Self.coordinate(of: $0.place)) }
            event.number = nextNumber
            nextNumber += 1
            events.append(event)
        }
        events.removeFirst(max(events.count - Self.eventLimit, 0))
    }

    private static func coordinate(of place: QuantumPoint) -> Coordinate {
        WebMercator.unproject(place.worldPoint)
    }
}
