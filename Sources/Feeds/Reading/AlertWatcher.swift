import MapModel

/// Judges things by the message for those who want to be told.
struct AlertWatcher {
    private let watch: FeedWatch
    private var request: FeedWatch.Request
    private var engine: AlertEngine
    /// Things that match the filter of the request.
    private var counted: Set<Int> = []

    init(_ watch: FeedWatch) {
        self.watch = watch
        request = watch.current
        engine = AlertEngine(request.alerts)
    }

    /// Takes other alerts; true where everything is to be forgotten.
    mutating func renew(_ things: [HeardThing], _ sources: [String]) -> Bool {
        let before = request
        request = watch.current
        let forgets = request.forgetCount != before.forgetCount
        guard request.revision != before.revision || forgets else { return false }
        engine = AlertEngine(request.alerts)
        for (number, thing) in things.enumerated() where thing.state != .gone && !forgets {
            engine.judge(number, at: thing.place?.coordinate, matches: { $0.matches(thing, sources) }) {
                _, _ in
            }
        }
        return forgets
    }

    /// Judges a thing after a message; false where the reading is to end.
    mutating func judge(
        _ thing: HeardThing, _ effect: ThingRegister.Effect, _ sources: [String], _ state: inout FeedState
    ) -> Bool {
        if engine.isEmpty { return true }
        let number = effect.thing
        if effect.isNew {
            engine.forget(number)
            counted.remove(number)
        }
        if let filter = request.filter, !filter.changes.isDisjoint(with: effect.changes) {
            if filter.matches(thing, sources) { counted.insert(number) } else { counted.remove(number) }
        }
        let counts = request.filter == nil || counted.contains(number)
        var events: [(AlertEvent.Kind, Alert)] = []
        engine.judge(
            number, at: thing.place?.coordinate, counts: counts,
            matches: { filter in
                filter.changes.isDisjoint(with: effect.changes) ? nil : filter.matches(thing, sources)
            }
        ) { events.append(($0, $1)) }
        return send(events, thing, number, at: max(thing.heard, effect.moment), &state)
    }

    /// Tells of a thing that is not heard any more; false where the reading is to end.
    mutating func judge(
        _ thing: HeardThing, _ number: Int, isGone: Bool, at moment: Int64, _ state: inout FeedState
    ) -> Bool {
        var events: [(AlertEvent.Kind, Alert)] = []
        engine.judge(number, isGone: isGone) { events.append(($0, $1)) }
        return send(events, thing, number, at: moment, &state)
    }

    private func send(
        _ events: [(AlertEvent.Kind, Alert)], _ thing: HeardThing, _ number: Int, at moment: Int64,
        _ state: inout FeedState
    ) -> Bool {
        for (kind, alert) in events {
            let event = AlertEvent(
                time: moment, kind: kind, alert: alert.name, id: thing.id, name: thing.name,
                place: thing.place, row: UInt32(number))
            state.add(event)
            if !watch.send(event) { return false }
        }
        return true
    }
}
