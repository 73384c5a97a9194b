/// How long a thing is followed.
package struct ThingTimes: Sendable, Equatable {
    /// How much of its way is drawn: 0 for none, infinite for all.
    package var trailSeconds: Double
    /// How long it may say nothing until it is silent.
    package var silentSeconds: Double
    /// How long until it is gone; infinite for never.
    package var expirySeconds: Double

    /// Times in seconds.
    package init(trailSeconds: Double, silentSeconds: Double, expirySeconds: Double) {
        self.trailSeconds = trailSeconds
        self.silentSeconds = silentSeconds
        self.expirySeconds = expirySeconds
    }

    /// What a thing is that was heard so long ago.
    package func state(afterSeconds age: Double) -> ThingState {
        age > expirySeconds ? .gone : age > silentSeconds ? .silent : .live
    }
}

/// What the options say of how long things are followed (`--trail`, `--silent`, `--expire`): one value for the reader
/// and the screen.
package struct ThingTimeChoice: Sendable, Equatable {
    /// For all kinds; nil for the standard of each.
    package var trailSeconds: Double?
    /// For all kinds; nil for the standard of each.
    package var silentSeconds: Double?
    /// For all kinds; nil for the standard of each.
    package var expirySeconds: Double?

    /// The standard of each kind where nothing is given.
    package init(trailSeconds: Double? = nil, silentSeconds: Double? = nil, expirySeconds: Double? = nil) {
        self.trailSeconds = trailSeconds
        self.silentSeconds = silentSeconds
        self.expirySeconds = expirySeconds
    }

    /// How long things of a kind are followed. Nothing expires before it is silent.
    package func times(of kind: ThingKind) -> ThingTimes {
        let standard = kind.standardTimes
        let silent = silentSeconds ?? min(standard.silentSeconds, expirySeconds ?? .infinity)
        return ThingTimes(
            trailSeconds: trailSeconds ?? standard.trailSeconds, silentSeconds: silent,
            expirySeconds: max(expirySeconds ?? standard.expirySeconds, silent.isFinite ? silent : 0))
    }
}

/// Whether a thing is still heard.
package enum ThingState: UInt8, CaseIterable, Sendable {
    /// Heard lately.
    case live
    /// Not heard for a while: it is shown where it was last.
    case silent
    /// Not heard for long: it is not shown any more.
    case gone

    /// Its name in the column `state`.
    package var name: String {
        switch self {
        case .live: "live"
        case .silent: "silent"
        case .gone: "gone"
        }
    }
}
