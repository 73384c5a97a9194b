import MapModel

/// Knows which things are inside which alerts, and says when that changes.
///
/// A circle is left only beyond 1.02 of its radius, so that a thing on its edge does not come and go.
package struct AlertEngine: Sendable {
    private static let leavingFactor = 1.02

    /// What is asked for.
    package let alerts: [Alert]
    /// Who is inside, for each alert, by number of the thing.
    private var inside: [Set<Int>]

    /// Nobody is inside yet.
    package init(_ alerts: [Alert]) {
        self.alerts = alerts
        inside = alerts.map { _ in [] }
    }

    /// Whether nothing is asked for.
    package var isEmpty: Bool { alerts.isEmpty }

    /// Whether a thing is inside an alert.
    package func isInside(_ thing: Int, _ alert: Int) -> Bool { inside[alert].contains(thing) }

    /// Whether a thing is inside any.
    package func isInside(_ thing: Int) -> Bool { inside.contains { $0.contains(thing) } }

    /// Another thing has the number from now on.
    package mutating func forget(_ thing: Int) {
        for alert in alerts.indices { inside[alert].remove(thing) }
    }

    /// Judges a thing by what is known of it after a message.
    ///
    /// - Parameters:
    ///   - place: where it is; nil where no place of it is known.
    ///   - counts: false for things that are left out, which are outside of everything.
    ///   - matches: whether the thing matches a filter; nil where that cannot have changed.
    ///   - note: called with each change and the alert it is of.
    package mutating func judge(
        _ thing: Int, at place: Coordinate?, counts: Bool = true, matches: (ThingFilter) -> Bool?,
        _ note: (AlertEvent.Kind, Alert) -> Void
    ) {
        for (number, alert) in alerts.enumerated() {
            let was = inside[number].contains(thing)
            let isFilter: Bool
            var isNow: Bool
            switch alert.test {
            case .circle(let center, let radius):
                isFilter = false
                isNow =
                    place.map {
                        GreatCircle.distance(from: center, to: $0)
                            <= radius * (was ? Self.leavingFactor : 1)
                    } ?? was
            case .area(let contains):
                isFilter = false
                isNow = place.map(contains) ?? was
            case .filter(let filter):
                isFilter = true
                isNow = matches(filter) ?? was
            }
            isNow = isNow && counts
            guard isNow != was else { continue }
            if isNow { inside[number].insert(thing) } else { inside[number].remove(thing) }
            note(isFilter ? (isNow ? .match : .unmatch) : (isNow ? .enter : .leave), alert)
        }
    }

    /// A thing is not heard any more: who is inside is said of, and who is gone is outside afterwards.
    package mutating func judge(
        _ thing: Int, isGone: Bool, _ note: (AlertEvent.Kind, Alert) -> Void
    ) {
        for (number, alert) in alerts.enumerated() where inside[number].contains(thing) {
            note(isGone ? .gone : .silent, alert)
            if isGone { inside[number].remove(thing) }
        }
    }
}
