/// The things of a source at one moment. A copy shares all trails.
package struct ThingSet: Sendable {
    /// By their rows, ascending; without those that are gone.
    package internal(set) var things: [Thing] = []
    /// Where each row is among them; -1 for none.
    private var indices: [Int32] = []
    /// Whether things are heard again and again: those of a file are not.
    package let isFollowed: Bool
    /// The moment, by the clock of the tracker.
    package var clock = 0.0
    /// The same, by the clock of the trails.
    package var trailClock = 0.0
    /// Messages heard so far.
    package var messageCount = 0
    /// Messages in a second; nil until that is known.
    package var messageRate: Double?
    /// What there is to say of lost connections, a line each; empty while all is well.
    package var connectionFaults: [String] = []
    /// How long things are followed.
    package var choice = ThingTimeChoice()

    /// Things, by their rows ascending.
    package init(_ things: [Thing] = [], isFollowed: Bool = true) {
        self.things = things
        self.isFollowed = isFollowed
        indices = [Int32](repeating: -1, count: things.last.map { Int($0.row) + 1 } ?? 0)
        for (index, thing) in things.enumerated() { indices[Int(thing.row)] = Int32(index) }
    }

    /// Whether there are none.
    package var isEmpty: Bool { things.isEmpty }

    /// The thing of a row.
    package subscript(row: UInt32) -> Thing? {
        guard row < indices.count, indices[Int(row)] >= 0 else { return nil }
        return things[Int(indices[Int(row)])]
    }

    /// What the thing of a row is `seconds` after the moment of the set; nil where it has none.
    package func state(ofRow row: UInt32, after seconds: Double) -> ThingState? {
        guard row < indices.count, indices[Int(row)] >= 0 else { return nil }
        let index = Int(indices[Int(row)])
        // A copy of a thing holds its trail.
        return state(things[index].kind, things[index].heard, things[index].toldState, seconds)
    }

    /// What a thing is `seconds` after the moment of the set.
    package func state(of thing: Thing, after seconds: Double = 0) -> ThingState {
        state(thing.kind, thing.heard, thing.toldState, seconds)
    }

    @inline(__always)
    private func state(
        _ kind: ThingKind, _ heard: Double, _ told: ThingState?, _ seconds: Double
    ) -> ThingState {
        guard isFollowed else { return .live }
        let own = choice.times(of: kind).state(afterSeconds: clock - heard + seconds)
        guard let told else { return own }
        // A source that says how things are knows more of clocks than we do, until it falls silent itself.
        return seconds > 2 && told == .live ? own : told
    }

    /// Seconds from the moment of the set until a thing will be something else; nil for never.
    package func secondsToNextState(after seconds: Double) -> Double? {
        guard isFollowed else { return nil }
        var next: Double?
        for thing in things {
            let times = choice.times(of: thing.kind)
            for limit in [times.silentSeconds, times.expirySeconds] where limit.isFinite {
                let wait = limit - (clock - thing.heard)
                if wait > seconds { next = min(next ?? wait, wait) }
            }
        }
        return next
    }
}
