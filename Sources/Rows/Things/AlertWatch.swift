import MapModel
import RowValues
import Synchronization

/// Judges things by the alerts of the user, and hands events to whoever wants to hear of them.
///
/// The thread that reads judges, message by message; alerts come from others while it does. The only engine for feeds,
/// streams with `--id`, the screen and the shell.
package final class AlertWatch: Sendable {
    /// Takes an event at once, on the thread that reads; false ends the reading.
    package typealias Receiver = @Sendable (AlertEvent) -> Bool

    /// What is to be watched. Others may be watched a moment later.
    package struct Order: Sendable {
        package let alerts: [Alert]
        /// Things that do not match are outside of everything, in the language of filters; nil for none.
        package let filter: String?
        /// A number of its own for each order.
        package let version: Int
    }

    /// A thing that is judged.
    package struct Subject {
        /// The number of its row, as its reader counts.
        let row: UInt32
        /// Nil where no place of it is known.
        let place: FixedCoordinate?
        /// Milliseconds since 1970.
        let time: Int64

        package init(row: UInt32, place: FixedCoordinate?, time: Int64) {
            (self.row, self.place, self.time) = (row, place, time)
        }
    }

    struct State {
        var engine = AlertEngine()
        var filter: String?
        var version = 0
        /// Things were judged before.
        var hasJudged = false
        /// Alerts whose first things are inside already, by their numbers.
        var unannounced: Set<Int> = []
        /// Alerts that the reader of messages cannot judge.
        var leftToParts: Set<Int>?
        /// The row of the first thing of who judges messages.
        var firstRow: UInt32 = 0
        /// Things that are known to be silent, and those in an emergency.
        var silent: Set<UInt32> = []
        var emergencies: [UInt32: Thing.Emergency] = [:]
        var events: [AlertEvent] = []
        var nextNumber = 1
        /// Filters of which was said that they can match nothing.
        var misfits: Set<String> = []
        /// Something happened that was not reported.
        var hasNews = false
        var receiver: Receiver?
        var follower: (@Sendable (AlertReport) -> Void)?
    }

    /// Events that are kept.
    fileprivate static let eventLimit = 200

    let state: Mutex<State>

    /// - Parameter receiver: takes each event as soon as it is known.
    package init(receiver: Receiver? = nil) {
        var state = State()
        state.receiver = receiver
        self.state = Mutex(state)
    }

    // MARK: - What is watched

    /// Watches these alerts from now on. Who is inside one that is made, or turned on, while things are heard has not just
    /// entered it, unless it was asked for before anything was.
    package func set(_ alerts: [Alert], filter: String? = nil) {
        state.withLock { state in
            guard alerts != state.engine.alerts || filter != state.filter else { return }
            let before = Set(state.engine.alerts.lazy.filter(\.isOn).map(\.id))
            let after = Set(alerts.lazy.filter(\.isOn).map(\.id))
            if state.hasJudged {
                let first = Set(alerts.lazy.filter(\.tellsOfThoseInside).map(\.id))
                let new = after.subtracting(before).subtracting(first)
                state.unannounced = state.unannounced.union(new).intersection(after)
            }
            (state.engine.alerts, state.filter) = (alerts, filter)
            state.version += 1
        }
    }

    /// Gives filters the columns of what is heard; those that cannot have them stay as they were typed.
    package func bind(to columns: [String]) {
        state.withLock { state in
            let alerts = state.engine.alerts
            let bound = alerts.map { (try? $0.bound(to: columns)) ?? $0 }
            if bound != alerts { state.engine.alerts = bound }
        }
    }

    /// Says, once, that a filter can match nothing of what is heard, since its values are of another type than the columns.
    ///
    /// - Parameters:
    ///   - alert: nil for the filter that leaves things out.
    ///   - time: milliseconds since 1970.
    package func note(_ problem: FilterProblem, of alert: Alert?, time: Int64) {
        state.withLock { state in
            let filter = if case .filter(let text) = alert?.test { text } else { state.filter ?? "" }
            guard state.misfits.insert(filter).inserted else { return }
            _ = state.keep(AlertEvent(problem, of: alert, time: time))
        }
        flush()
    }

    /// What is to be watched.
    package var order: Order {
        state.withLock { Order(alerts: $0.engine.alerts, filter: $0.filter, version: $0.version) }
    }

    /// Who is inside, and what happened; rows are numbered as the screen does.
    package var report: AlertReport { state.withLock { $0.report } }

    /// Hears of what happened after each bundle of messages.
    package func follow(_ follower: @escaping @Sendable (AlertReport) -> Void) {
        state.withLock { $0.follower = follower }
    }

    // MARK: - Judging messages

    /// From now on someone judges messages, except by the alerts that have these numbers: parts of the stream are judged
    /// by those alone.
    package func judgeMessages(except left: Set<Int>) { state.withLock { $0.leftToParts = left } }

    /// The alerts that parts of a stream are judged by; nil for all.
    package var leftToParts: Set<Int>? { state.withLock { $0.leftToParts } }

    /// The things of who judges messages have rows from this one on.
    package func place(firstRow: UInt32) { state.withLock { $0.firstRow = firstRow } }

    /// Judges a thing after a message; false where the reading is to end.
    ///
    /// - Parameters:
    ///   - isNew: it is another one than had the row before.
    ///   - counts: false for things that are left out.
    ///   - name: what identifies it, and what it is called.
    ///   - matches: whether it matches the filter of an alert; nil where that cannot have changed.
    package func judge(
        _ subject: Subject, isNew: Bool, counts: Bool, emergency: Thing.Emergency,
        name: () -> (id: String, name: String), matches: (Alert) -> Bool?
    ) -> Bool {
        state.withLock { state in
            if isNew { state.engine.forget(subject.row) }
            state.hasJudged = true
            var found = state.events(of: emergency, of: subject.row, at: subject.time)
            let left = state.leftToParts ?? []
            found += state.engine.judge(
                subject.row, at: subject.place?.coordinate, time: subject.time, counts: counts,
                by: { !left.contains($0.id) }, matches: matches)
            return state.tell(found, place: { _ in subject.place }, name: { _ in name() })
        }
    }

    /// Judges a thing that is not heard any more; false where the reading is to end.
    package func judge(
        _ subject: Subject, isGone: Bool, name: () -> (id: String, name: String)
    ) -> Bool {
        state.withLock { state in
            if isGone { state.emergencies[subject.row] = nil }
            let left = state.leftToParts ?? []
            let found = state.engine.judge(
                subject.row, isGone: isGone, time: subject.time, by: { !left.contains($0.id) })
            return state.tell(found, place: { _ in subject.place }, name: { _ in name() })
        }
    }

    /// All that are heard were judged once: from now on who is inside an alert has entered it.
    package func announce() { state.withLock { $0.unannounced = [] } }

    /// Hands over what happened since the last time.
    package func flush() {
        let news: (follower: @Sendable (AlertReport) -> Void, report: AlertReport)? = state.withLock {
            state in
            guard state.hasNews, let follower = state.follower else { return nil }
            state.hasNews = false
            return (follower, state.report)
        }
        news?.follower(news?.report ?? AlertReport())
    }
}

