import DataSets
import MapModel
import Rows

/// How much of the ways of things is drawn.
package enum TrailDisplay: Sendable, CaseIterable {
    case none
    /// As long as options or the kind of a thing say.
    case standard
    case all

    /// The next one, around.
    var next: TrailDisplay {
        switch self {
        case .standard: .all
        case .all: .none
        case .none: .standard
        }
    }
}

/// The rows that move, as far as the screen knows them.
package struct FollowedThings: Sendable {
    /// Nil where nothing moves.
    package private(set) var all: ThingSet?
    /// When they came, by the clock of the state.
    private var receivedAt = Duration.zero
    /// Messages or rows that came so far, and when the last did.
    private(set) var heardCount = 0
    private var heardAt = Duration.zero
    /// The source has ended: things stay as they are.
    private var hasEnded = false
    /// How much of their ways is drawn.
    package var trails = TrailDisplay.standard
    /// The rows of the annotations that are shown.
    package var rowsInView: [UInt32] = []
    /// Alerts about them.
    package internal(set) var alerts = AlertState()
    /// Rows inside an alert.
    package private(set) var inside: Set<UInt32> = []
    /// Rows that are called out: their names are not placed again.
    package private(set) var callouts: Set<UInt32> = []
    /// The map goes along with the selected thing.
    package var followsSelection = false
    /// Rows that came while the picture is held; nil while it is not.
    package private(set) var pause: Pause?
    /// The headings of which rows were asked for, by the generation of the rows.
    var askedHeadings: Int?
    /// The selected thing as it was heard last, where it is gone, and when that was seen.
    private(set) var departed: Thing?
    /// The view has shown all of them once.
    var hasFitted = false
    /// What is due was asked for, until it comes.
    private var isRenewing = false

    /// The picture is held, and reading goes on.
    package struct Pause: Sendable {
        /// What came last.
        var data: LoadedData?
        /// Messages heard before.
        let messageCount: Int
    }

    /// Nothing moves.
    package init() {}

    /// Whether there are things.
    package var isEmpty: Bool { all?.isEmpty ?? true }
    /// Whether things are heard again and again.
    package var areFollowed: Bool { all?.isFollowed ?? false }

    /// Other things, or the same ones heard again.
    ///
    /// - Parameter selected: the row that stays when it is gone.
    mutating func adopt(_ next: ThingSet?, keeping selected: UInt32? = nil, at now: Duration) {
        // What is read at last has no other things than the stream had.
        guard let next else { return }
        if let selected {
            departed = next[selected] == nil ? all?[selected] ?? departed : nil
            if departed?.row != selected { departed = nil }
        }
        all = next
        receivedAt = now
        isRenewing = false
    }

    /// Takes what was heard of alerts; the events that are new.
    mutating func adopt(_ report: AlertReport?, at now: Duration) -> [AlertEvent] {
        let new = report.map { alerts.adopt($0, at: now) } ?? []
        inside = alerts.inside
        noteCallouts()
        return new
    }

    /// Ends callouts whose time is over.
    mutating func passTime(to now: Duration) {
        guard !alerts.callouts.isEmpty else { return }
        alerts.passTime(to: now)
        noteCallouts()
    }

    /// Those that have entered an alert, and those in an emergency.
    private mutating func noteCallouts() {
        let emergencies = all?.things.lazy.filter { $0.emergency != .none }.map(\.row) ?? []
        callouts = Set(alerts.callouts.keys).union(emergencies)
    }

    /// The rows are others now.
    mutating func forget() {
        let (alerts, heardCount, heardAt) = (alerts, heardCount, heardAt)
        self = FollowedThings()
        (self.alerts, self.heardCount, self.heardAt) = (alerts, heardCount, heardAt)
    }

    /// The source has ended.
    mutating func end(at now: Duration) {
        guard !hasEnded else { return }
        receivedAt = now
        hasEnded = true
    }

    // MARK: - Time

    /// Notes how much has come by now.
    mutating func note(heard count: Int, at now: Duration) {
        guard count != heardCount else { return }
        (heardCount, heardAt) = (count, now)
    }

    /// Seconds since anything came.
    func silentSeconds(at now: Duration) -> Double { Double((now - heardAt).milliseconds) / 1000 }

    /// Seconds since the things were heard.
    package func age(at now: Duration) -> Double {
        hasEnded ? 0 : max(Double((now - receivedAt).milliseconds) / 1000, 0)
    }

    /// What a thing is now.
    package func state(of thing: Thing, at now: Duration) -> ThingState {
        all?.state(of: thing, after: age(at: now)) ?? .live
    }

    /// Seconds since a thing was heard.
    package func silence(of thing: Thing, at now: Duration) -> Double {
        max((all?.clock ?? 0) - thing.heard, 0) + age(at: now)
    }

    /// How many of the things in view are live, and how many are silent.
    package func counts(at now: Duration) -> (live: Int, silent: Int) {
        guard let set = all else { return (0, 0) }
        let age = age(at: now)
        var counts = (live: 0, silent: 0)
        for row in rowsInView {
            guard let state = set.state(ofRow: row, after: age) else { continue }
            if state == .live { counts.live += 1 } else { counts.silent += 1 }
        }
        return counts
    }

    /// How long until some thing is something else; nil for never.
    func timeToNextState(at now: Duration) -> Duration? {
        guard !hasEnded, !isRenewing, let set = all else { return nil }
        let age = age(at: now)
        return set.secondsToNextState(after: age).map { .milliseconds(Int64(($0 - age) * 1000) + 20) }
    }

    /// Whether a thing is gone that is still drawn; asked for once.
    mutating func takesDueRenewal(at now: Duration) -> Bool {
        guard areFollowed, !hasEnded, !isRenewing, pause == nil, let set = all else { return false }
        let age = age(at: now)
        guard age > 1, set.things.contains(where: { set.state(of: $0, after: age) == .gone }) else {
            return false
        }
        isRenewing = true
        return true
    }

    // MARK: - Pause

    /// Holds the picture, or shows what has come since; the rows to be shown now.
    mutating func togglePause() -> LoadedData? {
        guard let pause else {
            self.pause = Pause(messageCount: all?.messageCount ?? 0)
            return nil
        }
        self.pause = nil
        return pause.data
    }

    /// Keeps rows that come while the picture is held; whether it is.
    mutating func hold(_ data: LoadedData) -> Bool {
        guard pause != nil else { return false }
        pause?.data = data
        return true
    }

    /// Messages that came while the picture is held.
    package var heldMessages: Int {
        guard let pause else { return 0 }
        return max((pause.data?.things?.messageCount ?? pause.messageCount) - pause.messageCount, 0)
    }
}
