import MapModel

/// Knows which things are inside which alerts, and says when that changes.
///
/// `AlertWatch` asks it, message by message.
package struct AlertEngine: Sendable {
    private static let leavingFactor = 1.02

    /// What is asked for; those that are off have nobody inside.
    package var alerts: [Alert] {
        didSet {
            let ids = Set(alerts.lazy.filter(\.isOn).map(\.id))
            inside = inside.filter { ids.contains($0.key) }
        }
    }
    /// Who is inside each alert, by its number, and since when, in milliseconds since 1970.
    package private(set) var inside: [Int: [UInt32: Int64]] = [:]

    /// Nobody is inside yet.
    package init(_ alerts: [Alert] = []) { self.alerts = alerts }

    /// Another thing has the row from now on.
    package mutating func forget(_ row: UInt32) {
        for alert in inside.keys { inside[alert]?[row] = nil }
    }

    /// Judges a thing by what is known of it.
    ///
    /// - Parameters:
    ///   - place: where it is; nil where no place of it is known.
    ///   - time: milliseconds since 1970; asked for where something has changed.
    ///   - counts: false for things that are left out, which are outside of everything.
    ///   - isAsked: whether an alert is judged now.
    ///   - matches: whether the thing matches the filter of an alert; nil where that cannot have changed.
    /// - Returns: what has changed.
    package mutating func judge(
        _ row: UInt32, at place: Coordinate?, time: @autoclosure () -> Int64, counts: Bool = true,
        by isAsked: (Alert) -> Bool = { _ in true }, matches: (Alert) -> Bool?
    ) -> [AlertEvent] {
        var events: [AlertEvent] = []
        var moment: Int64?
        for alert in alerts where alert.isOn && isAsked(alert) {
            let was = inside[alert.id]?[row] != nil
            let test: Bool?
            var (enter, leave) = (AlertEvent.Kind.enter, AlertEvent.Kind.leave)
            if case .filter = alert.test {
                test = matches(alert)
                (enter, leave) = (.match, .unmatch)
            } else {
                test = place.map { Self.holds(alert.test, $0, was: was) }
            }
            let isNow = counts && test ?? was
            guard isNow != was else { continue }
            let time = moment ?? time()
            moment = time
            inside[alert.id, default: [:]][row] = isNow ? time : nil
            events.append(AlertEvent(isNow ? enter : leave, alert, row: row, time: time))
        }
        return events
    }

    /// Judges a thing that has fallen silent: each alert that it is inside has an event. A thing that is gone is outside
    /// afterwards.
    package mutating func judge(
        _ row: UInt32, isGone: Bool, time: Int64, by isAsked: (Alert) -> Bool = { _ in true }
    ) -> [AlertEvent] {
        var events: [AlertEvent] = []
        for alert in alerts where inside[alert.id]?[row] != nil && isAsked(alert) {
            events.append(AlertEvent(isGone ? .gone : .silent, alert, row: row, time: time))
            if isGone { inside[alert.id]?[row] = nil }
        }
        return events
    }

    private static func holds(_ test: Alert.Test, _ place: Coordinate, was: Bool) -> Bool {
        switch test {
        case .circle(let circle):
            GreatCircle.distance(from: circle.center, to: place)
                <= circle.radiusMeters * (was ? leavingFactor : 1)
        case .box(let box): box.contains(place)
        case .areas(let areas): !areas.geometry.areas(at: FixedCoordinate(place)).isEmpty
        case .filter: false
        }
    }
}
