import MapModel
import Rows

/// Judges things by the message for those who want to hear of them.
struct AlertWatcher {
    private let watch: FeedWatch
    private var engine: AlertEngine
    /// The filters of alerts, by their numbers.
    private let filters: [Int: ThingFilter]
    /// Things that match the filter of those who want to hear of them.
    private var counted: Set<Int> = []

    init(_ watch: FeedWatch) {
        self.watch = watch
        engine = AlertEngine(watch.alerts)
        filters = watch.alerts.reduce(into: [:]) { filters, alert in
            if case .filter(let text) = alert.test { filters[alert.id] = try? ThingFilter(text) }
        }
    }

    /// Judges a thing after a message; false where the reading is to end.
    mutating func judge(_ thing: HeardThing, _ effect: ThingRegister.Effect, _ sources: [String]) -> Bool {
        if engine.isEmpty { return true }
        let number = effect.thing
        if effect.isNew {
            engine.forget(UInt32(number))
            counted.remove(number)
        }
        if let filter = watch.filter, !filter.changes.isDisjoint(with: effect.changes) {
            if filter.matches(thing, sources) { counted.insert(number) } else { counted.remove(number) }
        }
        let filters = filters
        return send(
            engine.judge(
                UInt32(number), at: thing.place?.coordinate, time: max(thing.heard, effect.moment),
                counts: watch.filter == nil || counted.contains(number)
            ) { alert in
                guard let filter = filters[alert.id], !filter.changes.isDisjoint(with: effect.changes) else {
                    return nil
                }
                return filter.matches(thing, sources)
            }, thing)
    }

    /// Judges a thing that is not heard any more; false where the reading is to end.
    mutating func judge(_ thing: HeardThing, _ number: Int, isGone: Bool, at moment: Int64) -> Bool {
        send(engine.judge(UInt32(number), isGone: isGone, time: moment), thing)
    }

    private func send(_ events: [AlertEvent], _ thing: HeardThing) -> Bool {
        events.allSatisfy { event in
            var event = event
            (event.id, event.name, event.place) = (thing.id, thing.name, thing.place)
            return watch.receiver(event)
        }
    }
}
