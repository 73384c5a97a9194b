import MapModel
import Rows

/// Something to be told of, while things move.
package struct ThingAlert: Sendable, Equatable {
    /// When a thing is inside.
    package enum Test: Sendable, Equatable {
        /// Within the circle; it leaves beyond 1.02 of its radius.
        case circle(GeoCircle)
        case box(GeoBounds)
        /// Its row matches.
        case filter(RowFilter)
    }

    /// A number of its own.
    package let id: Int
    /// "ZRH · 40 km".
    package let name: String
    package let test: Test
    /// Whether it is watched now.
    package var isOn = true

    /// An alert that is watched.
    package init(id: Int, name: String, _ test: Test) { (self.id, self.name, self.test) = (id, name, test) }
}

/// What happened to a thing.
package struct ThingEvent: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case enter, leave, match, unmatch
        /// Inside an alert it has not been heard for a while, or for so long that it is not shown.
        case silent, gone
        /// It says so itself.
        case emergency(Thing.Emergency)
    }

    /// Counted from 1.
    package let number: Int
    package let kind: Kind
    /// The alert that it is of; nil for emergencies.
    package let alert: Int?
    /// The name of the alert.
    package let alertName: String
    package let row: UInt32
    /// What the thing is called.
    package let name: String
    package let place: FixedCoordinate
    /// Seconds since 1970, UTC.
    package let time: Double
}

/// Who is inside, and what happened.
package struct AlertReport: Sendable, Equatable {
    /// Since when things are inside each alert, in seconds since 1970.
    package internal(set) var inside: [Int: [UInt32: Double]] = [:]
    /// The last events, from the oldest to the newest.
    package internal(set) var events: [ThingEvent] = []

    /// Nothing.
    package init() {}
}

/// Judges the things of each part of a stream by alerts.
struct AlertWatch: Sendable {
    /// Events that are kept.
    private static let eventLimit = 200
    private static let leavingFactor = 1.02

    var alerts: [ThingAlert] = [] {
        didSet {
            let ids = Set(alerts.filter(\.isOn).map(\.id))
            report.inside = report.inside.filter { ids.contains($0.key) }
        }
    }
    private(set) var report = AlertReport()
    private var nextNumber = 1
    /// Things inside that are known to be silent, and those in an emergency.
    private var silent: Set<UInt32> = []
    private var emergencies: [UInt32: Thing.Emergency] = [:]

    /// - Parameters:
    ///   - matches: the rows that a filter leaves; nil where it cannot be asked.
    ///   - name: what a thing is called.
    ///   - time: seconds since 1970.
    mutating func judge(
        _ things: ThingSet, matches: (RowFilter) -> RowSet?, name: (UInt32) -> String, time: Double
    ) {
        func note(_ kind: ThingEvent.Kind, _ alert: ThingAlert?, _ row: UInt32, _ place: QuantumPoint?) {
            report.events.append(
                ThingEvent(
                    number: nextNumber, kind: kind, alert: alert?.id, alertName: alert?.name ?? "", row: row,
                    name: name(row), place: FixedCoordinate(Self.coordinate(of: place)), time: time))
            nextNumber += 1
        }
        for thing in things.things where thing.emergency != emergencies[thing.row] ?? .none {
            emergencies[thing.row] = thing.emergency
            if thing.emergency != .none { note(.emergency(thing.emergency), nil, thing.row, thing.place) }
        }
        for alert in alerts where alert.isOn {
            var inside = report.inside[alert.id] ?? [:]
            let isFilter: Bool
            var rows: RowSet?
            if case .filter(let filter) = alert.test {
                (isFilter, rows) = (true, matches(filter))
                guard rows != nil else { continue }
            } else {
                isFilter = false
            }
            for row in inside.keys.sorted() where things[row] == nil {
                inside[row] = nil
                note(.gone, alert, row, nil)
            }
            for thing in things.things {
                let was = inside[thing.row] != nil
                let isNow = rows?.contains(thing.row) ?? Self.holds(alert.test, thing.place, was: was)
                if isNow != was {
                    inside[thing.row] = isNow ? time : nil
                    note(
                        isFilter ? (isNow ? .match : .unmatch) : isNow ? .enter : .leave, alert, thing.row,
                        thing.place)
                } else if was, things.state(of: thing) == .silent {
                    if silent.insert(thing.row).inserted { note(.silent, alert, thing.row, thing.place) }
                }
            }
            report.inside[alert.id] = inside
        }
        silent = silent.filter { row in things[row].map { things.state(of: $0) == .silent } ?? false }
        emergencies = emergencies.filter { $0.value != .none && things[$0.key] != nil }
        report.events.removeFirst(max(report.events.count - Self.eventLimit, 0))
    }

    private static func coordinate(of place: QuantumPoint?) -> Coordinate {
        WebMercator.unproject((place ?? QuantumPoint(x: 0, y: 0)).worldPoint)
    }

    private static func holds(_ test: ThingAlert.Test, _ place: QuantumPoint, was: Bool) -> Bool {
        let coordinate = Self.coordinate(of: place)
        switch test {
        case .circle(let circle):
            return GreatCircle.distance(from: circle.center, to: coordinate)
                <= circle.radiusMeters * (was ? leavingFactor : 1)
        case .box(let box): return box.contains(coordinate)
        case .filter: return false
        }
    }
}
