import DataSets
import MapModel
import RowValues
import Rows

/// The alerts of the user, and their events.
package struct AlertState: Sendable {
    /// How long a thing that has entered is called out.
    package static let calloutDuration = Duration.seconds(10)
    /// So many are called out at once, the newest: more would cover the map.
    private static let mostCallouts = 6
    /// Between two rings of the bell.
    private static let bellInterval = Duration.seconds(1)

    /// In the order in which they were made.
    package private(set) var alerts: [Alert] = []
    package private(set) var report = AlertReport()
    private var nextID = 1
    /// The last event that was told.
    private var toldNumber = 0
    /// The events that are called out, by row, and until when.
    package private(set) var callouts: [UInt32: (event: AlertEvent, until: Duration)] = [:]
    /// When the bell rang last.
    private var lastBell: Duration?
    /// Alerts of the command line that nobody watches yet.
    private var areUnsent = false
    /// Those on the view, which is not known yet.
    private var awaitedViews: [String] = []
    /// Whether the terminal rings its bell.
    package var hasBell = true

    /// No alert.
    package init() {}

    /// Rows inside any alert that is on.
    package var inside: Set<UInt32> { Set(report.inside.values.flatMap(\.keys)) }

    // MARK: - Alerts

    /// What the command line asks for: it is watched once something moves.
    ///
    /// - Parameter tests: none for the view.
    mutating func begin(with tests: [(name: String, test: Alert.Test?)]) {
        for (name, test) in tests {
            if let test { _ = add(name, test, tellsOfThoseInside: true) } else { awaitedViews.append(name) }
        }
        areUnsent = !tests.isEmpty
    }

    /// Whether alerts are to be handed to who reads; once.
    mutating func takesUnsent(view: GeoBounds) -> Bool {
        defer { (areUnsent, awaitedViews) = (false, []) }
        for name in awaitedViews { _ = add(name, .box(view), tellsOfThoseInside: true) }
        return areUnsent
    }

    /// Gives filters the columns of the rows; why rows can never match, of those that cannot have them.
    mutating func bind(to columns: [String]) -> [FilterProblem] {
        var problems: [FilterProblem] = []
        for index in alerts.indices {
            do throws(FilterProblem) {
                alerts[index] = try alerts[index].bound(to: columns)
            } catch {
                problems.append(error)
            }
        }
        return problems
    }

    /// Adds an alert that is on.
    mutating func add(_ name: String, _ test: Alert.Test, tellsOfThoseInside: Bool = false) -> Alert {
        let alert = Alert(id: nextID, name: name, test, tellsOfThoseInside: tellsOfThoseInside)
        nextID += 1
        alerts.append(alert)
        return alert
    }

    mutating func toggle(_ index: Int) { if alerts.indices.contains(index) { alerts[index].isOn.toggle() } }

    mutating func remove(_ index: Int) { if alerts.indices.contains(index) { alerts.remove(at: index) } }

    // MARK: - Events

    /// Takes what was heard; the events that are new, from the oldest to the newest.
    mutating func adopt(_ next: AlertReport, at now: Duration) -> [AlertEvent] {
        report = next
        let new = next.events.filter { $0.number > toldNumber }
        toldNumber = max(toldNumber, new.last?.number ?? 0)
        for event in new where event.kind == .enter || event.kind == .match {
            callouts[event.row] = (event, now + Self.calloutDuration)
        }
        let oldest = callouts.sorted { $0.value.event.number < $1.value.event.number }
        for (row, _) in oldest.dropLast(Self.mostCallouts) { callouts[row] = nil }
        return new
    }

    /// Whether the bell is to ring: once a second at most.
    mutating func takesBell(at now: Duration) -> Bool {
        guard hasBell else { return false }
        if let lastBell, now - lastBell < Self.bellInterval { return false }
        lastBell = now
        return true
    }

    /// Ends callouts whose time is over.
    mutating func passTime(to now: Duration) { callouts = callouts.filter { $0.value.until > now } }

    /// How long until a callout ends; nil without any.
    func timeToNextEnd(at now: Duration) -> Duration? {
        callouts.values.map { max($0.until - now, .zero) }.min()
    }
}

extension AlertEvent {
    /// What the thing is called: by its name, else by its id; of a filter that can match nothing the name of its alert.
    package var label: String {
        if problem != nil { return alert?.name ?? "" }
        return name.isEmpty ? id : name
    }

    /// "entered ZRH · 40 km".
    package var words: String {
        let name = alert?.name ?? ""
        if let problem { return problem.description }
        switch kind {
        case .enter: return "entered " + name
        case .leave: return "left " + name
        case .match: return "matches " + name
        case .unmatch: return "no longer matches " + name
        case .silent: return "silent in " + name
        case .gone: return "gone in " + name
        case nil:
            switch emergency {
            case .hijacking, .radioFailure, .emergency: return "squawk " + emergency.words.text
            default: return emergency.words.text
            }
        }
    }

    /// The colour of its words.
    package var role: Role {
        switch kind {
        case .enter, .leave, .match, .unmatch: .ring
        case .silent, .gone: .panelDim
        case nil: .placemark
        }
    }
}
