/// Why a fix was dropped.
public enum FixDropReason: Int, CaseIterable, Sendable {
    /// Of a receiver other than the one that is followed.
    case otherReceiver
    /// The receiver does not know where it is: mode below 2D.
    case noFix
    /// Latitude or longitude is missing, not a number or off the globe.
    case noCoordinate
    /// Some sources report a negative radius to mark the place as invalid.
    case negativeAccuracy
    /// No accuracy, although the rules require one.
    case noAccuracy
    /// Less accurate than the rules allow.
    case accuracyBeyondLimit
    /// Close to 0° N 0° E, where devices without a fix often report to be.
    case nullIsland
    /// Without a time a fix can be neither ordered nor dated.
    case noTime
    /// A date earlier by whole turns of the week counter of GPS, 1024 weeks: a receiver past its years.
    case weekRollover
    /// A fix from before the program started is where the receiver was, not where it is: many repeat their
    /// last place until they have a new one.
    case beforeStart
    /// More than a day ahead of our clock: one such would make all later fixes look old.
    case inFuture
    /// Earlier than the newest good fix, by more than is tolerated.
    case outOfOrder
    /// Not reachable from the newest good fix at the speed limit.
    case tooFast
    /// At exactly the place of a fix dropped before.
    case repeatsDropped
}

extension FixDropReason {
    /// A description of such fixes, after their count: "12 out of order".
    public var words: String {
        switch self {
        case .otherReceiver: "from another receiver"
        case .noFix: "without a fix"
        case .noCoordinate: "without a coordinate"
        case .negativeAccuracy: "with a negative accuracy"
        case .noAccuracy: "without an accuracy"
        case .accuracyBeyondLimit: "not accurate enough"
        case .nullIsland: "near 0, 0"
        case .noTime: "without a time"
        case .weekRollover: "with a past GPS week number"
        case .beforeStart: "from before the start"
        case .inFuture: "from the future"
        case .outOfOrder: "out of order"
        case .repeatsDropped: "at a position dropped before"
        case .tooFast: "impossibly fast"
        }
    }

    /// The reason as one word for logs: `out-of-order`.
    public var name: String {
        switch self {
        case .otherReceiver: "other-receiver"
        case .noFix: "no-fix"
        case .noCoordinate: "no-coordinate"
        case .negativeAccuracy: "negative-accuracy"
        case .noAccuracy: "no-accuracy"
        case .accuracyBeyondLimit: "accuracy-beyond-limit"
        case .nullIsland: "null-island"
        case .noTime: "no-time"
        case .weekRollover: "week-rollover"
        case .beforeStart: "before-start"
        case .inFuture: "in-future"
        case .outOfOrder: "out-of-order"
        case .repeatsDropped: "repeats-dropped"
        case .tooFast: "too-fast"
        }
    }
}
