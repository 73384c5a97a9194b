import MapModel
import Rows

/// Who is inside, and what happened.
package struct AlertReport: Sendable, Equatable {
    /// Since when things are inside each alert, by its number, in milliseconds since 1970.
    package internal(set) var inside: [Int: [UInt32: Int64]] = [:]
    /// The last events, from the oldest to the newest.
    package internal(set) var events: [AlertEvent] = []

    /// Nothing.
    package init() {}
}

/// Judges the things of each part of a stream by alerts.
struct AlertWatch: Sendable {
    /// Events that are kept.
    private static let eventLimit = 200

    var alerts: [Alert] {
        get { engine.alerts }
        set { engine.alerts = newValue }
    }
    /// Who is inside, and what happened.
    var report: AlertReport {
        var report = AlertReport()
        (report.inside, report.events) = (engine.inside, events)
        return report
    }

    private var engine = AlertEngine()
    private var events: [AlertEvent] = []
    private var nextNumber = 1
    /// Things inside that are known to be silent, and those in an emergency.
    private var silent: Set<UInt32> = []
    private var emergencies: [UInt32: Thing.Emergency] = [:]

    /// - Parameters:
    ///   - matches: the rows that the filter of an alert leaves; nil where it cannot be asked.
    ///   - name: what a thing is called.
    ///   - time: milliseconds since 1970.
    mutating func judge(
        _ things: ThingSet, matches: (Alert) -> RowSet?, name: (UInt32) -> String, time: Int64
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
            found += engine.judge(thing.row, at: Self.coordinate(of: thing.place), time: time) { alert in
                matching[alert.id]?.contains(thing.row)
            }
            if things.state(of: thing) == .silent, silent.insert(thing.row).inserted {
                found += engine.judge(thing.row, isGone: false, time: time)
            }
        }
        silent = silent.filter { row in things[row].map { things.state(of: $0) == .silent } ?? false }
        emergencies = emergencies.filter { $0.value != .none && things[$0.key] != nil }
        for var event in found {
            event.name = name(event.row)
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
