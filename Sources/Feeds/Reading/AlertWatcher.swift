import MapModel
import Rows

/// Judges the things of a feed, message by message, for those who want to hear of them.
struct AlertWatcher {
    private let watch: AlertWatch
    /// The order that was adopted last; nil before the first.
    private var version: Int?
    /// The filters of alerts, by their numbers.
    private var filters: [Int: ThingFilter] = [:]
    /// The filter of those who want to hear of them.
    private var counting: ThingFilter?
    /// Things that match it.
    private var counted: Set<Int> = []
    private var hasAlerts = false

    init(_ watch: AlertWatch) { self.watch = watch }

    /// Adopts what is asked for now, if it is something else: all things are judged by that.
    mutating func adopt(_ reader: FeedReader) {
        guard watch.order.version != version else { return }
        watch.bind(to: ThingColumn.allNames)
        let order = watch.order
        version = order.version
        hasAlerts = !order.alerts.isEmpty
        filters = [:]
        var left: Set<Int> = []
        for alert in order.alerts {
            guard case .filter(let text) = alert.test else { continue }
            if let filter = try? ThingFilter(text) {
                filters[alert.id] = filter
            } else {
                left.insert(alert.id)
            }
        }
        watch.judgeMessages(except: left)
        counting = order.filter.flatMap { try? ThingFilter($0) }
        counted = []
        for (number, thing) in reader.register.things.enumerated() where thing.state != .gone {
            let effect = ThingRegister.Effect(
                thing: number, changes: .all, isNew: false, hasMoved: true, moment: thing.heard)
            _ = judge(thing, effect, reader.sourceNames)
        }
        watch.announce()
    }

    /// Whether a message may be the reason of an event.
    func isConcerned(by effect: ThingRegister.Effect) -> Bool {
        hasAlerts || !effect.changes.isDisjoint(with: .emergency)
    }

    /// Judges a thing after a message; false where the reading is to end.
    mutating func judge(_ thing: HeardThing, _ effect: ThingRegister.Effect, _ sources: [String]) -> Bool {
        let number = effect.thing
        if effect.isNew { counted.remove(number) }
        if let counting, !counting.changes.isDisjoint(with: effect.changes) {
            if counting.matches(thing, sources) { counted.insert(number) } else { counted.remove(number) }
        }
        let filters = filters
        let subject = AlertWatch.Subject(
            row: UInt32(number), place: thing.place, time: max(thing.heard, effect.moment))
        return watch.judge(
            subject, isNew: effect.isNew, counts: counting == nil || counted.contains(number),
            emergency: thing.emergency, name: { (thing.id, thing.name) }
        ) { alert in
            guard let filter = filters[alert.id], !filter.changes.isDisjoint(with: effect.changes) else {
                return nil
            }
            return filter.matches(thing, sources)
        }
    }

    /// Judges a thing that is not heard any more; false where the reading is to end.
    func judge(_ thing: HeardThing, _ number: Int, isGone: Bool, at moment: Int64) -> Bool {
        let subject = AlertWatch.Subject(row: UInt32(number), place: thing.place, time: moment)
        return watch.judge(subject, isGone: isGone) { (thing.id, thing.name) }
    }

    /// Hands over what happened.
    func flush() { watch.flush() }
}