extension AlertWatch.State {
    fileprivate var report: AlertReport {
        var report = AlertReport()
        report.events = events
        report.inside = engine.inside
        guard firstRow > 0 else { return report }
        let firstRow = firstRow
        report.inside = engine.inside.mapValues { rows in
            Dictionary(uniqueKeysWithValues: rows.map { ($0.key + firstRow, $0.value) })
        }
        return report
    }

    /// A thing begins to call for help.
    mutating func events(of emergency: Thing.Emergency, of row: UInt32, at time: Int64) -> [AlertEvent] {
        guard emergency != .none || !emergencies.isEmpty, emergency != emergencies[row] ?? .none else {
            return []
        }
        emergencies[row] = emergency == .none ? nil : emergency
        return emergency == .none ? [] : [AlertEvent(emergency, row: row, time: time)]
    }

    /// Keeps events and hands them on; false where the reading is to end.
    mutating func tell(
        _ found: [AlertEvent], place: (UInt32) -> FixedCoordinate?,
        name: (UInt32) -> (id: String, name: String)
    ) -> Bool {
        for event in found {
            if let alert = event.alert, unannounced.contains(alert.id),
                event.kind == .enter || event.kind == .match
            {
                continue
            }
            var event = event
            (event.id, event.name) = name(event.row)
            event.place = place(event.row)
            event.row += firstRow
            guard keep(event) else { return false }
        }
        return true
    }

    /// Keeps an event and hands it on; false where the reading is to end.
    fileprivate mutating func keep(_ event: AlertEvent) -> Bool {
        var event = event
        event.number = nextNumber
        nextNumber += 1
        events.append(event)
        events.removeFirst(max(events.count - AlertWatch.eventLimit, 0))
        hasNews = true
        return receiver?(event) != false
    }
}
